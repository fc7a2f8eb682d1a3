extension StoreSchema {
  /// The statements that make the entity and join tables: each entity table with the join tables it owns right after it.
  package var tableStatements: [String] {
    tables.enumerated().flatMap { index, table in
      [Self.statement(for: table)] + joinTables.filter { $0.ownerTable == index }.map(Self.statement)
    }
  }

  /// The statements that make the indexes, in order, those of range indexes with their triggers.
  package var indexStatements: [String] { indexes.map(Self.statement) + rangeIndexes.flatMap(Self.statements) }

  /// The statements that make the triggers of derived attributes; rows are best written before them.
  package var triggerStatements: [String] { derivationTriggers.map(\.sql) }

  /// The statements that make the tables in which Core Data keeps its own books.
  package var bookkeepingStatements: [String] {
    [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    ] + (era.hasModelCache ? ["CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"] : [])
  }

  /// The names of those tables.
  var bookkeepingTables: [String] { ["Z_PRIMARYKEY", "Z_METADATA"] + (era.hasModelCache ? ["Z_MODELCACHE"] : []) }

  package static func statement(for table: StoreTable) -> String {
    var parts = table.columns.map { "\(SQLIdentifier.spelled($0.name)) \($0.type.rawValue)" }
    parts[0] += " PRIMARY KEY"
    parts += table.uniqueConstraints.map { constraint in
      "CONSTRAINT \(SQLIdentifier.spelled(constraint.columns.joined(separator: "_"))) UNIQUE (\(list(constraint.columns)))"
    }
    // The blank before the last parenthesis goes when constraints come last.
    let end = table.uniqueConstraints.isEmpty ? " )" : ")"
    return "CREATE TABLE \(SQLIdentifier.spelled(table.name)) ( \(parts.joined(separator: ", "))\(end)"
  }

  package static func statement(for join: JoinTable) -> String {
    let columns = ([join.firstColumn, join.secondColumn] + join.orderColumns).map {
      SQLIdentifier.spelled($0) + " INTEGER"
    }
    return "CREATE TABLE \(SQLIdentifier.spelled(join.name)) ( \(columns.joined(separator: ", ")), "
      + "PRIMARY KEY (\(list([join.firstColumn, join.secondColumn]))) )"
  }

  package static func statement(for index: StoreIndex) -> String {
    let columns = index.columns.map { column in
      SQLIdentifier.spelled(column.name)
        + (index.isExplicit ? " COLLATE BINARY \(column.isDescending ? "DESC" : "ASC")" : "")
    }
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLIdentifier.spelled(index.name)) ON "
      + "\(SQLIdentifier.spelled(index.table)) (\(columns.joined(separator: ", ")))"
      + (index.condition.map { " WHERE \($0)" } ?? "")
  }

  /// The virtual table of a range index and its three triggers.
  package static func statements(for index: StoreRangeIndex) -> [String] {
    let name = SQLIdentifier.spelled(index.name)
    let table = SQLIdentifier.spelled(index.table)
    let columns = index.columns.map(SQLIdentifier.spelled)
    let bounds = columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }
    let fields = "Z_PK, \(bounds.joined(separator: ", "))"
    // The blanks stand as Core Data sets them.
    let values = columns.enumerated().map { $0 == 0 ? "NEW.\($1) ,NEW.\($1)" : "NEW.\($1), NEW.\($1)" }
    let row = "VALUES (NEW.Z_PK, \(values.joined(separator: ", ")))"
    func trigger(_ event: String, _ body: String) -> String {
      "CREATE TRIGGER \(SQLIdentifier.spelled("\(index.name)_\(event)")) AFTER \(event) ON \(table) FOR EACH ROW BEGIN \(body) ; END"
    }
    return [
      "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY, \(bounds.map { $0 + " FLOAT" }.joined(separator: ", ")))",
      trigger("INSERT", "INSERT OR REPLACE INTO \(name) (\(fields)) \(row)"),
      trigger("UPDATE", "DELETE FROM \(name) WHERE Z_PK = NEW.Z_PK ; INSERT INTO \(name) (\(fields)) \(row)"),
      trigger("DELETE", "DELETE FROM \(name) WHERE Z_PK = OLD.Z_PK"),
    ]
  }

  private static func list(_ names: [String]) -> String { names.map(SQLIdentifier.spelled).joined(separator: ", ") }
}
