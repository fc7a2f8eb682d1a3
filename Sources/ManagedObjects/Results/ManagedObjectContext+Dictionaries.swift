internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

extension ManagedObjectContext {
  /// Rows of named values for what a request selects in the stores. No objects are made, and unsaved changes do not count, as in Core Data.
  ///
  /// - Throws: `PersistentStoreError`; `PredicateEvaluationError`; the store's error.
  /// - Complexity: O(rows); without groups and expressions, a row costs its dictionary.
  public func fetch(_ request: FetchRequest<[String: FetchedValue]>) throws -> [[String: FetchedValue]] {
    assertConfinement()
    let entity = try fetchedEntity(request.entityName)
    let table = RowTable(request, entity: entity)
    var fetch = StoreFetch(request, entity: entity)
    let stores = try storesAnswering(fetch, options: FetchOptions(request))
    // The store cuts and sorts when its rows are the result; otherwise that comes after grouping.
    let isDirect = !table.isGrouped && !request.returnsDistinctResults && stores.count == 1
    if !isDirect {
      fetch.limit = 0
      fetch.offset = 0
    }
    if table.isGrouped { fetch.sortKeys = [] }
    var builder = RowBuilder(table: table)
    for store in stores {
      try persistentStoreCoordinator.lock.withLock {
        try forEachRow(of: store, fetch) { row in try builder.add(row, from: store) }
      }
    }
    var rows = try builder.finish()
    if isDirect { return rows }
    if !request.sortDescriptors.isEmpty, table.isGrouped || stores.count > 1 {
      rows = SortKey.sort(rows, by: request.sortDescriptors) { row, path in row[path]?.attributeValue ?? .null }
    }
    if request.returnsDistinctResults {
      var seen: Set<[String: FetchedValue]> = []
      rows = rows.filter { seen.insert($0).inserted }
    }
    let rest = rows.dropFirst(request.fetchOffset)
    return Array(request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest)
  }

  /// The store's rows for a fetch, filtered, sorted and cut here if the store cannot answer it.
  private func forEachRow(
    of store: any PersistentStore,
    _ fetch: StoreFetch,
    _ body: (StoreRow) throws -> Void
  ) throws {
    if store.canExecute(fetch) {
      try store.forEachRow(for: fetch) { row in
        try body(copy row)
        return true
      }
      return
    }
    var everything = fetch
    everything.predicate = nil
    everything.limit = 0
    everything.offset = 0
    guard store.canExecute(everything) else {
      throw PersistentStoreError.invalidRequest("The store \(store.location) cannot sort by the keys of the request.")
    }
    let rows = try store.rows(for: everything).filter { row in
      try fetch.predicate?.evaluate(with: StoredRowSubject(row: row, store: store)) ?? true
    }
    let rest = rows.dropFirst(fetch.offset)
    for row in fetch.limit > 0 ? rest.prefix(fetch.limit) : rest { try body(row) }
  }
}

/// What the rows of a request consist of.
private struct RowTable {
  let properties: [FetchedProperty]
  let groupKeys: [String]
  let having: ObjectPredicate?
  let isGrouped: Bool

  init(_ request: FetchRequest<[String: FetchedValue]>, entity: EntityDescription) {
    let layout = entity.layout
    properties =
      request.propertiesToFetch.isEmpty
      ? (layout.attributes.filter { !$0.isTransient }.map(\.name) + layout.toOneRelationships.map(\.name))
        .map { .keyPath($0) }
      : request.propertiesToFetch
    groupKeys = request.propertiesToGroupBy
    having = request.havingPredicate
    isGrouped = !groupKeys.isEmpty || properties.contains(where: \.isStatistic)
  }
}

/// Turns stored rows into rows of named values, one by one or group by group.
private struct RowBuilder {
  let table: RowTable
  private var rows: [[String: FetchedValue]] = []
  /// The members of each group, and the groups' keys in the order of their first rows.
  private var groups: [[FetchedValue]: [PredicateValue]] = [:]
  private var order: [[FetchedValue]] = []

  init(table: RowTable) { self.table = table }

  mutating func add(_ row: StoreRow, from store: any PersistentStore) throws {
    let subject = StoredRowSubject(row: row, store: store)
    guard table.isGrouped else {
      var values: [String: FetchedValue] = [:]
      values.reserveCapacity(table.properties.count)
      for property in table.properties { values[property.name] = try RowBuilder.value(property, of: subject) }
      rows.append(values)
      return
    }
    let key = try table.groupKeys.map { try RowBuilder.value(.keyPath($0), of: subject) }
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(.object(subject))
  }

  /// The rows; groups are summed up and chosen here.
  func finish() throws -> [[String: FetchedValue]] {
    guard table.isGrouped else { return rows }
    // Statistics without groups are about all rows, even when there are none.
    let keys = order.isEmpty && table.groupKeys.isEmpty ? [[]] : order
    return try keys.compactMap { key in
      let members = groups[key] ?? []
      var row: [String: FetchedValue] = [:]
      for property in table.properties { row[property.name] = try value(property, ofGroup: key, members) }
      guard let having = table.having else { return row }
      var names: [String: PredicateValue] = row.mapValues(\.predicateValue)
      for (name, value) in zip(table.groupKeys, key) where names[name] == nil { names[name] = value.predicateValue }
      return try having.evaluate(with: names, substitutions: names) ? row : nil
    }
  }

  private static func value(_ property: FetchedProperty, of subject: StoredRowSubject) throws -> FetchedValue {
    switch property {
    case .keyPath(let path):
      if !path.contains("."), let value = subject.directValue(forKey: path) { return value }
      return FetchedValue(try ObjectExpression.keyPath(ObjectKeyPath(path)).value(with: subject))
    case .expression(_, let expression): return FetchedValue(try expression.value(with: subject))
    }
  }

  private func value(
    _ property: FetchedProperty,
    ofGroup key: [FetchedValue],
    _ members: [PredicateValue]
  ) throws -> FetchedValue {
    if case .keyPath(let path) = property, let index = table.groupKeys.firstIndex(of: path) { return key[index] }
    if case .expression(_, let expression) = property, property.isStatistic {
      return FetchedValue(try expression.value(withValue: .collection(members, isOrdered: false)))
    }
    guard case .object(let first as StoredRowSubject)? = members.first else { return .value(.null) }
    return try RowBuilder.value(property, of: first)
  }
}

extension StoredRowSubject {
  /// The value of a property that stands in the row itself.
  fileprivate func directValue(forKey key: String) -> FetchedValue? {
    switch row.objectID.entity.layout.slot(named: key) {
    case .attribute(let slot): .value(row.attributes[slot])
    case .toOne(let slot): row.toOne[slot].map { .objectID($0) } ?? .value(.null)
    default: nil
    }
  }
}

extension FetchedValue {
  fileprivate var predicateValue: PredicateValue {
    switch self {
    case .value(let value): .value(value)
    case .objectID(let identifier): .identity(ObjectIdentity(identifier))
    }
  }
}
