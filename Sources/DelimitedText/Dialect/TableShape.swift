/// Where the table stands in the text: what comes before it, how many rows name its columns, how many columns it has.
struct TableShape {
  private(set) var preambleLines = 0
  private(set) var headerRows = 0
  /// How many fields a record has; `nil` if the rows do not agree.
  private(set) var columnCount: Int?
  /// Whether records end with a delimiter after which nothing ever comes.
  private(set) var hasTrailingDelimiter = false
  /// How many rows before the table have as many fields as its records, and all of them filled.
  private(set) var fullRowsBefore = 0
  /// How many rows before the table have anything in them.
  private(set) var rowsBefore = 0

  private var preambleEvidence = ""
  private var headerConfidence = 1.0
  private var headerEvidence = ""
  /// Who has said whether a delimiter ends each record, if that was not detected.
  private var trailingDelimiterOrigin: String?

  /// The preamble is looked for in so many rows.
  private static let longestPreamble = 30

  /// How many rows of a preamble there may be for each row that follows, unless names over values follow.
  private static let mostNotesPerRow = 4

  /// Looks at the first rows of a text.
  ///
  /// - Parameter isPreambleGiven: Whether the table is known to begin at the first row, whatever that looks like.
  init(
    _ rows: [SampleText.Row],
    dialect: DelimitedDialect,
    commonCount: Int,
    header: DelimitedOptions.HeaderChoice,
    headerOrigin: String = "given",
    expectedNames: [String] = [],
    isPreambleGiven: Bool = false,
    known: KnownDialect
  ) {
    let endsWithDelimiter = known.hasTrailingDelimiter
    if endsWithDelimiter != nil { trailingDelimiterOrigin = known.origin }
    var body = rows[...]
    let named = rowOfNames(isPreambleGiven ? Array(rows.prefix(1)) : rows, expectedNames)
    if let named {
      skip(to: named, &body, because: "the names that are expected stand after it")
    } else if !isPreambleGiven {
      skipPreamble(&body, dialect: dialect, commonCount: commonCount, mayBeTitled: header.rowCount ?? 1 == 1)
    }
    let guess = HeaderGuess(body, commonCount: commonCount, dialect: dialect)
    switch header {
    case .detect where named != nil:
      let rows = Self.hasAll(expectedNames, body.first) ? 1 : max(1, guess.rows)
      (headerRows, headerConfidence, headerEvidence) = (rows, 1, "it has the names that are expected")
    case .detect:
      (headerRows, headerConfidence, headerEvidence) = (guess.rows, guess.confidence, guess.evidence)
    case .rows(let count), .replaced(let count, _), .expected(let count, _):
      (headerRows, headerEvidence) = (count, headerOrigin)
    case .none, .names:
      headerEvidence = headerOrigin
    }
    let data = body.dropFirst(headerRows)
    hasTrailingDelimiter = endsWithDelimiter ?? false
    let agreeing = data.count { $0.count == commonCount }
    guard agreeing > 0, agreeing * 10 >= data.count * 7 else { return }
    columnCount = commonCount
    if let endsWithDelimiter {
      if endsWithDelimiter, data.allSatisfy({ $0.count < commonCount || $0.cells[commonCount - 1].text.isEmpty }) {
        columnCount = commonCount - 1
      }
      return
    }
    guard headerRows > 0, let names = body.first, names.count == commonCount - 1 else { return }
    let last = data.filter { $0.count == commonCount }
    hasTrailingDelimiter = last.count >= 2 && last.allSatisfy { $0.cells[commonCount - 1].text.isEmpty }
    if hasTrailingDelimiter { columnCount = commonCount - 1 }
  }

  /// Nothing is known.
  init() {}

  /// Looks at the first records of a text whose dialect is given.
  init(_ records: some Collection<SampleText.Row>) {
    var lengths: [Int: Int] = [:]
    for record in records { lengths[record.count, default: 0] += 1 }
    guard records.count >= 3, let common = lengths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
    if common.key > 1 && common.value * 10 >= records.count * 9 { columnCount = common.key }
  }

