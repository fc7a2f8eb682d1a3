extension RecordIndex {
  /// The bytes of a dialect that an index can read.
  struct Grammar {
    let delimiter: UInt8
    /// The quote; meaningless when `quotes` is 0.
    let quote: UInt8
    /// All ones if the dialect has a quote.
    let quotes: UInt64
    /// All ones if a CR may only stand before a LF.
    let returns: UInt64
    /// All ones if a LF may only stand after a CR.
    let pairs: UInt64

    /// `nil` for a dialect that only `RecordScanner` can read.
    init?(_ dialect: DelimitedDialect) {
      guard dialect.delimiter.count == 1, !dialect.skipsInitialSpace else { return nil }
      if case .character(let byte) = dialect.escape, byte != dialect.quote { return nil }
      delimiter = dialect.delimiter[0]
      quote = dialect.quote ?? 0
      quotes = dialect.quote == nil ? 0 : .max
      switch dialect.recordEnd {
      case .any: (returns, pairs) = (.max, 0)
      case .lineFeed: (returns, pairs) = (0, 0)
      case .carriageReturnLineFeed: (returns, pairs) = (.max, .max)
      case .carriageReturn: return nil
      }
      // A delimiter of 0 is both a delimiter and a byte to report.
      if delimiter == 0 || quotes != 0 && quote == 0 { return nil }
    }
  }
}
