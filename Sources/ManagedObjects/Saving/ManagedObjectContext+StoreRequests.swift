internal import AttributeValues
internal import ObjectModel

extension ManagedObjectContext {
  /// Writes the pending changes to the stores, resolving conflicts by the merge policy.
  func saveToStores() throws {
    // What was changed and changed back is not written, and its version stays.
    for object in updated where object.flags.contains(.storedChange) && object.isAsRead {
      object.flags.remove(.storedChange)
    }
    var attempts = 0
    while true {
      try assignPermanentIDs(to: inserted)
      do {
        for (store, request) in try storeRequests() {
          try persistentStoreCoordinator.save(request, to: store)
        }
        return
      } catch let conflict as StoreConflictError {
        attempts += 1
        // Somebody may change the rows again between a resolution and its save, but not for ever.
        guard attempts <= 10 else { throw SaveConflictError(conflict) }
        try resolve(conflict)
      }
    }
  }

  /// One request per store that has something to save.
  private func storeRequests() throws -> [(any PersistentStore, StoreSaveRequest)] {
    var requests: [UInt32: StoreSaveRequest] = [:]
    let stores = persistentStoreCoordinator.persistentStores
    if stores.count > 1 { try requireRelationshipsWithinStores() }
    for store in stores {
      var request = makeRequest(for: store, isOnlyStore: stores.count == 1)
      request.author = transactionAuthor
      request.contextName = name
      if !request.isEmpty { requests[store.number] = request }
    }
    return try stores.compactMap { store in
      guard let request = requests.removeValue(forKey: store.number) else { return nil }
      if store.isReadOnly { throw PersistentStoreError.readOnly(location: store.location) }
      return (store, request)
    }
  }

  private func makeRequest(for store: any PersistentStore, isOnlyStore: Bool) -> StoreSaveRequest {
    let number = store.number
    var request = StoreSaveRequest()
    if isOnlyStore { request.inserted.reserveCapacity(inserted.count) }
    for object in inserted where object.flags.contains(.inserted) && object.storeNumber == number {
      request.inserted.append(object.storeRow(version: 1))
      if !object.toMany.isEmpty { object.appendToManyChanges(to: &request) }
    }
    for object in updated where object.isUpdated && object.storeNumber == number {
      if object.flags.contains(.storedChange) { request.updated.append(object.storeRow(version: object.version)) }
      if !object.toMany.isEmpty { object.appendToManyChanges(to: &request) }
    }
    for object in deleted where object.isDeletionPending && object.storeNumber == number {
      request.deleted.append((objectID: object.objectID, version: object.version))
      if !object.toMany.isEmpty { object.appendToManyChanges(to: &request) }
    }
    return request
  }
}

extension ManagedObject {
  /// Whether the values that the store keeps in the object's row are those that were read.
  fileprivate final var isAsRead: Bool {
    guard let snapshot, toOne.indices.allSatisfy({ toOne[$0].identity == snapshot.toOne[$0].identity }) else {
      return false
    }
    return attributes.indices.allSatisfy { slot in
      attributes[slot] == snapshot.attributes[slot] || runtime.transientSlots.contains(slot)
    }
  }

  /// The object's values as a store keeps them. The attributes are shared with the object, not copied, unless some are transient.
  final func storeRow(version: Int64) -> StoreRow {
    var values = attributes
    for slot in runtime.transientSlots { values[slot] = .null }
    return StoreRow(objectID: objectID, version: version, attributes: values, toOne: storedToOne())
  }

  private final func storedToOne() -> [ManagedObjectID?] {
    if toOne.count == 1 { return [toOne[0].storedIdentity] }
    return toOne.map(\.storedIdentity)
  }

  /// Names the changes of those to-many relationships that the store keeps by itself.
  final func appendToManyChanges(to request: inout StoreSaveRequest) {
    for slot in toMany.indices where !toMany[slot].isUnchanged && runtime.toManyIsStored[slot] {
      let relationship = runtime.layout.toManyRelationships[slot]
      var added: [ManagedObject] = []
      var removed: [ManagedObject] = []
      if case .links = runtime.toManyStorage[slot] {
        (added, removed) = toMany[slot].netChange()
        if relationship.inverseRelationship === relationship {
          // Both ends of a symmetric link note it; the one with the lesser key names it.
          added.removeAll { $0.reference < reference }
          removed.removeAll { $0.reference < reference }
        }
      }
      let order = relationship.isOrdered && !isDeleted ? toManyObjects(slot: slot).filter { !$0.isDeleted } : nil
      if added.isEmpty, removed.isEmpty, order == nil { continue }
      request.toManyChanges.append(
        StoreToManyChange(
          owner: objectID,
          slot: slot,
          added: added.filter { !$0.isDeleted }.map(\.objectID),
          removed: removed.map(\.objectID),
          order: order.map { $0.map(\.objectID) }
        )
      )
    }
  }
}

extension ToOneReference {
  /// The related object's ID for its row; none for an object that is being deleted.
  fileprivate var storedIdentity: ManagedObjectID? {
    switch self {
    case .none: nil
    case .object(let object): object.flags.contains(.deletedUnsaved) ? nil : object.objectID
    case .identifier(let identifier): identifier
    }
  }
}
