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
      object.giveUpChanges(for: row)
    case .mergeByPropertyObjectTrump:
      if object.isGone { object.values.setVersion(row.version) } else { object.rebase(onto: row) }
      object.awakeFromSnapshot(.mergePolicy)
    case .mergeByPropertyStoreTrump:
      if object.isGone {
        // What the store has wins over the deletion.
        object.giveUpChanges(for: row)
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
      case .overwrite, .mergeByPropertyObjectTrump: discard(rival, for: object)
      default: discard(object, for: rival)
      }
      return
    }
    switch policy {
    case .error, .custom:
      break
    case .rollback, .mergeByPropertyStoreTrump:
      if object.isInserted { discard(object, for: rival) } else { object.giveUpChanges() }
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
        discard(object, for: rival)
      } else {
        context.delete(rival)
      }
    }
  }

  /// Takes a new object out of the save; `survivor` is in its place for those that are related to it.
  private func discard(_ object: ManagedObject, for survivor: ManagedObject) {
    handOver(object, to: survivor)
    context.delete(object)
    context.propagateDeletions()
  }

  private func handOver(_ object: ManagedObject, to survivor: ManagedObject) {
    let (layout, other) = (object.runtime.layout, survivor.runtime.layout)
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      guard let place = other.toManyRelationships.firstIndex(where: { $0 === relationship }) else { continue }
      for member in object.toManyObjects(slot: slot) where !member.isGone && member !== survivor {
        object.removeMember(member, slot: slot)
        survivor.addMember(member, slot: place)
      }
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      guard case .toOne = object.runtime.toOneInverses[slot], let partner = object.toOneObject(slot: slot),
        let place = other.toOneRelationships.firstIndex(where: { $0 === relationship }), !partner.isGone,
        survivor.toOneObject(slot: place) == nil, partner !== survivor
      else { continue }
      survivor.setToOne(partner, slot: place)
    }
    for referrer in context.changes.insertedAndUpdated where referrer !== object {
      referrer.replaceWithoutInverse(object, by: survivor)
    }
  }
}

extension ManagedObject {
  fileprivate final func differsFromDefault(_ slot: Int) -> Bool {
    !attributes[slot].isIdentical(to: runtime.defaults[slot])
  }

  /// Leads to `survivor` where it leads to `object` by a relationship from which nothing leads back.
  fileprivate final func replaceWithoutInverse(_ object: ManagedObject, by survivor: ManagedObject) {
    for slot in toOne.indices {
      guard case .none = runtime.toOneInverses[slot], toOne[slot].identity == object.objectID,
        runtime.layout.toOneRelationships[slot].destinationEntity.map(survivor.entity.isKind) == true
      else { continue }
      setToOne(survivor, slot: slot)
    }
    for slot in toMany.indices {
      guard case .none = runtime.toManyInverses[slot],
        toMany[slot].netChange().added.contains(where: { $0 === object }),
        runtime.layout.toManyRelationships[slot].destinationEntity.map(survivor.entity.isKind) == true
      else { continue }
      removeMember(object, slot: slot)
      addMember(survivor, slot: slot)
    }
  }

  /// Gives up what was changed, a deletion too, and takes the values of a row.
  fileprivate final func giveUpChanges(for row: StoreRow) {
    giveUpChanges(for: row.toOne) {
      turnIntoFault()
      readAhead(row)
    }
  }

  /// Gives up what was changed, and takes the values that were read.
  fileprivate final func giveUpChanges() {
    giveUpChanges(for: (snapshot?.toOne ?? toOne).map(\.identity)) { restoreSnapshot() }
  }

  /// Gives up what was changed, at the other ends of the relationships, too.
  ///
  /// - Parameters:
  ///   - references: What the to-one relationships lead to afterwards.
  ///   - restore: Takes the values back.
  private final func giveUpChanges(for references: [ManagedObjectID?], _ restore: () -> Void) {
    let wasGone = isGone
    state.takeBackDeletion()
    if !flags.contains(.fault) {
      for slot in toOne.indices { lead(to: references[slot], slot: slot) }
    }
    var kept: [(slot: Int, change: (added: [ManagedObject], removed: [ManagedObject]))] = []
    for slot in toMany.indices where !toMany[slot].isUnchanged {
      let change = toMany[slot].netChange()
      if case .toOne = runtime.toManyInverses[slot], !wasGone {
        // The members' own references say it, and they give nothing up.
        kept.append((slot, change))
        continue
      }
      for member in change.added { removeMember(member, slot: slot) }
      for member in change.removed where !member.isGone { addMember(member, slot: slot) }
    }
    restore()
    for (slot, change) in kept {
      for member in change.added { noteMember(member, isAddition: true, slot: slot) }
      for member in change.removed { noteMember(member, isAddition: false, slot: slot) }
    }
  }

  /// Lets a to-one relationship lead to another object, or to none, which its inverse shows.
  private final func lead(to objectID: ManagedObjectID?, slot: Int) {
    guard slot < toOne.count, toOne[slot].identity != objectID else { return }
    let object = objectID.flatMap { owner?.object(with: $0) }
    if object?.isGone != true { setToOne(object, slot: slot) }
  }

  /// Takes a newer row as the base; of the properties that both sides changed, the row's values stay.
  fileprivate final func rebaseYielding(to row: borrowing StoreRow) {
    guard let snapshot else { return rebase(onto: row) }
    for slot in toOne.indices {
      let (old, stored) = (snapshot.toOne[slot].identity, row.toOne[slot])
      if stored != old, toOne[slot].identity != old { lead(to: stored, slot: slot) }
    }
    values.rebase(yieldingTo: row, old: snapshot)
    state.forgetValidation()
  }
}
