internal import Findings

/// Lines that are left out on the ground of a guess: nobody has said so, and one of them may be a record. None is left out without a word.
///
/// It keeps the lines behind the header that were taken for comments because those before it are.
struct LeftOutLines {
  private let dialect: DelimitedDialect
  private let options: DelimitedOptions
  private var count = 0
  /// How many of them have as many fields as a record.
  private var full = 0
  /// Where the first of these stands, or the first of all.
  private var first: (line: Int, text: String)?

  init(_ dialect: DelimitedDialect, options: DelimitedOptions) {
    self.dialect = dialect
    self.options = options
  }

  /// Notes a line that is taken for a comment.
  ///
  /// - Parameter fieldCount: How many fields a record has.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, line: Int, fieldCount: Int?) {
    guard options.dialect == nil, options.known.comment == nil else { return }
    var plain = dialect
    plain.comment = nil
    let row = SampleText(Array(text), isWhole: true).rows(plain, limit: 1).rows.first
    let isFull = row.map { $0.count > 1 && $0.count == fieldCount } ?? false
    count += 1
    if first == nil || isFull && full == 0 { first = (line, String(decoding: text, as: UTF8.self)) }
    if isFull { full += 1 }
  }

  /// Says how many lines were taken for comments since the last call; nothing if none were.
  mutating func take() -> Finding? {
    guard let mark = dialect.comment, let (line, text) = first.take() else { return nil }
    let kind = SourceFinding.LeftOut.comments(count, mark: String(decoding: mark, as: UTF8.self), likeRecords: full)
    let severity: Severity = full > 0 ? .warning : .note
    (count, full) = (0, 0)
    return finding(kind, severity, line: line, text: text)
  }

  /// Says that rows before the header look like records, or that records have no header and rows were left out before them, if it is a guess
  /// that they are none.
  ///
  /// - Parameter sample: The beginning of the text.
  func preamble(_ shape: TableShape, _ sample: [UInt8]) -> Finding? {
    guard options.dialect == nil, options.known.preambleLines == nil else { return nil }
    let hasNoHeader =
      switch options.header {
      case .none, .names: true
      case .detect, .rows, .replaced, .expected: false
      }
    let count = hasNoHeader ? shape.rowsBefore : shape.fullRowsBefore
    guard count > 0 else { return nil }
    let lines = dialect.preambleLines
    let kind: SourceFinding.LeftOut =
      hasNoHeader ? .linesBeforeRecords(lines, rows: count) : .linesBeforeHeader(lines, likeRecords: count)
    let text = String(decoding: sample.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return finding(kind, .warning, line: 1, text: text)
  }

  private func finding(_ kind: SourceFinding.LeftOut, _ severity: Severity, line: Int, text: String) -> Finding {
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
