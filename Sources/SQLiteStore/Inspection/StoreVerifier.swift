internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Compares a store's file with a model, from the bytes up: file, schema, books, rows, references, values.
struct StoreVerifier {
  let path: String
  let connection: SQLiteConnection
  let schema: StoreSchema
  let header: StoreFile
  let model: ManagedObjectModel
  private let limit: Int
  private var findings: [Finding] = []
  private var counts: [RuleCode: Int] = [:]
  /// Why something of a finding could not be read.
  private var failure: SQLiteError?

  init(path: String, model: ManagedObjectModel, configuration: String?, limit: Int) throws {
    self.path = path
    self.model = model
    self.limit = limit
    connection = try StoreFile.connect(to: path, for: .inspection)
    header = try StoreFile.header(of: connection, path: path)
    var schema = StoreSchema(
      model: model,
      era: StoreEra(frameworkVersion: header.metadata.frameworkVersion ?? StoreEra.modern.frameworkVersion),
      configuration: configuration
    )
    try schema.adoptJoinTables(of: connection)
    self.schema = schema
  }

  mutating func verify(checksIntegrity: Bool) throws -> [Finding] {
    if checksIntegrity {
      for problem in try connection.integrityProblems(limit: limit) { add(.integrity(problem)) }
    }
    verifyHashes()
    try verifyMetadata()
    for feature in schema.unprovenFeatures where try isUsed(feature) {
      add(
        .unproven(feature.explanation),
        entity: feature.entity.isEmpty ? nil : feature.entity,
        property: feature.property.isEmpty ? nil : feature.property
      )
    }
    let isComplete = try verifySchema()
    try verifyPrimaryKeys()
    // Rows can only be looked at where the tables are there.
    if isComplete, counts[.storeIntegrity] == nil {
      try verifyEntityNumbers()
      try verifyReferences()
      try verifyLinks()
      try verifyUniqueness()
      try verifyRows()
      try verifyExternalFiles()
      try verifyDerivedAttributes()
      try verifyComputedAttributes()
    }
    if let failure { throw failure }
    for (rule, count) in counts.sorted(by: { $0.key < $1.key }) where count > limit {
      findings.append(Finding(StoreFinding.inspection(.more(count - limit, rule: rule), place: "")))
    }
    return findings
  }

  /// Notes a problem; one that names a table and no entity gets the row's, or that of the whole table.
  ///
  /// - Parameters:
  ///   - key: The row's key (`Z_PK`).
  ///   - property: The attribute or relationship.
  mutating func add(
    _ problem: StoreFinding.Problem,
    table: String? = nil,
    key: Int64? = nil,
    entity: String? = nil,
    property: String? = nil
  ) {
    var finding = Finding(
      StoreFinding.inspection(problem, place: ""),
      severity: problem.severity,
      entity: entity,
      attribute: property,
      table: table
    )
    counts[finding.rule, default: 0] += 1
    guard counts[finding.rule, default: 0] <= limit else { return }
    let place = [table ?? entity, key.map(String.init)].compactMap(\.self).joined(separator: " ")
    finding.kind = StoreFinding.inspection(problem, place: place)
    finding.record = key.map { Int($0) }
    if entity == nil, let table {
      do { finding.entity = try entityName(ofRow: key, inTable: table) } catch { failure = failure ?? error }
    }
    findings.append(finding)
  }

  /// What the database answers; `nil` where it is not as it should be, of which other checks speak.
  ///
  /// - Throws: `SQLiteError` where it cannot be read.
  private func told(_ ask: () throws(SQLiteError) -> SQLiteValue?) throws(SQLiteError) -> SQLiteValue? {
    do { return try ask() } catch {
      if error.isOfTheSystem { throw error }
      return nil
    }
  }

