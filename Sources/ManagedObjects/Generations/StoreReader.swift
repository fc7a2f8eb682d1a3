internal import ObjectModel

/// What a context reads the coordinator's stores through: their newest state, or the generation that it is pinned to.
final class StoreReader {
  private let coordinator: PersistentStoreCoordinator
  /// The generation that is read; `nil` for the newest state at every read, `.current` for the state that the next read finds.
  private(set) var generation: QueryGenerationToken?

  init(_ coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }

  /// Reads this generation from now on.
  func pin(to generation: QueryGenerationToken?) { self.generation = generation }

  /// Goes on to the newest state at the next read, if the reader is pinned: after a save, a merge or a reset.
  func advance() {
    if generation != nil { generation = .current }
  }

  /// The token to read by; `nil` when the reader is not pinned, or none of its stores can be.
  ///
  /// - Throws: The store's error.
  private func generationToRead() throws -> QueryGenerationToken? {
    guard generation == .current else { return generation }
    let token = try QueryGenerationToken(stores: coordinator.persistentStores, lock: coordinator.lock)
    generation = token.isPinned ? token : nil
    return generation
  }

  /// What `stores` are read through. Stores that were added after the generation are left out.
  ///
  /// - Throws: The store's error.
  func readers(of stores: [any PersistentStore]) throws -> [any PersistentStore] {
    guard generation != nil, let token = try generationToRead() else { return stores }
    return stores.compactMap { token.readers[$0.number] }
  }

  /// What the store with this number is read through; `nil` if it cannot be read.
  ///
  /// - Throws: The store's error.
  private func reader(ofStore number: UInt32) throws -> (any PersistentStore)? {
    guard let store = coordinator.store(number: number) else { return nil }
    return try readers(of: [store]).first
  }

  /// The row of an object; `nil` if there is none.
  ///
  /// - Throws: The store's error.
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    guard !objectID.isTemporaryID, let reader = try reader(ofStore: objectID.storeNumber) else { return nil }
    return try coordinator.lock.withLock { try reader.row(for: objectID) }
  }

  /// The members of a to-many relationship, as the store has them.
  ///
  /// - Throws: The store's error.
  func members(of objectID: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
    guard let reader = try reader(ofStore: objectID.storeNumber) else { return [] }
    return try coordinator.lock.withLock { try reader.members(of: objectID, toManySlot: slot) }
  }

  /// The members of a to-many relationship of several objects of one store.
  ///
  /// - Throws: The store's error.
  func members(
    of owners: [ManagedObjectID],
    slot: Int,
    inStore number: UInt32
  ) throws -> [ManagedObjectID: [ManagedObjectID]]? {
    guard let reader = try reader(ofStore: number) else { return nil }
    return try coordinator.lock.withLock { try reader.members(of: owners, toManySlot: slot) }
  }

  /// Calls `body` with the rows of several objects, in one request per entity and store, where the store can answer it.
  ///
  /// - Throws: The store's error.
  func forEachRow(of objectIDs: [ManagedObjectID], _ body: (borrowing StoreRow) -> Void) throws {
    var byStore: [UInt32: [ManagedObjectID]] = [:]
    for objectID in objectIDs where !objectID.isTemporaryID {
      byStore[objectID.storeNumber, default: []].append(objectID)
    }
    for (number, wanted) in byStore {
      guard let store = try reader(ofStore: number) else { continue }
      for entity in Set(wanted.map(\.entity.rootEntity)) {
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = .identifiers(wanted.filter { $0.entity.rootEntity === entity })
        guard store.canExecute(fetch) else { continue }
        try coordinator.lock.withLock {
          try store.forEachRow(for: fetch) { row in
            body(row)
            return true
          }
        }
      }
    }
  }
}
