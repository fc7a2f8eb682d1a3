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
    guard let (entry, constants) = try knownEntry(for: fetch), case .query(let query) = entry else { return false }
    try forEachRow(of: query, constants, for: fetch, body)
    return true
  }

  private func forEachRow(
    of query: StoreQuery,
    _ constants: [PredicateConstant],
    for fetch: StoreFetch,
    _ body: (borrowing StoreRow) throws -> Bool
  ) throws {
    let reader = query.reader
    try withStatement(.rows, of: query, constants, for: fetch) { statement in
      while try statement.step() {
        guard let row = try reader.row(in: statement) else { continue }
        if try !body(row) { break }
      }
    }
  }

  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    var objectIDs: [ManagedObjectID] = []
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: location)
    try withStatement(.identifiers, of: query, constants, for: fetch) { statement in
      while try statement.step() {
        if let objectID = query.reader.objectID(in: statement) { objectIDs.append(objectID) }
      }
    }
    return objectIDs
  }

  public func count(for fetch: StoreFetch) throws -> Int {
    let (entry, constants) = try entry(for: fetch)
    let query = try entry.query(path: location)
    return try withStatement(.count, of: query, constants, for: fetch) { statement in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  public func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try database.requireUsable()
    let index = try database.entityIndex(objectID.entity)
    let reader = reader(index)
    let table = SQLIdentifier.spelled(schema.tables[schema.entities[index].table].name)
    return try database.translatingErrors {
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
    return try database.translatingErrors {
      try connection.rows("EXPLAIN QUERY PLAN " + query.text(.rows)).compactMap { $0[3].text }
    }
  }

  /// The statements that the store runs while `body` runs, in their order.
  ///
  /// - Throws: What `body` throws.
  package func statements(during body: () throws -> Void) rethrows -> [String] {
    try connection.statements(during: body)
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
        on: connection,
        body
      )
    }
    return try database.translatingErrors {
      guard let isCancelled = fetch.isCancelled else { return try run() }
      do {
        return try connection.interruptible(when: isCancelled, run)
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
    let shape = QueryShape(fetch, storeNumber: number)
    if let known = queries.entry(of: shape) { return (known, shape.constants) }
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
    queries.insert(entry, for: shape)
    return (entry, shape.constants)
  }

  /// Whether all objects that a predicate selects lie in one range of an indexed attribute.
  private func hasIndexedRange(_ predicate: ObjectPredicate, of entity: StoreEntity) -> Bool {
    switch predicate.node {
    case .and(let parts): return parts.contains { hasIndexedRange($0, of: entity) }
    case .comparison(let comparison):
      guard comparison.isRange else { return false }
      return [comparison.left, comparison.right].contains { side in
        guard case .keyPath(let path, of: .evaluatedObject) = side, path.components.count == 1,
          case .attribute(let slot) = entity.entity.layout.slot(named: path.components[0]),
          case .column(let column) = entity.attributes[slot]
        else { return false }
        let table = schema.tables[entity.table]
        return schema.leadsIndex(table.columns[column.index].name, of: table)
      }
    case .or, .not, .constant: return false
    }
  }

  private func translate(_ fetch: StoreFetch, constants: [PredicateConstant]) throws -> StoreQuery {
    let index = try database.entityIndex(fetch.entity)
    let entity = schema.entities[index]
    var select = SelectStatement(schema: schema, entity: entity, includesSubentities: fetch.includesSubentities)
    var isReusable = true
    if let predicate = fetch.predicate {
      var translator = PredicateTranslator(select: select, storeNumber: number, constants: constants)
      let condition = try translator.condition(predicate.numberingConstants())
      select = translator.select
      isReusable = translator.isReusable
      select.require(condition)
      if fetch.sortKeys.isEmpty, hasIndexedRange(predicate, of: entity) { select.preferIndexes() }
    }
    for key in fetch.sortKeys {
      guard let column = select.column(at: key.keyPath), column.isSortable else {
        throw Untranslatable(reason: "the sort key \(key.keyPath)")
      }
      select.sort(by: column.sql + key.comparison.collation + (key.ascending ? "" : " DESC"))
    }
    return StoreQuery(
      select: select,
      reader: reader(index),
      isReusable: isReusable,
      hasRange: fetch.limit != 0 || fetch.offset != 0
    )
  }
}

extension PredicateComparison {
  /// Whether the values that a constant is compared with form a range with one end.
  fileprivate var isRange: Bool {
    guard modifier == .direct, options.isEmpty, left.constantValue != nil || right.constantValue != nil else {
      return false
    }
    switch operation {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: return true
    default: return false
    }
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
