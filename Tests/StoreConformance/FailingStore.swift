package import ManagedObjects
package import ObjectModel

/// A store in front of another, some of whose reads fail.
package final class FailingStore: PersistentStore {
  package struct Failure: Error, Equatable {}

  /// A way to read.
  package enum Read: CaseIterable {
    case row, members, rows
  }

  private let base: any PersistentStore
  private let failing: Read
  /// Whether it answers predicates and sorts by itself.
  private let executes: Bool
  /// How often it has failed.
  package private(set) var failures = 0
  package var isFailing = true

  package init(_ base: any PersistentStore, failing: Read, executes: Bool = true) {
    self.base = base
    self.failing = failing
    self.executes = executes
  }

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

  private func fail(_ read: Read) throws {
    guard read == failing, isFailing else { return }
    failures += 1
    throw Failure()
  }

  package func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try base.obtainPermanentIDs(for: entity, count: count)
  }
  package func save(_ request: StoreSaveRequest) throws { try base.save(request) }
  package func rows(for fetch: StoreFetch) throws -> [StoreRow] { try base.rows(for: fetch) }
  package func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] { try base.objectIDs(for: fetch) }
  package func count(for fetch: StoreFetch) throws -> Int { try base.count(for: fetch) }
  package func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try fail(.row)
    return try base.row(for: objectID)
  }
  package func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    try fail(.members)
    return try base.members(of: owner, toManySlot: slot)
  }
  package func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    try fail(.rows)
    try base.forEachRow(for: fetch, body)
  }
  package func canExecute(_ fetch: StoreFetch) -> Bool {
    executes ? base.canExecute(fetch) : fetch.predicate == nil && fetch.sortKeys.isEmpty
  }
  package func close() throws { try base.close() }
}
