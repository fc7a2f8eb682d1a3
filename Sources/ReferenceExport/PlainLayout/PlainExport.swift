internal import AttributeValues
internal import FoundationEssentials
package import ManagedObjects
package import ObjectModel
internal import SQLiteAccess

/// Writes the objects of a store as a database with natural tables, for clients that know no Core Data; `PlainSchema` says how.
package struct PlainExport {
  private let model: ManagedObjectModel
  private let store: any PersistentStore
  private var schema: PlainSchema

  /// Prepares the export of `store`, whose model is frozen.
  ///
  /// - Throws: `PlainExportError` when a tokenizer is one that the search module does not have, or is for an entity that the model does not have.
  package init(model: ManagedObjectModel, store: any PersistentStore, options: PlainOptions = PlainOptions()) throws {
    model.freeze()
    self.model = model
    self.store = store
    schema = PlainSchema(model: model, options: options)
    for name in options.tokenizers.keys.sorted() where model.entitiesByName[name] == nil {
      throw PlainExportError(what: "the model has no entity \(name), for which a tokenizer is told")
    }
    var trial = schema
    let views = trial.makeViews()
    do { for view in views { _ = try trial.makeSearchTables(for: view) } } catch {
      throw PlainExportError(what: error.description)
    }
    leftOut = schema.leftOut + schema.unsearched(views)
  }

  /// What the file does not have, because of the version of SQLite that it is written for or of the model, as sentences.
  package let leftOut: [String]

  /// The statements that make the layout, in the order in which they run; for documentation and tests.
  package var schemaStatements: [String] {
    var schema = schema
    let views = schema.makeViews()
    var searches: [PlainSchema.SearchTable] = []
    // What cannot be made was found out when the export was prepared.
    for view in views { searches += (try? schema.makeSearchTables(for: view)) ?? [] }
    return schema.tableStatements + schema.indexStatements + views.map(\.statement) + searches.map(\.statement)
  }

  /// Writes a new database at `path`; `ReferenceSealer` makes it fit to be shipped.
  ///
  /// - Throws: `PlainExportError` when the store has what the model does not allow; the store's or the file's error otherwise.
  /// - Complexity: one row at a time, except for ordered relationships, which take memory for the keys of one owner's members.
  package func write(to path: String) throws {
    do {
      let connection = try SQLiteConnection(path: path, mode: .create)
      defer { connection.close() }
      try connection.setPragma("page_size", to: "4096")
      try connection.setPragma("auto_vacuum", to: "2")
      try connection.setPragma("synchronous", to: "off")
      // Rows may come before those they refer to; sealing checks all references at the end.
      try connection.setPragma("foreign_keys", to: "off")
      try connection.transaction { try fill(connection) }
    } catch let error as SQLiteError {
      throw PublicationError(error, action: "write", path: path)
    }
  }

  private func fill(_ connection: SQLiteConnection) throws {
    var schema = schema
    for statement in schema.tableStatements { try connection.execute(statement) }
    for entity in model.entities where !entity.isAbstract { try writeRows(of: entity, to: connection) }
    for table in schema.joinTables { try writeLinks(of: table, to: connection) }
    for position in schema.positions { try writePositions(position, to: connection) }
    for statement in schema.indexStatements {
      do {
        try connection.execute(statement)
      } catch {
        throw Self.explained(error, "objects have the same values where the model wants unique ones")
      }
    }
    let views = schema.makeViews()
    try makeViews(views, in: connection)
    let module = schema.options.usedSearch.rawValue
    let count = "SELECT count(*) FROM pragma_module_list WHERE name = ?1"
    guard try connection.rows(count, [.text(module)]).first?.first?.integer == 1 else { return }
    for view in views {
      for search in try schema.makeSearchTables(for: view) {
        try connection.execute(search.statement)
        for statement in search.fillStatements { try connection.execute(statement) }
      }
    }
  }

  /// Makes views by their rows of the schema, as `CREATE VIEW` would write them: that statement goes through the whole schema for each view.
  ///
  /// - Complexity: O(number of views and tables).
  private func makeViews(_ views: [PlainSchema.View], in connection: SQLiteConnection) throws {
    try connection.setPragma("writable_schema", to: "on")
    let statement = try connection.prepare("INSERT INTO sqlite_schema VALUES ('view', ?1, ?1, 0, ?2)")
    for view in views {
      try statement.bind(view.name, at: 1)
      try statement.bind(view.statement, at: 2)
      try statement.run()
    }
    // Reads the schema again, and throws where SQLite does not understand it.
    try connection.setPragma("writable_schema", to: "reset")
  }

  // MARK: Rows

  /// Writes an entity's rows to its own table and to those of its ancestors.
  private func writeRows(of entity: EntityDescription, to connection: SQLiteConnection) throws {
    var tables: [(columns: [PlainColumn], statement: SQLiteStatement)] = []
    var level: EntityDescription? = entity
    while let current = level {
      if let table = schema.table(for: current) {
        let columns = table.columns.filter { if case .position = $0.source { false } else { true } }
        let names = ([table.keyName] + columns.map(\.name)).map(SQLText.name).joined(separator: ", ")
        let marks = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(SQLText.name(table.name)) (\(names)) VALUES (\(marks))"
        tables.append((columns, try connection.prepare(sql)))
      }
      level = current.superentity
    }
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    try store.forEachRow(for: fetch) { row in
      for table in tables { try Self.write(copy row, of: entity, to: table.columns, with: table.statement) }
      return true
    }
  }

  private static func write(
    _ row: StoreRow,
    of entity: EntityDescription,
    to columns: [PlainColumn],
    with statement: SQLiteStatement
  ) throws {
    try statement.bind(row.objectID.reference, at: 1)
    for (index, column) in columns.enumerated() { try bind(column, of: row, entity, to: statement, at: index + 2) }
    do {
      try statement.run()
    } catch {
      throw explained(error, "\(entity.name) \(row.objectID.reference) is not as the model wants it")
    }
  }

  /// What a broken condition means; other errors stay as they are.
  private static func explained(_ error: SQLiteError, _ what: String) -> any Error {
    error.code.primary == .SQLITE_CONSTRAINT ? PlainExportError(what: what, reason: error.message) : error
  }

  private static func bind(
    _ column: PlainColumn,
    of row: StoreRow,
    _ entity: EntityDescription,
    to statement: SQLiteStatement,
    at parameter: Int
  ) throws {
    switch column.source {
    case .attribute(let slot):
      // Stores of Apple's own software have no value here and there where the model requires one and has a default, which then serves.
      let value = row.attributes[slot]
      let isLeftOut = value.isNull && column.isRequired
      try bind(isLeftOut ? entity.layout.attributes[slot].defaultValue : value, to: statement, at: parameter)
    case .element(let slot, let path):
      var value = row.attributes[slot]
      for name in path {
        if case .composite(let elements) = value { value = elements[name] ?? .null } else { value = .null }
      }
      try bind(value, to: statement, at: parameter)
    case .toOne(let slot):
      if let related = row.toOne[slot] {
        try statement.bind(related.reference, at: parameter)
      } else {
        try statement.bindNull(at: parameter)
      }
    case .position:
      try statement.bindNull(at: parameter)
    }
  }

  private static func bind(_ value: AttributeValue, to statement: SQLiteStatement, at parameter: Int) throws {
    switch value {
    case .null, .composite: try statement.bindNull(at: parameter)
    case .integer(let value): try statement.bind(value, at: parameter)
    case .boolean(let value): try statement.bind(value ? 1 : 0 as Int64, at: parameter)
    case .double(let value): try statement.bind(value, at: parameter)
    // The number that the text of the single-precision one stands for: 0.1, not 0.100000001490116.
    case .float(let value): try statement.bind(Double(String(value)) ?? Double(value), at: parameter)
    case .decimal(let value): try statement.bind(Double(value.description) ?? .nan, at: parameter)
    case .string(let value): try statement.bind(value, at: parameter)
    case .date(let seconds): try statement.bind(ISODate.text(seconds), at: parameter)
    case .uuid(let value): try statement.bind(value.uuidString, at: parameter)
    case .uri(let value): try statement.bind(value.absoluteString, at: parameter)
    case .binary(let value): try statement.bind(.blob(Array(value)), at: parameter)
    case .transformable(let value): try statement.bind(.blob(Array(value.bytes)), at: parameter)
    }
  }

  // MARK: Relationships

  /// Calls `body` with each object that has a to-many relationship, and its members in order.
  private func forEachOwner(
    of relationship: RelationshipDescription,
    _ body: (ManagedObjectID, [ManagedObjectID]) throws -> Void
  ) throws {
    guard let owner = relationship.entity, case .toMany(let slot)? = owner.layout.slot(named: relationship.name) else {
      return
    }
    for objectID in try store.objectIDs(for: StoreFetch(entity: owner)) {
      try body(objectID, try store.members(of: objectID, toManySlot: slot))
    }
  }

  private func writeLinks(of table: PlainJoinTable, to connection: SQLiteConnection) throws {
    let columns = [table.owner.column, table.member.column] + (table.positionColumn.map { [$0] } ?? [])
    let marks = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    let statement = try connection.prepare(
      "INSERT INTO \(SQLText.name(table.name)) (\(columns.map(SQLText.name).joined(separator: ", "))) VALUES (\(marks))"
    )
    try forEachOwner(of: table.relationship) { owner, members in
      for (index, member) in members.enumerated() {
        try statement.bind(owner.reference, at: 1)
        try statement.bind(member.reference, at: 2)
        if table.positionColumn != nil { try statement.bind(Int64(index + 1), at: 3) }
        try statement.run()
      }
    }
    guard let position = table.inversePositionColumn, let inverse = table.relationship.inverseRelationship else {
      return
    }
    let update = try connection.prepare(
      """
      UPDATE \(SQLText.name(table.name)) SET \(SQLText.name(position)) = ?1 \
      WHERE \(SQLText.name(table.member.column)) = ?2 AND \(SQLText.name(table.owner.column)) = ?3
      """
    )
    try number(membersOf: inverse, with: update)
  }

  private func writePositions(_ position: PlainPosition, to connection: SQLiteConnection) throws {
    let update = try connection.prepare(
      """
      UPDATE \(SQLText.name(position.table)) SET \(SQLText.name(position.column)) = ?1 \
      WHERE ?2 IS NOT NULL AND \(SQLText.name(position.key)) = ?3
      """
    )
    try number(membersOf: position.relationship, with: update)
  }

  /// Runs `update` with the place (from 1), the owner and the member, for every member of an ordered relationship.
  private func number(membersOf relationship: RelationshipDescription, with update: SQLiteStatement) throws {
    try forEachOwner(of: relationship) { owner, members in
      for (index, member) in members.enumerated() {
        try update.bind(Int64(index + 1), at: 1)
        try update.bind(owner.reference, at: 2)
        try update.bind(member.reference, at: 3)
        try update.run()
      }
    }
  }
}

/// Why a store cannot be written in the plain layout: it holds what the model does not allow.
package struct PlainExportError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  package var what: String
  /// What SQLite says about it; `nil` where the store is not at fault.
  package var reason: String?

  package var description: String {
    guard let reason else { return "cannot export: \(what)" }
    return "cannot export: \(what) (\(reason)); ‘studbook verify’ lists every such place"
  }
}

extension PlainExportError {
  package var errorDescription: String? { description }
}
