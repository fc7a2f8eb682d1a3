internal import Findings

extension DelimitedReader {
  /// The dialect given or detected, and what the beginning of the text says about the table.
  static func dialect(
    for sample: [UInt8],
    isWhole: Bool,
    options: DelimitedOptions,
    report: inout DetectionReport
  ) -> (DelimitedDialect, TableShape) {
    guard var dialect = options.dialect else {
      let answer = DialectDetector.detect(sample, isWhole: isWhole, options: options)
      report.items += answer.report.items
      return (answer.dialect, answer.shape)
    }
    report.add("delimiter", DetectionReport.name(dialect.delimiter), 1, "given")
    if let quote = dialect.quote { report.add("quote", DetectionReport.name([quote]), 1, "given") }
    switch options.header {
    case .rows(let count), .replaced(let count, _), .expected(let count, _): dialect.headerRows = count
    case .none, .names: dialect.headerRows = 0
    case .detect: break
    }
    report.add("header", dialect.headerRows == 1 ? "1 row" : "\(dialect.headerRows) rows", 1, "given")
    guard dialect.contradiction == nil else { return (dialect, TableShape()) }
    let rows = SampleText(sample, isWhole: isWhole).rows(dialect, limit: 100).rows
    return (dialect, TableShape(rows.filter { $0.line > dialect.preambleLines }.dropFirst(dialect.headerRows)))
  }

  /// Reads past the preamble and the header rows, and names the columns.
  func readHeader() throws(DelimitedTextError) {
    for _ in 0..<dialect.preambleLines { guard try skipLine() else { break } }
    var rows: [[String]] = []
    var last = DelimitedRecord()
    for _ in 0..<dialect.headerRows {
      guard try next(&last) else { break }
      rows.append(last.strings)
      headerBytes += last.rawBytes
    }
    if dialect.headerRows == 1, let row = rows.first {
      writtenHeader = row.map { Array($0.utf8) }
    }
    switch options.header {
    case .names(let names), .replaced(_, let names):
      return adopt(ColumnNames(names).names)
    case .expected(_, let names) where names.count != rows.map(\.count).max():
      return adopt(ColumnNames(names).names)
    case .detect, .rows, .none, .expected: break
    }
    guard !rows.isEmpty else {
      if let count = shape.columnCount { adopt((0..<count).map { "column_\($0 + 1)" }) }
      return
    }
    let names = ColumnNames(fit(Self.joined(rows), last))
    adopt(names.names)
    report(names.problems, in: last)
  }

  private func adopt(_ names: [String]) {
    header = names
    expectedCount = names.count
  }

  /// One name for each column from all header rows.
  private static func joined(_ rows: [[String]]) -> [String] {
    (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.compactMap { column < $0.count ? ColumnNames.trimmed($0[column]) : nil }.filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  /// Makes as many names as the records have fields, if the header row has not, with a finding.
  private func fit(_ names: [String], _ row: DelimitedRecord) -> [String] {
    guard let count = shape.columnCount, count != names.count else { return names }
    var fitted = names
    if names.count < count {
      let raw = RecordText(row.storage).content(dialect)
      if dialect.headerRows == 1, let other = RowMending.otherDelimiter(raw, dialect, count: count) {
        fitted = RowMending.cells(of: raw, dialect, delimiter: other)
      } else if dialect.headerRows == 1, names.count == 1 {
        return names
      } else {
        fitted += [String](repeating: "", count: count - names.count)
      }
    } else {
      // A surplus delimiter in the header leaves a column without a name.
      let surplus = names.count - count
      guard names.count(where: \.isEmpty) >= surplus else { return names }
      for _ in 0..<surplus {
        if let empty = fitted.firstIndex(of: "") { fitted.remove(at: empty) }
      }
    }
    let place = row.place(ofField: min(count, names.count) - 1)
    findings.append(
      Finding(
        .sourceHeader,
        severity: .warning,
        "The header has \(names.count) \(names.count == 1 ? "name" : "names"), most records have \(count) fields",
        at: place.position,
        excerpt: place.excerpt
      )
    )
    return fitted
  }

  /// Says that the text goes on with another table.
  func reportSecondTable(_ storage: RecordStorage) {
    var record = DelimitedRecord()
    record.storage = storage
    let place = record.place(ofField: 0)
    findings.append(
      Finding(
        .sourceHeader,
        severity: options.mode == .strict ? .error : .warning,
        "The header is repeated here; the table that follows is not read",
        at: place.position,
        excerpt: place.excerpt
      )
    )
  }
}
