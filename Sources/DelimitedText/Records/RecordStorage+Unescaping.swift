extension RecordStorage {
  /// Writes the contents of fields with doubled quotes anew, for a record that is shown in its page.
  ///
  /// - Parameters:
  ///   - record: A well-formed record with doubled quotes.
  ///   - text: The page's text.
  /// - Returns: The contents of each field that was written anew; no base address for all others. They stay until the storage is filled again.
  func unescape(
    _ record: RecordIndex.Record,
    in text: UnsafePointer<UInt8>
  ) -> UnsafePointer<UnsafeBufferPointer<UInt8>> {
    forget()
    reserve(record.end &- record.start &+ Self.copiedAtOnce)
    let contents = fieldContents(record.count)
    contents.update(repeating: UnsafeBufferPointer(start: nil, count: 0), count: record.count)
    let notes = record.notes
    var target = bytes
    var field = 0
    var note = 0
    while note < notes.count {
      if text[Int(notes[note])] == 0x0A {
        note &+= 1
        continue
      }
      while Int(record.fieldEnds[field]) < Int(notes[note]) { field &+= 1 }
      let end = (field == record.count &- 1 ? record.contentEnd : Int(record.fieldEnds[field])) &- 1
      var copied = Int(record.fieldEnds[field &- 1] &+ 1) &+ 1
      let start = target
      while note < notes.count, Int(notes[note]) < end {
        let second = Int(notes[note])
        note &+= 1
        if text[second] == 0x0A { continue }
        Self.copy(text + copied, to: &target, count: second &- copied)
        copied = second &+ 1
      }
      Self.copy(text + copied, to: &target, count: end &- copied)
      contents[field] = UnsafeBufferPointer(start: UnsafePointer(start), count: target - start)
    }
    return UnsafePointer(contents)
  }

  /// Copies sixteen bytes at a time, which for short texts is faster than a call.
  @inline(__always)
  private static func copy(_ source: UnsafePointer<UInt8>, to target: inout UnsafeMutablePointer<UInt8>, count: Int) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    var offset = 0
    while offset < count {
      to.storeBytes(
        of: from.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self),
        toByteOffset: offset,
        as: SIMD16<UInt8>.self
      )
      offset &+= copiedAtOnce
    }
    target += count
  }

  private static let copiedAtOnce = 16
}
