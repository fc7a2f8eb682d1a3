import ManagedObjects
import ObjectModel

/// A store that counts how often it is asked; everything else it leaves to an in-memory store.
final class CountingStore: PersistentStore {
  let inner = InMemoryStore()
  private(set) var requests = 0

  var type: StoreType { inner.type }
  var number: UInt32 { inner.number }
  var identifier: String { inner.identifier }
  var location: String { inner.location }
  var isReadOnly: Bool { inner.isReadOnly }
  var configurationName: String? { inner.configurationName }
  var metadata: StoreMetadata {
    get { inner.metadata }
    set { inner.metadata = newValue }
  }

  /// How often the store is asked while `body` runs.
  func count(_ body: () throws -> Void) rethrows -> Int {
    let before = requests
    try body()
    return requests - before
  }

  func obtainPermanentIDs(for entity: EntityDescription, count: Int) -> [ManagedObjectID] {
    inner.obtainPermanentIDs(for: entity, count: count)
  }
  func save(_ request: StoreSaveRequest) throws { try inner.save(request) }
  func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    requests += 1
    return try inner.rows(for: fetch)
  }
  func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    requests += 1
    return try inner.objectIDs(for: fetch)
  }
  func count(for fetch: StoreFetch) throws -> Int {
    requests += 1
    return try inner.count(for: fetch)
  }
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    requests += 1
    return inner.row(for: objectID)
  }
  func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    requests += 1
    return inner.members(of: owner, toManySlot: slot)
  }
  func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    requests += 1
    try inner.forEachRow(for: fetch, body)
  }
  func canExecute(_ fetch: StoreFetch) -> Bool { true }
  func close() { inner.close() }
}
