internal import Findings

/// Makes records fit the columns, as the options say; what the columns look like is learned from the beginning of the text.
struct RecordCorrection {
  /// A wrong number of fields, and what is done about it.
  struct CountMismatch {
    let kind: RecordFinding
    let severity: Severity
    let suggestion: String?
    /// The fields that were probably meant, if they take the place of those that were found.
    let corrected: [CellPiece]?
  }

  /// The beginning of the text.
  private let sample: SampleText
  private let dialect: DelimitedDialect
  private let missingFields: DelimitedOptions.MissingFields
  private let surplusFields: DelimitedOptions.SurplusFields
  /// Made when the first record needs it; the inner `nil` says that there is nothing to learn from.
  private var learned: RowCorrection??

  /// Longer records are not worth a guess.
  private static let longestCorrected = 4096

  init(_ sample: SampleText, _ dialect: DelimitedDialect, options: DelimitedOptions) {
    self.sample = sample
    self.dialect = dialect
    missingFields = options.missingFields
    surplusFields = options.surplusFields
  }

  /// Pads, cuts, joins or corrects a record that has not `expected` fields.
  ///
  /// - Returns: What there is to report, if anything.
  mutating func adjust(_ storage: RecordStorage, _ text: RecordText, to expected: Int) -> CountMismatch? {
    let count = storage.slots.count
    storage.fieldCount = expected
    if count < expected {
      guard missingFields != .pad else { return nil }
      return mismatch(storage, text, expected, missingFields == .mend ? .warning : .error)
    }
    if dialect.hasTrailingDelimiter && count == expected + 1 && storage.slots.base[expected].isEmpty {
      storage.slots.truncate(to: expected)
      return nil
    }
    switch surplusFields {
    case .reject: return mismatch(storage, text, expected, .error)
    case .cut: return nil
    case .joinLast:
      storage.joinFields(from: max(0, expected - 1), delimiter: dialect.delimiter)
      return nil
    case .mend:
      let mismatch = mismatch(storage, text, expected, .warning)
      if mismatch.corrected == nil { storage.slots.truncate(to: expected) }
      return mismatch
    }
  }

  /// With a quote inside an unquoted field, a delimiter may be missing although the count is right.
  mutating func correctStrayQuote(
    _ storage: RecordStorage,
    _ text: RecordText,
    _ problems: [RecordScanner.Problem],
    expected: Int
  ) {
    guard missingFields == .mend, text.count <= Self.longestCorrected,
      let stray = problems.first(where: { $0.kind == .strayQuote }), let correction = correction(expected),
      let corrected = correction.fields(raw: text.content(dialect), quoteAt: stray.offset, instead: storage.pieces)
    else { return }
    storage.replaceFields(by: corrected)
  }

  /// - Parameter severity: A warning if the fields that were probably meant are to be taken.
  private mutating func mismatch(
    _ storage: RecordStorage,
    _ text: RecordText,
    _ expected: Int,
    _ severity: Severity
  ) -> CountMismatch {
    let isShort = text.count <= Self.longestCorrected
    let meant = isShort ? correction(expected)?.fields(storage.pieces, raw: text.content(dialect)) : nil
    let corrected = severity == .warning ? meant : nil
    let plain = corrected == nil && isShort ? plainMarks(text, expected) : nil
    return CountMismatch(
      kind: .fieldCount(storage.slots.count, expected: expected, hasLookAlikeMarks: plain != nil),
      severity: severity,
      suggestion: plain ?? meant.map(written),
      corrected: corrected
    )
  }

  /// The record with plain delimiters and quotes instead of those that look like them, if it then has as many fields as it should.
  private func plainMarks(_ text: RecordText, _ expected: Int) -> String? {
    let written = String(decoding: text.content(dialect), as: UTF8.self)
    guard let plain = LookAlikeMarks.replaced(written, delimiter: dialect.delimiter) else { return nil }
    let row = SampleText(Array(plain.utf8), isWhole: true).rows(dialect, limit: 1).rows.first
    return row?.count == expected ? plain : nil
  }

  /// What good rows of the sample teach about the columns.
  private mutating func correction(_ count: Int) -> RowCorrection? {
    if let learned { return learned }
    let rows = sample.rows(dialect, limit: 120).rows
      .filter { $0.line > dialect.preambleLines }.dropFirst(dialect.headerRows)
    let correction = RowCorrection(Array(rows), count: count, dialect: dialect)
    learned = .some(correction)
    return correction
  }

  /// A row as it would be written.
  private func written(_ cells: [CellPiece]) -> String {
    var writer = DelimitedWriter(dialect: dialect)
    for cell in cells { writer.append(field: cell.bytes) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
