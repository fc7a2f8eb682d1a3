// Trials: how well a dialect cuts the sample.
extension DialectDetector {
  /// A delimiter with a quote, and again with spaces before quotes, or several in a row as one delimiter, where there are any.
  func trials(delimiter: [UInt8], quote: UInt8?) -> [Trial] {
    var dialect = DelimitedDialect(delimiter: delimiter, quote: quote, headerRows: 0)
    let plain = trial(dialect)
    guard known.skipsInitialSpace == nil else { return [plain] }
    if delimiter == [0x20] {
      guard text.hasSpareSpaces else { return [plain] }
    } else {
      guard let quote, !delimiter.isEmpty, delimiter != [0x09], text.contains(delimiter + [0x20, quote]) else {
        return [plain]
      }
    }
    dialect.skipsInitialSpace = true
    return [plain, trial(dialect)]
  }

  func trial(_ proposed: DelimitedDialect) -> Trial {
    let dialect = known.applied(to: proposed)
    var cut = text.rows(dialect, limit: Self.mostRows)
    if let lines = known.preambleLines { cut.rows.removeAll { $0.line <= lines } }
    // In order, so that the sums over them are rounded in the same way each time.
    let lengths = cut.rows.reduce(into: [Int: Int]()) { $0[$1.count, default: 0] += 1 }.sorted { $0.key < $1.key }
    let common = lengths.filter { $0.key > 1 }.max { ($0.value * $0.key, $0.key) < ($1.value * $1.key, $1.key) }
    guard let common, known.delimiter != nil || !isOneColumn(cut.rows) else { return Trial(dialect: dialect, cut: cut) }
    var pattern = 0.0
    for (length, rows) in lengths { pattern += Double(rows) * (Double(length) - 1) / Double(length) }
    // Lengths that occur once or twice are accidents, not patterns of their own.
    let patterns = lengths.reduce(0.0) { $0 + min(1, Double($1.value * 10) / Double(cut.rows.count)) }
    pattern /= max(1, patterns) * Double(max(1, cut.rows.count))
    var score = pattern * plausibility(cut, dialect) * quoteFactor(cut, dialect)
    score *= Double(common.value) / Double(cut.rows.count) * 0.5 + 0.5
    if dialect.delimiter == [0x20] || dialect.delimiter == [0x3A], !isQuotedThroughout(cut) {
      let isTable =
        cut.rows.count >= 3 && isTabular(cut.rows, common.key, common.value) && !isNamedList(cut.rows, common.key)
      score = isTable ? score * 0.7 : 0
    }
    // Two of them in a row speak for the longer delimiter.
    if dialect.delimiter.count > 1 { score *= 1.05 }
    return Trial(dialect: dialect, cut: cut, score: score, commonCount: common.key, commonRows: common.value)
  }

  /// Which part of the cells looks like values.
  private func plausibility(_ cut: SampleText.Rows, _ dialect: DelimitedDialect) -> Double {
    // Where spaces delimit, empty cells are those between two spaces that are one delimiter.
    let allowsEmpty = dialect.delimiter != [0x20]
    var plausible = 0
    var cells = 0
    for row in cut.rows {
      cells += row.count
      plausible += row.cells.count { $0.kind.isPlausible && (allowsEmpty || $0.kind != .empty || $0.isQuoted) }
    }
    return cells > 0 ? Double(plausible) / Double(cells) : 0
  }

  /// What the quotes say for or against a dialect.
  private func quoteFactor(_ cut: SampleText.Rows, _ dialect: DelimitedDialect) -> Double {
    let broken = (Double(cut.brokenQuotes) + Double(cut.strayQuotes) / 2) / Double(max(1, cut.rows.count))
    let factor = 1 - min(0.9, broken)
    guard dialect.quote != 0x22 else { return factor }
    let isWhole = cut.brokenQuotes == 0
    // A quote that nothing is quoted with is no evidence for it.
    guard cut.quotedCells >= 2 || isWhole && cut.neededQuotes > 0 else { return factor * 0.8 }
    guard dialect.quote == 0x27, isWhole else { return factor }
    // Cells that begin and end with an apostrophe pass for words; that all of them do is no accident, the less so if they hold
    // what only quotes can keep together.
    return factor * (cut.neededQuotes >= 2 ? 1.25 : 1.02)
  }

  /// Whether nearly all cells are quoted, so that there is no doubt about what stands between them.
  private func isQuotedThroughout(_ cut: SampleText.Rows) -> Bool {
    let cells = cut.rows.reduce(0) { $0 + $1.count }
    return cut.brokenQuotes == 0 && cut.strayQuotes == 0 && cut.quotedCells >= 2 && cut.quotedCells * 10 >= cells * 8
  }

  /// Whether the rows are a list in which the delimiter stands here and there: from the first that it cuts, half of them or
  /// more have one field, and no two neighbours are cut alike.
  private func isOneColumn(_ rows: [SampleText.Row]) -> Bool {
    guard let first = rows.firstIndex(where: { $0.count > 1 }), first > 0 else { return false }
    let list = rows[first...]
    guard list.count(where: { $0.count > 1 }) * 2 <= list.count else { return false }
    return !zip(list, list.dropFirst()).contains { $0.count > 1 && $0.count == $1.count }
  }

  /// Whether the rows are texts with single spaces below a name of one word, or in the only column that has a name: a table has names for
  /// all columns, or none. Three columns and more of nothing but values are one all the same.
  private func isNamedList(_ rows: [SampleText.Row], _ count: Int) -> Bool {
    guard !text.hasSpareSpaces else { return false }
    switch options.header {
    case .names(let names), .replaced(_, let names), .expected(_, let names): if names.count == 1 { return true }
    case .detect, .rows, .none: break
    }
    guard let name = rows.first, name.count == 1, name.cells[0].kind == .word, let second = rows.dropFirst().first,
      second.count > 1, second.cells.contains(where: \.kind.isDataOnly)
    else { return false }
    return count < 3 || !rows.dropFirst().allSatisfy { $0.cells.allSatisfy(\.kind.isDataOnly) }
  }

  /// Spaces and colons stand in texts and times, too: they delimit only where nearly all rows agree and columns hold values.
  private func isTabular(_ rows: [SampleText.Row], _ count: Int, _ agreeing: Int) -> Bool {
    guard agreeing * 2 > rows.count else { return false }
    // Times, dates with times and telephone numbers are whole values.
    let times = rows.count { row in
      let kind = row.raw.withUnsafeBufferPointer { CellKind($0) }
      return kind == .time || kind == .date || kind == .phone || kind == .address
    }
    guard times * 2 < rows.count else { return false }
    let columns = (0..<count).map { column in
      rows.dropFirst().filter { $0.count == count }.map { $0.cells[column].kind }
    }
    guard columns.count(where: { $0.contains { $0 != .empty } }) > 1 else { return false }
    return columns.contains { !$0.isEmpty && $0.count(where: \.isDataOnly) * 10 >= $0.count * 8 }
  }
}
