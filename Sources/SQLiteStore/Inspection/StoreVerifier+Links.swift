internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension StoreVerifier {
  /// Looks at relationships that the members' tables do not carry by themselves: links of join tables to objects of the wrong entity, links with one
  /// end, and members that share a place in an order.
  mutating func verifyLinks() throws {
    for (index, join) in schema.joinTables.enumerated() { try verifyEnds(of: join, at: index) }
    for entity in schema.entities {
      for (relationship, storage) in zip(entity.entity.layout.toManyRelationships, entity.toMany) {
        guard relationship.entity === entity.entity, let destination = relationship.destinationEntity,
          let target = schema.entity(destination)
        else { continue }
        switch storage {
        case .none: break
        case .memberColumn(let table, let column, _, let orderColumn, _):
          guard let orderColumn else { break }
          try verifyOrder(
            of: relationship,
            table: schema.tables[table].name,
            owner: column,
            order: orderColumn,
            member: "Z_PK"
          )
        case .joinTable(let index, let isFirst):
          let join = schema.joinTables[index]
          let (owner, member) = isFirst ? (join.firstColumn, join.secondColumn) : (join.secondColumn, join.firstColumn)
          try verifyMembers(of: relationship, in: join, column: member, owner: owner, target: target)
          guard let order = isFirst ? join.firstOrderColumn : join.secondOrderColumn else { break }
          try verifyOrder(of: relationship, table: join.name, owner: owner, order: order, member: member)
        }
      }
    }
  }

  private mutating func verifyEnds(of join: JoinTable, at index: Int) throws {
    let (first, second) = (SQLIdentifier.spelled(join.firstColumn), SQLIdentifier.spelled(join.secondColumn))
    let rows = try connection.rows(
      "SELECT \(first), \(second) FROM \(SQLIdentifier.spelled(join.name)) WHERE \(first) IS NULL OR \(second) IS NULL"
    )
    for row in rows {
      let place = relationship(ofJoinTable: index, first: row[0].integer != nil)
      add(
        .halfLink,
        table: join.name,
        key: row[0].integer ?? row[1].integer,
        entity: place?.entity,
        property: place?.property
      )
    }
  }

  private mutating func verifyMembers(
    of relationship: RelationshipDescription,
    in join: JoinTable,
    column: String,
    owner: String,
    target: StoreEntity
  ) throws {
    let table = schema.tables[target.table]
    guard table.isShared else { return }
    let numbers = target.subtreeNumbers.map(String.init).joined(separator: ", ")
    let rows = try connection.rows(
      """
      SELECT j.\(SQLIdentifier.spelled(owner)), d.Z_PK FROM \(SQLIdentifier.spelled(join.name)) AS j \
      JOIN \(SQLIdentifier.spelled(table.name)) AS d ON d.Z_PK = j.\(SQLIdentifier.spelled(column)) \
      WHERE d.Z_ENT NOT IN (\(numbers))
      """
    )
    for row in rows {
      add(
        .member(row[1].integer ?? 0, relationship: relationship.name),
        table: join.name,
        key: row[0].integer,
        entity: relationship.entity?.name,
        property: relationship.name
      )
    }
  }

  private mutating func verifyOrder(
    of relationship: RelationshipDescription,
    table: String,
    owner: String,
    order: String,
    member: String
  ) throws {
    let (owner, order, member) = (
      SQLIdentifier.spelled(owner), SQLIdentifier.spelled(order), SQLIdentifier.spelled(member)
    )
    let rows = try connection.rows(
      """
      SELECT \(owner), min(\(member)), max(\(member)), count(\(order)) FROM \(SQLIdentifier.spelled(table)) WHERE \(owner) IS NOT NULL \
      GROUP BY \(owner), \(order) HAVING count(*) > 1 OR count(\(order)) = 0
      """
    )
    for row in rows {
      let (first, last) = (row[1].integer ?? 0, row[2].integer ?? 0)
      add(
        row[3].integer == 0
          ? .noOrder(member: first, relationship: relationship.name)
          : .sameOrder(members: first, last, relationship: relationship.name),
        table: table,
        key: row[0].integer,
        entity: relationship.entity?.name,
        property: relationship.name
      )
    }
  }
}
