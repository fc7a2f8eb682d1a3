internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension StoreVerifier {
  /// Looks for objects that share values which the model wants unique.
  mutating func verifyUniqueness() throws {
    for (index, table) in schema.tables.enumerated() {
      for constraint in schema.uniqueConstraints(ofTable: index) {
        let columns = constraint.columns.map(SQLIdentifier.spelled)
        let rows = try connection.rows(
          """
          SELECT Z_PK, holder FROM (SELECT Z_PK, min(Z_PK) OVER (PARTITION BY \(columns.joined(separator: ", "))) AS holder \
          FROM \(SQLIdentifier.spelled(table.name)) WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))) \
          WHERE Z_PK <> holder ORDER BY Z_PK
          """
        )
        for row in rows {
          add(
            .duplicate(attributes: constraint.attributes, key: row[1].integer ?? 0),
            table: table.name,
            key: row[0].integer,
            property: constraint.attributes.joined(separator: ",")
          )
        }
      }
    }
  }

  /// Reads every object and checks its values, and the numbers of its related objects where the model limits them.
  mutating func verifyRows() throws {
    let files = try ExternalDataFolder(storePath: path, threshold: .max, requiresFiles: true)
    for entity in schema.entities where !entity.entity.isAbstract {
      let table = schema.tables[entity.table]
      let reader = RowReader(entity: entity, schema: schema, storeNumber: 0, alias: "t0", files: nil)
      let statement = try connection.prepare(
        "SELECT \(reader.selection) FROM \(SQLIdentifier.spelled(table.name)) AS t0 WHERE t0.Z_ENT = \(entity.number)"
      )
      var storageClasses = [SQLiteStorageClass](repeating: .null, count: statement.columnCount)
      while try statement.step() {
        // Reading a value may convert it where it lies; what SQLite then says of its class means nothing.
        for column in storageClasses.indices { storageClasses[column] = statement.storageClass(column) }
        guard let row = try reader.row(in: statement) else { continue }
        try verify(row, in: statement, storageClasses, of: entity, files: files)
      }
    }
  }

  private mutating func verify(
    _ row: StoreRow,
    in statement: SQLiteStatement,
    _ storageClasses: [SQLiteStorageClass],
    of entity: StoreEntity,
    files: ExternalDataFolder
  ) throws {
    let layout = entity.entity.layout
    let table = schema.tables[entity.table].name
    func note(_ problem: StoreFinding.Problem, of property: String) {
      add(problem, table: table, key: row.objectID.reference, entity: entity.entity.name, property: property)
    }
    /// Whether the cells of an attribute, or of a composite one's elements, hold what was read of them.
    func areSound(
      _ storage: AttributeStorage,
      _ attribute: AttributeDescription,
      _ name: String,
      _ value: AttributeValue
    ) throws -> Bool {
      let column: AttributeColumn
      switch storage {
      case .none: return true
      case .column(let own): column = own
      case .composite(let storages):
        let values = if case .composite(let values) = value { values } else { [String: AttributeValue]() }
        let elements = (attribute as? CompositeAttributeDescription)?.elements ?? []
        return try zip(storages, elements).reduce(true) { areSoundSoFar, pair in
          let (element, value) = (pair.1, values[pair.1.name] ?? .null)
          return try areSound(pair.0.storage, element, "\(name).\(element.name)", value) && areSoundSoFar
        }
      }
      let storageClass = storageClasses[column.index]
      if !column.allows(storageClass) {
        note(.storageClass("\(storageClass)", attribute: name), of: name)
        return false
      }
      if storageClass != .null, column.loses(value, readFrom: statement) {
        note(.noValue(of: attribute.attributeType.modelName, attribute: name), of: name)
        return false
      }
      if storageClass == .text, let problem = statement.textProblem(column.index, of: name) { note(problem, of: name) }
      if case .decimal(let number) = value, number.digitCount > 15 { note(.precision(attribute: name), of: name) }
      guard column.allowsExternalStorage, storageClass == .blob else { return true }
      let cell = statement.withBytes(column.index) { Data($0) }
      guard let file = ExternalDataFolder.fileName(in: cell) else { return true }
      do {
        _ = try ExternalDataFolder.value(of: cell, in: files)
      } catch let error as SQLiteStoreError {
        guard case .externalDataMissing = error.kind else { throw error }
        note(.noFile(file, attribute: name), of: name)
      }
      return false
    }
    for (slot, attribute) in layout.attributes.enumerated() where !attribute.isTransient {
      guard try areSound(entity.attributes[slot], attribute, attribute.name, row.attributes[slot]) else { continue }
      for failure in attribute.validate(row.attributes[slot]) {
        if !row.attributes[slot].isNull {
          note(.validation(failure.message), of: attribute.name)
        } else if attribute.defaultValue.isNull {
          note(.required(failure.message), of: attribute.name)
        } else {
          note(.requiredWithDefault(attribute: attribute.name), of: attribute.name)
        }
      }
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() where !relationship.isTransient {
      if let failure = relationship.validate(count: row.toOne[slot] == nil ? 0 : 1) {
        note(.required(failure.message), of: relationship.name)
      }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      guard !relationship.isTransient, relationship.limitsCount,
        let count = try memberCount(of: row.objectID.reference, entity.toMany[slot])
      else { continue }
      if let failure = relationship.validate(count: count) {
        note(count == 0 ? .required(failure.message) : .validation(failure.message), of: relationship.name)
      }
    }
  }

  private func memberCount(of key: Int64, _ storage: ToManyStorage) throws -> Int? {
    let sql: String
    switch storage {
    case .none: return nil
    case .memberColumn(let table, let column, _, _, _):
      sql =
        "SELECT count(*) FROM \(SQLIdentifier.spelled(schema.tables[table].name)) WHERE \(SQLIdentifier.spelled(column)) = ?1"
    case .joinTable(let index, let isFirst):
      let join = schema.joinTables[index]
      let column = SQLIdentifier.spelled(isFirst ? join.firstColumn : join.secondColumn)
      sql = "SELECT count(*) FROM \(SQLIdentifier.spelled(join.name)) WHERE \(column) = ?1"
    }
    return try connection.withStatement(sql) { statement in
      try statement.bind(key, at: 1)
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }
}

extension Decimal {
  /// How many digits the number has, without zeros at its beginning and end.
  fileprivate var digitCount: Int {
    let digits = description.filter(\.isNumber).drop { $0 == "0" }
    return digits.count - digits.reversed().prefix { $0 == "0" }.count
  }
}

extension AttributeColumn {
  /// Whether Core Data writes values of this class for the attribute.
  fileprivate func allows(_ storageClass: SQLiteStorageClass) -> Bool {
    switch type {
    case _ where storageClass == .null: true
    case .integer16, .integer32, .integer64, .boolean: storageClass == .integer
    // Whole numbers in columns of numeric affinity become integers.
    case .double, .float, .date, .decimal: storageClass == .real || storageClass == .integer
    case .string, .uri: storageClass == .text
    case .uuid, .transformable, .binaryData: storageClass == .blob
    case .undefined, .composite: true
    }
  }

  /// Whether a value of the right class was not read as what the cell holds: bytes that are no UUID, and numbers beyond those of a Float.
  fileprivate func loses(_ value: AttributeValue, readFrom statement: SQLiteStatement) -> Bool {
    switch (type, value) {
    case (.uuid, .null): true
    case (.float, .float(let number)): number.isInfinite && statement.real(index).isFinite
    default: false
    }
  }
}

extension SQLiteStatement {
  /// What is wrong with a text's bytes; `nil` when nothing is.
  fileprivate func textProblem(_ column: Int, of attribute: String) -> StoreFinding.Problem? {
    withBytes(column) { bytes in
      // ASCII without a NUL, as most texts are.
      if bytes.allSatisfy({ $0 &- 1 < 127 }) { return nil }
      if bytes.contains(0) { return .nul(attribute: attribute) }
      return String(validating: bytes, as: UTF8.self) == nil ? .encoding(attribute: attribute) : nil
    }
  }
}
