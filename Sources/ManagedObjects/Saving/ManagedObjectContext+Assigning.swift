internal import ObjectModel

extension ManagedObjectContext {
  /// Chooses the store that takes a new object; without it, the first writable store that holds the entity takes it.
  ///
  /// The store has to belong to the coordinator and to hold the object's entity: the save throws `PersistentStoreError.entityNotInStore`
  /// otherwise. For an object that has been saved already it is too late, and nothing happens.
  public func assign(_ object: ManagedObject, to store: any PersistentStore) {
    assertConfinement()
    guard object.isInserted, object.storeNumber == 0 else { return }
    assignedStores[ObjectIdentifier(object)] = store.number
  }

  /// Looks for changed relationships between objects of different stores, which no store can keep.
  ///
  /// A relationship with a to-one end is named by that end, whichever of its objects was made first.
  ///
  /// - Throws: `PersistentStoreError.crossStoreRelationship`.
  /// - Complexity: O(changed objects and their related ones); only asked when there is more than one store.
  func requireRelationshipsWithinStores() throws {
    let changed = (inserted + updated).filter { $0.isInserted || $0.isUpdated }
    for object in changed {
      if let name = object.toOneToAnotherStore() {
        throw PersistentStoreError.crossStoreRelationship(entity: object.entity.name, relationship: name)
      }
    }
    for object in changed {
      if let name = object.toManyToAnotherStore() {
        throw PersistentStoreError.crossStoreRelationship(entity: object.entity.name, relationship: name)
      }
    }
  }
}

extension ManagedObject {
  /// The number of the store that was chosen for this new object.
  final var assignedStore: UInt32? {
    guard let owner, !owner.assignedStores.isEmpty else { return nil }
    return owner.assignedStores[ObjectIdentifier(self)]
  }

  /// The name of a to-one relationship that leads to an object of another store.
  fileprivate final func toOneToAnotherStore() -> String? {
    for slot in toOne.indices {
      if let related = toOne[slot].identity, related.storeNumber != storeNumber, !related.isTemporaryID {
        return runtime.layout.toOneRelationships[slot].name
      }
    }
    return nil
  }

  /// The name of a to-many relationship that took in an object of another store.
  fileprivate final func toManyToAnotherStore() -> String? {
    for slot in toMany.indices where !toMany[slot].isUnchanged {
      if toMany[slot].netChange().added.contains(where: { $0.storeNumber != storeNumber && $0.storeNumber != 0 }) {
        return runtime.layout.toManyRelationships[slot].name
      }
    }
    return nil
  }
}