  private func entityName(ofRow key: Int64?, inTable name: String) throws(SQLiteError) -> String? {
    guard let table = schema.tables.first(where: { $0.name == name }) else { return nil }
    var number: Int64?
    if let key {
      number = try told { () throws(SQLiteError) in
        try connection.firstValue("SELECT Z_ENT FROM \(SQLIdentifier.spelled(name)) WHERE Z_PK = ?1", [.integer(key)])
      }?.integer
    }
    let index = number.flatMap(schema.index(ofNumber:)) ?? schema.index(ofNumber: table.rootNumber)
    return index.map { schema.entities[$0].entity.name }
  }

  /// Whether the store depends on what is not proven; `true` where its rows cannot tell.
  private func isUsed(_ feature: UnprovenFeature) throws -> Bool {
    guard let column = feature.valueColumn else { return true }
    let (table, name) = (SQLIdentifier.spelled(schema.tables[column.table].name), SQLIdentifier.spelled(column.name))
    let isFilled = try told { () throws(SQLiteError) in
      try connection.firstValue("SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(name) IS NOT NULL)")
    }
    return isFilled?.integer != 0
  }

  private mutating func verifyHashes() {
    let hashes = model.entityVersionHashesByName
    let stored = header.metadata.versionHashes
    for entity in schema.entities.map(\.entity.name) {
      if let found = stored[entity] {
        if let wanted = hashes[entity], wanted != found {
          add(.otherHash(entity: entity), entity: entity)
        }
      } else {
        add(.noHash(entity: entity), entity: entity)
      }
    }
    let names = Set(schema.entities.map(\.entity.name))
    for name in stored.keys.sorted() where !names.contains(name) {
      add(.unknownHash(entity: name), entity: name)
    }
  }

