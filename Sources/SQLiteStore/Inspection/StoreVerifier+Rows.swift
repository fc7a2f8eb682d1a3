internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension StoreVerifier {
  /// Looks for rows whose entity is not one of their table's, or has no objects of its own.
  mutating func verifyEntityNumbers() throws {
    for (index, table) in schema.tables.enumerated() {
      let allowed = schema.entities.filter { $0.table == index && !$0.entity.isAbstract }.map { String($0.number) }
      let rows = try connection.rows(
        "SELECT Z_PK, Z_ENT FROM \(SQLIdentifier.spelled(table.name)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN "
          + "(\(allowed.joined(separator: ", "))) ORDER BY Z_PK"
      )
      for row in rows {
        let number = row[1].integer
        let reason =
          number.flatMap { schema.index(ofNumber: $0) }.map {
            "of the entity \(schema.entities[$0].entity.name), which has no objects here"
          }
          ?? "of no entity of the model (Z_ENT is \(number.map(String.init) ?? "missing"))"
        add(StoreProblem(.entityNumber, "the row is \(reason)", table: table.name, key: row[0].integer))
      }
    }
  }

  /// Looks for references that lead nowhere or to the wrong entity, and for one-to-one relationships that do not lead back.
  mutating func verifyReferences() throws {
    for reference in try DanglingReference.find(in: connection, schema: schema, limit: 10_000) {
      add(
        StoreProblem(
          .danglingReference,
          "\(reference.column) refers to \(reference.destination) \(reference.missingKey), which is not there",
          table: reference.table,
          key: reference.key,
          property: property(column: reference.column, table: reference.table)
        )
      )
    }
    for entity in schema.entities {
      for (relationship, storage) in zip(entity.entity.layout.toOneRelationships, entity.toOne) {
        // An inherited relationship is looked at once, with the entity that declares it.
        guard let storage, relationship.entity === entity.entity, let destination = relationship.destinationEntity,
          let target = schema.entity(destination)
        else { continue }
        try verifyDestination(of: relationship, storage, from: entity, to: target)
        try verifyInverse(of: relationship, storage, from: entity, to: target)
      }
    }
  }

  private mutating func verifyDestination(
    of relationship: RelationshipDescription,
    _ storage: ToOneStorage,
    from entity: StoreEntity,
    to target: StoreEntity
  ) throws {
    let table = schema.tables[entity.table]
    let column = SQLIdentifier.spelled(table.columns[storage.column].name)
    let numbers = target.subtreeNumbers.map(String.init).joined(separator: ", ")
    // The column beside the key has to name the destination's own entity.
    let claimed =
      storage.entityColumn.map { " OR s.\(SQLIdentifier.spelled(table.columns[$0].name)) IS NOT d.Z_ENT" } ?? ""
    let rows = try connection.rows(
      """
      SELECT s.Z_PK, s.\(column), d.Z_ENT FROM \(SQLIdentifier.spelled(table.name)) AS s \
      JOIN \(SQLIdentifier.spelled(schema.tables[target.table].name)) AS d ON d.Z_PK = s.\(column) \
      WHERE d.Z_ENT NOT IN (\(numbers))\(claimed) ORDER BY s.Z_PK
      """
    )
    for row in rows {
      add(
        StoreProblem(
          .wrongDestination,
          "\(relationship.name) leads to \(row[1].integer ?? 0), an object of another entity than the relationship or its own column says",
          table: table.name,
          key: row[0].integer,
          entity: entity.entity.name,
          property: relationship.name
        )
      )
    }
  }

  private mutating func verifyInverse(
    of relationship: RelationshipDescription,
    _ storage: ToOneStorage,
    from entity: StoreEntity,
    to target: StoreEntity
  ) throws {
    guard let inverse = relationship.inverseRelationship, !inverse.isToMany,
      case .toOne(let slot) = target.entity.layout.slot(named: inverse.name), let back = target.toOne[slot]
    else { return }
    let table = schema.tables[entity.table]
    let column = SQLIdentifier.spelled(table.columns[storage.column].name)
    let other = schema.tables[target.table]
    let backColumn = SQLIdentifier.spelled(other.columns[back.column].name)
    let rows = try connection.rows(
      """
      SELECT s.Z_PK, s.\(column) FROM \(SQLIdentifier.spelled(table.name)) AS s \
      JOIN \(SQLIdentifier.spelled(other.name)) AS d ON d.Z_PK = s.\(column) WHERE d.\(backColumn) IS NOT s.Z_PK ORDER BY s.Z_PK
      """
    )
    for row in rows {
      add(
        StoreProblem(
          .inverse,
          "\(relationship.name) leads to \(row[1].integer ?? 0), whose \(inverse.name) does not lead back",
          table: table.name,
          key: row[0].integer,
          entity: entity.entity.name,
          property: relationship.name
        )
      )
    }
  }

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
            StoreProblem(
              .uniqueness,
              "\(constraint.attributes.joined(separator: " and ")) is the same as that of \(row[1].integer ?? 0)",
              table: table.name,
              key: row[0].integer,
              property: constraint.attributes.joined(separator: ",")
            )
          )
        }
      }
    }
  }

  /// Reads every object and checks its values, and the numbers of its related objects where the model limits them.
  mutating func verifyRows() throws {
    let files = ExternalDataFolder(storePath: path, threshold: .max, requiresFiles: true)
    for entity in schema.entities where !entity.entity.isAbstract {
      let table = schema.tables[entity.table]
      let reader = RowReader(entity: entity, schema: schema, storeNumber: 0, alias: "t0", files: nil)
      let statement = try connection.prepare(
        "SELECT \(reader.selection) FROM \(SQLIdentifier.spelled(table.name)) AS t0 WHERE t0.Z_ENT = \(entity.number)"
      )
      while try statement.step() {
        guard let row = try reader.row(in: statement) else { continue }
        try verify(row, in: statement, of: entity, files: files)
      }
    }
  }

  private mutating func verify(
    _ row: StoreRow,
    in statement: SQLiteStatement,
    of entity: StoreEntity,
    files: ExternalDataFolder
  ) throws {
    let layout = entity.entity.layout
    let table = schema.tables[entity.table].name
    func problem(_ kind: StoreProblem.Kind, _ message: String, _ property: String) -> StoreProblem {
      StoreProblem(
        kind,
        message,
        table: table,
        key: row.objectID.reference,
        entity: entity.entity.name,
        property: property
      )
    }
    for (slot, attribute) in layout.attributes.enumerated() where !attribute.isTransient {
      if case .column(let column) = entity.attributes[slot] {
        let storageClass = statement.storageClass(column.index)
        if !column.allows(storageClass) {
          add(
            problem(.storageClass, "\(attribute.name) holds a value of SQLite's class \(storageClass)", attribute.name)
          )
          continue
        }
        if column.allowsExternalStorage, storageClass == .blob {
          let cell = statement.withBytes(column.index) { Data($0) }
          if let name = ExternalDataFolder.fileName(in: cell) {
            if (try? ExternalDataFolder.value(of: cell, in: files)) == nil {
              add(
                problem(
                  .externalData,
                  "\(attribute.name) is kept in the file \(name), which is not there",
                  attribute.name
                )
              )
            }
            continue
          }
        }
      }
      for failure in attribute.validate(row.attributes[slot]) {
        add(problem(row.attributes[slot].isNull ? .required : .validation, failure.message, attribute.name))
      }
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() where !relationship.isTransient {
      if let failure = relationship.validate(count: row.toOne[slot] == nil ? 0 : 1) {
        add(problem(.required, failure.message, relationship.name))
      }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      guard !relationship.isTransient,
        !relationship.isOptional || relationship.maxCount > 0 || relationship.minCount > 0,
        let count = try memberCount(of: row.objectID.reference, entity.toMany[slot])
      else { continue }
      if let failure = relationship.validate(count: count) {
        add(problem(count == 0 ? .required : .validation, failure.message, relationship.name))
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

  /// The name of the relationship that a column keeps; `nil` for a join table's.
  private func property(column: String, table: String) -> String? {
    for entity in schema.entities where schema.tables[entity.table].name == table {
      for (slot, storage) in entity.toOne.enumerated() {
        guard let storage, schema.tables[entity.table].columns[storage.column].name == column else { continue }
        return entity.entity.layout.toOneRelationships[slot].name
      }
    }
    return nil
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
}