  /// Leading rows that are too short or nearly empty stand before the table, if a full row follows.
  ///
  /// - Parameter mayBeTitled: Whether one row of names may follow a row that is as long or longer; several header rows look the same.
  private mutating func skipPreamble(
    _ body: inout ArraySlice<SampleText.Row>,
    dialect: DelimitedDialect,
    commonCount: Int,
    mayBeTitled: Bool
  ) {
    guard let firstRow = body.first else { return }
    if mayBeTitled, let table = Self.tableAfterNotes(body, dialect: dialect, commonCount: commonCount) {
      let reason =
        table.isAfterBlankLine ? "names over values stand after a blank line" : "a sentence stands over the names"
      return skip(to: table.start, &body, because: reason)
    }
    // A title in the first of two columns; `name,` may name them, too.
    let isPadded = mayBeTitled && commonCount == 2 && firstRow.count == 2 && filledCount(firstRow) == 1
    guard commonCount >= 3 || commonCount == 2 && (firstRow.count != 2 || isPadded) else { return }
    func header(_ index: Int) -> HeaderGuess? {
      guard index < body.endIndex, body[index].count == commonCount else { return nil }
      let guess = HeaderGuess(body[index...], commonCount: commonCount, dialect: dialect)
      return guess.rows > 0 && guess.confidence >= 0.95 ? guess : nil
    }
    /// Whether a row of names of the full length stands right after a row that is shorter, or after a title that is cut into more.
    func isFollowedByNames(_ index: Int) -> Bool {
      let row = body[index]
      guard row.count != commonCount, let header = header(index + 1) else { return false }
      if row.count < commonCount { return true }
      return mayBeTitled && index == body.startIndex && filledCount(row) > commonCount
        && !row.cells.contains(where: \.kind.isDataOnly) && header.headedColumns * 2 > commonCount
    }
    func isFull(_ row: SampleText.Row) -> Bool {
      let filled = filledCount(row)
      return row.count * 2 > commonCount && filled * 4 > commonCount && filled > 1
    }
    func belongs(_ index: Int) -> Bool {
      if isFull(body[index]) { return !isFollowedByNames(index) }
      // A row of names with another delimiter, right before the first record.
      guard body[index].count < commonCount, index + 1 < body.endIndex, isFull(body[index + 1]) else { return false }
      return body[index + 1].cells.contains(where: \.kind.isDataOnly)
        && RowCorrection.otherDelimiter(body[index].raw, dialect, count: commonCount) != nil
    }
    /// A row of names of the full length after a few rows that are all shorter.
    func firstNames() -> Int? {
      let candidates = body.indices.prefix(Self.longestPreamble)
      guard let index = candidates.first(where: { body[$0].count >= commonCount }) else { return nil }
      return (index - body.startIndex) * 3 <= body.count && header(index) != nil ? index : nil
    }
    guard var first = body.indices.prefix(Self.longestPreamble).first(where: belongs) else { return }
    if mayBeTitled, let names = firstNames(), names > first { first = names }
    if mayBeTitled { while first > body.startIndex, isGroupRow(body[first - 1], over: body[first]) { first -= 1 } }
    guard first > body.startIndex, !isPadded || header(first) != nil else { return }
    let count = first - body.startIndex
    // A list, one of whose last entries has delimiters, stands before nothing.
    guard (body.endIndex - first) * Self.mostNotesPerRow >= count || header(first) != nil else { return }
    skip(
      to: first,
      &body,
      because: firstRow.count > commonCount
        ? "the row before the names is cut into more fields than there are columns"
        : "\(count == 1 ? "1 row before the table has" : "\(count) rows before the table have") hardly any fields"
    )
  }

