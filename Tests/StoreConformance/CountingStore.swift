package import ManagedObjects
package import ObjectModel

/// A store that counts how often it is asked for something; it leaves the answers to another store.
package final class CountingStore: VersionRaisingStore {
  package let base: any PersistentStore
  package private(set) var requests = 0
  /// How many summaries the store worked out by itself.
  package private(set) var summaries = 0
  /// Who made each save that succeeded.
  package private(set) var authors: [String?] = []

  package init(_ base: any PersistentStore = InMemoryStore()) { self.base = base }

  package var type: StoreType { base.type }
  package var number: UInt32 { base.number }
  package var identifier: String { base.identifier }
  package var location: String { base.location }
  package var isReadOnly: Bool { base.isReadOnly }
  package var configurationName: String? { base.configurationName }
  package var metadata: StoreMetadata {
    get { base.metadata }
    set { base.metadata = newValue }
  }

  /// How often the store is asked while `body` runs.
  package func count(_ body: () throws -> Void) rethrows -> Int {
    let before = requests
    try body()
    return requests - before
  }

  package func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try base.obtainPermanentIDs(for: entity, count: count)
  }
  package func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try base.reservePermanentIDs(for: entity, count: count)
  }
  package func pinnedView() throws -> (any PersistentStore)? { try base.pinnedView() }
  package func foreignChangeNumber() throws -> Int64? { try base.foreignChangeNumber() }
  package func save(_ request: StoreSaveRequest) throws {
    try base.save(request)
    authors.append(request.author)
  }
  package func saveRaisingVersions(
    _ request: StoreSaveRequest,
    committingAfter others: () throws -> Void
  ) throws -> [ManagedObjectID] {
    guard let base = base as? any VersionRaisingStore else {
      try save(request)
      try others()
      return []
    }
    let raised = try base.saveRaisingVersions(request, committingAfter: others)
    authors.append(request.author)
    return raised
  }
  package func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    requests += 1
    return try base.rows(for: fetch)
  }
  package func rows(for summary: StoreSummary) throws -> [[FetchedValue]]? {
    let rows = try base.rows(for: summary)
    if rows != nil {
      requests += 1
      summaries += 1
    }
    return rows
  }
  package func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    requests += 1
    return try base.objectIDs(for: fetch)
  }
  package func count(for fetch: StoreFetch) throws -> Int {
    requests += 1
    return try base.count(for: fetch)
  }
  package func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    requests += 1
    return try base.row(for: objectID)
  }
  package func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    requests += 1
    return try base.members(of: owner, toManySlot: slot)
  }
  package func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    requests += 1
    return try base.members(of: owners, toManySlot: slot)
  }
  package func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    requests += 1
    try base.forEachRow(for: fetch, body)
  }
  package func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws -> Bool {
    requests += 1
    return try base.forEachRowIfExecutable(fetch, body)
  }
  package func canExecute(_ fetch: StoreFetch) -> Bool { base.canExecute(fetch) }
  package func close() throws { try base.close() }
}
