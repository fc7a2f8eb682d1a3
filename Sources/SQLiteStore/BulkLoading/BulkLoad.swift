internal import SQLiteAccess

/// Loading in bulk: whether a store's tables are still without indexes, triggers and books, and what has to be put in order before they get them.
final class BulkLoad {
  let database: StoreDatabase
  /// Whether the store is loaded in bulk.
  private(set) var isActive: Bool
  /// Whether a row has been changed since loading began.
  private var hasUpdated = false
  /// Whether members have been put in order since.
  private var hasOrdered = false
  /// The join tables whose links have changed since, by their index in the schema.
  private var changedJoinTables: Set<Int> = []

  init(database: StoreDatabase, isActive: Bool) {
    self.database = database
    self.isActive = isActive
  }

  /// Says that a save changes rows.
  func noteUpdates() { if isActive { hasUpdated = true } }

  /// Says that a save puts members in order.
  func noteOrder() { if isActive { hasOrdered = true } }

  /// Says that a save changes links.
  func noteLinks(inJoinTable index: Int) { if isActive { changedJoinTables.insert(index) } }

  /// Says that the tables have all that they need.
  func end() { isActive = false }

  /// Works out derived attributes, and takes from the rows what they tell about the saves that wrote them.
  func settleRows() throws {
    try writeDerivedAttributes()
    try resetVersions()
    try renumberOrders()
    try sortLinks()
  }

  /// Works out the derived attributes that triggers will keep.
  private func writeDerivedAttributes() throws {
    let statements = database.schema.derivationTriggers.compactMap(\.backfill)
    guard !statements.isEmpty else { return }
    // These change every row, which a journal in memory would have to hold.
    try database.connection.setJournalMode(.off)
    for statement in statements { try database.connection.execute(statement) }
    try database.connection.setJournalMode(.memory)
  }

  /// Makes the version of every object that was changed after its insertion that of a new one, so that a file does not tell in how many saves it was
  /// filled.
  private func resetVersions() throws {
    guard hasUpdated else { return }
    try database.connection.setJournalMode(.off)
    for table in database.schema.tables {
      try database.connection.execute("UPDATE \(SQLIdentifier.spelled(table.name)) SET Z_OPT = 1 WHERE Z_OPT > 1")
    }
    try database.connection.setJournalMode(.memory)
  }

  /// Numbers the members of ordered relationships anew, 2048 apart, for the same reason: the numbers in between depend on the order of the saves.
  private func renumberOrders() throws {
    guard hasOrdered else { return }
    var columns: Set<OrderColumn> = []
    for entity in database.schema.entities {
      for storage in entity.toMany {
        guard case .memberColumn(let table, let owner, _, let order?, _) = storage else { continue }
        columns.insert(OrderColumn(table: database.schema.tables[table].name, owner: owner, order: order))
      }
    }
    for join in database.schema.joinTables {
      if let order = join.firstOrderColumn {
        columns.insert(OrderColumn(table: join.name, owner: join.firstColumn, order: order))
      }
      if let order = join.secondOrderColumn {
        columns.insert(OrderColumn(table: join.name, owner: join.secondColumn, order: order))
      }
    }
    try database.connection.setJournalMode(.off)
    for column in columns.sorted(by: { ($0.table, $0.order) < ($1.table, $1.order) }) {
      let (table, owner) = (SQLIdentifier.spelled(column.table), SQLIdentifier.spelled(column.owner))
      let order = SQLIdentifier.spelled(column.order)
      let numbers = "row_number() OVER (PARTITION BY \(owner) ORDER BY \(order)) * \(OrderNumbers.distance)"
      try database.connection.execute(
        "UPDATE \(table) SET \(order) = NULL WHERE \(owner) IS NULL AND \(order) IS NOT NULL"
      )
      try database.connection.execute(
        """
        UPDATE \(table) SET \(order) = new.number FROM (SELECT rowid AS place, \(numbers) AS number FROM \(table) \
        WHERE \(owner) IS NOT NULL AND \(order) IS NOT NULL) AS new \
        WHERE \(table).rowid = new.place AND \(table).\(order) <> new.number
        """
      )
    }
    try database.connection.setJournalMode(.memory)
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
    for index in changedJoinTables.sorted() where try !areLinksSorted(database.schema.joinTables[index]) {
      let join = database.schema.joinTables[index]
      let name = SQLIdentifier.spelled(join.name)
      let keys = [join.firstColumn, join.secondColumn].map(SQLIdentifier.spelled).joined(separator: ", ")
      try database.connection.setJournalMode(.off)
      try database.connection.execute(
        "CREATE TEMP TABLE \"studbook links\" AS SELECT * FROM main.\(name) ORDER BY \(keys)"
      )
      try database.connection.execute("DELETE FROM main.\(name)")
      try database.connection.execute("INSERT INTO main.\(name) SELECT * FROM temp.\"studbook links\" ORDER BY rowid")
      try database.connection.execute("DROP TABLE temp.\"studbook links\"")
      try database.connection.setJournalMode(.memory)
    }
  }

  /// Whether the rows of a join table stand in the order of their keys and are numbered from 1.
  private func areLinksSorted(_ join: JoinTable) throws -> Bool {
    let keys = [join.firstColumn, join.secondColumn].map(SQLIdentifier.spelled).joined(separator: ", ")
    let statement = try database.connection.prepare(
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
}
