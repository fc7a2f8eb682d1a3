package import ManagedObjects

/// A store that is being filled can be asked how many objects it has, for the rows of objects that may change, for the members of many-to-many relationships,
/// and whatever is asked of entities without any.
/// Everything else is answered by the finished file.
extension SealingStore {
  /// Whether the answer follows from there being no objects, or none yet.
  private func isEmpty(_ fetch: StoreFetch) throws -> Bool {
    try rowCount(of: fetch.entity, includingSubentities: fetch.includesSubentities) == 0
  }

  package func count(for fetch: StoreFetch) throws -> Int {
    guard fetch.predicate == nil, fetch.limit == 0, fetch.offset == 0 else {
      return try isEmpty(fetch) ? 0 : readable().count(for: fetch)
    }
    return try rowCount(of: fetch.entity, includingSubentities: fetch.includesSubentities)
  }

  package func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    try isEmpty(fetch) ? [] : readable().rows(for: fetch)
  }

  package func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    try isEmpty(fetch) ? [] : readable().objectIDs(for: fetch)
  }

  package func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    if try !isEmpty(fetch) { try readable().forEachRow(for: fetch, body) }
  }

  // What cannot be read says so when it is read.
  package func canExecute(_ fetch: StoreFetch) -> Bool { (try? readable())?.canExecute(fetch) ?? false }

  package func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try isFilling ? waitingRow(objectID) : readable().row(for: objectID)
  }

  package func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    try isFilling ? waitingMembers(of: owner, toManySlot: slot) : readable().members(of: owner, toManySlot: slot)
  }

  package func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    try readable().members(of: owners, toManySlot: slot)
  }

  package func rows(for summary: StoreSummary) throws -> [[FetchedValue]]? { try readable().rows(for: summary) }
}
