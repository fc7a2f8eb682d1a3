internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// Writes the links between objects that no row of theirs has: the rows of join tables, back pointers, and the order of members.
struct LinkWriter {
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad

  init(database: StoreDatabase, bulkLoad: BulkLoad) {
    self.database = database
    self.bulkLoad = bulkLoad
  }

  /// Applies what came to a to-many relationship and what went: links in a join table, and back pointers.
  func applyLinks(of change: StoreToManyChange) throws {
    guard !change.added.isEmpty || !change.removed.isEmpty else { return }
    let entity = database.schema.entities[try database.entityIndex(change.owner.entity)]
    guard entity.toMany.indices.contains(change.slot) else { return }
    switch entity.toMany[change.slot] {
    case .none: break
    case .joinTable(let index, let isFirst):
      bulkLoad.noteLinks(inJoinTable: index)
      try applyLinks(of: change, to: database.schema.joinTables[index], isFirst: isFirst)
    case .memberColumn(let table, let column, let entityColumn, _, let isBackPointer):
      guard isBackPointer else { return }
      let name = SQLIdentifier.spelled(database.schema.tables[table].name)
      let spelled = SQLIdentifier.spelled(column)
      let extra = entityColumn.map { ", \(SQLIdentifier.spelled($0)) = ?3" } ?? ""
      for member in change.removed {
        try run(
          "UPDATE \(name) SET \(spelled) = NULL WHERE Z_PK = ?1 AND \(spelled) = ?2",
          [member.reference, change.owner.reference]
        )
      }
      for member in change.added {
        try run(
          "UPDATE \(name) SET \(spelled) = ?2\(extra) WHERE Z_PK = ?1",
          [member.reference, change.owner.reference] + (entityColumn == nil ? [] : [entity.number])
        )
      }
    }
  }

  /// Numbers the members of an ordered relationship.
  ///
  /// That comes after the links of all changes of a save: those of a many-to-many relationship are named by one side, and the other side may have an order
  /// too.
  ///
  /// - Returns: The members whose own rows have changed.
  func applyOrder(of change: StoreToManyChange) throws -> [ManagedObjectID] {
    guard let order = change.order else { return [] }
    bulkLoad.noteOrder()
    let entity = database.schema.entities[try database.entityIndex(change.owner.entity)]
    guard entity.toMany.indices.contains(change.slot) else { return [] }
    var keepsPlace = false
    let name: String
    let member: String
    let owner: String
    let column: String?
    switch entity.toMany[change.slot] {
    case .none: return []
    case .joinTable(let index, let isFirst):
      let join = database.schema.joinTables[index]
      name = SQLIdentifier.spelled(join.name)
      member = SQLIdentifier.spelled(isFirst ? join.secondColumn : join.firstColumn)
      owner = SQLIdentifier.spelled(isFirst ? join.firstColumn : join.secondColumn)
      column = isFirst ? join.firstOrderColumn : join.secondOrderColumn
    case .memberColumn(let table, let ownerColumn, _, let orderColumn, let isBackPointer):
      keepsPlace = !isBackPointer
      name = SQLIdentifier.spelled(database.schema.tables[table].name)
      member = "Z_PK"
      owner = SQLIdentifier.spelled(ownerColumn)
      column = orderColumn
    }
    guard let spelled = column.map(SQLIdentifier.spelled) else { return [] }
    let moved = try write(
      order,
      current: "SELECT \(spelled) FROM \(name) WHERE \(member) = ?1 AND \(owner) = ?2",
      update: "UPDATE \(name) SET \(spelled) = ?3 WHERE \(member) = ?1 AND \(owner) = ?2",
      owner: change.owner.reference
    )
    return keepsPlace ? moved : []
  }

  private func applyLinks(of change: StoreToManyChange, to join: JoinTable, isFirst: Bool) throws {
    let name = SQLIdentifier.spelled(join.name)
    let owner = SQLIdentifier.spelled(isFirst ? join.firstColumn : join.secondColumn)
    let member = SQLIdentifier.spelled(isFirst ? join.secondColumn : join.firstColumn)
    for removed in change.removed {
      let keys = [change.owner.reference, removed.reference]
      try run("DELETE FROM \(name) WHERE \(owner) = ?1 AND \(member) = ?2", keys)
      if join.isSymmetric { try run("DELETE FROM \(name) WHERE \(member) = ?1 AND \(owner) = ?2", keys) }
    }
    for added in change.added {
      let condition =
        join.isSymmetric ? " WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE \(owner) = ?2 AND \(member) = ?1)" : ""
      try run(
        "INSERT OR IGNORE INTO \(name) (\(owner), \(member)) SELECT ?1, ?2\(condition)",
        [change.owner.reference, added.reference]
      )
    }
  }

  /// Numbers the members in order, changing as few numbers as it takes. Both statements get the member's key and the owner's.
  ///
  /// - Returns: The members whose numbers have changed.
  private func write(
    _ order: [ManagedObjectID],
    current: String,
    update: String,
    owner: Int64
  ) throws -> [ManagedObjectID] {
    let numbers: [Int64?] = try database.connection.withStatement(current) { statement in
      try order.map { member in
        defer { statement.reset() }
        try statement.bind(member.reference, at: 1)
        try statement.bind(owner, at: 2)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
      }
    }
    let wanted = OrderNumbers.numbers(keeping: numbers)
    var moved: [ManagedObjectID] = []
    for (index, member) in order.enumerated() where numbers[index] != wanted[index] {
      try run(update, [member.reference, owner, wanted[index]])
      moved.append(member)
    }
    return moved
  }

  private func run(_ sql: String, _ values: [Int64]) throws {
    try database.connection.withStatement(sql) { statement in
      for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
      try statement.run()
    }
  }
}
