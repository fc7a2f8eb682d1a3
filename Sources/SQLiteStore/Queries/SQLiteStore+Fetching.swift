public import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

extension SQLiteStore {
  public func canExecute(_ fetch: StoreFetch) -> Bool {
    guard schema.index(of: fetch.entity) != nil, case .query? = try? entry(for: fetch).entry else { return false }
    return true
  }

  public func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    var rows: [StoreRow] = []
    try forEachRow(for: fetch) { row in
      rows.append(copy row)
      return true
    }
    return rows
  }

  public func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    let (entry, constants) = try entry(for: fetch)
    try forEachRow(of: try entry.query(path: location), constants, for: fetch, body)
  }

  public func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing StoreRow) throws -> Bool
  ) throws -> Bool {
    guard schema.index(of: fetch.entity) != nil else { return false }
    let (entry, constants) = try entry(for: fetch)
    guard case .query(let query) = entry else { return false }
    try forEachRow(of: query, constants, for: fetch, body)
    return true
  }

  private func forEachRow(
    of query: StoreQuery,
    _ constants: [PredicateConstant],
    for fetch: StoreFetch,
    _ body: (borrowing StoreRow) throws -> Bool
  ) throws {
    let reader = reader(try entityIndex(fetch.entity))
    try withStatement(.rows, of: query, constants, for: fetch, columns: reader.selection) { statement in
      while try statement.step() {
        guard let row = try reader.row(in: statement) else { continue }
        if try !body(row) { break }
      }
    }
  }

  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    let reader = reader(try entityIndex(fetch.entity))
    var objectIDs: [ManagedObjectID] = []
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: location)
    try withStatement(.identifiers, of: query, constants, for: fetch, columns: "") { statement in
      while try statement.step() {
        if let objectID = reader.objectID(in: statement) { objectIDs.append(objectID) }
      }
    }
    return objectIDs
  }

  public func count(for fetch: StoreFetch) throws -> Int {
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: location)
    return try withStatement(.count, of: query, constants, for: fetch, columns: "") { statement in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  public func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try requireUsable()
    let index = try entityIndex(objectID.entity)
    let reader = reader(index)
    let table = SQLIdentifier.spelled(schema.tables[schema.entities[index].table].name)
    return try Self.translatingErrors(path: location) {
      try connection.withStatement("SELECT \(reader.selection) FROM \(table) AS t0 WHERE t0.Z_PK = ?1") { statement in
        try statement.bind(objectID.reference, at: 1)
        return try statement.step() ? try reader.row(in: statement) : nil
      }
    }
  }

  /// How SQLite goes about a fetch, in its own words, a line for each step: `SEARCH t0 USING INDEX …`, `SCAN t0`.
  ///
  /// - Throws: `SQLiteStoreError.untranslatableFetch` if the database cannot answer the fetch exactly.
  package func queryPlan(for fetch: StoreFetch) throws -> [String] {
    let query = try entry(for: fetch).entry.query(path: location)
    let columns = reader(try entityIndex(fetch.entity)).selection
    return try Self.translatingErrors(path: location) {
      try connection.rows("EXPLAIN QUERY PLAN " + query.text(.rows, columns: columns)).compactMap { $0[3].text }
    }
  }

  /// Calls `body` with the fetch's statement, ready to run.
  private func withStatement<Result>(
    _ selection: StoreQuery.Selection,
    of query: StoreQuery,
    _ constants: [PredicateConstant],
    for fetch: StoreFetch,
    columns: @autoclosure () -> String,
    _ body: (SQLiteStatement) throws -> Result
  ) throws -> Result {
    func run() throws -> Result {
      try query.withStatement(
        selection,
        columns: columns(),
        constants: constants,
        limit: fetch.limit,
        offset: fetch.offset,
        on: connection,
        body
      )
    }
    return try Self.translatingErrors(path: location) {
      guard let isCancelled = fetch.isCancelled else { return try run() }
      do {
        return try connection.interruptible(when: isCancelled, run)
      } catch let error as SQLiteError where error.code == .SQLITE_INTERRUPT && isCancelled() {
        throw CancellationError()
      }
    }
  }

  /// The translation of a fetch, made once for each shape, and the constants that it is asked with.
  private func entry(for fetch: StoreFetch) throws -> (entry: QueryCache.Entry, constants: [PredicateConstant]) {
    try requireUsable()
    let shape = QueryShape(fetch, storeNumber: number)
    if let known = queries[shape] { return (known, shape.constants) }
    let entry: QueryCache.Entry
    do {
      let query = try translate(fetch, constants: shape.constants)
      try query.prepare(on: connection)
      entry = .query(query)
      if !query.isReusable { return (entry, shape.constants) }
    } catch let error as Untranslatable {
      entry = .untranslatable(error.reason)
    } catch let error as SQLiteError where error.code == .SQLITE_ERROR || error.code == .SQLITE_TOOBIG {
      entry = .untranslatable("SQLite says: \(error.message)")
    }
    queries[shape] = entry
    return (entry, shape.constants)
  }

  private func translate(_ fetch: StoreFetch, constants: [PredicateConstant]) throws -> StoreQuery {
    let entity = schema.entities[try entityIndex(fetch.entity)]
    var select = SelectStatement(schema: schema, entity: entity, includesSubentities: fetch.includesSubentities)
    var isReusable = true
    if let predicate = fetch.predicate {
      var translator = PredicateTranslator(select: select, storeNumber: number, constants: constants)
      let condition = try translator.condition(predicate.numberingConstants())
      select = translator.select
      isReusable = translator.isReusable
      select.require(condition)
    }
    for key in fetch.sortKeys {
      guard let column = select.column(at: key.keyPath), column.isSortable else {
        throw Untranslatable(reason: "the sort key \(key.keyPath)")
      }
      select.sort(by: column.sql + key.comparison.collation + (key.ascending ? "" : " DESC"))
    }
    return StoreQuery(select: select, isReusable: isReusable, hasRange: fetch.limit != 0 || fetch.offset != 0)
  }
}

extension SelectedColumn {
  /// Whether the stored values have the order of the values in memory.
  fileprivate var isSortable: Bool {
    if case .attribute(let attribute) = content { !attribute.allowsExternalStorage } else { true }
  }
}

extension SortKey.Comparison {
  /// The COLLATE clause that compares texts this way.
  fileprivate var collation: String {
    switch self {
    case .binary: ""
    case .caseInsensitive: " COLLATE \(TextCollation.caseInsensitive)"
    case .localizedStandard: " COLLATE \(TextCollation.localizedStandard)"
    }
  }
}
