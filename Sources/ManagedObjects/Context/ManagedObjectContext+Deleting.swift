internal import ObjectModel

extension ManagedObjectContext {
  /// Marks an object for deletion by the next save. Its delete rules are followed at the end of the event, or at once if
  /// `propagatesDeletesAtEndOfEvent` is off. A new object simply goes away.
  public func delete(_ object: ManagedObject) {
    assertConfinement()
    precondition(object.owner === self, "The object belongs to another context.")
    guard object.flags.isDisjoint(with: [.deleted, .preparingDeletion]) else { return }
    if object.runtime.objectClass != nil {
      object.state.setPreparingDeletion(true)
      object.prepareForDeletion()
      object.state.setPreparingDeletion(false)
    }
    // The relationships have to be known before the row is gone.
    if object.flags.contains(.fault) { object.fireFault() }
    guard !object.isGone else { return }
    markDeleted(object)
    changes.postponePropagation(of: object)
    if !propagatesDeletesAtEndOfEvent {
      propagateDeletions()
    } else if concurrencyType == .mainQueue {
      endEventSoon()
    }
  }

  /// Follows the delete rules of the objects that were deleted since the last call. Everything that goes is found first, so that hooks see whole relationships.
  ///
  /// Where the store cannot be read, the next call does it again.
  func propagateDeletions() {
    var unread: [ManagedObject] = []
    let deleted = changes.takePropagations { object in
      guard object.isGone, !object.flags.contains(.deletionPropagated) else { return false }
      let failures = faults.failureCount
      object.state.notePropagation()
      let layout = object.runtime.layout
      for (slot, relationship) in layout.toOneRelationships.enumerated() where relationship.deleteRule == .cascade {
        if let related = object.toOneObject(slot: slot), !related.isGone { delete(related) }
      }
      for (slot, relationship) in layout.toManyRelationships.enumerated() where relationship.deleteRule == .cascade {
        for member in object.toManyObjects(slot: slot) where !member.isGone { delete(member) }
      }
      if faults.failureCount != failures { unread.append(object) }
      return faults.failureCount == failures
    }
    for object in deleted {
      let failures = faults.failureCount
      cutRelationships(of: object)
      if faults.failureCount != failures { unread.append(object) }
    }
    for object in unread { followRulesAgain(of: object) }
  }

  /// Has the delete rules of a deleted object followed by the next `propagateDeletions()`, although they were followed as far as it could be read.
  func followRulesAgain(of object: ManagedObject) {
    object.state.forgetPropagation()
    changes.postponePropagation(of: object)
  }

  /// Puts an object on the list of deletions and nothing else.
  func markDeleted(_ object: ManagedObject) {
    if object.flags.contains(.tracked) { recorder.recordDeletion(of: object) }
    // What was never saved stays known until the save, so that undo can bring it back.
    object.state.delete()
    changes.listDeletion(of: object)
  }

  /// Marks an object whose row has vanished: there is nothing left to delete in the store.
  func markInaccessible(_ object: ManagedObject) {
    object.state.becomeInaccessible()
    changes.listDeletion(of: object)
  }

  /// Takes a deletion that was not saved back. Relationships that it cut stay cut; undo restores them by its own steps.
  func reviveDeleted(_ object: ManagedObject) {
    guard object.flags.contains(.deleted) else { return }
    if object.flags.contains(.tracked) { recorder.recordInsertion(of: object) }
    object.state.takeBackDeletion()
    if object.state.becomeNewAgain() { changes.listInsertion(of: object) }
  }

  /// Takes a deleted object out of the relationships in which it does not stay.
  private func cutRelationships(of object: ManagedObject) {
    let layout = object.runtime.layout
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      switch relationship.deleteRule {
      case .nullify, .cascade:
        if let related = object.toOneObject(slot: slot) { object.cutToOne(related, slot: slot) }
      case .deny, .noAction: break
      }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      switch relationship.deleteRule {
      case .nullify, .cascade:
        for member in object.toManyObjects(slot: slot) { object.removeMember(member, slot: slot) }
      case .deny, .noAction: break
      }
    }
  }
}

extension ManagedObject {
  /// Takes this deleted object out of its partner's inverse. Its own reference stays, so that a conflict or an undo knows it.
  fileprivate final func cutToOne(_ related: ManagedObject, slot: Int) {
    switch runtime.toOneInverses[slot] {
    case .none: break
    case .toOne(let inverseSlot): related.replaceToOne(nil, slot: inverseSlot)
    case .toMany(let inverseSlot): related.noteMember(self, isAddition: false, slot: inverseSlot)
    }
    replaceToOne(nil, slot: slot)
  }
}
