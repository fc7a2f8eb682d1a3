internal import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  /// Ends loading in bulk: works out derived attributes, makes the indexes in Core Data's order, the triggers and Core Data's own tables. Every object has
  /// the version of a new one afterwards, so that contexts have to read objects again.
  ///
  /// The store stays open and can be used as any other. The file has a rollback journal and no side file. A store that was not opened for
  /// loading in bulk stays as it is.
  ///
  /// - Throws: `StoreConflictError` with every object that breaks a uniqueness constraint, each with the object that has the values
  ///   already, up to `StoreConflictError.greatestCount` of them; nothing is made then, and after the duplicates are deleted the call may be repeated.
  /// - Complexity: O(*n* log *n*) in the rows, for sorting the indexes.
  public func finishBulkLoading() throws {
    try database.requireUsable()
    guard isLoadingInBulk else { return }
    try database.translatingErrors {
      try writeDerivedAttributes()
      try resetVersions()
      try renumberOrders()
      try sortLinks()
      try connection.transaction {
        var isUnique = true
        for index in schema.indexes where isUnique || !index.isUnique {
          do {
            try connection.execute(StoreSchema.statement(for: index))
          } catch let error as SQLiteError where error.code == .SQLITE_CONSTRAINT_UNIQUE {
            isUnique = false
          }
        }
        if !isUnique { throw StoreConflictError(conflicts: try duplicates()) }
        for index in schema.rangeIndexes {
          for statement in StoreSchema.statements(for: index) { try connection.execute(statement) }
          try fill(index)
        }
        try refreshAllDerivedAttributes()
        for statement in schema.triggerStatements { try connection.execute(statement) }
        try writeBooks()
      }
      isLoadingInBulk = false
      forgetWriters()
      try connection.setPragma("synchronous", to: String(options.synchronous.rawValue))
      try connection.setJournalMode(.delete)
      try connection.setPragma("locking_mode", to: "normal")
      // The lock goes with the first read in the new mode.
      _ = try connection.firstValue("SELECT count(*) FROM Z_METADATA")
    }
  }

  /// Fills a range index, whose triggers have seen none of the rows.
  private func fill(_ index: StoreRangeIndex) throws {
    let columns = index.columns.map(SQLIdentifier.spelled)
    let table = SQLIdentifier.spelled(index.table)
    let values = columns.flatMap { ["\($0)", "\($0)"] }.joined(separator: ", ")
    let known = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    try connection.execute(
      "INSERT INTO \(SQLIdentifier.spelled(index.name)) SELECT Z_PK, \(values) FROM \(table) WHERE \(known)"
    )
  }

  /// Works out the derived attributes that triggers will keep.
  private func writeDerivedAttributes() throws {
    let statements = schema.derivationTriggers.compactMap(\.backfill)
    guard !statements.isEmpty else { return }
    // These change every row, which a journal in memory would have to hold.
    try connection.setJournalMode(.off)
    for statement in statements { try connection.execute(statement) }
    try connection.setJournalMode(.memory)
  }

  /// Makes the version of every object that was changed after its insertion that of a new one, so that a file does not tell in how many saves it was
  /// filled.
  private func resetVersions() throws {
    guard hasUpdatedInBulk else { return }
    try connection.setJournalMode(.off)
    for table in schema.tables {
      try connection.execute("UPDATE \(SQLIdentifier.spelled(table.name)) SET Z_OPT = 1 WHERE Z_OPT > 1")
    }
    try connection.setJournalMode(.memory)
  }

  /// Numbers the members of ordered relationships anew, 2048 apart, for the same reason: the numbers in between depend on the order of the saves.
  private func renumberOrders() throws {
    guard hasOrderedInBulk else { return }
    var columns: Set<OrderColumn> = []
    for entity in schema.entities {
      for storage in entity.toMany {
        guard case .memberColumn(let table, let owner, _, let order?, _) = storage else { continue }
        columns.insert(OrderColumn(table: schema.tables[table].name, owner: owner, order: order))
      }
    }
    for join in schema.joinTables {
      if let order = join.firstOrderColumn {
        columns.insert(OrderColumn(table: join.name, owner: join.firstColumn, order: order))
      }
      if let order = join.secondOrderColumn {
        columns.insert(OrderColumn(table: join.name, owner: join.secondColumn, order: order))
      }
    }
    try connection.setJournalMode(.off)
    for column in columns.sorted(by: { ($0.table, $0.order) < ($1.table, $1.order) }) {
      let (table, owner) = (SQLIdentifier.spelled(column.table), SQLIdentifier.spelled(column.owner))
      let order = SQLIdentifier.spelled(column.order)
      let numbers = "row_number() OVER (PARTITION BY \(owner) ORDER BY \(order)) * \(OrderNumbers.distance)"
      try connection.execute("UPDATE \(table) SET \(order) = NULL WHERE \(owner) IS NULL AND \(order) IS NOT NULL")
      try connection.execute(
        """
        UPDATE \(table) SET \(order) = new.number FROM (SELECT rowid AS place, \(numbers) AS number FROM \(table) \
        WHERE \(owner) IS NOT NULL AND \(order) IS NOT NULL) AS new \
        WHERE \(table).rowid = new.place AND \(table).\(order) <> new.number
        """
      )
    }
    try connection.setJournalMode(.memory)
  }

  /// A column that keeps the order of the members of each owner.
  private struct OrderColumn: Hashable {
    let table: String
    let owner: String
    let order: String
  }

  /// Puts the rows of join tables in the order of their keys, numbered without gaps, because the order in which a save writes links depends on which of
  /// its objects are new.
  ///
  /// - Complexity: O(*n*) in the links of tables that are in order already, else O(*n* log *n*).
  private func sortLinks() throws {
    for index in joinTablesInBulk.sorted() where try !areLinksSorted(schema.joinTables[index]) {
      let join = schema.joinTables[index]
      let name = SQLIdentifier.spelled(join.name)
      let keys = [join.firstColumn, join.secondColumn].map(SQLIdentifier.spelled).joined(separator: ", ")
      try connection.setJournalMode(.off)
      try connection.execute("CREATE TEMP TABLE \"studbook links\" AS SELECT * FROM main.\(name) ORDER BY \(keys)")
      try connection.execute("DELETE FROM main.\(name)")
      try connection.execute("INSERT INTO main.\(name) SELECT * FROM temp.\"studbook links\" ORDER BY rowid")
      try connection.execute("DROP TABLE temp.\"studbook links\"")
      try connection.setJournalMode(.memory)
    }
  }

  /// Whether the rows of a join table stand in the order of their keys and are numbered from 1.
  private func areLinksSorted(_ join: JoinTable) throws -> Bool {
    let keys = [join.firstColumn, join.secondColumn].map(SQLIdentifier.spelled).joined(separator: ", ")
    let statement = try connection.prepare(
      "SELECT rowid, \(keys) FROM \(SQLIdentifier.spelled(join.name)) NOT INDEXED ORDER BY rowid"
    )
    var (place, last): (Int64, (Int64, Int64)) = (0, (Int64.min, Int64.min))
    while try statement.step() {
      let next = (statement.integer(1), statement.integer(2))
      guard statement.integer(0) == place + 1, last < next else { return false }
      (place, last) = (place + 1, next)
    }
    return true
  }

  /// The objects whose values in a uniqueness constraint's attributes another object with a lower key has.
  private func duplicates() throws -> [StoreConflictError.Conflict] {
    var conflicts: [StoreConflictError.Conflict] = []
    for (table, description) in schema.tables.enumerated() {
      for constraint in schema.uniqueConstraints(ofTable: table) {
        let columns = constraint.columns.map(SQLIdentifier.spelled).joined(separator: ", ")
        let known = constraint.columns.map { "\(SQLIdentifier.spelled($0)) IS NOT NULL" }.joined(separator: " AND ")
        let sql = """
          SELECT Z_PK, Z_ENT, holder FROM (SELECT Z_PK, Z_ENT, min(Z_PK) OVER (PARTITION BY \(columns)) AS holder \
          FROM \(SQLIdentifier.spelled(description.name)) WHERE \(known)) WHERE Z_PK <> holder ORDER BY Z_PK \
          LIMIT \(StoreConflictError.greatestCount - conflicts.count)
          """
        let statement = try connection.prepare(sql)
        while try statement.step() {
          guard let entity = schema.index(ofNumber: statement.integer(1)).map({ schema.entities[$0].entity }) else {
            continue
          }
          conflicts.append(
            .uniqueness(
              objectID: ManagedObjectID(entity: entity, storeNumber: number, reference: statement.integer(0)),
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
