/// Whether the first rows name the columns.
struct HeaderGuess {
  var rows: Int
  var confidence: Double
  var evidence: String
  /// In how many columns a name stands over values that are no names.
  private(set) var headedColumns = 0

  private static let mostRows = 4

  /// Looks at the first rows of a table.
  init(_ sample: ArraySlice<SampleText.Row>, commonCount: Int, dialect: DelimitedDialect) {
    guard let first = sample.first else {
      (rows, confidence, evidence) = (0, 1, "there are no rows")
      return
    }
    let names = first.cells.map { ColumnNames.trimmed($0.text) }
    let filled = names.filter { !$0.isEmpty }
    if filled.isEmpty {
      (rows, confidence, evidence) = (0, 0.8, "the first row is empty")
      return
    }
    // A first row with another delimiter has names if anything.
    if first.count < commonCount && RowCorrection.otherDelimiter(first.raw, dialect, count: commonCount) != nil,
      first.count == 1
    {
      (rows, confidence, evidence) = (
        1, 0.7, "the first row is cut by another delimiter into as many fields as there are columns"
      )
      return
    }
    if let word = filled.first(where: Self.absentWords.contains), first.cells.allSatisfy(Self.isDataOrAbsent) {
      (rows, confidence, evidence) = (0, 0.8, "the first row holds no names: “\(word)” stands for a value")
      return
    }
    let typed = Self.typedColumns(sample, commonCount)
    let repeated = Self.repeatedValues(sample, commonCount)
    let headed = typed.filter {
      $0 < first.count && !first.cells[$0].kind.isDataOnly && !names[$0].isEmpty && !repeated.contains($0)
    }
    if let value = first.cells.first(where: { $0.kind.isDataOnly }) {
      let values = first.cells.count { $0.kind.isDataOnly }
      // Years and codes head columns, too, when words stand beside them and the column does not hold the like.
      if !Self.isHeadedByNumbers(sample, commonCount) && headed.count < max(5, values * 10) {
        (rows, confidence, evidence) = (0, 0.8, "the first row holds a value: “\(value.text)”")
        return
      }
    }
    headedColumns = headed.count
    if let column = headed.first {
      rows = 1
      while rows < Self.mostRows, let row = sample.dropFirst(rows).first, row.count == first.count,
        Self.goesOn(row, typed) || Self.fillsGaps(of: sample.dropFirst(rows - 1).first, row)
      {
        rows += 1
      }
      confidence = 0.95
      evidence =
        "“\(names[column])” stands over numbers, dates or addresses; \(headed.count == 1 ? "1 column says" : "\(headed.count) columns say") so"
    } else if let column = repeated.first, repeated.count * 3 >= filled.count {
      (rows, confidence, evidence) = (0, 0.6, "“\(names[column])” stands further down in its column, too")
    } else if Set(filled).count == filled.count {
      (rows, confidence, evidence) = (1, 0.6, "the first row holds different words and no values")
    } else {
      (rows, confidence, evidence) = (0, 0.55, "the first row repeats a word")
    }
  }

  /// Words that stand where a value is missing.
  static let absentWords: Set<String> = [
    "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "nil", "-", "--", "?",
  ]

  /// Whether a cell holds no name, but a value or the word for none.
  private static func isDataOrAbsent(_ cell: SampleText.Cell) -> Bool {
    cell.kind.isDataOnly || cell.kind == .empty || absentWords.contains(ColumnNames.trimmed(cell.text))
  }

  /// Whether a row after the first has more words for the columns whose cells are values. A record that has no value in them has none.
  private static func goesOn(_ row: SampleText.Row, _ typed: [Int]) -> Bool {
    guard typed.count >= 2, row.cells.count(where: { $0.kind == .empty }) * 2 <= row.count else { return false }
    let cells = typed.compactMap { $0 < row.count ? row.cells[$0] : nil }
    let names = cells.count { cell in
      (cell.kind == .word || cell.kind == .text) && !absentWords.contains(ColumnNames.trimmed(cell.text))
    }
    return names * 2 > typed.count && cells.count == typed.count && cells.allSatisfy { !$0.kind.isDataOnly }
  }