  /// Compares tables, columns and indexes; whether all tables and columns are there.
  private mutating func verifySchema() throws -> Bool {
    let objects = try connection.rows("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    var found: [String: String] = [:]
    for object in objects { found[object[1].text ?? ""] = object[2].text }
    var isComplete = true
    let wanted =
      schema.tables.map { ($0.name, StoreSchema.statement(for: $0)) }
      + schema.joinTables.map { ($0.name, StoreSchema.statement(for: $0)) }
    for (name, statement) in wanted {
      guard let sql = found[name] else {
        add(.noTable(name), table: name)
        isComplete = false
        continue
      }
      // The order of columns and columns too many are what a migration leaves; Core Data goes by names.
      if sql == statement { continue }
      let columns = try self.columns(of: name)
      let present = Set(columns.map(\.name))
      let wanted = wantedColumns(of: name)
      let missing = wanted.filter { !present.contains($0.name) }
      if !missing.isEmpty {
        add(.noColumns(missing.map(\.name), table: name), table: name)
        isComplete = false
        continue
      }
      for column in wanted {
        guard let type = columns.first(where: { $0.name == column.name })?.type, type != column.type else { continue }
        add(.columnType(column.name, table: name, found: type, wanted: column.type), table: name)
      }
      let constraints = schema.tables.first { $0.name == name }?.uniqueConstraints ?? []
      for constraint in constraints where try !isUnique(constraint.columns, inTable: name) {
        add(.noConstraint(columns: constraint.columns, table: name), table: name)
      }
    }
    for index in schema.indexes {
      guard let sql = found[index.name] else {
        if try !index.isRepeated && !isServed(index) { add(.noIndex(index.name), table: index.table) }
        continue
      }
      if Self.words(of: sql) != Self.words(of: StoreSchema.statement(for: index)) {
        add(.otherIndex(index.name, statement: sql), table: index.table)
      }
    }
    for index in schema.rangeIndexes where found[index.name] == nil {
      add(.noRangeIndex(index.name), table: index.table)
    }
    for trigger in schema.derivationTriggers where trigger.isProven && found[trigger.name] != trigger.sql {
      add(.otherTrigger(trigger.name), table: trigger.table, entity: trigger.entity, property: trigger.attribute)
    }
    return isComplete
  }

  private func columns(of table: String) throws -> [(name: String, type: String)] {
    try connection.rows("SELECT name, type FROM pragma_table_info(?1)", [.text(table)])
      .map { ($0[0].text ?? "", $0[1].text ?? "") }
  }

  /// A statement without what says nothing: the quotes around a table that a migration has renamed, and blanks in a row.
  private static func words(of statement: String) -> [Substring] {
    statement.filter { $0 != "\"" }.split(separator: " ")
  }

  /// Whether other indexes do what a missing one would: those of a join table under a name that it had before, and a constraint inside the table's own
  /// statement.
  private func isServed(_ index: StoreIndex) throws -> Bool {
    if index.isUnique { return try isUnique(index.columns.map(\.name), inTable: index.table) }
    guard schema.joinTables.contains(where: { $0.name == index.table }) else { return false }
    // With the primary key there is one for each direction.
    let leading = Set(try indexedColumns(ofTable: index.table).compactMap(\.columns.first))
    return index.columns.allSatisfy { leading.contains($0.name) }
  }

  private func isUnique(_ columns: [String], inTable table: String) throws -> Bool {
    try indexedColumns(ofTable: table).contains { $0.isUnique && $0.columns == columns }
  }

  /// The columns of a table's indexes, also of those that its own statement asks for.
  private func indexedColumns(ofTable table: String) throws -> [(columns: [String], isUnique: Bool)] {
    let list = "SELECT name, \"unique\" AND NOT partial FROM pragma_index_list(?1)"
    return try connection.rows(list, [.text(table)]).map { index in
      let columns = try connection.rows("SELECT name FROM pragma_index_info(?1) ORDER BY seqno", [index[0]])
      return (columns.map { $0[0].text ?? "" }, index[1].integer == 1)
    }
  }

  /// The columns that a table has to have.
  private func wantedColumns(of name: String) -> [(name: String, type: String)] {
    if let table = schema.tables.first(where: { $0.name == name }) {
      return table.columns.map { ($0.name, $0.type.rawValue) }
    }
    guard let join = schema.joinTables.first(where: { $0.name == name }) else { return [] }
    return ([join.firstColumn, join.secondColumn] + join.orderColumns).map { ($0, "INTEGER") }
  }

  private mutating func verifyPrimaryKeys() throws {
    var found: [String: (number: Int64, parent: Int64, maximum: Int64)] = [:]
    for row in try connection.rows("SELECT Z_NAME, Z_ENT, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") {
      found[row[0].text ?? ""] = (row[1].integer ?? 0, row[2].integer ?? 0, row[3].integer ?? 0)
    }
    let names = Set(schema.entities.map(\.entity.name))
    /// What stands under the number of an entity that the table does not name, if that is no other entity's.
    func renamed(_ number: Int64) -> String? {
      found.first { $0.value.number == number && !names.contains($0.key) }?.key
    }
    func note(_ problem: StoreFinding.Problem, of entity: String) {
      add(problem, table: "Z_PRIMARYKEY", entity: entity)
    }
    for entity in schema.entities {
      let (name, table) = (entity.entity.name, schema.tables[entity.table])
      let oldName = found[name] == nil ? renamed(entity.number) : nil
      guard let entry = found[oldName ?? name] else {
        note(.noPrimaryKey(entity: name), of: name)
        continue
      }
      if let oldName { note(.oldPrimaryKey(name: oldName, entity: name), of: name) }
      if entry.number != entity.number {
        note(.primaryKeyNumber(entry.number, entity: name, wanted: entity.number), of: name)
      }
      if entry.parent != entity.superNumber {
        note(.primaryKeyParent(entry.parent, entity: name, wanted: entity.superNumber), of: name)
      }
      guard entity.number == table.rootNumber else { continue }
      let greatest = try told { () throws(SQLiteError) in
        try connection.firstValue("SELECT max(Z_PK) FROM \(SQLIdentifier.spelled(table.name))")
      }
      if let greatest = greatest?.integer, greatest > entry.maximum {
        note(.primaryKeyMaximum(entry.maximum, table: table.name, greatest: greatest), of: name)
      }
    }
  }
}
