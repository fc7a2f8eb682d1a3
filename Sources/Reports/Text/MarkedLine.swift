internal import Findings

/// A line of source text in three parts: before the mark, the mark, and after it.
struct MarkedLine {
  var before: String
  var mark: String
  var after: String

  /// Splits `excerpt` at its mark; a mark outside the text is moved to its end.
  init(_ excerpt: SourceExcerpt) {
    let scalars = excerpt.text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: max(excerpt.markStart, 0), limitedBy: scalars.endIndex)
    let markStart = start ?? scalars.endIndex
    let markEnd =
      scalars.index(markStart, offsetBy: max(excerpt.markLength, 0), limitedBy: scalars.endIndex) ?? scalars.endIndex
    before = (excerpt.isCutAtStart ? "…" : "") + String(scalars[..<markStart])
    mark = String(scalars[markStart..<markEnd])
    after = String(scalars[markEnd...]) + (excerpt.isCutAtEnd ? "…" : "")
  }
}
