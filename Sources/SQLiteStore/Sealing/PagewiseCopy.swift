package import SQLiteAccess
package import SealedPages

/// A database that is written once more, page by page: compact, with new indexes and with statistics of all rows. What stands in the rows stays as it is stored.
package struct PagewiseCopy {
  private let connection: SQLiteConnection
  /// What the database holds beside its rows.
  package let schema: DatabaseSchema

  private static let batchSize = 64 << 10

  /// Looks whether the database can be copied so. Nothing is written.
  ///
  /// - Throws: `SealedPagesError.unsupported` if only libsqlite3 can write such a database; `SQLiteError`.
  package init(of connection: SQLiteConnection) throws {
    self.connection = connection
    if let encoding = try connection.pragma("encoding")?.text, encoding != "UTF-8" {
      throw SealedPagesError.unsupported("texts in \(encoding)")
    }
    schema = try DatabaseSchema.read(from: connection) { _ in .asTheyCome }
    for table in schema.tables {
      // Statistics of other forms than those that are counted.
      if table.name.hasPrefix("sqlite_stat") { throw SealedPagesError.unsupported("the statistics \(table.name)") }
      if table.rowIDName == nil {
        throw SealedPagesError.unsupported("the table \(table.name), whose columns have all names of the row's number")
      }
    }
    try schema.requireWritable()
  }

  /// Writes the copy.
  ///
  /// - Returns: What the file has to hold.
  /// - Throws: `SealedPagesError`, `SQLiteError`; the file is none then.
  /// - Complexity: O(*n* log *n*) in the rows, for sorting the indexes.
  package func write(to path: String) throws -> SealedFileProof {
    let settings = DatabaseSettings()
    let writer = try DatabaseWriter(path: path, schema: schema, settings: settings)
    for table in schema.tables { try writer.table(table.name).map { try copyRows(of: table, to: $0) } }
    let summary = try writer.finish()
    return SealedFileProof(path: path, schema: writer.schema, settings: settings, summary: summary)
  }

  private func copyRows(of table: TableDefinition, to writer: TableWriter) throws {
    let batch = RowBatch(for: table.withoutAffinities)
    let rowID = table.rowIDName ?? "rowid"
    // Not `*`, which leaves hidden columns out.
    let names = table.columns.map { SQLIdentifier.quoted($0.name) }.joined(separator: ", ")
    let statement = try connection.prepare(
      "SELECT \(rowID), \(names) FROM \(SQLIdentifier.quoted(table.name)) NOT INDEXED ORDER BY \(rowID)"
    )
    let areReal = table.columns.map { $0.affinity == .real }
    while try statement.step() {
      batch.beginRow(statement.integer(0))
      for column in areReal.indices { batch.append(statement, column + 1, isReal: areReal[column]) }
      try batch.endRow()
      guard batch.byteCount >= Self.batchSize else { continue }
      try writer.append(batch)
      batch.removeAll()
    }
    try writer.append(batch)
    try writer.finish()
  }
}
