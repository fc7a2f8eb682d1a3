/// Gives the value of merged cells, which stands in the first of them, to all of them.
struct MergeFiller {
  private var waiting: [MergedCells]
  private var active: [(cells: MergedCells, value: SheetCell)] = []

  init(_ cells: [MergedCells]) {
    // The next one to begin is the last one.
    waiting = cells.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
  }

  /// Fills a row; rows come in ascending order.
  mutating func fill(_ row: inout SheetRow) {
    let number = row.number
    active.removeAll { $0.cells.rows.upperBound < number }
    while let next = waiting.last, next.rows.lowerBound <= number {
      waiting.removeLast()
      guard next.rows.lowerBound == number, let value = row.cell(at: next.columns.lowerBound), !value.isEmpty else {
        continue
      }
      active.append((next, value))
    }
    guard !active.isEmpty else { return }
    var places = Dictionary(
      row.cells.enumerated().map { ($1.column, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for (cells, value) in active {
      for column in cells.columns {
        if let index = places[column] {
          if row.cells[index].isEmpty { row.cells[index] = Self.copy(value, column) }
        } else {
          places[column] = row.cells.count
          row.cells.append(Self.copy(value, column))
        }
      }
    }
  }

  private static func copy(_ cell: SheetCell, _ column: Int) -> SheetCell {
    var cell = cell
    cell.column = column
    return cell
  }
}
