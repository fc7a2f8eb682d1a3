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
    if first.count < commonCount && RowMending.otherDelimiter(first.raw, dialect, count: commonCount) != nil,
      first.count == 1
    {
      (rows, confidence, evidence) = (
        1, 0.7, "the first row is cut by another delimiter into as many fields as there are columns"
      )
      return
    }
    if let value = first.cells.first(where: { $0.kind.isDataOnly }) {
      // Years and codes head columns, too, when words stand beside them and the column does not hold the like.
      if !Self.isHeadedByNumbers(sample, commonCount) {
        (rows, confidence, evidence) = (0, 0.8, "the first row holds a value: “\(value.text)”")
        return
      }
    }
    let typed = Self.typedColumns(sample.dropFirst(), commonCount)
    let headed = typed.filter { $0 < first.count && !first.cells[$0].kind.isDataOnly && !names[$0].isEmpty }
    headedColumns = headed.count
    if let column = headed.first {
      rows = 1
      while rows < Self.mostRows, typed.count >= 2, let row = sample.dropFirst(rows).first, row.count == first.count,
        typed.allSatisfy({ $0 < row.count && [.word, .text, .empty].contains(row.cells[$0].kind) }),
        row.cells.count(where: { $0.kind == .empty }) * 2 <= row.count
      {
        rows += 1
      }
      confidence = 0.95
      evidence =
        "“\(names[column])” stands over numbers, dates or addresses; \(headed.count == 1 ? "1 column says" : "\(headed.count) columns say") so"
    } else if Set(filled).count == filled.count {
      (rows, confidence, evidence) = (1, 0.6, "the first row holds different words and no values")
    } else {
      (rows, confidence, evidence) = (0, 0.55, "the first row repeats a word")
    }
  }

  /// The columns whose cells are nearly all numbers, dates, times or addresses.
  private static func typedColumns(_ rows: ArraySlice<SampleText.Row>, _ count: Int) -> [Int] {
    (0..<count).filter { column in
      let kinds = rows.compactMap { column < $0.count ? $0.cells[column].kind : nil }.filter { $0 != .empty }
      return !kinds.isEmpty && kinds.count(where: \.isDataOnly) * 10 >= kinds.count * 7
    }
  }

  /// Whether the first row begins with a name and goes on with years among names over columns of other numbers, or with numbers
  /// only over columns of none.
  private static func isHeadedByNumbers(_ sample: ArraySlice<SampleText.Row>, _ count: Int) -> Bool {
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
}
