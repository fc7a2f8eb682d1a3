internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

extension StoreQueries {
  /// The members of a to-many relationship, in order when it is ordered, else by key.
  func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    try database.requireUsable()
    guard let query = memberQuery(ofEntity: try database.ownEntityIndex(of: owner), slot: slot, owners: "= ?1") else {
      return []
    }
    var members: [ManagedObjectID] = []
    try run(query) { statement in
      try statement.bind(owner.reference, at: 1)
    } body: { _, member in
      members.append(member)
    }
    return members
  }

  /// The members of a to-many relationship of several objects of one entity.
  func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    try database.requireUsable()
    guard let first = owners.first,
      let query = memberQuery(
        ofEntity: try database.ownEntityIndex(of: first),
        slot: slot,
        owners: "IN (SELECT value FROM json_each(?1))"
      )
    else { return [:] }
    let ownersByKey = Dictionary(owners.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    var members: [ManagedObjectID: [ManagedObjectID]] = [:]
    try run(query) { statement in
      try statement.bind(QueryList.text(of: .collection(owners.map(\.predicateConstant))), at: 1)
    } body: { key, member in
      if let owner = ownersByKey[key] { members[owner, default: []].append(member) }
    }
    return members
  }

  private struct OwnedMembers {
    /// A statement of three columns: the owner's key, the member's, the member's entity number.
    var sql: String
    /// The index of the relationship's destination.
    var destination: Int
  }

  private func run(
    _ query: OwnedMembers,
    bind: (SQLiteStatement) throws -> Void,
    body: (_ owner: Int64, _ member: ManagedObjectID) -> Void
  ) throws {
    try database.translatingErrors {
      try database.connection.withStatement(query.sql) { statement in
        try bind(statement)
        while try statement.step() {
          // A table of one entity says by itself whose rows it holds.
          let index = database.schema.index(ofNumber: statement.integer(2)) ?? query.destination
          let entity = database.schema.entities[index].entity
          body(
            statement.integer(0),
            ManagedObjectID(entity: entity, storeNumber: database.number, reference: statement.integer(1))
          )
        }
      }
    }
  }

  /// - Parameter owners: The condition on the owners' keys.
  private func memberQuery(ofEntity index: Int, slot: Int, owners: String) -> OwnedMembers? {
    let entity = database.schema.entities[index]
    guard entity.toMany.indices.contains(slot),
      let destination = entity.entity.layout.toManyRelationships[slot].destinationEntity,
      let destinationIndex = database.schema.index(of: destination)
    else { return nil }
    let table = SQLIdentifier.spelled(database.schema.tables[database.schema.entities[destinationIndex].table].name)
    let sql: String
    switch entity.toMany[slot] {
    case .none: return nil
    case .memberColumn(_, let column, _, let orderColumn, _):
      let owner = "m.\(SQLIdentifier.spelled(column))"
      let order = orderColumn.map { "m.\(SQLIdentifier.spelled($0)) NULLS LAST, " } ?? ""
      sql =
        "SELECT \(owner), m.Z_PK, m.Z_ENT FROM \(table) AS m WHERE \(owner) \(owners) ORDER BY \(owner), \(order)m.Z_PK"
    case .joinTable(let index, let isFirst):
      let join = database.schema.joinTables[index]
      let name = SQLIdentifier.spelled(join.name)
      let owner = SQLIdentifier.spelled(isFirst ? join.firstColumn : join.secondColumn)
      let member = SQLIdentifier.spelled(isFirst ? join.secondColumn : join.firstColumn)
      let order = (isFirst ? join.firstOrderColumn : join.secondOrderColumn).map {
        "j.\(SQLIdentifier.spelled($0)) NULLS LAST, "
      }
      // The order is that of the row's first end; the table has none for the other.
      let place = join.firstOrderColumn.map(SQLIdentifier.spelled) ?? "NULL"
      sql =
        join.isSymmetric
        ? """
        SELECT j.owner, m.Z_PK, m.Z_ENT FROM (SELECT owner, member, max(place) AS place FROM \
        (SELECT \(owner) AS owner, \(member) AS member, \(place) AS place FROM \(name) WHERE \(owner) \(owners) \
        UNION ALL SELECT \(member), \(owner), NULL FROM \(name) WHERE \(member) \(owners)) GROUP BY owner, member) AS j \
        JOIN \(table) AS m ON m.Z_PK = j.member ORDER BY j.owner, j.place NULLS LAST, m.Z_PK
        """
        : """
        SELECT j.\(owner), m.Z_PK, m.Z_ENT FROM \(name) AS j JOIN \(table) AS m ON m.Z_PK = j.\(member) \
        WHERE j.\(owner) \(owners) ORDER BY j.\(owner), \(order ?? "")m.Z_PK
        """
    }
    return OwnedMembers(sql: sql, destination: destinationIndex)
  }
}
