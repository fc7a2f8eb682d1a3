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

  /// The row as the store has it now.
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    guard let store = store(number: objectID.storeNumber) else { return nil }
    return try lock.withLock { try store.row(for: objectID) }
  }
}
