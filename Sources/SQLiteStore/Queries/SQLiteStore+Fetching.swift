public import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  public func canExecute(_ fetch: StoreFetch) -> Bool { queries.canExecute(fetch) }

  public func rows(for fetch: StoreFetch) throws -> [StoreRow] { try queries.rows(for: fetch) }

  public func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    try queries.forEachRow(for: fetch, body)
  }

  public func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws -> Bool {
    try queries.forEachRowIfExecutable(fetch, body)
  }

  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] { try queries.objectIDs(for: fetch) }

  public func count(for fetch: StoreFetch) throws -> Int { try queries.count(for: fetch) }

  public func row(for objectID: ManagedObjectID) throws -> StoreRow? { try queries.row(for: objectID) }

  public func rows(for summary: StoreSummary) throws -> [[FetchedValue]]? { try queries.rows(for: summary) }

  /// The members of a to-many relationship, in order when it is ordered, else by key.
  public func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    try queries.members(of: owner, toManySlot: slot)
  }

  public func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    try queries.members(of: owners, toManySlot: slot)
  }

  /// How SQLite goes about a fetch, in its own words, a line for each step: `SEARCH t0 USING INDEX …`, `SCAN t0`.
  ///
  /// - Throws: `SQLiteStoreError.untranslatableFetch` if the database cannot answer the fetch exactly.
  package func queryPlan(for fetch: StoreFetch) throws -> [String] { try queries.queryPlan(for: fetch) }

  /// The statements that the store runs while `body` runs, in their order.
  ///
  /// - Throws: What `body` throws.
  package func statements(during body: () throws -> Void) rethrows -> [String] {
    try database.connection.statements(during: body)
  }
}

extension SQLiteStore: JointReadingStore {
  /// Reads in one transaction, so that SQLite does not lock the file, and look for changes of it, for each object.
  package func readTogether(_ body: () throws -> Void) throws {
    try database.requireUsable()
    guard !database.connection.isInTransaction else { return try body() }
    try database.translatingErrors { try database.connection.transaction(.deferred, body) }
  }
}
