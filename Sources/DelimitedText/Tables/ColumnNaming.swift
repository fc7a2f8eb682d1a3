internal import Findings

/// What the columns of a table are called: as its header or the options say.
struct ColumnNaming {
  /// The names; `nil` if there are none until the first record says how many columns there are.
  private(set) var names: [String]?
  /// What is wrong with the header.
  private(set) var findings: [Finding] = []
  private let dialect: DelimitedDialect
  /// How many fields a record has, as far as the beginning of the text says it.
  private let columnCount: Int?
  private let surplusFields: DelimitedOptions.SurplusFields

  /// - Parameters:
  ///   - rows: The contents of the header's rows.
  ///   - last: The last of them.
  init(
    _ rows: [[String]],
    last: DelimitedRecord,
    _ dialect: DelimitedDialect,
    columnCount: Int?,
    options: DelimitedOptions
  ) {
    self.dialect = dialect
    self.columnCount = columnCount
    surplusFields = options.surplusFields
    switch options.header {
    case .names(let given), .replaced(_, let given):
      names = ColumnNames(given).names
    case .expected(_, let given) where given.count != rows.map(\.count).max():
      names = ColumnNames(given).names
    case _ where rows.isEmpty:
      names = columnCount.map(ColumnNames.numbered)
    case .detect, .rows, .none, .expected:
      let written = ColumnNames(fit(ColumnNames.joined(rows, separator: options.headerSeparator), last))
      names = written.names
      report(written.problems, in: last)
    }
  }

  /// Makes as many names as the records have fields, if the header row has not, with a finding.
  private mutating func fit(_ names: [String], _ row: DelimitedRecord) -> [String] {
    guard let count = columnCount, count != names.count else { return names }
    if dialect.hasTrailingDelimiter, names.count == count + 1, names.last?.isEmpty == true { return names.dropLast() }
    var fitted = names
    if names.count < count {
      // What is to be done with surplus fields was said with this header in mind.
      if surplusFields == .cut || surplusFields == .joinLast { return names }
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
    findings.append(place.finding(SourceFinding.header(.length(names: names.count, fields: count)), .warning))
    return fitted
  }

  /// Makes findings of what is wrong with the columns' names.
  private mutating func report(_ problems: [ColumnNames.Problem], in header: DelimitedRecord) {
    guard !problems.isEmpty else { return }
    let text = RecordText(header.storage)
    findings += problems.prefix(ProblemReporter.mostFindings).map { problem in
      let column = "\(problem.column + 1)"
      let kind: SourceFinding.Header =
        switch problem.kind {
        case .empty: .unnamed(column: column, isCalled: problem.name)
        case .duplicate(let first): .repeated(column: column, nameOf: "\(first + 1)", isCalled: problem.name)
        }
      let place = header.place(ofField: problem.column, in: text)
      return place.finding(SourceFinding.header(kind), .warning, field: problem.name)
    }
  }
}
