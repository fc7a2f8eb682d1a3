internal import ManagedObjects
internal import SQLiteAccess

extension BulkLoad {
  /// Makes and fills the indexes in Core Data's order, inside the open transaction.
  ///
  /// - Throws: `StoreConflictError` with the objects that break uniqueness constraints.
  func makeIndexes() throws {
    var isUnique = true
    for index in database.schema.indexes where isUnique || !index.isUnique {
      do {
        try database.connection.execute(StoreSchema.statement(for: index))
      } catch {
        guard error.code == .SQLITE_CONSTRAINT_UNIQUE else { throw error }
        isUnique = false
      }
    }
    if !isUnique { throw StoreConflictError(conflicts: try duplicates()) }
    for index in database.schema.rangeIndexes {
      for statement in StoreSchema.statements(for: index) { try database.connection.execute(statement) }
      try fill(index)
    }
  }

  /// Fills a range index, whose triggers have seen none of the rows.
  private func fill(_ index: StoreRangeIndex) throws {
    let columns = index.columns.map(SQLIdentifier.spelled)
    let table = SQLIdentifier.spelled(index.table)
    let values = columns.flatMap { ["\($0)", "\($0)"] }.joined(separator: ", ")
    let known = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    try database.connection.execute(
      "INSERT INTO \(SQLIdentifier.spelled(index.name)) SELECT Z_PK, \(values) FROM \(table) WHERE \(known)"
    )
  }

  /// The objects whose values in a uniqueness constraint's attributes another object with a lower key has.
  private func duplicates() throws -> [StoreConflictError.Conflict] {
    var conflicts: [StoreConflictError.Conflict] = []
    for (table, description) in database.schema.tables.enumerated() {
      for constraint in database.schema.uniqueConstraints(ofTable: table) {
        let columns = constraint.columns.map(SQLIdentifier.spelled).joined(separator: ", ")
        let known = constraint.columns.map { "\(SQLIdentifier.spelled($0)) IS NOT NULL" }.joined(separator: " AND ")
        let sql = """
          SELECT Z_PK, Z_ENT, holder FROM (SELECT Z_PK, Z_ENT, min(Z_PK) OVER (PARTITION BY \(columns)) AS holder \
          FROM \(SQLIdentifier.spelled(description.name)) WHERE \(known)) WHERE Z_PK <> holder ORDER BY Z_PK \
          LIMIT \(StoreConflictError.greatestCount - conflicts.count)
          """
        let statement = try database.connection.prepare(sql)
        while try statement.step() {
          guard
            let entity = database.schema.index(ofNumber: statement.integer(1)).map({
              database.schema.entities[$0].entity
            })
          else {
            continue
          }
          conflicts.append(
            .uniqueness(
              objectID: ManagedObjectID(entity: entity, storeNumber: database.number, reference: statement.integer(0)),
              constraint: constraint.attributes,
              holder: try database.objectID(ofKey: statement.integer(2), inTable: table)
            )
          )
        }
        if conflicts.count >= StoreConflictError.greatestCount { return conflicts }
      }
    }
    return conflicts
  }
}

extension StoreConflictError {
  /// How many conflicts a store lists at most.
  static let greatestCount = 10_000
}
