internal import AttributeValues
package import ManagedObjects
package import ObjectModel
internal import SQLiteAccess

/// Writes the objects of a store as the database that an app's Room opens with `createFromAsset`: its tables, indexes, views and triggers as Room would make
/// them, its identity hash and its version.
///
/// Room trusts a file with its identity hash and looks no further; so the tables are held here against the schema as Room holds its own (`RoomTableCheck`).
package struct RoomExport {
  private let schema: RoomSchema
  private let store: any PersistentStore
  private let plan: RoomPlan

  /// Finds out which objects fill which tables.
  ///
  /// - Parameter names: What is called otherwise than in the model: a table by `Entity` or `Entity.relationship`, a column by `Entity.property`.
  /// - Throws: `RoomError` with everything that does not fit.
  package init(
    _ schema: RoomSchema,
    model: ManagedObjectModel,
    store: any PersistentStore,
    names: [String: String] = [:]
  ) throws(RoomError) {
    model.freeze()
    self.schema = schema
    self.store = store
    plan = RoomPlan(schema, model: model, names: names)
    guard plan.problems.isEmpty else { throw RoomError(plan.problems) }
  }

  /// What the file lacks of the store, and which of its tables and columns stay empty.
  package var notes: [String] { plan.notes }

  /// What `PRAGMA user_version` has to be in the file.
  package var version: Int32 { schema.version }

  /// Writes a new database at `path`; `ReferenceSealer` makes it fit to be shipped.
  ///
  /// - Throws: `RoomError` with everything that does not fit; the store's or the file's error otherwise.
  /// - Complexity: O(rows). Keys that are no numbers of objects are kept in memory.
  package func write(to path: String) throws {
    do {
      let connection = try SQLiteConnection(path: path, mode: .create)
      defer { connection.close() }
      try connection.setPragma("page_size", to: "4096")
      try connection.setPragma("auto_vacuum", to: "2")
      try connection.setPragma("synchronous", to: "off")
      try connection.setPragma("foreign_keys", to: "off")
      try connection.transaction { try fill(connection) }
      try connection.setPragma("user_version", to: String(schema.version))
    } catch let error as SQLiteError {
      throw PublicationError(error, action: "write", path: path)
    }
  }

  private func fill(_ connection: SQLiteConnection) throws {
    for table in schema.tables {
      try run(RoomSchema.statement(table.createSql, named: table.tableName), "the table \(table.tableName)", connection)
    }
    var writer = RoomWriter(plan, schema: schema, store: store, connection: connection)
    for rows in plan.rows { try writer.write(rows) }
    for links in plan.links { try writer.write(links) }
    var problems = writer.problems
    for table in schema.tables {
      for index in table.indices ?? [] {
        do {
          try connection.execute(RoomSchema.statement(index.createSql, named: table.tableName))
        } catch {
          guard Self.isOfTheSchema(error) else { throw error }
          let columns = index.columnNames.joined(separator: ", ")
          problems.append(
            "\(table.tableName) (\(columns)): \(error.message), so the index \(index.name) cannot be made"
          )
        }
      }
      guard table.isSearch, table.contentTable != nil else { continue }
      let name = SQLText.name(table.tableName)
      try connection.execute("INSERT INTO \(name) (\(name)) VALUES ('rebuild')")
    }
    for view in schema.views {
      try run(RoomSchema.statement(view.createSql, named: view.viewName), "the view \(view.viewName)", connection)
    }
    for table in schema.tables {
      for trigger in table.contentSyncTriggers ?? [] {
        try run(RoomSchema.statement(trigger, named: table.tableName), "a trigger of \(table.tableName)", connection)
      }
    }
    try connection.execute("CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)")
    try connection.execute(
      "INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, ?1)",
      [.text(schema.identityHash)]
    )
    problems += try danglingReferences(connection)
    problems += try RoomTableCheck(schema).problems(of: connection)
    guard problems.isEmpty else { throw RoomError(problems) }
  }

  /// Whether a statement of the schema is wrong, or is for the rows; otherwise the file could not be written.
  private static func isOfTheSchema(_ error: SQLiteError) -> Bool {
    [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISUSE].contains(error.code.primary)
  }

  private func run(_ sql: String, _ what: String, _ connection: SQLiteConnection) throws {
    do { try connection.execute(sql) } catch {
      guard Self.isOfTheSchema(error) else { throw error }
      throw RoomError(["\(what) cannot be made: \(error.message)"])
    }
  }

  /// Rows whose foreign keys lead nowhere, by table.
  private func danglingReferences(_ connection: SQLiteConnection) throws -> [String] {
    var counts: [(text: String, count: Int)] = []
    for row in try connection.rows("PRAGMA foreign_key_check") {
      let text = "\(row[0].text ?? "?") refers to rows of \(row[2].text ?? "?") that are not there"
      if let place = counts.firstIndex(where: { $0.text == text }) {
        counts[place].count += 1
      } else {
        counts.append((text, 1))
      }
    }
    return counts.map { "\($0.text) (\($0.count) rows)" }
  }
}

