internal import AttributeValues
internal import ObjectModel

/// One save of a context: asks the objects, validates what is pending, writes it, and makes the saved state the one that later changes start from.
struct ContextSave {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Carries the save out.
  ///
  /// - Throws: As `ManagedObjectContext.save()` does; the context keeps its changes then.
  func run() throws {
    try context.faults.throwFailure()
    try context.faults.fillChanged()
    context.propagateDeletions()
    if context.hasChanges {
      context.processPendingChanges()
      context.tellOfComingSave()
      // The objects come after the observers, so that an object also sees what an observer changed in it.
      context.propagateDeletions()
      try askObjects()
    }
    // Delete rules that could not be followed would leave references to what is gone.
    try context.faults.throwFailure()
    guard context.hasChanges else {
      forgetUnsavedDeletions()
      // The stores may have other metadata to write.
      if context.parent == nil { _ = try StoreSave(context).run() }
      return
    }
    context.processPendingChanges()
    try context.faults.reading { try PendingValidation(context).run() }
    var raised: [ManagedObjectID] = []
    if let parent = context.parent {
      // The parent's objects are touched on the parent's queue, while this context's own thread waits.
      try parent.performAndWait {
        try context.queue.whileHeld { try ParentSave(of: context, to: parent).run() }
      }
    } else {
      raised = try StoreSave(context).run()
    }
    finish(raised: raised)
  }

  /// Calls `willSave` on every object with changes, again on those that change meanwhile.
  ///
  /// - Throws: `PersistentStoreError.endlessChanges` if that does not end.
  private func askObjects() throws(PersistentStoreError) {
    let limit = 1000
    for object in context.changes.withHooks { object.state.forgetAsking() }
    for round in 0...limit {
      let waiting = context.changes.withHooks.filter { $0.hasChanges && !$0.flags.contains(.askedToSave) }
      guard let first = waiting.first else { return }
      if round == limit { throw .endlessChanges(entity: first.entity.name, rounds: limit) }
      for object in waiting {
        object.state.noteAskedToSave()
        object.willSave()
      }
      context.propagateDeletions()
    }
  }

  // MARK: Afterwards

  private func finish(raised: [ManagedObjectID]) {
    var saved = context.notificationOfSave()
    if let updated = saved?.identifiers.updated {
      // Other contexts have older versions of these, too.
      let known = Set(updated)
      saved?.identifiers.updated += raised.filter { !known.contains($0) }
    }
    let (insertions, updates, deletions) = context.changes.takeSaved()
    context.storeAssignments.removeAll()
    context.memberOwners.noteSave()
    let isStored = context.parent == nil
    if isStored { context.storeReader.advance() }
    context.children.forgetUnlessNeeded()
    for object in insertions { finishInsertion(of: object, isStored: isStored) }
    for object in updates { finishUpdate(of: object, isStored: isStored) }
    for object in deletions {
      object.state.leave(.listedDeleted)
      if object.flags.contains(.deleted) { dismiss(object) }
    }
    for object in insertions where object.hasHooks { object.didSave() }
    for object in updates where object.hasHooks { object.didSave() }
    for object in deletions where object.hasHooks { object.didSave() }
    if let saved {
      context.observers.send(saved)
      context.tellListeners(saved.identifiers)
    }
  }

  private func finishInsertion(of object: ManagedObject, isStored: Bool) {
    guard object.flags.contains(.inserted) else {
      object.state.leave(.listedInserted)
      return
    }
    object.state.finishInsertion()
    // One that undo brought back after its deletion was saved still has the snapshot of its earlier life.
    object.becomeUnchanged()
    if isStored { object.values.setVersion(1) }
  }

  private func finishUpdate(of object: ManagedObject, isStored: Bool) {
    object.state.leave(.listedUpdated)
    guard object.flags.contains(.updated) else { return }
    if object.flags.contains(.storedChange), isStored, !object.isGone {
      object.values.setVersion(StoreRow.version(after: object.version))
      context.children.noteVersion(object.version, of: object.objectID)
    }
    object.state.settle()
    object.becomeUnchanged()
  }

  private func forgetUnsavedDeletions() {
    for object in context.changes.takeUnsavedDeletions() where object.flags.contains(.deletedUnsaved) {
      dismiss(object)
    }
    context.changes.dropFormerInsertions()
  }

  /// Lets go of an object whose deletion was saved. Undo may bring it back as a new one, so its values stay while undo is on.
  private func dismiss(_ object: ManagedObject) {
    if object.flags.contains(.registered) { context.forget(object) }
    if context.undoManager == nil {
      object.detach()
      object.state.becomeDeleted()
    } else {
      context.registry.dismiss(object)
      object.state.becomeDismissed()
    }
  }
}

extension ManagedObject {
  /// Whether the object's class has hooks that a save has to call.
  final var hasHooks: Bool { runtime.objectClass != nil }

  /// Makes the values as they are now the ones that later changes start from.
  fileprivate final func becomeUnchanged() {
    values.forgetSnapshot()
    if !toMany.isEmpty { forgetMemberChanges() }
  }

  /// Makes the members as they are now the ones that later changes start from.
  final func forgetMemberChanges() {
    for slot in toMany.indices where !toMany[slot].isUnchanged { toMany[slot].forgetChanges() }
  }
}
