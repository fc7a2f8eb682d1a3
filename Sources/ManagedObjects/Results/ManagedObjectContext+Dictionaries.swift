internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

extension ManagedObjectContext {
  /// Rows of named values for what a request selects in the stores. No objects are made, and unsaved changes do not count, as in Core Data.
  ///
  /// - Throws: `PersistentStoreError`; `PredicateEvaluationError`; the store's error.
  /// - Complexity: O(rows); without groups and expressions, nothing of a row is made before it is asked for.
  public func fetch(_ request: FetchRequest<FetchedDictionary>) throws -> [FetchedDictionary] {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    let fetch = try StoreFetch(request.contents, entity: entity)
    let reading = FetchReading(
      coordinator: persistentStoreCoordinator,
      stores: try FetchOperation(fetch, options: FetchOptions(request.contents), in: self).stores(),
      fetch: fetch,
      progress: nil
    )
    return try RowFetch(request, entity: entity, reading: reading).rows()
  }
}

/// A fetch of rows of named values; needs no context.
struct RowFetch {
  private let request: FetchRequest<FetchedDictionary>
  private let table: RowTable
  private let reading: FetchReading

  init(_ request: FetchRequest<FetchedDictionary>, entity: EntityDescription, reading: FetchReading) {
    self.request = request
    self.reading = reading
    table = RowTable(request, entity: entity)
  }

  /// The rows, grouped, chosen and cut as the request says.
  func rows() throws -> [FetchedDictionary] {
    var fetch = reading.fetch
    // The stores' rows are the result; otherwise cutting comes after grouping.
    let isDirect = !table.isGrouped && !request.returnsDistinctResults
    if !isDirect {
      fetch.limit = 0
      fetch.offset = 0
    }
    if table.isGrouped { fetch.sortKeys = [] }
    var rows = try table.isGrouped ? groups(fetch) : rows(of: fetch)
    if isDirect { return rows }
    if request.returnsDistinctResults {
      var seen: Set<[ExactValue]> = []
      rows = rows.filter { seen.insert($0.values.map { ExactValue(value: $0) }).inserted }
    }
    let rest = rows.dropFirst(request.fetchOffset)
    return Array(request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest)
  }
}

extension RowFetch {
  private func rows(of fetch: StoreFetch) throws -> [FetchedDictionary] {
    var builder = RowBuilder(table: table)
    try reading.forEachRow(for: fetch) { row, store in try builder.add(row, from: store) }
    return builder.rows
  }

  /// The rows of the groups that are chosen, in the request's order.
  private func groups(_ fetch: StoreFetch) throws -> [FetchedDictionary] {
    var groups = try summedUpByStore(fetch) ?? summedUpHere(fetch)
    if let having = table.having { groups = try groups.filter(having.holds) }
    if !request.sortDescriptors.isEmpty {
      groups = SortKey.sort(groups, by: request.sortDescriptors) { group, name in
        group[name].map(\.sortValue) ?? .null
      }
    }
    let layout = FetchedDictionaryLayout(names: table.properties.map(\.name))
    return groups.map { group in FetchedDictionary(layout.names.map { group[$0] ?? .value(.null) }, layout) }
  }

  /// The named values of all groups, if there is one store and it can work them out.
  private func summedUpByStore(_ fetch: StoreFetch) throws -> [[String: FetchedValue]]? {
    guard reading.stores.count == 1 else { return nil }
    // A property that is no key of the groups has the value of a group's first object, which no store is asked for.
    let statistics = table.groupProperties.filter { !table.groupKeys.contains($0.name) }
    guard statistics.allSatisfy(\.isStatistic) else { return nil }
    let summary = StoreSummary(fetch: fetch, groupKeys: table.groupKeys, statistics: statistics)
    let store = reading.stores[0]
    let names = table.groupKeys + statistics.map(\.name)
    return try reading.coordinator.lock.withLock { try store.rows(for: summary) }?.map { values in
      Dictionary(zip(names, values)) { first, _ in first }
    }
  }

  private func summedUpHere(_ fetch: StoreFetch) throws -> [[String: FetchedValue]] {
    var builder = RowBuilder(table: table)
    try reading.forEachRow(for: fetch) { row, store in try builder.add(row, from: store) }
    return try builder.groupValues()
  }
}

extension FetchedValue {
  /// What groups are sorted by; an object by its key.
  fileprivate var sortValue: AttributeValue {
    switch self {
    case .value(let value): value
    case .objectID(let identifier): .integer(identifier.reference)
    }
  }
}
