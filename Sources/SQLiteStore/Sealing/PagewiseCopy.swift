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
  /// - Parameter renumbering: New keys for the rows of a store's tables, which are then in the order of these.
  /// - Returns: What the file has to hold.
  /// - Throws: `SealedPagesError`, `SQLiteError`; the file is none then.
  /// - Complexity: O(*n* log *n*) in the rows, for sorting the indexes.
  package func write(to path: String, renumbering: KeyRenumbering? = nil) throws -> SealedFileProof {
    let settings = DatabaseSettings()
    let writer = try DatabaseWriter(path: path, schema: schema, settings: settings)
    for table in schema.tables {
      try writer.table(table.name).map { writer in
        if let renumbering, let columns = renumbering.columns[table.name] {
          try copyRows(of: table, to: writer, renumbering, columns)
        } else {
          try copyRows(of: table, to: writer)
        }
      }
    }
    let summary = try writer.finish()
    return SealedFileProof(path: path, schema: writer.schema, settings: settings, summary: summary)
  }

  private func copyRows(of table: TableDefinition, to writer: TableWriter) throws {
    let batch = RowBatch(for: table.withoutAffinities)
    let statement = try connection.prepare(Self.selection(of: table) + " ORDER BY 1")
    let areReal = table.columns.map { $0.affinity == .real }
    while try statement.step() {
      batch.beginRow(statement.integer(0))
      for column in areReal.indices { batch.append(statement, column + 1, isReal: areReal[column]) }
      try batch.endRow()
      try pass(batch, to: writer)
    }
    try writer.append(batch)
    try writer.finish()
  }

  /// Copies rows in the order of their new keys.
  ///
  /// - Complexity: O(*n* log *n*); 16 bytes are kept for each row, and 24 for each link.
  private func copyRows(
    of table: TableDefinition,
    to writer: TableWriter,
    _ renumbering: KeyRenumbering,
    _ columns: KeyRenumbering.Columns
  ) throws {
    let batch = RowBatch(for: table.withoutAffinities)
    let order = try columns.rows.map(renumbering.order) ?? linkOrder(of: table, renumbering, columns)
    let areReal = table.columns.map { $0.affinity == .real }
    let references = table.columns.indices.map { column in
      column == table.rowIDColumn ? columns.rows : columns.references[table.columns[column].name]
    }
    let statement = try connection.prepare(Self.selection(of: table) + " WHERE \(table.rowIDName ?? "rowid") = ?1")
    for (key, row) in order {
      try statement.bind(row, at: 1)
      guard try statement.step() else { continue }
      batch.beginRow(key)
      for column in areReal.indices {
        if let table = references[column], case .integer = statement.storageClass(column + 1) {
          batch.append(try renumbering.newKey(of: statement.integer(column + 1), inTable: table))
        } else {
          batch.append(statement, column + 1, isReal: areReal[column])
        }
      }
      statement.reset()
      try batch.endRow()
      try pass(batch, to: writer)
    }
    try writer.append(batch)
    try writer.finish()
  }

  /// The rows of a join table in the order of their new keys, numbered anew.
  private func linkOrder(
    of table: TableDefinition,
    _ renumbering: KeyRenumbering,
    _ columns: KeyRenumbering.Columns
  ) throws -> [(key: Int64, row: Int64)] {
    let keys = table.columns.enumerated().compactMap { place, column in
      columns.references[column.name].map { (place: place + 1, table: $0) }
    }
    var links: [(first: Int64, second: Int64, row: Int64)] = []
    let statement = try connection.prepare(Self.selection(of: table) + " ORDER BY 1")
    while try statement.step() {
      let ends = try keys.map { try renumbering.newKey(of: statement.integer($0.place), inTable: $0.table) }
      links.append((ends.first ?? 0, ends.last ?? 0, statement.integer(0)))
    }
    links.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    return links.enumerated().map { (Int64($0.offset) + 1, $0.element.row) }
  }

  /// All cells of a table's rows, after the number of the row.
  private static func selection(of table: TableDefinition) -> String {
    // Not `*`, which leaves hidden columns out.
    let names = table.columns.map { SQLIdentifier.quoted($0.name) }.joined(separator: ", ")
    return "SELECT \(table.rowIDName ?? "rowid"), \(names) FROM \(SQLIdentifier.quoted(table.name)) NOT INDEXED"
  }

  private func pass(_ batch: RowBatch, to writer: TableWriter) throws {
    guard batch.byteCount >= Self.batchSize else { return }
    try writer.append(batch)
    batch.removeAll()
  }
}
