package import SQLiteAccess
package import SealedPages

extension DatabaseSchema {
  /// What a connection's database is to hold, as SQLite's pragmas tell of it: its tables, its indexes, and what has no pages, each in the order of their
  /// creation, as `VACUUM` writes them. SQLite's own statistics are left out.
  ///
  /// - Parameter placement: Where the rows of a table go, by the table's name.
  /// - Complexity: O(*n*) in tables and indexes, beside what SQLite takes for them.
  package static func read(
    from connection: SQLiteConnection,
    placement: (String) -> TableDefinition.Placement
  ) throws -> DatabaseSchema {
    var tables: [Object] = []
    var indexes: [Object] = []
    var others: [Object] = []
    // All at once: asked for one table, SQLite looks at all of them.
    let kinds = try Dictionary(
      connection.rows("PRAGMA main.table_list").map { ($0[1].text ?? "", kind($0)) },
      uniquingKeysWith: { kind, _ in kind }
    )
    for row in try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") {
      let (type, name, table) = (row[0].text ?? "", row[1].text ?? "", row[2].text ?? "")
      switch type {
      case "table" where name == "sqlite_stat1": continue
      case "table":
        tables.append(
          .table(
            try self.table(
              name,
              sql: row[3].text ?? "",
              kind: kinds[name] ?? .rowid,
              in: connection,
              placement: placement(name)
            )
          )
        )
      // An index that a constraint asks for is made with its table.
      case "index" where row[3].text == nil: tables.append(.index(try index(name, of: table, sql: nil, in: connection)))
      case "index": indexes.append(.index(try index(name, of: table, sql: row[3].text, in: connection)))
      default: others.append(.other(type: type, name: name, table: table, sql: row[3].text ?? ""))
      }
    }
    return DatabaseSchema(tables + indexes + others)
  }

  /// The kind of a table of which a row of `PRAGMA table_list` tells.
  private static func kind(_ row: [SQLiteValue]) -> TableDefinition.Kind {
    row[2].text == "virtual" ? .virtual : row[4].integer == 1 ? .withoutRowID : .rowid
  }

  private static func table(
    _ name: String,
    sql: String,
    kind: TableDefinition.Kind,
    in connection: SQLiteConnection,
    placement: TableDefinition.Placement
  ) throws -> TableDefinition {
    let info = try connection.rows("PRAGMA table_xinfo(\(SQLIdentifier.quoted(name)))")
    let keys = info.indices.filter { (info[$0][5].integer ?? 0) > 0 }
    let hasKeyIndex = try connection.rows("PRAGMA index_list(\(SQLIdentifier.quoted(name)))")
      .contains { $0[3].text == "pk" }
    let isAlias =
      keys.count == 1 && info[keys[0]][2].text?.uppercased() == "INTEGER" && !hasKeyIndex && kind != .withoutRowID
    return TableDefinition(
      name: name,
      sql: sql,
      columns: info.map { row in
        ColumnDefinition(
          name: row[1].text ?? "",
          affinity: ColumnAffinity(declaredType: row[2].text ?? ""),
          isGenerated: (row[6].integer ?? 0) > 1
        )
      },
      rowIDColumn: isAlias ? keys[0] : nil,
      kind: kind,
      placement: placement
    )
  }

  private static func index(
    _ name: String,
    of table: String,
    sql: String?,
    in connection: SQLiteConnection
  ) throws -> IndexDefinition {
    let entry =
      try connection.rows("PRAGMA index_list(\(SQLIdentifier.quoted(table)))").first { $0[1].text == name } ?? []
    let terms = try connection.rows("PRAGMA index_xinfo(\(SQLIdentifier.quoted(name)))").filter { $0[5].integer == 1 }
    return IndexDefinition(
      name: name,
      table: table,
      sql: sql,
      terms: terms.map { row in
        let number = Int(row[1].integer ?? 0)
        let source: IndexTerm.Source = number >= 0 ? .column(number) : number == -1 ? .rowID : .expression
        return IndexTerm(source, collation: row[4].text ?? "", isDescending: row[3].integer == 1)
      },
      isUnique: entry.count > 2 && entry[2].integer == 1,
      isPartial: entry.count > 4 && entry[4].integer == 1
    )
  }
}

extension TableWriter {
  /// Adds all rows that a table of the same definition has in another database, or those that fit a condition of SQL.
  ///
  /// - Throws: `SealedPagesError`, `SQLiteError`.
  package func copyRows(
    from connection: SQLiteConnection,
    where condition: String = "1",
    batchSize: Int = 1000
  ) throws {
    let batch = RowBatch(for: definition)
    let statement = try connection.prepare(
      "SELECT rowid, * FROM \(SQLIdentifier.quoted(definition.name)) WHERE \(condition) ORDER BY rowid"
    )
    while try statement.step() {
      batch.beginRow(statement.integer(0))
      for column in 1..<statement.columnCount {
        switch statement.storageClass(column) {
        case .null: batch.appendNull()
        case .integer: batch.append(statement.integer(column))
        case .real: batch.append(statement.real(column))
        case .text: statement.withBytes(column) { batch.appendText($0) }
        case .blob: statement.withBytes(column) { batch.appendBlob($0) }
        }
      }
      try batch.endRow()
      if batch.count == batchSize {
        try append(batch)
        batch.removeAll()
      }
    }
    try append(batch)
  }
}
