/// The places of a table, record by record: its rows, or its columns where the names of the fields stand at the left.
struct HTMLGrid {
  private let table: HTMLTable
  private var layout = GridLayout()
  /// The columns, if they are the records.
  private let columns: [[Int]]?
  /// The first rows or columns with cells of their own; others only repeat what reaches into them.
  let count: Int
  /// How many fields the longest record has.
  let width: Int

  /// - Complexity: O(*n*) in places if columns are records, else O(1).
  init(_ table: HTMLTable, readsColumns: Bool) {
    self.table = table
    guard readsColumns else {
      columns = nil
      count = table.rows.count
      width = table.width
      return
    }
    var layout = GridLayout()
    var columns = Array(repeating: Array(repeating: -1, count: table.rows.count), count: table.width)
    for row in table.rows.indices {
      for (column, cell) in layout.slots(of: row, in: table).enumerated() { columns[column][row] = cell }
    }
    self.columns = columns
    count = table.width
    width = table.rows.count
  }

  var readsColumns: Bool { columns != nil }

  /// The number of the cell in each place of a record, -1 where there is none; records must be asked for in order.
  mutating func slots(of record: Int) -> [Int] {
    if let columns { return columns[record] }
    return layout.slots(of: record, in: table)
  }

  /// Whether the record has a cell that begins in it.
  func hasCells(_ record: Int) -> Bool {
    guard let columns else { return !table.rows[record].cells.isEmpty }
    return columns[record].contains { $0 >= 0 }
  }

  /// The element that a record's place is taken from, and its row.
  func element(of record: Int) -> (node: Int, row: Int) {
    guard let columns else { return (table.rows[record].node, record) }
    guard let cell = columns[record].first(where: { $0 >= 0 }) else { return (table.node, 0) }
    return (table.cells[cell].node, table.cells[cell].row)
  }
}
