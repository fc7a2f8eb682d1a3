internal import Findings

// A record is never left out without a word.
extension DelimitedReader {
  /// Remembers a line that is taken for a comment, if that is a guess.
  func noteComment(_ line: Range<Int>) {
    // Without a header, what stands before the first record is the block at the top.
    guard hasStarted, recordNumber > 0 || dialect.headerRows > 0 else { return }
    guard options.dialect == nil, options.known.comment == nil, dialect.comment != nil else { return }
    let bytes = Array(UnsafeBufferPointer(start: window.text + line.lowerBound, count: line.count))
    var plain = dialect
    plain.comment = nil
    let row = SampleText(bytes, isWhole: true).rows(plain, limit: 1).rows.first
    let isFull = row.map { $0.count > 1 && $0.count == expectedCount } ?? false
    leftOut.append(bytes, line: self.line, isFull: isFull)
  }

  /// At the end of the text, says once how many lines were taken for comments.
  func reportComments() {
    guard let mark = dialect.comment, let (first, count, full) = leftOut.take() else { return }
    findings.append(
      leftOutFinding(
        .comments(count, mark: String(decoding: mark, as: UTF8.self), likeRecords: full),
        severity: full > 0 ? .warning : .note,
        line: first.line,
        text: first.text
      )
    )
  }

  /// Says that rows before the header look like records, or that records have no header and rows were left out before them, if it is a guess
  /// that they are none.
  func reportPreamble() {
    guard options.dialect == nil, options.known.preambleLines == nil else { return }
    let hasNoHeader =
      switch options.header {
      case .none, .names: true
      case .detect, .rows, .replaced, .expected: false
      }
    let count = hasNoHeader ? shape.rowsBefore : shape.fullRowsBefore
    guard count > 0 else { return }
    let lines = dialect.preambleLines
    let kind: SourceFinding.LeftOut =
      hasNoHeader ? .linesBeforeRecords(lines, rows: count) : .linesBeforeHeader(lines, likeRecords: count)
    let text = String(decoding: learnedRows.sample.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    findings.append(leftOutFinding(kind, severity: .warning, line: 1, text: text))
  }

  private func leftOutFinding(_ kind: SourceFinding.LeftOut, severity: Severity, line: Int, text: String)
    -> Finding
  {
    let shown = text.unicodeScalars.prefix(Self.longestShown)
    return Finding(
      SourceFinding.leftOut(kind),
      severity: severity,
      at: SourcePosition(file: options.fileName, line: line, endColumn: text.unicodeScalars.count + 1),
      excerpt: SourceExcerpt(
        text: String(String.UnicodeScalarView(shown)),
        line: line,
        markStart: 0,
        markLength: max(1, shown.count),
        isCutAtEnd: shown.count < text.unicodeScalars.count
      )
    )
  }

  private static let longestShown = 120
}
