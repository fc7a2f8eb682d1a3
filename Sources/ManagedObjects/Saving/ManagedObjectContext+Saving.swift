internal import AttributeValues
internal import ObjectModel
internal import Synchronization

extension ManagedObjectContext {
  /// Validates every new, changed and deleted object and writes them all, or nothing: to the stores, one transaction per store, or for a
  /// child context into the parent.
  ///
  /// - Throws: `ValidationErrors` with everything that is not valid; `SaveConflictError` when the merge policy does not resolve a
  ///   conflict; `PersistentStoreError` when no store takes an entity; the store's own error when it cannot write. The context keeps
  ///   its changes then.
  /// - Complexity: O(changed objects), about a microsecond per new object besides the store.
  public func save() throws {
    assertConfinement()
    if let faultFailure {
      self.faultFailure = nil
      throw faultFailure
    }
    propagateDeletions()
    if hasChanges {
      processPendingChanges()
      post(.willSave)
      // The objects come after the observers, so that an object also sees what an observer changed in it.
      propagateDeletions()
      askToSave()
    }
    guard hasChanges else {
      forgetUnsavedDeletions()
      return
    }
    processPendingChanges()
    try validatePendingObjects()
    if let parent {
      // The parent's objects are touched on the parent's queue, while this context's own thread waits.
      isLentToParent = true
      defer { isLentToParent = false }
      try parent.performAndWait { try push(to: parent) }
    } else {
      try saveToStores()
    }
    finishSave()
  }

  /// Calls `willSave` on every object with changes, again on those that change meanwhile, up to a limit that ends endless changes.
  private func askToSave() {
    guard
      inserted.contains(where: \.hasHooks) || updated.contains(where: \.hasHooks) || deleted.contains(where: \.hasHooks)
    else { return }
    for _ in 0..<1000 {
      let waiting = (inserted + updated + deleted).filter { object in
        object.hasHooks && object.hasChanges && !object.flags.contains(.askedToSave)
      }
      if waiting.isEmpty { return }
      for object in waiting {
        object.flags.insert(.askedToSave)
        object.willSave()
      }
      propagateDeletions()
    }
  }

  private func validatePendingObjects() throws {
    var errors: [ValidationError] = []
    for object in inserted where object.flags.contains(.inserted) {
      if object.runtime.objectClass == nil {
        if !validatesOnSave || object.flags.isSuperset(of: [.attributesValidated, .relationshipsValidated]) {
          continue
        }
        object.collectPropertyErrors(into: &errors)
      } else {
        collect(from: object, into: &errors) { try $0.validateForInsert() }
      }
    }
    for object in updated where object.isUpdated {
      if object.runtime.objectClass == nil {
        if !validatesOnSave || object.flags.isSuperset(of: [.attributesValidated, .relationshipsValidated]) {
          continue
        }
        object.collectPropertyErrors(into: &errors)
      } else {
        collect(from: object, into: &errors) { try $0.validateForUpdate() }
      }
    }
    for object in deleted where object.isDeletionPending {
      collect(from: object, into: &errors) { try $0.validateForDelete() }
    }
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }

  private func collect(
    from object: ManagedObject,
    into errors: inout [ValidationError],
    _ validate: (ManagedObject) throws -> Void
  ) {
    do {
      try validate(object)
    } catch {
      errors.append(contentsOf: object.validationErrors(from: error, key: nil, value: .null))
    }
  }

