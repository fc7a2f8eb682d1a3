internal import AttributeValues
internal import ObjectModel

/// Writes the pending changes of a context to the coordinator's stores, resolving conflicts by the merge policy.
struct StoreSave {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  private let changes: PendingChanges

  init(_ context: ManagedObjectContext) {
    self.context = context
    coordinator = context.persistentStoreCoordinator
    changes = context.changes
  }

  /// Writes everything, one transaction per store, or nothing.
  ///
  /// - Returns: The objects whose versions the save has raised though their own values stay.
  /// - Throws: `SaveConflictError`; `ValidationErrors` for what the merge policy has made of the objects; `PersistentStoreError`; the store's error. What
  ///   the merge policy has changed is taken back then.
  func run() throws -> [ManagedObjectID] {
    // What was changed and changed back is not written, and its version stays.
    let changedBack = changes.updated.filter { $0.flags.contains(.storedChange) && $0.isAsRead }
    for object in changedBack { object.state.dropStoredChange() }
    var beforeResolution: ContextCopy?
    do {
      if coordinator.hasRemovedStores { try requireStores() }
      return try write(&beforeResolution)
    } catch {
      beforeResolution?.restore()
      // It may be changed again before the next save.
      for object in changedBack where object.flags.contains(.updated) { object.state.noteStoredChange() }
      throw error
    }
  }

  /// Tries until the stores take everything.
  ///
  /// - Parameter beforeResolution: Becomes what the context was like before the merge policy changed it, if it did.
  private func write(_ beforeResolution: inout ContextCopy?) throws -> [ManagedObjectID] {
    var attempts = 0
    while true {
      try IdentifierAssignment(context).run(changes.inserted)
      do {
        let raised = try coordinator.save(try requests())
        noteRaised(raised)
        return raised
      } catch let conflict as StoreConflictError {
        attempts += 1
        // Somebody may change the rows again between a resolution and its save, but not for ever.
        guard attempts <= 10 else { throw SaveConflictError(conflict, in: context) }
        if try IdentifierAssignment(context).replaceTakenKeys(in: conflict) { continue }
        if context.mergePolicy != .error, beforeResolution == nil { beforeResolution = ContextCopy(of: context) }
        try context.faults.reading {
          try ConflictResolution(of: conflict, in: context).run()
          // What the policy has given up or deleted may be what others need.
          try PendingValidation(context).run()
        }
      }
    }
  }

  /// Takes over the versions of objects that the save has raised though their own values stay.
  private func noteRaised(_ raised: [ManagedObjectID]) {
    for objectID in raised {
      guard let object = context.registry.object(for: objectID), !object.isFault || object.flags.contains(.rowAtHand)
      else { continue }
      object.values.setVersion(StoreRow.version(after: object.version))
      context.children.noteVersion(object.version, of: objectID)
    }
  }

  /// One request per store that has something to save.
  private func requests() throws -> [(store: any PersistentStore, request: StoreSaveRequest)] {
    var requests: [UInt32: StoreSaveRequest] = [:]
    let stores = coordinator.persistentStores
    if stores.count > 1 { try requireRelationshipsWithinStores() }
    for store in stores {
      var request = request(for: store, isOnlyStore: stores.count == 1)
      request.author = context.transactionAuthor
      request.contextName = context.name
      if !request.isEmpty || store.hasUnsavedMetadata && !store.isReadOnly { requests[store.number] = request }
    }
    return try stores.compactMap { store in
      guard let request = requests.removeValue(forKey: store.number) else { return nil }
      if store.isReadOnly { throw PersistentStoreError.readOnly(location: store.location) }
      return (store, request)
    }
  }

  private func request(for store: any PersistentStore, isOnlyStore: Bool) -> StoreSaveRequest {
    let number = store.number
    var request = StoreSaveRequest()
    let inserted = changes.inserted
    if isOnlyStore { request.inserted.reserveCapacity(inserted.count) }
    for object in inserted where object.flags.contains(.inserted) && object.storeNumber == number {
      request.inserted.append(object.storeRow(version: 1))
      if !object.toMany.isEmpty { object.appendToManyChanges(to: &request) }
    }
    for object in changes.updated where object.isUpdated && object.storeNumber == number {
      if object.flags.contains(.storedChange) { request.updated.append(object.storeRow(version: object.version)) }
      if !object.toMany.isEmpty {
        object.appendToManyChanges(to: &request)
        object.appendChangedMembers(to: &request)
      }
    }
    for object in changes.deleted where object.isDeletionPending && object.storeNumber == number {
      request.deleted.append((objectID: object.objectID, version: object.version))
      if !object.toMany.isEmpty { object.appendToManyChanges(to: &request) }
    }
    return request
  }

  /// Looks for changes that no store would get, because the objects' store was removed.
  ///
  /// - Throws: `PersistentStoreError.storeRemoved`.
  /// - Complexity: O(changed objects); only asked when a store was removed.
  private func requireStores() throws {
    let numbers = Set(coordinator.persistentStores.map(\.number))
    for object in changes.insertedAndUpdated + changes.deleted.filter(\.isDeletionPending)
    where object.storeNumber != 0 && !numbers.contains(object.storeNumber) {
      throw PersistentStoreError.storeRemoved(object: object.objectID.description)
    }
  }

  /// Looks for changed relationships between objects of different stores, which no store can keep.
  ///
  /// A relationship with a to-one end is named by that end, whichever of its objects was made first.
  ///
  /// - Throws: `PersistentStoreError.crossStoreRelationship`.
  /// - Complexity: O(changed objects and their related ones); only asked when there is more than one store.
  private func requireRelationshipsWithinStores() throws {
    let changed = changes.insertedAndUpdated
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
