internal import SQLiteAccess

/// Holds the tables of a database against a schema of Room's, as Room does with a file that has no identity hash (`TableInfo`, `FtsTableInfo`, `ViewInfo`):
/// columns with affinity, NOT NULL, place in the key and default; foreign keys; indexes.
struct RoomTableCheck {
  private let schema: RoomSchema

  init(_ schema: RoomSchema) { self.schema = schema }

  /// What Room would not accept, with table and column.
  func problems(of connection: SQLiteConnection) throws -> [String] {
    var problems: [String] = []
    for table in schema.tables {
      problems += try columnProblems(table, connection)
      if table.isSearch { continue }
      problems += try foreignKeyProblems(table, connection)
      problems += try indexProblems(table, connection)
    }
    for view in schema.views {
      let sql = try connection.firstValue(
        "SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?1",
        [.text(view.viewName)]
      )
      if sql?.text != RoomSchema.statement(view.createSql, named: view.viewName) {
        problems.append("the view \(view.viewName) is not the one of the schema")
      }
    }
    let hash = try connection.firstValue("SELECT identity_hash FROM room_master_table WHERE id = 42 LIMIT 1")
    if hash?.text != schema.identityHash { problems.append("the identity hash is not the one of the schema") }
    return problems
  }

  private func columnProblems(_ table: RoomSchema.Table, _ connection: SQLiteConnection) throws -> [String] {
    struct Column {
      let type: String
      let isRequired: Bool
      let defaultValue: String?
      let keyPlace: Int64
    }
    var found: [String: Column] = [:]
    for row in try connection.rows("PRAGMA table_info(\(SQLText.name(table.tableName)))") {
      found[row[1].text ?? ""] = Column(
        type: row[2].text ?? "",
        isRequired: row[3].integer == 1,
        defaultValue: row[4].text,
        keyPlace: row[5].integer ?? 0
      )
    }
    var problems: [String] = []
    for field in table.fields {
      // Of a search table only the names are compared; the key is its row number.
      if table.isSearch, field.columnName.lowercased() == "rowid" { continue }
      let place = "\(table.tableName).\(field.columnName)"
      guard let column = found.removeValue(forKey: field.columnName) else {
        problems.append("\(place) is not in the table that the schema's own statement makes")
        continue
      }
      if table.isSearch { continue }
      func compare(_ what: String, _ isSame: Bool) {
        if !isSame { problems.append("\(place) has another \(what) than the schema says") }
      }
      compare("type", Self.affinity(of: column.type) == (field.affinity ?? "UNDEFINED").uppercased())
      compare("NOT NULL", column.isRequired == field.isRequired)
      let place2 = table.key.firstIndex { $0 == field.columnName }.map { Int64($0 + 1) } ?? 0
      compare("place in the primary key", column.keyPlace == place2)
      if let wanted = field.defaultValue { compare("default", Self.isSame(wanted, column.defaultValue)) }
    }
    let language = table.isSearch ? Set<String>() : Set(found.keys)
    return problems + language.sorted().map { "\(table.tableName).\($0) is not in the schema" }
  }

  /// The affinity that Room reads from a declared type, which is SQLite's but for numbers of no kind.
  private static func affinity(of type: String) -> String {
    let type = type.uppercased()
    if type.contains("INT") { return "INTEGER" }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "TEXT" }
    if type.contains("BLOB") { return "BLOB" }
    if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) { return "REAL" }
    return "UNDEFINED"
  }

  /// Whether a default is the same, with or without brackets around it.
  private static func isSame(_ wanted: String, _ found: String?) -> Bool {
    guard let found else { return false }
    if wanted == found { return true }
    guard wanted.hasPrefix("("), wanted.hasSuffix(")") else { return false }
    let inner = wanted.dropFirst().dropLast()
    return inner.drop(while: \.isWhitespace) == found.drop(while: \.isWhitespace)
  }

  private func foreignKeyProblems(_ table: RoomSchema.Table, _ connection: SQLiteConnection) throws -> [String] {
    var parts: [Int64: (table: String, onUpdate: String, onDelete: String, columns: [String], others: [String])] = [:]
    let rows = try connection.rows("PRAGMA foreign_key_list(\(SQLText.name(table.tableName)))")
    for row in rows.sorted(by: { ($0[1].integer ?? 0) < ($1[1].integer ?? 0) }) {
      let number = row[0].integer ?? 0
      var part = parts[number] ?? (row[2].text ?? "", row[5].text ?? "", row[6].text ?? "", [], [])
      part.columns.append(row[3].text ?? "")
      part.others.append(row[4].text ?? "")
      parts[number] = part
    }
    let found = Set(
      parts.values.map {
        RoomSchema.ForeignKey(
          table: $0.table,
          onDelete: $0.onDelete,
          onUpdate: $0.onUpdate,
          columns: $0.columns,
          referencedColumns: $0.others
        )
      }
    )
    let wanted = Set(table.foreignKeys ?? [])
    return wanted.symmetricDifference(found).map {
      "\(table.tableName) (\($0.columns.joined(separator: ", "))): the foreign key to \($0.table) is \(wanted.contains($0) ? "not as the schema says" : "not in the schema")"
    }.sorted()
  }

  private func indexProblems(_ table: RoomSchema.Table, _ connection: SQLiteConnection) throws -> [String] {
    struct Index: Hashable {
      let isUnique: Bool
      let columns: [String]
      let orders: [String]
    }
    var found: [String: Index] = [:]
    for row in try connection.rows("PRAGMA index_list(\(SQLText.name(table.tableName)))") where row[3].text == "c" {
      let name = row[1].text ?? ""
      let terms = try connection.rows("PRAGMA index_xinfo(\(SQLText.name(name)))").filter { ($0[1].integer ?? -1) >= 0 }
      found[name] = Index(
        isUnique: row[2].integer == 1,
        columns: terms.map { $0[2].text ?? "" },
        orders: terms.map { $0[3].integer == 1 ? "DESC" : "ASC" }
      )
    }
    var problems: [String] = []
    for index in table.indices ?? [] {
      let orders = index.orders.flatMap { $0.isEmpty ? nil : $0 } ?? index.columnNames.map { _ in "ASC" }
      let wanted = Index(isUnique: index.unique ?? false, columns: index.columnNames, orders: orders)
      if found.removeValue(forKey: index.name) != wanted {
        problems.append("\(table.tableName): the index \(index.name) is not as the schema says")
      }
    }
    return problems + found.keys.sorted().map { "\(table.tableName): the index \($0) is not in the schema" }
  }
}
