internal import ManagedObjects
package import ObjectModel
package import SQLiteAccess
internal import SealedPages

/// New keys for the objects of a store that was just filled, so that those that an older store has, too, get the keys that they have there.
///
/// All others get keys that come after the last one that the older store has ever given, in the order in which they were made: no key stands for two objects, even
/// if the first is gone. Keys stand in the rows (`Z_PK`), in the columns of relationships, in join tables and in range indexes; all of these are renumbered
/// (`PagewiseCopy`, or `rewriteRows(of:)` where only SQLite can write the file).
package struct KeyRenumbering: Sendable {
  /// Where a table of the file has keys.
  struct Columns: Sendable, Hashable {
    /// The table, by its place among the schema's, whose rows these are; `nil` for a join table.
    var rows: Int?
    /// By the names of other columns: the table whose keys are in them.
    var references: [String: Int] = [:]
  }

  private let schema: StoreSchema
  /// The new key of each key, by table; 0 where no row has the key.
  private var newKeys: [[Int64]]
  /// The last key that was given, by table.
  private var last: [Int64]
  /// Where keys stand, by the names of the tables.
  let columns: [String: Columns]
  /// Whether every object keeps the key that it has.
  package private(set) var isIdentity = true

  /// Works out the keys.
  ///
  /// - Parameters:
  ///   - store: The store that was filled; all its objects are in `objects`.
  ///   - objects: For each entity its objects' keys, each with the one that the older store has for it.
  ///   - reserved: The last key that the older store has given to each entity.
  /// - Throws: `SQLiteStoreError` if a table has no keys left.
  /// - Complexity: O(*n* log *n*) in the objects.
  package init(
    _ store: SQLiteStore,
    objects: [(entity: EntityDescription, keys: [(new: Int64, old: Int64?)])],
    reserved: [(entity: EntityDescription, key: Int64)]
  ) throws {
    schema = store.database.schema
    columns = Self.columns(of: schema)
    newKeys = Array(repeating: [], count: schema.tables.count)
    last = Array(repeating: 0, count: schema.tables.count)
    var keys: [[(new: Int64, old: Int64?)]] = Array(repeating: [], count: schema.tables.count)
    for (entity, pairs) in objects { keys[schema.entities[try store.database.entityIndex(entity)].table] += pairs }
    for (entity, key) in reserved {
      let table = schema.entities[try store.database.entityIndex(entity)].table
      last[table] = max(last[table], key)
    }
    for (table, description) in schema.tables.enumerated() {
      try renumber(&keys[table], table: table)
      guard last[table] < .max - Int64(keys[table].count) else {
        let reason = "the older store's table \(description.name) has no keys left, for \(last[table]) is taken"
        throw SQLiteStoreError(.damaged(reason: reason), path: store.location)
      }
      let isUnchanged = newKeys[table].enumerated().allSatisfy { $0.element == 0 || $0.element == Int64($0.offset) }
      let given = try store.lastKey(inTable: table)
      if !isUnchanged || last[table] != given { isIdentity = false }
    }
  }

  private mutating func renumber(_ keys: inout [(new: Int64, old: Int64?)], table: Int) throws {
    if zip(keys, keys.dropFirst()).contains(where: { $0.new > $1.new }) { keys.sort { $0.new < $1.new } }
    newKeys[table] = Array(repeating: 0, count: Int(keys.last?.new ?? 0) + 1)
    // Objects of two tables of the older store may have come into one table.
    var taken = Set<Int64>(minimumCapacity: keys.count)
    for (key, old) in keys {
      guard let old, old > 0, taken.insert(old).inserted else { continue }
      newKeys[table][Int(key)] = old
      last[table] = max(last[table], old)
    }
    guard last[table] < .max - Int64(keys.count) else { return }
    for (key, _) in keys where newKeys[table][Int(key)] == 0 {
      last[table] += 1
      newKeys[table][Int(key)] = last[table]
    }
  }

  /// What tells this numbering from others: the keys in the order in which the objects were made, and the last ones.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    for keys in newKeys + [last] { keys.withUnsafeBytes(body) }
  }

  /// The new key of the row with a key.
  ///
  /// - Throws: `SQLiteStoreError` if there is no such row.
  func newKey(of key: Int64, inTable table: Int) throws -> Int64 {
    let keys = newKeys[table]
    guard key > 0, key < keys.count, keys[Int(key)] != 0 else {
      throw SQLiteStoreError(
        .damaged(reason: "the table \(schema.tables[table].name) has no row \(key), although another refers to it"),
        path: schema.tables[table].name
      )
    }
    return keys[Int(key)]
  }

  /// The rows of an entity's table by their new keys, in order.
  func order(ofTable table: Int) -> [(key: Int64, row: Int64)] {
    var order: [(key: Int64, row: Int64)] = []
    order.reserveCapacity(newKeys[table].count)
    for (row, key) in newKeys[table].enumerated() where key != 0 { order.append((key, Int64(row))) }
    order.sort { $0.key < $1.key }
    return order
  }

  private static func columns(of schema: StoreSchema) -> [String: Columns] {
    var result: [String: Columns] = [:]
    for (table, description) in schema.tables.enumerated() { result[description.name, default: Columns()].rows = table }
    for entity in schema.entities {
      let (layout, table) = (entity.entity.layout, schema.tables[entity.table])
      for (relationship, storage) in zip(layout.toOneRelationships, entity.toOne) {
        guard let storage, let destination = relationship.destinationEntity.flatMap(schema.entity) else { continue }
        result[table.name]?.references[table.columns[storage.column].name] = destination.table
      }
      for (relationship, storage) in zip(layout.toManyRelationships, entity.toMany) {
        switch storage {
        case .none: continue
        case .memberColumn(let members, let column, _, _, _):
          result[schema.tables[members].name]?.references[column] = entity.table
        case .joinTable(let index, let isFirst):
          let join = schema.joinTables[index]
          let (own, other) = isFirst ? (join.firstColumn, join.secondColumn) : (join.secondColumn, join.firstColumn)
          result[join.name, default: Columns()].references[own] = entity.table
          if let destination = relationship.destinationEntity.flatMap(schema.entity) {
            result[join.name]?.references[other] = destination.table
          }
        }
      }
    }
    return result
  }

  /// Writes the last keys, and the store's UUID, into a file that is renumbered.
  ///
  /// - Throws: `SQLiteError`.
  package func writeBooks(of connection: SQLiteConnection, identifier: String) throws {
    for (table, description) in schema.tables.enumerated() {
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2",
        [.integer(last[table]), .integer(description.rootNumber)]
      )
    }
    try connection.execute("UPDATE Z_METADATA SET Z_UUID = ?1", [.text(identifier)])
  }

  /// Renumbers the rows by SQLite, with their indexes; nothing that looks at the file meanwhile sees one state or the other.
  ///
  /// - Throws: `SQLiteError`, `SQLiteStoreError`.
  /// - Complexity: O(*n* log *n*) in the rows.
  package func rewriteRows(of connection: SQLiteConnection) throws {
    try connection.registerFunction("studbook_key", argumentCount: 2) { arguments in
      guard let table = arguments[0].integer, let key = arguments[1].integer else { return .null }
      return .integer(try newKey(of: key, inTable: Int(table)))
    }
    // Rows are to be as they are, not as triggers would leave them.
    let triggers = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
    for trigger in triggers { try connection.execute("DROP TRIGGER \(SQLIdentifier.quoted(trigger[0].text ?? ""))") }
    for (name, columns) in columns.sorted(by: { $0.key < $1.key }) {
      var keys = columns.references
      if let rows = columns.rows { keys["Z_PK"] = rows }
      try rewrite(name, keys, of: connection)
    }
    for index in schema.rangeIndexes {
      guard let table = columns[index.table]?.rows else { continue }
      let key = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(index.name)]).first?[0].text
      try rewrite(index.name, [key ?? "": table], of: connection)
    }
    for trigger in triggers { try connection.execute(trigger[1].text ?? "") }
  }

  private func rewrite(_ name: String, _ keys: [String: Int], of connection: SQLiteConnection) throws {
    let columns = try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(name)]).compactMap(\.[0].text)
    let values = columns.map { column in
      let spelled = SQLIdentifier.quoted(column)
      return keys[column].map { "studbook_key(\($0), \(spelled))" } ?? spelled
    }
    let table = "main." + SQLIdentifier.quoted(name)
    try connection.execute("CREATE TEMP TABLE \"studbook rows\" AS SELECT * FROM \(table)")
    try connection.execute("DELETE FROM \(table)")
    let names = columns.map(SQLIdentifier.quoted).joined(separator: ", ")
    // The first columns are the keys, in tables of entities as in join tables.
    try connection.execute(
      """
      INSERT INTO \(table) (\(names)) SELECT \(values.joined(separator: ", ")) FROM temp."studbook rows" \
      ORDER BY \((1...max(1, columns.count)).prefix(2).map(String.init).joined(separator: ", "))
      """
    )
    try connection.execute("DROP TABLE temp.\"studbook rows\"")
  }
}
