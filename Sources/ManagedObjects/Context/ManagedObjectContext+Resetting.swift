extension ManagedObjectContext {
  /// Empties the context: every object loses its context and its values, changes are forgotten. A pinned context goes on to the newest state of
  /// its stores.
  ///
  /// - Complexity: O(registered objects).
  public func reset() {
    assertConfinement()
    undoManager?.removeAllActions()
    detachAll()
    faults.forgetFailure()
    storeReader.advance()
    tellOfReset()
  }

  /// Takes back every change since the last save: new objects go away, changed ones have their old values, deleted ones live again.
  /// The undo stack is emptied.
  public func rollback() {
    assertConfinement()
    undoManager?.removeAllActions()
    let (insertions, updates, deletions) = changes.takeAll()
    for object in deletions {
      object.state.leave(.listedDeleted)
      guard object.flags.contains(.deleted) else { continue }
      if object.flags.contains(.deletedUnsaved), !object.flags.contains(.listedInserted) { continue }
      object.state.takeBackDeletion()
      object.restoreSnapshot()
      object.awakeFromSnapshot(.rollback)
      if !object.flags.contains(.listedInserted) { recorder.noteReturn(of: object) }
    }
    for object in updates {
      object.state.leave(.listedUpdated)
      object.restoreSnapshot()
      object.awakeFromSnapshot(.rollback)
      recorder.noteRefresh(of: object)
    }
    for object in insertions {
      object.state.leave(.listedInserted)
      guard object.flags.contains(.inserted) || object.flags.contains(.deletedUnsaved) else { continue }
      if recorder.isRecording, object.isInserted { recorder.noteDeletion(of: object) }
      forget(object)
      object.detach()
    }
    storeAssignments.removeAll()
    faults.forgetFailure()
    if recorder.isRecording { processPendingChanges() }
  }

  /// Makes `object` a fault, forgetting its changes; with `mergeChanges`, rereads it and puts its changes on top of what the store has now.
  ///
  /// New and deleted objects stay as they are.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    assertConfinement()
    guard object.owner === self, !object.isInserted, !object.isGone else { return }
    recorder.noteRefresh(of: object)
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
    state.settle()
    toMany = []
    values.restoreSnapshot()
  }

  /// Reads the row anew and puts the properties that were changed here on top of it.
  final func rebase() {
    guard let owner else { return }
    do {
      guard let row = try owner.faults.row(for: objectID) else { return }
      rebase(onto: row)
    } catch {
      owner.faults.noteFailure(error)
    }
  }

  /// Takes a newer row as the base of this object's changes: what was changed here keeps its value, the rest follows the row.
  final func rebase(onto row: borrowing StoreRow) {
    // A fault has no values of its own, though its members may have changed; those that were read ahead are of an older row.
    if flags.contains(.fault) { readAhead(row) } else { values.rebase(onto: row) }
    for slot in toMany.indices { toMany[slot].forgetMembers() }
    state.attributesChange()
    state.relationshipsChange()
  }
}