  /// Whether a row has words just where the row before has none, and under the word to the left of that: what a cell over several
  /// columns leaves.
  private static func fillsGaps(of upper: SampleText.Row?, _ row: SampleText.Row) -> Bool {
    guard let upper, upper.count == row.count, row.count > 2 else { return false }
    func isEmpty(_ index: Int) -> Bool { index < upper.count && upper.cells[index].kind == .empty }
    var filledGaps = 0
    for (index, cell) in row.cells.enumerated() where cell.kind != .empty {
      guard cell.kind == .word || cell.kind == .text, isEmpty(index) || isEmpty(index + 1) else { return false }
      if isEmpty(index) { filledGaps += 1 }
    }
    let gaps = upper.cells.indices.count(where: isEmpty)
    return filledGaps > 0 && filledGaps * 2 >= gaps && row.cells[0].kind == .empty && upper.cells[0].kind != .empty
  }

  /// The columns in which the first row has something that stands there again, in a row that is not much the same.
  private static func repeatedValues(_ sample: ArraySlice<SampleText.Row>, _ count: Int) -> [Int] {
    guard let first = sample.first, count > 1 else { return [] }
    let others = sample.dropFirst().filter { row in
      row.count == first.count
        && row.cells.indices.count { row.cells[$0].text != first.cells[$0].text } * 2 >= row.count
    }
    guard others.count > 2 else { return [] }
    return first.cells.indices.filter { column in
      let text = first.cells[column].text
      return !text.isEmpty && others.contains { $0.cells[column].text == text }
    }
  }

  /// The columns whose cells are nearly all numbers, dates, times or addresses, below the rows that may name them.
  private static func typedColumns(_ sample: ArraySlice<SampleText.Row>, _ count: Int) -> [Int] {
    let columns = typedColumns(in: sample.dropFirst(), count)
    // Of a short table, other rows of names are a good part.
    guard columns.isEmpty, sample.count < 4 * mostRows else { return columns }
    for rows in 2..<mostRows where sample.count >= rows + 2 {
      let typed = typedColumns(in: sample.dropFirst(rows), count)
      if typed.count >= 2, sample.dropFirst().prefix(rows - 1).allSatisfy({ goesOn($0, typed) }) { return typed }
    }
    return []
  }

  private static func typedColumns(in rows: ArraySlice<SampleText.Row>, _ count: Int) -> [Int] {
    (0..<count).filter { column in
      let kinds = rows.compactMap { column < $0.count ? $0.cells[column].kind : nil }.filter { $0 != .empty }
      return !kinds.isEmpty && kinds.count(where: \.isDataOnly) * 10 >= kinds.count * 7
    }
  }

  /// Whether the first row begins with a name and goes on with years among names over columns of other numbers, or with numbers
  /// only over columns of none, or counts the columns.
  private static func isHeadedByNumbers(_ sample: ArraySlice<SampleText.Row>, _ count: Int) -> Bool {
    if countsColumns(sample) { return true }
    guard let first = sample.first, first.count >= 3, let name = first.cells.first,
      name.kind == .word || name.kind == .text
    else { return false }
    let rest = first.cells.dropFirst()
    let years = rest.count { cell in Int(cell.text).map { (1000...2999).contains($0) } ?? false }
    let named = rest.count { $0.kind == .word || $0.kind == .text }
    let numbers = Set(rest.compactMap { Int($0.text) })
    let below = sample.dropFirst().prefix(20).flatMap { $0.cells.dropFirst() }
    guard !below.isEmpty else { return false }
    // Different numbers over anything but numbers are labels.
    if numbers.count == rest.count && below.count(where: { $0.kind == .number }) * 5 < below.count { return true }
    guard years >= 2, years + named == rest.count else { return false }
    let likeYears = below.count { cell in Int(cell.text).map { (1000...2999).contains($0) } ?? false }
    return likeYears * 5 < below.count
  }

  /// Whether the first row is 0, 1, 2, … or 1, 2, 3, …, perhaps after an empty cell, over cells that are mostly no such numbers.
  private static func countsColumns(_ sample: ArraySlice<SampleText.Row>) -> Bool {
    guard let first = sample.first else { return false }
    let hasIndex = first.cells.first?.kind == .empty
    let numbers = first.cells.dropFirst(hasIndex ? 1 : 0).map { Int($0.text) ?? -1 }
    guard numbers.count >= 3, let start = numbers.first, start == 0 || start == 1 else { return false }
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) else { return false }
    let below = sample.dropFirst().prefix(20).filter { $0.count == first.count }
    if hasIndex { return below.count > 0 && below.allSatisfy { $0.cells[0].kind != .empty } }
    let cells = below.flatMap(\.cells)
    return !cells.isEmpty && cells.count { Int($0.text).map { $0 >= 0 } ?? false } * 5 < cells.count
  }
}
