extension SourceExcerpt {
  /// How much of a long line is shown before and after the mark, in bytes.
  private static let contextBytes = 120

  /// The line of UTF-8 text on which `range` begins, cut where it is long; `range` is marked as far as it stands on the line.
  ///
  /// - Parameter goesOn: Whether more text follows `source`, so that its end is no end of a line.
  package init(
    around range: Range<Int>,
    in source: UnsafeBufferPointer<UInt8>,
    at position: SourcePosition,
    goesOn: Bool = false
  ) {
    func isLineEnd(_ index: Int) -> Bool { source[index] == 0x0A || source[index] == 0x0D }
    func isContinuation(_ index: Int) -> Bool { source[index] & 0xC0 == 0x80 }
    var start = range.lowerBound
    while start > 0, !isLineEnd(start - 1), range.lowerBound - start < Self.contextBytes { start -= 1 }
    while start < range.lowerBound, isContinuation(start) { start += 1 }
    var markEnd = range.lowerBound
    while markEnd < range.upperBound, !isLineEnd(markEnd), markEnd - range.lowerBound < 2 * Self.contextBytes {
      markEnd += 1
    }
    while markEnd < source.count, isContinuation(markEnd) { markEnd += 1 }
    var end = markEnd
    while end < source.count, !isLineEnd(end), end - markEnd < Self.contextBytes { end += 1 }
    while end < source.count, isContinuation(end) { end += 1 }
    let before = String(decoding: source[start..<range.lowerBound], as: UTF8.self).unicodeScalars.count
    let marked = String(decoding: source[range.lowerBound..<markEnd], as: UTF8.self).unicodeScalars.count
    self.init(
      text: String(decoding: source[start..<end], as: UTF8.self),
      line: position.line,
      markStart: before,
      markLength: max(1, marked),
      isCutAtStart: position.column - 1 > before,
      isCutAtEnd: end < source.count ? !isLineEnd(end) : goesOn
    )
  }
}
