extension ManagedObjectContext {
  /// Empties the context: every object loses its context and its values, changes are forgotten. A pinned context goes on to the newest state of
  /// its stores.
  ///
  /// - Complexity: O(registered objects).
  public func reset() {
    assertConfinement()
    undoManager?.removeAllActions()
    detachAll()
    faultFailure = nil
    advanceQueryGeneration()
    eventSnapshots.removeAll()
    forgetNotes()
  }

  /// Takes back every change since the last save: new objects go away, changed ones have their old values, deleted ones live again.
  /// The undo stack is emptied.
  public func rollback() {
    assertConfinement()
    undoManager?.removeAllActions()
    unpropagatedDeletions.removeAll()
    let deletions = deleted
    let updates = updated
    let insertions = inserted
    deleted.removeAll()
    updated.removeAll()
    inserted.removeAll()
    for object in deletions {
      object.flags.remove(.listedDeleted)
      guard object.flags.contains(.deleted) else { continue }
      if object.flags.contains(.deletedUnsaved), !object.flags.contains(.listedInserted) { continue }
      object.flags.remove([.deleted, .deletionPropagated])
      object.restoreSnapshot()
      object.awakeFromSnapshot(.rollback)
    }
    for object in updates {
      object.flags.remove(.listedUpdated)
      object.restoreSnapshot()
      object.awakeFromSnapshot(.rollback)
      noteRefresh(of: object)
    }
    for object in insertions {
      object.flags.remove(.listedInserted)
      guard object.flags.contains(.inserted) || object.flags.contains(.deletedUnsaved) else { continue }
      forget(object)
      object.detach()
    }
    faultFailure = nil
    if tracksChanges { processPendingChanges() }
  }

  /// Makes `object` a fault, forgetting its changes; with `mergeChanges`, rereads it and puts its changes on top of what the store has now.
  ///
  /// New and deleted objects stay as they are.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    assertConfinement()
    guard object.owner === self, !object.isInserted, !object.isDeleted else { return }
    noteRefresh(of: object)
    guard mergeChanges, object.flags.contains(.updated) else {
      // A changed object that is not merged forgets its changes; the other ends of its relationships forget theirs.
      object.turnIntoFault()
      return
    }
    object.rebase()
    object.awakeFromSnapshot(.refresh)
  }

  /// Refreshes every object that the context knows, keeping changes on top.
  public func refreshAllObjects() {
    for object in registry.objects { refresh(object, mergeChanges: true) }
  }
}

extension ManagedObject {
  /// Goes back to the values that were read or last saved. To-many relationships are read anew when somebody asks.
  final func restoreSnapshot() {
    flags.remove([.updated, .storedChange, .askedToSave])
    flags.insert([.unchanged, .attributesValidated, .relationshipsValidated])
    toMany = []
    guard let snapshot else { return }
    attributes = snapshot.attributes
    toOne = snapshot.toOne
    self.snapshot = nil
  }

  /// Reads the row anew and puts the properties that were changed here on top of it.
  final func rebase() {
    guard let owner else { return }
    do {
      guard let row = try owner.storedRow(for: objectID) else { return }
      rebase(onto: row)
    } catch {
      owner.noteFaultFailure(error)
    }
  }

  /// Takes a newer row as the base of this object's changes: what was changed here keeps its value, the rest follows the row.
  final func rebase(onto row: borrowing StoreRow) {
    let newToOne: [ToOneReference] = row.toOne.map { reference in reference.map { .identifier($0) } ?? .none }
    if let old = snapshot {
      var merged = row.attributes
      for slot in merged.indices where slot < attributes.count && attributes[slot] != old.attributes[slot] {
        merged[slot] = attributes[slot]
      }
      var mergedToOne = newToOne
      for slot in newToOne.indices where slot < toOne.count && toOne[slot].identity != old.toOne[slot].identity {
        mergedToOne[slot] = toOne[slot]
      }
      attributes = merged
      toOne = mergedToOne
      snapshot = ObjectSnapshot(attributes: row.attributes, toOne: newToOne)
    } else if !flags.contains(.fault) {
      attributes = row.attributes
      toOne = newToOne
    }
    version = row.version
    // Members that are not changed here are read anew; the changes are replayed on top of them.
    for slot in toMany.indices where !toMany[slot].isReordered { toMany[slot].members = nil }
    flags.remove([.attributesValidated, .relationshipsValidated, .askedToSave])
  }
}