/// Writes the rows of Room's tables.
private struct RoomWriter {
  let schema: RoomSchema
  let store: any PersistentStore
  let connection: SQLiteConnection
  /// The entity whose objects fill a table.
  private let entities: [Int: EntityDescription]
  var problems: [String] = []
  /// The values of columns that others refer to, by table and column, and by the number of the object.
  private var keys: [String: [Int64: SQLiteValue]] = [:]
  /// The places of members in ordered relationships, by relationship and number.
  private var places: [ObjectIdentifier: [Int64: Int64]] = [:]

  init(_ plan: RoomPlan, schema: RoomSchema, store: any PersistentStore, connection: SQLiteConnection) {
    entities = Dictionary(plan.rows.map { ($0.table, $0.entity) }, uniquingKeysWith: { first, _ in first })
    self.schema = schema
    self.store = store
    self.connection = connection
  }

  /// Fills a table with the objects of an entity and its sub-entities.
  mutating func write(_ rows: RoomPlan.Rows) throws {
    let table = schema.tables[rows.table]
    for column in rows.columns {
      switch column.source {
      case .toOne(_, let other, let name, let source): try readKeys(of: other, name, source)
      case .position(let relationship): try readPlaces(of: relationship)
      default: break
      }
    }
    let names = rows.columns.map { SQLText.name($0.field.columnName) }
    guard !names.isEmpty else { return }
    let marks = (1...names.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try connection.prepare(
      "INSERT INTO \(SQLText.name(table.tableName)) (\(names.joined(separator: ", "))) VALUES (\(marks))"
    )
    var missing: [Int: (count: Int, first: Int64)] = [:]
    var refused: (count: Int, first: String)?
    let (keys, places) = (keys, places)
    try store.forEachRow(for: StoreFetch(entity: rows.entity)) { row in
      var isWhole = true
      for (index, column) in rows.columns.enumerated() {
        let value = Self.value(column, of: row, schema, keys, places)
        if value == .null, column.field.isRequired, !table.isSearch {
          missing[index, default: (0, row.objectID.reference)].count += 1
          isWhole = false
        }
        try statement.bind(value, at: index + 1)
      }
      guard isWhole else { return true }
      if let reason = try Self.refusal(of: statement) {
        refused = ((refused?.count ?? 0) + 1, refused?.first ?? "\(reason), object \(row.objectID.reference)")
      }
      return true
    }
    for (index, found) in missing.sorted(by: { $0.key < $1.key }) {
      problems.append(
        "\(table.tableName).\(rows.columns[index].field.columnName) is NOT NULL, and \(found.count) objects of \(rows.entity.name) have no value there, such as the one with the number \(found.first)"
      )
    }
    if let refused { problems.append("\(table.tableName) takes \(refused.count) rows not: \(refused.first)") }
  }

  /// Fills a table of links.
  mutating func write(_ links: RoomPlan.Links) throws {
    let table = schema.tables[links.table]
    for side in [links.owner, links.member] { try readKeys(of: side.table, side.key, side.source) }
    let fields = [links.owner.field, links.member.field] + [links.position].compactMap(\.self)
    let names = fields.map { SQLText.name($0.columnName) }.joined(separator: ", ")
    let marks = (1...fields.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try connection.prepare("INSERT INTO \(SQLText.name(table.tableName)) (\(names)) VALUES (\(marks))")
    guard let owner = links.relationship.entity,
      case .toMany(let slot)? = owner.layout.slot(named: links.relationship.name)
    else { return }
    var refused: (count: Int, first: String)?
    for objectID in try store.objectIDs(for: StoreFetch(entity: owner)) {
      for (index, member) in try store.members(of: objectID, toManySlot: slot).enumerated() {
        try statement.bind(key(objectID.reference, links.owner), at: 1)
        try statement.bind(key(member.reference, links.member), at: 2)
        if links.position != nil { try statement.bind(Int64(index), at: 3) }
        if let reason = try Self.refusal(of: statement) {
          refused = ((refused?.count ?? 0) + 1, refused?.first ?? reason)
        }
      }
    }
    if let refused { problems.append("\(table.tableName) takes \(refused.count) links not: \(refused.first)") }
  }

  /// Runs a statement; what it says of a row that the table does not take.
  private static func refusal(of statement: SQLiteStatement) throws(SQLiteError) -> String? {
    do { try statement.run() } catch {
      guard error.code.primary == .SQLITE_CONSTRAINT else { throw error }
      return error.message
    }
    return nil
  }

  private func key(_ number: Int64, _ side: RoomPlan.LinkEnd) -> SQLiteValue {
    if case .number = side.source { return .integer(number) }
    return keys["\(side.table).\(side.key)"]?[number] ?? .null
  }

  /// The value of a column in an object's row.
  private static func value(
    _ column: RoomPlan.Column,
    of row: borrowing StoreRow,
    _ schema: RoomSchema,
    _ keys: [String: [Int64: SQLiteValue]],
    _ places: [ObjectIdentifier: [Int64: Int64]]
  ) -> SQLiteValue {
    switch column.source {
    case .number: return .integer(row.objectID.reference)
    case .attribute(let slot, _):
      let value = row.attributes[slot]
      // As in the plain layout: what a store of Apple's has not, the model's default stands for.
      let attribute = row.objectID.entity.layout.attributes[slot]
      let isLeftOut = value.isNull && column.field.isRequired
      return RoomValues.value(isLeftOut ? attribute.defaultValue : value, affinity: column.affinity)
    case .element(let slot, let path, _):
      var value = row.attributes[slot]
      for name in path {
        if case .composite(let elements) = value { value = elements[name] ?? .null } else { value = .null }
      }
      return RoomValues.value(value, affinity: column.affinity)
    case .toOne(let slot, let table, let name, let source):
      guard let related = row.toOne[slot] else { return .null }
      if case .number = source { return .integer(related.reference) }
      return keys["\(table).\(name)"]?[related.reference] ?? .null
    case .position(let relationship):
      return places[ObjectIdentifier(relationship)]?[row.objectID.reference].map(SQLiteValue.integer) ?? .null
    }
  }

  /// Reads the values of a column that others refer to, unless they are the objects' numbers.
  private mutating func readKeys(of table: Int, _ name: String, _ source: RoomPlan.Source) throws {
    if case .number = source { return }
    let place = "\(table).\(name)"
    guard keys[place] == nil else { return }
    guard let rows = entities[table], let field = schema.tables[table].field(name) else { return }
    if case .toOne(_, let other, let column, let inner) = source { try readKeys(of: other, column, inner) }
    let column = RoomPlan.Column(field: field, source: source)
    var values: [Int64: SQLiteValue] = [:]
    let (keys, places) = (keys, places)
    try store.forEachRow(for: StoreFetch(entity: rows)) { row in
      values[row.objectID.reference] = Self.value(column, of: row, schema, keys, places)
      return true
    }
    self.keys[place] = values
  }

  private mutating func readPlaces(of relationship: RelationshipDescription) throws {
    guard places[ObjectIdentifier(relationship)] == nil, let owner = relationship.entity,
      case .toMany(let slot)? = owner.layout.slot(named: relationship.name)
    else { return }
    var found: [Int64: Int64] = [:]
    for objectID in try store.objectIDs(for: StoreFetch(entity: owner)) {
      for (index, member) in try store.members(of: objectID, toManySlot: slot).enumerated() {
        found[member.reference] = Int64(index)
      }
    }
    places[ObjectIdentifier(relationship)] = found
  }
}
