import SQLiteAccess
import SealedPages

/// Writes what a database holds once more, as sealed pages: its schema read through SQLite's pragmas, its rows through SQLite.
enum SealedCopy {
  /// What a connection's database holds, as the writer wants to be told. Its own statistics are left out.
  static func schema(
    of connection: SQLiteConnection,
    placement: TableDefinition.Placement = .asTheyCome
  ) throws -> DatabaseSchema {
    var schema = DatabaseSchema()
    for row in try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") {
      let (type, name, table) = (row[0].text ?? "", row[1].text ?? "", row[2].text ?? "")
      switch type {
      case "table" where name == "sqlite_stat1": continue
      case "table":
        schema.objects.append(
          .table(try self.table(name, sql: row[3].text ?? "", in: connection, placement: placement))
        )
      case "index":
        schema.objects.append(.index(try index(name, of: table, sql: row[3].text, in: connection)))
      default: schema.objects.append(.other(type: type, name: name, table: table, sql: row[3].text ?? ""))
      }
    }
    return schema
  }

  private static func quoted(_ name: String) -> String { "\"\(name)\"" }

  private static func table(
    _ name: String,
    sql: String,
    in connection: SQLiteConnection,
    placement: TableDefinition.Placement
  ) throws -> TableDefinition {
    let list = try connection.rows("PRAGMA table_list(\(quoted(name)))").first ?? []
    let isVirtual = list.count > 2 && list[2].text == "virtual"
    let isWithoutRowID = list.count > 4 && list[4].integer == 1
    let info = try connection.rows("PRAGMA table_xinfo(\(quoted(name)))")
    let keys = info.indices.filter { (info[$0][5].integer ?? 0) > 0 }
    let hasKeyIndex = try connection.rows("PRAGMA index_list(\(quoted(name)))").contains { $0[3].text == "pk" }
    let isAlias = keys.count == 1 && info[keys[0]][2].text?.uppercased() == "INTEGER" && !hasKeyIndex && !isWithoutRowID
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
      kind: isVirtual ? .virtual : isWithoutRowID ? .withoutRowID : .rowid,
      placement: placement
    )
  }

  private static func index(
    _ name: String,
    of table: String,
    sql: String?,
    in connection: SQLiteConnection
  ) throws -> IndexDefinition {
    let entry = try connection.rows("PRAGMA index_list(\(quoted(table)))").first { $0[1].text == name } ?? []
    let terms = try connection.rows("PRAGMA index_xinfo(\(quoted(name)))").filter { $0[5].integer == 1 }
    return IndexDefinition(
      name: name,
      table: table,
      sql: sql,
      terms: terms.map { row in
        let source: IndexTerm.Source =
          switch row[1].integer ?? -2 {
          case -1: .rowID
          case -2: .expression
          case let column: .column(Int(column))
          }
        return IndexTerm(source, collation: row[4].text ?? "", isDescending: row[3].integer == 1)
      },
      isUnique: entry.count > 2 && entry[2].integer == 1,
      isPartial: entry.count > 4 && entry[4].integer == 1
    )
  }

  /// Gives all rows of a table to its writer.
  static func copyRows(from connection: SQLiteConnection, to writer: TableWriter, batchSize: Int = 1000) throws {
    let batch = RowBatch(for: writer.definition)
    let statement = try connection.prepare("SELECT rowid, * FROM \(quoted(writer.definition.name)) ORDER BY rowid")
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
        try writer.append(batch)
        batch.removeAll()
      }
    }
    try writer.append(batch)
  }

  /// Writes the database at `source` to `target`.
  @discardableResult
  static func make(
    _ source: String,
    at target: String,
    settings: DatabaseSettings = DatabaseSettings(),
    options: DatabaseWriterOptions = DatabaseWriterOptions(),
    placement: TableDefinition.Placement = .asTheyCome
  ) throws -> (schema: DatabaseSchema, summary: DatabaseSummary) {
    let connection = try SQLiteConnection(path: source, mode: .readOnly)
    defer { connection.close() }
    let schema = try schema(of: connection, placement: placement)
    let writer = try DatabaseWriter(path: target, schema: schema, settings: settings, options: options)
    for table in schema.tables {
      guard let tableWriter = writer.table(table.name) else { continue }
      try copyRows(from: connection, to: tableWriter)
    }
    return (writer.schema, try writer.finish())
  }
}
