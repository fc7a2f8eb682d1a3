extension DialectDetector {
  /// The dialect given or detected, and what the beginning of the text says about the table.
  static func answer(for sample: [UInt8], isWhole: Bool, options: DelimitedOptions) -> Answer {
    guard var dialect = options.dialect else { return detect(sample, isWhole: isWhole, options: options) }
    switch options.header {
    case .rows(let count), .replaced(let count, _), .expected(let count, _): dialect.headerRows = count
    case .none, .names: dialect.headerRows = 0
    case .detect: break
    }
    var answer = Answer(dialect: dialect, shape: TableShape(), boundary: options.tableBoundary ?? .repeatedHeader)
    answer.report.add("delimiter", DetectionReport.name(dialect.delimiter), 1, "given")
    if let quote = dialect.quote { answer.report.add("quote", DetectionReport.name([quote]), 1, "given") }
    let header = dialect.headerRows == 1 ? "1 row" : "\(dialect.headerRows) rows"
    answer.report.add("header", header, 1, options.headerOrigin)
    guard dialect.contradiction == nil else { return answer }
    var rows = SampleText(sample, isWhole: isWhole).rows(dialect, limit: 100).rows
    rows.removeAll { $0.line <= dialect.preambleLines }
    if answer.boundary == .blankLine {
      let number = if case .number(let wanted) = options.table { wanted } else { 1 }
      let blocks = TableBlocks(rows).blocks
      rows = number <= blocks.count ? Array(blocks[number - 1]) : []
    }
    answer.shape = TableShape(rows.dropFirst(dialect.headerRows))
    return answer
  }
}
