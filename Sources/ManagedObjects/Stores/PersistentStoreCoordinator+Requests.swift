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

  func save(_ request: StoreSaveRequest, to store: any PersistentStore) throws {
    try lock.withLock { try store.save(request) }
  }

  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    guard let store = store(number: objectID.storeNumber) else { return nil }
    return try lock.withLock { try store.row(for: objectID) }
  }

  func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    guard let store = store(number: owner.storeNumber) else { return [] }
    return try lock.withLock { try store.members(of: owner, toManySlot: slot) }
  }
}
