internal import AttributeValues
internal import ObjectModel

/// Changes the pending objects of a context so that saving them again passes a store's conflicts, as the merge policy says.
struct ConflictResolution {
  private let error: StoreConflictError
  private let context: ManagedObjectContext

  init(of error: StoreConflictError, in context: ManagedObjectContext) {
    self.error = error
    self.context = context
  }

  /// Resolves every conflict.
  ///
  /// - Throws: `SaveConflictError` when the policy is to fail; the store's error; what a custom policy throws.
  func run() throws {
    guard context.mergePolicy != .error else { throw SaveConflictError(error, in: context) }
    // What is compared and merged is what the stores have now.
    context.storeReader.advance()
    for conflict in error.conflicts {
      switch conflict {
      case .keyTaken: continue
      case .version(let objectID, _, _):
        guard let object = context.registeredObject(for: objectID) else {
          throw SaveConflictError(error, in: context)
        }
        let row = try context.faults.row(for: objectID)
        let policy = try policy(for: conflict, of: object, row: row)
        if let row { resolve(object, against: row, policy) } else { try resolveVanished(object, policy) }
      case .uniqueness(let objectID, _, let holder):
        guard let object = context.registeredObject(for: objectID), let holder else {
          throw SaveConflictError(error, in: context)
        }
        let policy = try policy(for: conflict, of: object, row: nil)
        try resolve(object, holder: holder, policy)
      }
    }
    context.propagateDeletions()
  }

  /// The policy for one conflict: the context's, or what its custom one chooses.
  ///
  /// - Throws: `SaveConflictError` for a choice to fail; what the custom policy throws.
  private func policy(
    for conflict: StoreConflictError.Conflict,
    of object: ManagedObject,
    row: StoreRow?
  ) throws -> MergePolicy {
    guard case .custom(let custom) = context.mergePolicy else { return context.mergePolicy }
    var row = row
    if case .uniqueness(_, _, let holder?) = conflict { row = try context.faults.row(for: holder) }
    let chosen = try custom.policy(for: SaveConflict(conflict, of: object, row: row), object)
    if chosen == .error { throw SaveConflictError(error, in: context) }
    return chosen
  }

  /// The row was deleted by somebody else. Policies that prefer the object insert it again; the others let it go.
  ///
  /// - Throws: The store's error.
  private func resolveVanished(_ object: ManagedObject, _ policy: MergePolicy) throws {
    switch policy {
    case .overwrite where !object.isGone, .mergeByPropertyObjectTrump where !object.isGone:
      object.state.becomeInsertedAgain()
      object.values.forgetSnapshot()
      context.changes.listInsertion(of: object)
      try linkAgain(object)
    default:
      object.state.forgetUpdate()
      context.markInaccessible(object)
    }
  }

  /// Makes the members that an object has in memory new ones, because the store has dropped all links together with its row.
  ///
  /// - Throws: The store's error.
  private func linkAgain(_ object: ManagedObject) throws {
    for slot in object.toMany.indices where object.runtime.toManyIsStored[slot] {
      // What a column of the members says is theirs to save.
      if case .inverseColumn = object.runtime.toManyStorage[slot] { continue }
      guard let members = object.toMany[slot].members?.objects else { continue }
      object.toMany[slot].forgetChanges()
      for member in members where !member.isGone {
        guard try member.isInserted || context.faults.row(for: member.objectID) != nil else {
          object.noteMember(member, isAddition: false, slot: slot)
          continue
        }
        if case .toMany(let inverseSlot) = object.runtime.toManyInverses[slot],
          object !== member || inverseSlot != slot
        {
          member.noteMember(object, isAddition: true, slot: inverseSlot)
        }
        object.noteMember(member, isAddition: true, slot: slot)
      }
    }
  }

  private func resolve(_ object: ManagedObject, against row: StoreRow, _ policy: MergePolicy) {
    context.recorder.noteRefresh(of: object)
    switch policy {
    case .error, .custom:
      break
    case .overwrite:
      object.values.setVersion(row.version)
    case .rollback:
      object.state.takeBackDeletion()
      object.turnIntoFault()
      object.readAhead(row)
    case .mergeByPropertyObjectTrump:
      if object.isGone { object.values.setVersion(row.version) } else { object.rebase(onto: row) }
      object.awakeFromSnapshot(.mergePolicy)
    case .mergeByPropertyStoreTrump:
      if object.isGone {
        // What the store has wins over the deletion.
        object.state.takeBackDeletion()
        object.turnIntoFault()
        object.readAhead(row)
      } else {
        object.rebaseYielding(to: row)
        object.awakeFromSnapshot(.mergePolicy)
      }
    }
  }

  /// Two objects want the same unique values: `object` here, and the one that holds them in the store (or earlier in this save).
  private func resolve(_ object: ManagedObject, holder: ManagedObjectID, _ policy: MergePolicy) throws {
    let rival = context.object(with: holder)
    guard rival !== object else { throw SaveConflictError(error, in: context) }
    if rival.isInserted {
      // Both are new: the later one takes the place of the earlier, or leaves.
      switch policy {
      case .overwrite, .mergeByPropertyObjectTrump: discard(rival)
      default: discard(object)
      }
      return
    }
    switch policy {
    case .error, .custom:
      break
    case .rollback:
      if object.isInserted { discard(object) } else { object.restoreSnapshot() }
    case .mergeByPropertyStoreTrump:
      if object.isInserted { discard(object) } else { object.restoreSnapshot() }
    case .mergeByPropertyObjectTrump, .overwrite:
      if object.isInserted {
        // Of another entity, the row has no place for the values, or other values in their place.
        guard rival.entity.isKind(of: object.entity) else { throw SaveConflictError(error, in: context) }
        // The row that exists takes the new values; the new object goes, so that the row keeps its identity.
        _ = rival.attribute(slot: 0)
        for slot in object.attributes.indices where policy == .overwrite || object.differsFromDefault(slot) {
          rival.setAttribute(object.attributes[slot], slot: slot)
        }
        for slot in object.toOne.indices {
          if let related = object.currentToOne(slot: slot) { rival.setToOne(related, slot: slot) }
        }
        discard(object)
      } else {
        context.delete(rival)
      }
    }
  }

  /// Takes a new object out of the save.
  private func discard(_ object: ManagedObject) {
    context.delete(object)
    context.propagateDeletions()
  }
}

extension ManagedObject {
  fileprivate final func differsFromDefault(_ slot: Int) -> Bool {
    !attributes[slot].isIdentical(to: runtime.defaults[slot])
  }

  /// Takes a newer row as the base; of the properties that both sides changed, the row's values stay.
  fileprivate final func rebaseYielding(to row: borrowing StoreRow) {
    guard let snapshot else { return rebase(onto: row) }
    values.rebase(yieldingTo: row, old: snapshot)
    state.forgetValidation()
  }
}