  /// Where names over values begin that follow a few lines of notes with delimiters in them: after a blank line, or, if the note is
  /// a sentence, with spaces after its delimiters, right after its line.
  private static func tableAfterNotes(
    _ body: ArraySlice<SampleText.Row>,
    dialect: DelimitedDialect,
    commonCount: Int
  ) -> (start: Int, isAfterBlankLine: Bool)? {
    guard commonCount > 1, let first = body.first else { return nil }
    func isSentence(_ row: SampleText.Row) -> Bool {
      row.count > 1 && row.cells.dropFirst().allSatisfy { $0.text.first == " " && !$0.isQuoted && $0.kind == .text }
    }
    func isHeaded(_ rows: ArraySlice<SampleText.Row>) -> Bool {
      guard rows.first?.count == commonCount else { return false }
      let guess = HeaderGuess(rows, commonCount: commonCount, dialect: dialect)
      return guess.rows > 0 && guess.confidence >= 0.95
    }
    if !dialect.skipsInitialSpace, isSentence(first), isHeaded(body.dropFirst()),
      let names = body.dropFirst().first, !names.cells.contains(where: { $0.text.first == " " })
    {
      return (body.startIndex + 1, names.followsBlank)
    }
    let blocks = TableBlocks(Array(body)).blocks
    guard blocks.count > 1, let start = body.dropFirst().firstIndex(where: \.followsBlank) else { return nil }
    let notes = body[..<start]
    guard notes.count <= longestPreamble, notes.count * 2 < body.count, isHeaded(body[start...]) else { return nil }
    guard !TableBlocks.hasHeader(notes, dialect) else { return nil }
    let isOdd = notes.contains { $0.count != commonCount || isSentence($0) }
    return isOdd || first.cells.contains(where: \.kind.isDataOnly) ? (start, true) : nil
  }

  /// Whether a row that is hardly filled names groups of columns, and columns that the next row of names leaves empty.
  private func isGroupRow(_ upper: SampleText.Row, over row: SampleText.Row) -> Bool {
    guard upper.count == row.count, filledCount(upper) > 1 else { return false }
    let filled = upper.cells.filter { $0.kind != .empty }
    guard filled.allSatisfy({ $0.kind == .word || $0.kind == .text || $0.isQuoted }) else { return false }
    return zip(upper.cells, row.cells).contains { $0.kind != .empty && $1.kind == .empty }
  }

  /// How many cells of a row are not empty.
  private func filledCount(_ row: SampleText.Row) -> Int { row.cells.count { !$0.text.isEmpty } }

  /// The row that holds most of the names that are expected.
  private func rowOfNames(_ rows: [SampleText.Row], _ expected: [String]) -> Int? {
    guard !expected.isEmpty else { return nil }
    return rows.indices.prefix(Self.longestPreamble).first { index in
      let names = Set(rows[index].cells.map { ColumnNames.trimmed($0.text) })
      return expected.count(where: names.contains) * 2 > expected.count
    }
  }

  /// Whether a row alone has all names that are expected, so that those of a second row would only change them.
  private static func hasAll(_ expected: [String], _ row: SampleText.Row?) -> Bool {
    let names = Set(row?.cells.map { ColumnNames.trimmed($0.text) } ?? [])
    return expected.allSatisfy(names.contains)
  }

  private mutating func skip(to first: Int, _ body: inout ArraySlice<SampleText.Row>, because reason: String) {
    guard first > body.startIndex else { return }
    preambleLines = body[first].line - 1
    preambleEvidence = reason
    let count = body[first].count
    rowsBefore = body[..<first].count { filledCount($0) > 0 }
    fullRowsBefore = body[..<first].count { row in
      count > 1 && row.count == count && filledCount(row) == count && row.cells[0].text.first != "#"
    }
    body = body[first...]
  }

  func explain(in report: inout DetectionReport) {
    if preambleLines > 0 { report.add("preamble", DetectionReport.lines(preambleLines), 0.8, preambleEvidence) }
    report.add("header", headerRows == 1 ? "1 row" : "\(headerRows) rows", headerConfidence, headerEvidence)
    if let columnCount {
      report.add(
        "columns",
        "\(columnCount)",
        0.9,
        columnCount == 1 ? "most rows have 1 field" : "most rows have \(columnCount) fields"
      )
    }
    if let origin = trailingDelimiterOrigin {
      report.add("trailing delimiter", hasTrailingDelimiter ? "ignored" : "none", 1, origin)
    } else if hasTrailingDelimiter {
      report.add("trailing delimiter", "ignored", 0.9, "it ends every record, not the header")
    }
  }
}

extension DelimitedOptions.HeaderChoice {
  /// How many rows the header has, where that is given.
  var rowCount: Int? {
    switch self {
    case .detect: nil
    case .rows(let count), .replaced(let count, _), .expected(let count, _): count
    case .none, .names: 0
    }
  }
}