  /// Gives new objects their permanent IDs now; a later save uses them.
  ///
  /// - Throws: `PersistentStoreError` when no store takes an entity; the store's own error.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    assertConfinement()
    try assignPermanentIDs(to: objects, areReserved: true)
  }

  /// - Complexity: O(*n*), one call to the store per run of objects of one entity.
  func assignPermanentIDs(to objects: [ManagedObject], areReserved: Bool = false) throws {
    var index = 0
    while index < objects.count {
      let first = objects[index]
      guard first.storeNumber == 0, first.flags.contains(.inserted) else {
        index += 1
        continue
      }
      // One request for the whole run of objects of the same entity, which is what an import makes.
      var end = index + 1
      while end < objects.count, objects[end].runtime === first.runtime, objects[end].storeNumber == 0,
        objects[end].flags.contains(.inserted), objects[end].assignedStore == first.assignedStore
      {
        end += 1
      }
      let store = try persistentStoreCoordinator.storeForInsertion(of: first.entity, assigned: first.assignedStore)
      let identifiers = try persistentStoreCoordinator.lock.withLock {
        areReserved
          ? try store.reservePermanentIDs(for: first.entity, count: end - index)
          : try store.obtainPermanentIDs(for: first.entity, count: end - index)
      }
      for (object, identifier) in zip(objects[index..<end], identifiers) {
        rename(object, reference: identifier.reference, storeNumber: identifier.storeNumber)
      }
      index = end
    }
  }

  /// Gives an object another ID, in the registry too.
  func rename(_ object: ManagedObject, reference: Int64, storeNumber: UInt32) {
    if object.flags.contains(.knownToChild), object.storeNumber == 0, storeNumber != 0 {
      permanentIDs[object.reference] = ManagedObjectID(
        entity: object.entity,
        storeNumber: storeNumber,
        reference: reference
      )
    }
    registry.rename(object, reference: reference, storeNumber: storeNumber)
  }

  // MARK: After a save

  /// Makes the saved state the one that later changes start from.
  func finishSave() {
    let saved = hasSaveObservers || !savedChangesListeners.isEmpty ? savedObjects() : nil
    let insertions = inserted
    let updates = updated
    let deletions = deleted
    inserted.removeAll(keepingCapacity: true)
    updated.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    assignedStores.removeAll()
    memberOwners.noteSave()
    if parent == nil { advanceQueryGeneration() }
    if hasChildren, livingChildren.load(ordering: .acquiring) == 0 {
      hasChildren = false
      savedVersions.removeAll()
      permanentIDs.removeAll()
    }
    let wasInserted: ObjectFlags = [.inserted, .listedInserted, .askedToSave, .storedChange, .updated]
    for object in insertions {
      guard object.flags.contains(.inserted) else {
        object.flags.remove(.listedInserted)
        continue
      }
      object.flags.remove(wasInserted)
      object.flags.insert([.unchanged, .attributesValidated, .relationshipsValidated])
      // One that undo brought back after its deletion was saved still has the snapshot of its earlier life.
      object.snapshot = nil
      if !object.toMany.isEmpty { object.forgetMemberChanges() }
      if parent == nil { object.version = 1 }
    }
    for object in updates {
      object.flags.remove(.listedUpdated)
      guard object.flags.contains(.updated) else { continue }
      if object.flags.contains(.storedChange), parent == nil, !object.isDeleted {
        object.version += 1
        if hasChildren { savedVersions[object.objectID] = object.version }
      }
      object.flags.remove([.updated, .storedChange, .askedToSave])
      object.flags.insert([.unchanged, .attributesValidated, .relationshipsValidated])
      object.snapshot = nil
      if !object.toMany.isEmpty { object.forgetMemberChanges() }
    }
    for object in deletions {
      object.flags.remove(.listedDeleted)
      if object.flags.contains(.deleted) { dismiss(object) }
    }
    for object in insertions where object.hasHooks { object.didSave() }
    for object in updates where object.hasHooks { object.didSave() }
    for object in deletions where object.hasHooks { object.didSave() }
    if let saved {
      send(saved)
      tellListeners(saved.identifiers)
    }
  }

  private func forgetUnsavedDeletions() {
    for object in deleted {
      // An object that was brought back stands on the list too; its next deletion has to list it again.
      object.flags.remove(.listedDeleted)
      if object.flags.contains(.deletedUnsaved) { dismiss(object) }
    }
    deleted.removeAll()
    inserted.removeAll { object in
      guard !object.flags.contains(.inserted) else { return false }
      object.flags.remove(.listedInserted)
      return true
    }
  }

  /// Lets go of an object whose deletion was saved. Undo may bring it back as a new one, so its values stay while undo is on.
  private func dismiss(_ object: ManagedObject) {
    if object.flags.contains(.registered) { forget(object) }
    if undoManager == nil {
      object.detach()
      object.flags = [.deleted]
    } else {
      registry.dismiss(object)
      object.flags = [.deleted, .deletedUnsaved, .deletionPropagated, .tracked]
    }
  }
}

extension ManagedObject {
  /// Whether the object's class has hooks that a save has to call.
  final var hasHooks: Bool { runtime.objectClass != nil }

  final func forgetMemberChanges() {
    for slot in toMany.indices where !toMany[slot].isUnchanged {
      toMany[slot].changes.removeAll()
      toMany[slot].isReordered = false
    }
  }
}
