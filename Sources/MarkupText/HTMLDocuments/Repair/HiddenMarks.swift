/// Puts back the marks that a repair has hidden from libxml2, as their text is reported.
///
/// The byte that stands for them may be on the page itself, as it is or as a reference (`&#127;`), so that the page tells which of its appearances is what.
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
  ///   - hasReferences: Whether references in it have been read; in scripts they are text.
  mutating func restored(
    _ run: UnsafeBufferPointer<UInt8>,
    after start: Int,
    in text: UnsafeBufferPointer<UInt8>,
    of page: UnsafeBufferPointer<UInt8>,
    hasReferences: Bool
  ) -> [UInt8] {
    place = max(place, start)
    return run.map { byte in
      guard byte == HTMLRepair.hiddenMark else { return byte }
      return Self.next(from: &place, to: text.count, in: text, of: page, hasReferences: hasReferences) ?? byte
    }
  }

  /// An attribute's value without what was written over its references.
  ///
  /// - Parameter source: Where the attribute stands; `nil` if it was not found, so that all marks are taken for hidden ones, which are those of references.
  static func restored(
    attribute value: UnsafeBufferPointer<UInt8>,
    at source: Range<Int>?,
    in text: UnsafeBufferPointer<UInt8>,
    of page: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    var place = source?.lowerBound ?? 0
    let end = source?.upperBound ?? 0
    return value.compactMap { byte in
      switch byte {
      case HTMLRepair.filler: nil
      case HTMLRepair.hiddenMark:
        next(from: &place, to: end, in: text, of: page, hasReferences: true) ?? UInt8(ascii: "&")
      default: byte
      }
    }
  }

  /// What the page has for the next byte that looks like a hidden mark, be it in the text or by a reference.
  private static func next(
    from place: inout Int,
    to end: Int,
    in text: UnsafeBufferPointer<UInt8>,
    of page: UnsafeBufferPointer<UInt8>,
    hasReferences: Bool
  ) -> UInt8? {
    while place < min(end, page.count) {
      let start = place
      place += 1
      if text[start] == HTMLRepair.hiddenMark { return page[start] }
      guard hasReferences, text[start] == UInt8(ascii: "&"),
        let reference = HTMLRepair.numericReference(at: start, in: text)
      else { continue }
      place = reference.end
      if reference.value == HTMLRepair.hiddenMark { return HTMLRepair.hiddenMark }
    }
    return nil
  }
}
