/// Gives the value of merged cells, which stands in the first of them, to all of them.
struct MergeFiller {
  private var waiting: [MergedCells]
  private var active: [(cells: MergedCells, value: SheetCell)] = []

  init(_ cells: [MergedCells]) {
    // The next one to begin is the last one.
    waiting = cells.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
  }

  /// Fills a row; rows come in ascending order.
  ///
  /// - Returns: How many places were looked at.
  mutating func fill(_ row: inout SheetRow) -> Int {
    let number = row.number
    active.removeAll { $0.cells.rows.upperBound < number }
    while let next = waiting.last, next.rows.lowerBound <= number {
      waiting.removeLast()
      guard next.rows.lowerBound == number, let value = row.cell(at: next.columns.lowerBound), !value.isEmpty else {
        continue
      }
      active.append((next, value))
    }
    guard !active.isEmpty else { return 0 }
    var count = 0
    var places = Dictionary(
      row.cells.enumerated().map { ($1.column, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for (cells, value) in active {
      count += cells.columns.count
      for column in cells.columns {
        if let index = places[column] {
          if row.cells[index].isEmpty { row.put(Self.copy(value, column), at: index) }
        } else {
          places[column] = row.cells.count
          row.put(Self.copy(value, column))
        }
      }
    }
    return count
  }

  private static func copy(_ cell: SheetCell, _ column: Int) -> SheetCell {
    var cell = cell
    cell.column = column
    return cell
  }
}
