internal import TextInput

extension RecordStorage {
  /// Writes the contents of field `index` anew behind the record's text: without escapes, with U+FFFD for invalid UTF-8.
  func rewrite(field index: Int, dialect: DelimitedDialect) {
    let slot = slots.base[index]
    let start = Int(slot.start)
    let end = Int(slot.end)
    // An invalid byte becomes three.
    reserve((end - start) * 3)
    let newStart = usedCount
    let quote = slot.flags.contains(.quoted) ? dialect.quote : nil
    var isOpen = slot.flags.contains(.closedEarly)
    var escape: UInt8?
    if slot.flags.contains(.escaped), case .character(let byte) = dialect.escape { escape = byte }
    // The slot of a field with text after its closing quote starts with the opening quote.
    var offset = isOpen ? start + 1 : start
    while offset < end {
      let byte = bytes[offset]
      if byte >= 0x80 {
        let length = UTF8Check.sequenceLength(bytes, at: offset, end: end)
        if length < 0 {
          append(0xEF)
          append(0xBF)
          append(0xBD)
          offset &-= length
        } else {
          for index in 0..<length { append(bytes[offset &+ index]) }
          offset &+= length
        }
        continue
      }
      if byte == escape && offset &+ 1 < end && byte != quote {
        // The next byte stands for itself; a longer character is copied on the next turn.
        offset &+= 1
        if bytes[offset] >= 0x80 { continue }
        append(bytes[offset])
        offset &+= 1
        continue
      }
      if byte == quote && offset &+ 1 < end && bytes[offset &+ 1] == quote {
        append(byte)
        offset &+= 2
        continue
      }
      offset &+= 1
      if byte == quote && isOpen {
        isOpen = false
        // Spaces alone between the closing quote and the delimiter are no text.
        if (offset..<end).allSatisfy({ bytes[$0] == 0x20 || bytes[$0] == 0x09 }) { break }
        continue
      }
      append(byte)
    }
    slots.base[index].start = UInt32(truncatingIfNeeded: newStart)
    slots.base[index].end = UInt32(truncatingIfNeeded: usedCount)
    slots.base[index].flags.insert(.rewritten)
  }

  /// Makes one field of the fields from `first` to the last, with delimiters between their contents.
  func joinFields(from first: Int, delimiter: [UInt8]) {
    guard slots.count > first + 1 else { return }
    let total = (first..<slots.count).reduce(0) {
      $0 + Int(slots.base[$1].end - slots.base[$1].start) + delimiter.count
    }
    reserve(total)
    let newStart = usedCount
    for field in first..<slots.count {
      if field > first { delimiter.forEach(append) }
      for offset in Int(slots.base[field].start)..<Int(slots.base[field].end) { append(bytes[offset]) }
    }
    slots.base[first].start = UInt32(truncatingIfNeeded: newStart)
    slots.base[first].end = UInt32(truncatingIfNeeded: usedCount)
    slots.base[first].rawEnd = slots.base[slots.count - 1].rawEnd
    slots.base[first].flags = [.rewritten]
    slots.truncate(to: first + 1)
  }

  /// Puts other fields in place of those that were found; places still lead to what stands in the file.
  func replaceFields(by pieces: [CellPiece]) {
    let rawEnds = (0..<slots.count).map { (slots.base[$0].rawStart, slots.base[$0].rawEnd) }
    slots.truncate(to: 0)
    for (index, piece) in pieces.enumerated() {
      reserve(piece.bytes.count)
      let start = usedCount
      piece.bytes.forEach(append)
      var slot = FieldSlot(start: start, end: usedCount, rawStart: 0, rawEnd: 0, flags: .rewritten)
      if piece.isQuoted { slot.flags.insert(.quoted) }
      (slot.rawStart, slot.rawEnd) = rawEnds.isEmpty ? (0, 0) : rawEnds[min(index, rawEnds.count - 1)]
      slots.append(slot)
    }
    fieldCount = pieces.count
  }

  /// The fields' contents for correction.
  var pieces: [CellPiece] {
    (0..<slots.count).map { index in
      let slot = slots.base[index]
      let bytes = UnsafeBufferPointer(start: bytes + Int(slot.start), count: Int(slot.end - slot.start))
      return CellPiece(Array(bytes), isQuoted: slot.flags.contains(.quoted))
    }
  }
}
