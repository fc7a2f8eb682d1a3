internal import Findings
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
        let entity = number.flatMap { schema.index(ofNumber: $0) }.map { schema.entities[$0].entity.name }
        add(entity.map { .entity($0) } ?? .entityNumber(number), table: table.name, key: row[0].integer)
      }
    }
  }

  /// Looks for references that lead nowhere or to the wrong entity, and for one-to-one relationships that do not lead back.
  mutating func verifyReferences() throws {
    for reference in try DanglingReference.find(in: connection, schema: schema, limit: 10_000) {
      let place = relationship(column: reference.column, table: reference.table)
      add(
        reference.problem,
        table: reference.table,
        key: reference.key,
        entity: place?.entity,
        property: place?.property
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
        .destination(row[1].integer ?? 0, relationship: relationship.name),
        table: table.name,
        key: row[0].integer,
        property: relationship.name
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
        .inverse(inverse.name, of: row[1].integer ?? 0, relationship: relationship.name),
        table: table.name,
        key: row[0].integer,
        property: relationship.name
      )
    }
  }

  /// The relationship whose destinations a column keeps. That of a to-one column has no entity, because rows of several may have it.
  private func relationship(column: String, table: String) -> (entity: String?, property: String)? {
    for entity in schema.entities {
      let layout = entity.entity.layout
      let own = schema.tables[entity.table]
      for (slot, storage) in entity.toOne.enumerated() where own.name == table {
        guard let storage, own.columns[storage.column].name == column else { continue }
        return (nil, layout.toOneRelationships[slot].name)
      }
      for (slot, storage) in entity.toMany.enumerated() {
        switch storage {
        case .joinTable(let index, let isFirst):
          let join = schema.joinTables[index]
          guard join.name == table, (isFirst ? join.secondColumn : join.firstColumn) == column else { continue }
        case .memberColumn(let members, let owner, _, _, true):
          guard schema.tables[members].name == table, owner == column else { continue }
        case .memberColumn, .none: continue
        }
        return (entity.entity.name, layout.toManyRelationships[slot].name)
      }
    }
    return nil
  }

  /// The relationship of a join table whose owner stands in the first column, or in the second one.
  func relationship(ofJoinTable index: Int, first: Bool) -> (entity: String, property: String)? {
    for entity in schema.entities {
      for (slot, storage) in entity.toMany.enumerated() {
        guard case .joinTable(index, let isFirst) = storage, isFirst == first else { continue }
        return (entity.entity.name, entity.entity.layout.toManyRelationships[slot].name)
      }
    }
    return nil
  }
}
