internal import SQLiteAccess
internal import SealedPages

extension RowBatch {
  /// Adds a value of a row that SQLite reads, in the form in which it is stored; the batch is one of columns without affinities, which change nothing.
  ///
  /// - Parameter isReal: Whether the column is one of real numbers: SQLite stores those without fraction as integers there, and reads them as real numbers.
  func append(_ statement: SQLiteStatement, _ column: Int, isReal: Bool) {
    switch statement.storageClass(column) {
    case .null: appendNull()
    case .integer: append(statement.integer(column))
    case .real:
      let value = statement.real(column)
      // Of 48 bits at most, and not the zero that is below zero: so it has been stored as an integer.
      if isReal, value >= -0x1p47, value < 0x1p47, value.rounded(.towardZero) == value,
        value != 0 || value.sign == .plus
      {
        append(Int64(value))
      } else {
        append(value)
      }
    case .text: statement.withBytes(column) { appendText($0) }
    case .blob: statement.withBytes(column) { appendBlob($0) }
    }
  }
}

extension TableDefinition {
  /// The table with columns that take values as they are.
  var withoutAffinities: TableDefinition {
    var table = self
    for number in table.columns.indices { table.columns[number].affinity = .blob }
    return table
  }

  /// A name for the row's number that no column has; `nil` if columns have all of them.
  var rowIDName: String? {
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }
}
