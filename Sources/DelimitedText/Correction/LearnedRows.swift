/// The beginning of a text in UTF-8, from which is learned what its columns look like.
struct LearnedRows {
  let sample: [UInt8]
  private let isWhole: Bool
  /// Made when the first record needs it; the inner `nil` says that there is nothing to learn from.
  private var correction: RowCorrection??

  init(_ sample: [UInt8], isWhole: Bool) {
    self.sample = sample
    self.isWhole = isWhole
  }

  /// What good rows of the sample teach about the columns.
  mutating func correction(_ dialect: DelimitedDialect, count: Int) -> RowCorrection? {
    if let correction { return correction }
    let rows = SampleText(sample, isWhole: isWhole).rows(dialect, limit: 120).rows
      .filter { $0.line > dialect.preambleLines }.dropFirst(dialect.headerRows)
    let learned = RowCorrection(Array(rows), count: count, dialect: dialect)
    correction = learned
    return learned
  }
}
