internal import Findings

extension DelimitedReader {
  /// The dialect given or detected, and what the beginning of the text says about the table.
  static func dialect(
    for sample: [UInt8],
    isWhole: Bool,
    options: DelimitedOptions,
    report: inout DetectionReport
  ) -> (dialect: DelimitedDialect, shape: TableShape, boundary: DelimitedOptions.TableBoundary) {
    guard var dialect = options.dialect else {
      let answer = DialectDetector.detect(sample, isWhole: isWhole, options: options)
      report.items += answer.report.items
      return (answer.dialect, answer.shape, answer.boundary)
    }
    report.add("delimiter", DetectionReport.name(dialect.delimiter), 1, "given")
    if let quote = dialect.quote { report.add("quote", DetectionReport.name([quote]), 1, "given") }
    switch options.header {
    case .rows(let count), .replaced(let count, _), .expected(let count, _): dialect.headerRows = count
    case .none, .names: dialect.headerRows = 0
    case .detect: break
    }
    report.add("header", dialect.headerRows == 1 ? "1 row" : "\(dialect.headerRows) rows", 1, options.headerOrigin)
    let boundary = options.tableBoundary ?? .repeatedHeader
    guard dialect.contradiction == nil else { return (dialect, TableShape(), boundary) }
    var rows = SampleText(sample, isWhole: isWhole).rows(dialect, limit: 100).rows
    rows.removeAll { $0.line <= dialect.preambleLines }
    if boundary == .blankLine {
      let number = if case .number(let wanted) = options.table { wanted } else { 1 }
      let blocks = TableBlocks(rows).blocks
      rows = number <= blocks.count ? Array(blocks[number - 1]) : []
    }
    return (dialect, TableShape(rows.dropFirst(dialect.headerRows)), boundary)
  }

  /// Reads the header rows, and names the columns.
  func readHeader() throws(DelimitedTextError) {
    var last = DelimitedRecord()
    for _ in 0..<dialect.headerRows {
      guard try next(&last) else { break }
      headerRows.append(last)
    }
    headerRows.end(after: dialect.headerRows)
    let rows = headerRows.rows
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
    let names = ColumnNames(fit(joined(rows), last))
    adopt(names.names)
    report(names.problems, in: last)
  }

  private func adopt(_ names: [String]) {
    header = names
    expectedCount = names.count
  }

  /// One name for each column from all header rows.
  ///
  /// A name of an upper row also stands over the empty fields to its right that have a name below, as in a table with joined cells,
  /// unless that row repeats its names itself.
  func joined(_ written: [[String]]) -> [String] {
    let count = written.map(\.count).max() ?? 0
    var rows = written.map { row in
      row.map(ColumnNames.trimmed) + [String](repeating: "", count: count - row.count)
    }
    for row in rows.indices.dropLast() {
      if zip(rows[row], rows[row].dropFirst()).contains(where: { $0 == $1 && !$0.isEmpty }) { continue }
      for column in 0..<count where column > 0 && rows[row][column].isEmpty && !rows[row + 1][column].isEmpty {
        if !rows[row + 1][column - 1].isEmpty { rows[row][column] = rows[row][column - 1] }
      }
    }
    return (0..<count).map { column in
      rows.map { $0[column] }.filter { !$0.isEmpty }.joined(separator: options.headerSeparator)
    }
  }

  /// Makes as many names as the records have fields, if the header row has not, with a finding.
  private func fit(_ names: [String], _ row: DelimitedRecord) -> [String] {
    guard let count = shape.columnCount, count != names.count else { return names }
    if dialect.hasTrailingDelimiter, names.count == count + 1, names.last?.isEmpty == true { return names.dropLast() }
    var fitted = names
    if names.count < count {
      // What is to be done with surplus fields was said with this header in mind.
      if options.surplusFields == .cut || options.surplusFields == .joinLast { return names }
      let raw = RecordText(row.storage).content(dialect)
      let isHardlyCut = dialect.headerRows == 1 && names.count * 2 <= count
      if isHardlyCut, let other = RowCorrection.otherDelimiter(raw, dialect, count: count) {
        fitted = RowCorrection.cells(of: raw, dialect, delimiter: other)
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
        SourceFinding.header(.length(names: names.count, fields: count)),
        severity: .warning,
        at: place.position,
        excerpt: place.excerpt
      )
    )
    return fitted
  }

  /// Says that the text goes on with another table.
  func reportSecondTable(_ storage: RecordStorage, _ kind: SourceFinding.Header) {
    var record = DelimitedRecord()
    _ = record.exchange(for: storage)
    reportTable(record, kind)
  }

  /// Says something about the table that begins with `record`.
  func reportTable(_ record: DelimitedRecord, _ kind: SourceFinding.Header) {
    let place = record.place(ofField: 0)
    findings.append(
      Finding(
        SourceFinding.header(kind),
        severity: options.mode == .strict ? .error : .warning,
        at: place.position,
        excerpt: place.excerpt
      )
    )
  }
}
