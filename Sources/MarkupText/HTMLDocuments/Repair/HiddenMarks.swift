/// Puts back the marks that a repair has hidden from libxml2, as their text is reported.
struct HiddenMarks {
  /// The place in the page after the last mark.
  private var place = 0

  func concern(_ run: UnsafeBufferPointer<UInt8>) -> Bool { run.contains(HTMLRepair.hiddenMark) }

  /// The text that `run` stands for.
  ///
  /// - Parameters:
  ///   - start: Where the last event ended; the run comes from behind it.
  ///   - text: What libxml2 reads.
  ///   - page: The page as it was.
  mutating func restored(
    _ run: UnsafeBufferPointer<UInt8>,
    after start: Int,
    in text: UnsafeBufferPointer<UInt8>,
    of page: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    place = max(place, start)
    return run.map { byte in
      guard byte == HTMLRepair.hiddenMark else { return byte }
      while place < text.count, text[place] != byte { place += 1 }
      guard place < page.count else { return byte }
      place += 1
      return page[place - 1]
    }
  }

  /// An attribute's value without what was written over its references; the only marks that are hidden in it are theirs.
  static func restored(attribute value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    value.compactMap { byte in
      switch byte {
      case HTMLRepair.filler: nil
      case HTMLRepair.hiddenMark: UInt8(ascii: "&")
      default: byte
      }
    }
  }
}
