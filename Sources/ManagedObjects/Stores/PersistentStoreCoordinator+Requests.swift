internal import ObjectModel

// Reads and writes, each under the lock for as long as the store needs.
extension PersistentStoreCoordinator {
  /// The model's entities by name.
  var entitiesByName: [String: EntityDescription] { entityNames }

  /// The entity whose objects have this class.
  func entity(forClass objectClass: ManagedObject.Type) -> EntityDescription? {
    managedObjectModel.entities.first { entity in
      runtimes[ObjectIdentifier(entity)]?.objectClass == objectClass
    }
  }

  /// Writes a request as it is; contexts do not learn of it.
  ///
  /// - Returns: The objects beside those of `StoreSaveRequest.updated` whose versions are one greater now.
  @discardableResult
  package func save(_ request: StoreSaveRequest, to store: any PersistentStore) throws -> [ManagedObjectID] {
    try lock.withLock {
      if let store = store as? any VersionRaisingStore { return try store.saveRaisingVersions(request) }
      try store.save(request)
      return []
    }
  }

  /// Writes requests to several stores: all of them, or none.
  ///
  /// Each store commits when those behind it in the list have. Only a store that then cannot, because its file cannot be written, leaves the others saved. Stores of
  /// an application's own types cannot take back what they have saved, and come last.
  ///
  /// - Returns: As `save(_:to:)`, of all stores.
  func save(_ requests: [(store: any PersistentStore, request: StoreSaveRequest)]) throws -> [ManagedObjectID] {
    let raising = requests.filter { $0.store is any VersionRaisingStore }
    let others = requests.filter { !($0.store is any VersionRaisingStore) }
    return try lock.withLock { try saveNested((raising + others)[...]) }
  }

  private func saveNested(
    _ requests: ArraySlice<(store: any PersistentStore, request: StoreSaveRequest)>
  ) throws -> [ManagedObjectID] {
    guard let (store, request) = requests.first else { return [] }
    guard let store = store as? any VersionRaisingStore else {
      try store.save(request)
      return try saveNested(requests.dropFirst())
    }
    var raised: [ManagedObjectID] = []
    let own = try store.saveRaisingVersions(request) { raised = try saveNested(requests.dropFirst()) }
    return own + raised
  }

  /// The row as the store has it now.
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    guard let store = store(number: objectID.storeNumber) else { return nil }
    return try lock.withLock { try store.row(for: objectID) }
  }
}
