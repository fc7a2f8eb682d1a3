internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// Answers fetches: it translates each shape of them once and keeps the statements.
final class StoreQueries {
  let database: StoreDatabase
  let entityRows: EntityRows
  /// The statements of earlier fetches.
  private var cache = QueryCache()

  init(database: StoreDatabase, entityRows: EntityRows) {
    self.database = database
    self.entityRows = entityRows
  }

  /// Lets all statements go.
  func removeAll() { cache.removeAll() }

  /// Whether the database can answer a fetch exactly.
  func canExecute(_ fetch: StoreFetch) -> Bool {
    // A statement that cannot be made now says so when it is asked for.
    guard database.schema.index(of: fetch.entity) != nil, case .query? = try? entry(for: fetch).entry else {
      return false
    }
    return true
  }

  /// The rows that a fetch selects.
  func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    var rows: [StoreRow] = []
    try forEachRow(for: fetch) { row in
      rows.append(copy row)
      return true
    }
    return rows
  }

  /// Calls `body` with each row that a fetch selects, until it returns `false`.
  func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    let (entry, constants) = try entry(for: fetch)
    try forEachRow(of: try entry.query(path: database.location), constants, for: fetch) { try body($0.storeRow) }
  }

  /// `forEachRow(for:_:)`, unless the database cannot answer the fetch exactly, which the result says.
  func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws -> Bool {
    guard let (entry, constants) = try knownEntry(for: fetch), case .query(let query) = entry else { return false }
    try forEachRow(of: query, constants, for: fetch, body)
    return true
  }

  private func forEachRow(
    of query: StoreQuery,
    _ constants: [PredicateConstant],
    for fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws {
    let reader = query.reader
    try withStatement(.rows, of: query, constants, for: fetch) { try reader.forEachRow(in: $0, body) }
  }

  /// The IDs of the objects that a fetch selects.
  func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    var objectIDs: [ManagedObjectID] = []
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: database.location)
    try withStatement(.identifiers, of: query, constants, for: fetch) { statement in
      while try statement.step() {
        if let objectID = query.reader.objectID(in: statement) { objectIDs.append(objectID) }
      }
    }
    return objectIDs
  }

  /// How many objects a fetch selects.
  func count(for fetch: StoreFetch) throws -> Int {
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: database.location)
    return try withStatement(.count, of: query, constants, for: fetch) { statement in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// The row of an object; `nil` if it is not there.
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try database.requireUsable()
    let index = try database.entityIndex(objectID.entity)
    let reader = entityRows.reader(index)
    let table = SQLIdentifier.spelled(database.schema.tables[database.schema.entities[index].table].name)
    return try database.translatingErrors {
      try database.connection.withStatement("SELECT \(reader.selection) FROM \(table) AS t0 WHERE t0.Z_PK = ?1") {
        statement in
        try statement.bind(objectID.reference, at: 1)
        return try statement.step() ? try reader.row(in: statement) : nil
      }
    }
  }

  /// How SQLite goes about a fetch, in its own words, a line for each step: `SEARCH t0 USING INDEX …`, `SCAN t0`.
  ///
  /// - Throws: `SQLiteStoreError.untranslatableFetch` if the database cannot answer the fetch exactly.
  func queryPlan(for fetch: StoreFetch) throws -> [String] {
    let query = try entry(for: fetch).entry.query(path: database.location)
    return try database.translatingErrors {
      try database.connection.rows("EXPLAIN QUERY PLAN " + query.text(.rows)).compactMap { $0[3].text }
    }
  }

  /// Calls `body` with the fetch's statement, ready to run.
  private func withStatement<Result>(
    _ selection: StoreQuery.Selection,
    of query: StoreQuery,
    _ constants: [PredicateConstant],
    for fetch: StoreFetch,
    _ body: (SQLiteStatement) throws -> Result
  ) throws -> Result {
    func run() throws -> Result {
      try query.withStatement(
        selection,
        constants: constants,
        limit: fetch.limit,
        offset: fetch.offset,
        on: database.connection,
        body
      )
    }
    return try database.translatingErrors {
      guard let isCancelled = fetch.isCancelled else { return try run() }
      do {
        return try database.connection.interruptible(when: isCancelled, run)
      } catch let error as SQLiteError where error.code == .SQLITE_INTERRUPT && isCancelled() {
        throw CancellationError()
      }
    }
  }

  /// The translation of a fetch as `entry(for:)` gives it; `nil` if the store does not hold the entity.
  private func knownEntry(for fetch: StoreFetch) throws -> (entry: QueryCache.Entry, constants: [PredicateConstant])? {
    do {
      return try entry(for: fetch)
    } catch let error as SQLiteStoreError {
      if case .unknownEntity = error.kind { return nil }
      throw error
    }
  }

  /// The translation of a fetch, made once for each shape, and the constants that it is asked with.
  private func entry(for fetch: StoreFetch) throws -> (entry: QueryCache.Entry, constants: [PredicateConstant]) {
    try database.requireUsable()
    let shape = QueryShape(fetch, storeNumber: database.number)
    if let known = cache.entry(of: shape) { return (known, shape.constants) }
    let entry: QueryCache.Entry
    do {
      let query = try translate(fetch, constants: shape.constants)
      try query.prepare(on: database.connection)
      entry = .query(query)
      if !query.isReusable { return (entry, shape.constants) }
    } catch let error as Untranslatable {
      entry = .untranslatable(error.reason)
    } catch let error as SQLiteError where error.code == .SQLITE_ERROR || error.code == .SQLITE_TOOBIG {
      entry = .untranslatable("SQLite says: \(error.message)")
    }
    cache.insert(entry, for: shape)
    return (entry, shape.constants)
  }
}
