internal import ObjectModel

extension ManagedObjectContext {
  /// Takes over what another context has saved: new objects become known, changed ones are refreshed with this
  /// context's own changes on top, deleted ones go.
  ///
  /// The other context's `didSave` notification carries the IDs, which may cross threads. It may belong to another coordinator: IDs are then found by
  /// their URIs. Those that no store of this context's coordinator has cannot be merged. The `didMergeChanges` notification lists them, and the next
  /// save throws `PersistentStoreError.foreignObject`.
  public func mergeChanges(fromContextDidSave saved: SavedObjectIDs) {
    assertConfinement()
    storeReader.advance()
    var unmerged: [ManagedObjectID] = []
    let saved = SavedObjectIDs(
      inserted: ownIDs(of: saved.inserted, orElse: &unmerged),
      updated: ownIDs(of: saved.updated, orElse: &unmerged),
      deleted: ownIDs(of: saved.deleted, orElse: &unmerged)
    )
    if let first = unmerged.first { faults.noteFailure(PersistentStoreError.foreignObject(first.description)) }
    for objectID in saved.updated {
      guard let object = registeredObject(for: objectID) else { continue }
      refresh(object, mergeChanges: true)
    }
    for objectID in saved.inserted {
      if let known = registeredObject(for: objectID), !known.isFault {
        // A child that has made the object itself.
        refresh(known, mergeChanges: true)
        continue
      }
      let object = object(with: objectID)
      if recorder.isRecording { recorder.noteInsertion(of: object) }
    }
    var deleted: Set<ManagedObject> = []
    for objectID in saved.deleted {
      guard let object = registeredObject(for: objectID), !object.isGone else { continue }
      // Its row is gone already: there is nothing to save.
      markInaccessible(object)
      if recorder.isRecording { recorder.noteDeletion(of: object) }
      deleted.insert(object)
    }
    if !deleted.isEmpty {
      for owner in registry.objects where owner.removeVanishedMembers(deleted) { recorder.noteRefresh(of: owner) }
    }
    if recorder.isRecording { processPendingChanges() }
    var notification = ContextNotification(name: .didMergeChanges, context: self)
    notification.identifiers = saved
    notification.unmergedIdentifiers = unmerged
    observers.send(notification)
  }

  /// The same objects by the IDs that this context's coordinator gives them; those that it does not have go to `unknown`.
  ///
  /// - Complexity: O(*n*); IDs of this coordinator's stores stay as they are.
  private func ownIDs(of identifiers: [ManagedObjectID], orElse unknown: inout [ManagedObjectID]) -> [ManagedObjectID] {
    let numbers = Set(persistentStoreCoordinator.persistentStores.map(\.number))
    return identifiers.compactMap { objectID in
      if numbers.contains(objectID.storeNumber) { return objectID }
      if !objectID.isTemporaryID {
        let own = persistentStoreCoordinator.managedObjectID(forURIRepresentation: objectID.uriRepresentation())
        if own == nil { unknown.append(objectID) }
        return own
      }
      // What a child has saved has temporary IDs, which its parents and their other children know.
      let isOwn = persistentStoreCoordinator.entitiesByName[objectID.entity.name] === objectID.entity
      if isOwn, parent != nil || registeredObject(for: objectID) != nil { return objectID }
      unknown.append(objectID)
      return nil
    }
  }

  /// Takes over in each of `contexts`, on its queue, what was saved elsewhere: by a batch request, or by another process.
  public static func mergeChanges(fromRemoteContextSave saved: SavedObjectIDs, into contexts: [ManagedObjectContext]) {
    for context in contexts { context.performAndWait { context.mergeChanges(fromContextDidSave: saved) } }
  }

  /// Takes over what another context has saved, from its notification.
  public func mergeChanges(fromContextDidSave notification: ContextNotification) {
    mergeChanges(fromContextDidSave: notification.identifiers)
  }
}

extension ManagedObject {
  /// Takes objects whose rows others have deleted out of the members that are in memory; that is no change of this object.
  ///
  /// - Returns: Whether there were any.
  fileprivate final func removeVanishedMembers(_ objects: Set<ManagedObject>) -> Bool {
    var isChanged = false
    for slot in toMany.indices where toMany[slot].removeMembers(where: objects.contains) { isChanged = true }
    return isChanged
  }
}
