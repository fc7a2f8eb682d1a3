internal import AttributeValues
internal import ObjectModel

extension ManagedObjectContext {
  /// Changes the pending objects so that saving them again passes this conflict, as the merge policy says.
  ///
  /// - Throws: `SaveConflictError` when the policy is to fail.
  func resolve(_ error: StoreConflictError) throws {
    if try replaceTakenKeys(in: error) { return }
    guard mergePolicy != .error else { throw SaveConflictError(error) }
    // What is compared and merged is what the stores have now.
    advanceQueryGeneration()
    for conflict in error.conflicts {
      switch conflict {
      case .keyTaken: continue
      case .version(let objectID, _, _):
        guard let object = registeredObject(for: objectID) else { throw SaveConflictError(error) }
        guard let row = try storedRow(for: objectID) else {
          resolveVanished(object)
          continue
        }
        resolve(object, against: row)
      case .uniqueness(let objectID, _, let holder):
        guard let object = registeredObject(for: objectID), let holder else { throw SaveConflictError(error) }
        try resolve(object, holder: holder, error: error)
      }
    }
    propagateDeletions()
  }

  /// The row was deleted by somebody else. Policies that prefer the object insert it again; the others let it go.
  private func resolveVanished(_ object: ManagedObject) {
    switch mergePolicy {
    case .overwrite where !object.isDeleted, .mergeByPropertyObjectTrump where !object.isDeleted:
      object.flags.remove([.updated, .storedChange])
      object.flags.insert(.inserted)
      object.snapshot = nil
      if !object.flags.contains(.listedInserted) {
        object.flags.insert(.listedInserted)
        inserted.append(object)
      }
    default:
      object.flags.remove([.updated, .storedChange])
      markInaccessible(object)
    }
  }

  private func resolve(_ object: ManagedObject, against row: StoreRow) {
    switch mergePolicy {
    case .error:
      break
    case .overwrite:
      object.version = row.version
    case .rollback:
      object.flags.remove([.deleted, .deletionPropagated])
      object.turnIntoFault()
      object.readAhead(row)
    case .mergeByPropertyObjectTrump:
      if object.isDeleted { object.version = row.version } else { object.rebase(onto: row) }
      object.awakeFromSnapshot(.mergePolicy)
    case .mergeByPropertyStoreTrump:
      if object.isDeleted {
        // What the store has wins over the deletion.
        object.flags.remove([.deleted, .deletionPropagated])
        object.turnIntoFault()
        object.readAhead(row)
      } else {
        object.rebaseYielding(to: row)
        object.awakeFromSnapshot(.mergePolicy)
      }
    }
  }

  /// Two objects want the same unique values: `object` here, and the one that holds them in the store (or earlier in this save).
  private func resolve(_ object: ManagedObject, holder: ManagedObjectID, error: StoreConflictError) throws {
    let rival = self.object(with: holder)
    guard rival !== object else { throw SaveConflictError(error) }
    if rival.isInserted {
      // Both are new: the later one takes the place of the earlier, or leaves.
      switch mergePolicy {
      case .overwrite, .mergeByPropertyObjectTrump: discard(rival)
      default: discard(object)
      }
      return
    }
    switch mergePolicy {
    case .error:
      break
    case .rollback:
      if object.isInserted { discard(object) } else { object.restoreSnapshot() }
    case .mergeByPropertyStoreTrump:
      if object.isInserted { discard(object) } else { object.restoreSnapshot() }
    case .mergeByPropertyObjectTrump, .overwrite:
      if object.isInserted {
        // The row that exists takes the new values; the new object goes, so that the row keeps its identity.
        _ = rival.attribute(slot: 0)
        for slot in object.attributes.indices where mergePolicy == .overwrite || object.differsFromDefault(slot) {
          rival.setAttribute(object.attributes[slot], slot: slot)
        }
        for slot in object.toOne.indices {
          if let related = object.currentToOne(slot: slot) { rival.setToOne(related, slot: slot) }
        }
        discard(object)
      } else {
        delete(rival)
      }
    }
  }

  /// Takes a new object out of the save.
  private func discard(_ object: ManagedObject) {
    delete(object)
    propagateDeletions()
  }
}

extension ManagedObject {
  fileprivate final func differsFromDefault(_ slot: Int) -> Bool { attributes[slot] != runtime.defaults[slot] }

  /// Takes a newer row as the base; of the properties that both sides changed, the row's values stay.
  fileprivate final func rebaseYielding(to row: borrowing StoreRow) {
    guard let old = snapshot else { return rebase(onto: row) }
    let newToOne: [ToOneReference] = row.toOne.map { reference in reference.map { .identifier($0) } ?? .none }
    for slot in attributes.indices where row.attributes[slot] != old.attributes[slot] {
      attributes[slot] = row.attributes[slot]
    }
    for slot in attributes.indices where attributes[slot] == old.attributes[slot] {
      attributes[slot] = row.attributes[slot]
    }
    for slot in toOne.indices {
      let storeChanged = newToOne[slot].identity != old.toOne[slot].identity
      if storeChanged || toOne[slot].identity == old.toOne[slot].identity { toOne[slot] = newToOne[slot] }
    }
    snapshot = ObjectSnapshot(attributes: row.attributes, toOne: newToOne)
    version = row.version
    flags.remove([.attributesValidated, .relationshipsValidated])
  }
}

extension ManagedObjectContext {
  /// Compares a changed object's version with the stored one, without saving.
  ///
  /// - Throws: `SaveConflictError` if somebody else saved or deleted the object since it was read; the store's error.
  public func detectConflicts(for object: ManagedObject) throws {
    assertConfinement()
    guard parent == nil, object.hasChanges, !object.isInserted, !object.objectID.isTemporaryID else { return }
    let found = try persistentStoreCoordinator.row(for: object.objectID)?.version
    guard found != object.version else { return }
    let conflict = StoreConflictError.Conflict.version(
      objectID: object.objectID,
      expected: object.version,
      found: found
    )
    throw SaveConflictError(StoreConflictError(conflicts: [conflict]))
  }
}
