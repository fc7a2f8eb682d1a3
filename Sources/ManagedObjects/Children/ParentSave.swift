internal import AttributeValues
internal import ObjectModel

/// The save of a child context, which makes its changes changes of its parent. Nothing is validated again, and nothing is written to a store.
///
/// It runs on the parent's queue.
struct ParentSave {
  private let child: ManagedObjectContext
  private let parent: ManagedObjectContext

  init(of child: ManagedObjectContext, to parent: ManagedObjectContext) {
    self.child = child
    self.parent = parent
  }

  /// Makes the changes.
  ///
  /// - Throws: `PersistentStoreError.missingObject` for a changed or related object that the parent cannot know; the parent is as it was then.
  func run() throws {
    parent.children.noteUse()
    let insertions = child.changes.inserted.filter(\.isInserted)
    let updates = child.changes.updated.filter(\.isUpdated)
    // Members are loaded before the parent gets the new ones, so that those come behind, in the order in which they came here.
    for object in updates { loadChangedOrders(of: object) }
    for object in insertions + updates { try checkCounterparts(of: object) }
    for object in insertions where parent.objectForChild(object.objectID) == nil { insertCounterpart(of: object) }
    for object in insertions + updates { try pushValues(of: object) }
    for object in insertions + updates { try pushMembers(of: object) }
    for object in child.changes.deleted where object.isDeletionPending { pushDeletion(of: object) }
    parent.propagateDeletions()
    if parent.recorder.isRecording { parent.processPendingChanges() }
  }

  /// Looks whether the parent knows an object, or will, and all that its changes relate it to; nothing is changed before that is known of all.
  private func checkCounterparts(of object: ManagedObject) throws(PersistentStoreError) {
    try checkCounterpart(of: object)
    if !object.isFault {
      for slot in object.toOne.indices where isToOneChanged(of: object, slot: slot) {
        if let related = object.currentToOne(slot: slot) { try checkCounterpart(of: related) }
      }
    }
    for slot in object.toMany.indices where areMembersPushed(of: object, slot: slot) {
      let net = object.toMany[slot].netChange()
      for member in net.removed { try checkCounterpart(of: member) }
      for member in net.added { try checkCounterpart(of: member) }
      guard object.runtime.layout.toManyRelationships[slot].isOrdered else { continue }
      for member in object.toManyObjects(slot: slot) { try checkCounterpart(of: member) }
    }
  }

  private func checkCounterpart(of object: ManagedObject) throws(PersistentStoreError) {
    if object.isInserted || !object.objectID.isTemporaryID || parent.objectForChild(object.objectID) != nil { return }
    throw .missingObject(object.objectID.description)
  }

  private func loadChangedOrders(of object: ManagedObject) {
    for slot in object.toMany.indices
    where !object.toMany[slot].isUnchanged && object.runtime.layout.toManyRelationships[slot].isOrdered {
      object.loadMembers(slot: slot)
    }
  }

  private func insertCounterpart(of object: ManagedObject) {
    let twin = parent.insert(object.entity)
    parent.rename(twin, reference: object.reference, storeNumber: object.storeNumber)
    twin.state.becomeKnownToChild()
  }

  private func pushValues(of object: ManagedObject) throws {
    // An object whose to-many relationship alone changed may be a fault here; its values are not touched then.
    let twin = try counterpart(of: object)
    guard !object.isFault else { return }
    if !object.isInserted { adoptBase(of: object, for: twin) }
    for slot in object.attributes.indices where object.isInserted || object.attributeChanged(slot) {
      twin.setAttribute(object.attributes[slot], slot: slot)
    }
    for slot in object.toOne.indices where isToOneChanged(of: object, slot: slot) {
      twin.setToOne(try object.currentToOne(slot: slot).map { try counterpart(of: $0) }, slot: slot)
    }
  }

  private func pushMembers(of object: ManagedObject) throws {
    let twin = try counterpart(of: object)
    for slot in object.toMany.indices where areMembersPushed(of: object, slot: slot) {
      let net = object.toMany[slot].netChange()
      for member in net.removed { twin.removeMember(try counterpart(of: member), slot: slot) }
      for member in net.added { twin.addMember(try counterpart(of: member), slot: slot) }
      if object.runtime.layout.toManyRelationships[slot].isOrdered {
        let order = try object.toManyObjects(slot: slot).map { try counterpart(of: $0) }
        let wanted = Set(order.map { ObjectIdentifier($0) })
        let others = twin.toManyObjects(slot: slot).filter { !wanted.contains(ObjectIdentifier($0)) }
        twin.reorderMembers(order.filter { twin.hasMember($0, slot: slot) } + others, slot: slot)
      }
    }
  }

  private func isToOneChanged(of object: ManagedObject, slot: Int) -> Bool {
    object.isInserted || object.currentIdentity(ofToOne: slot) != object.committedIdentity(ofToOne: slot)
  }

  /// Whether a to-many relationship has changes that the other ends do not bring along.
  private func areMembersPushed(of object: ManagedObject, slot: Int) -> Bool {
    if object.toMany[slot].isUnchanged { return false }
    if case .inverseColumn = object.runtime.toManyStorage[slot] {
      return object.runtime.layout.toManyRelationships[slot].isOrdered
    }
    return true
  }

  private func pushDeletion(of object: ManagedObject) {
    if let twin = parent.objectForChild(object.objectID) {
      parent.delete(twin)
    } else if !object.objectID.isTemporaryID {
      let twin = parent.object(with: object.objectID)
      adoptBase(of: object, for: twin)
      parent.delete(twin)
    }
  }

  /// Makes what a child's changes started from the base of `twin`, if somebody has changed the row in the store since; the save finds the conflict then.
  ///
  /// The parent need not have kept the object that the child read, and reads it anew for the child's changes.
  private func adoptBase(of object: ManagedObject, for twin: ManagedObject) {
    guard parent.parent == nil, twin.isFault else { return }
    twin.fireFault()
    let known = max(object.version, parent.children.savedVersion(of: twin.objectID) ?? 1, 1)
    guard !twin.isGone, twin.version > known else { return }
    let toOne = object.toOne.indices.map { slot in
      object.committedIdentity(ofToOne: slot).map { identity in
        ToOneReference.identifier(parent.objectForChild(identity)?.objectID ?? identity)
      } ?? .none
    }
    twin.values.adopt(version: known, attributes: object.committedAttributes, toOne: toOne)
  }

  /// The parent's object for a child's object.
  private func counterpart(of object: ManagedObject) throws -> ManagedObject {
    if let known = parent.objectForChild(object.objectID) { return known }
    guard !object.objectID.isTemporaryID else { throw PersistentStoreError.missingObject(object.objectID.description) }
    return parent.object(with: object.objectID)
  }
}

extension ManagedObject {
  fileprivate final func attributeChanged(_ slot: Int) -> Bool {
    guard let snapshot, slot < snapshot.attributes.count else { return false }
    return !attributes[slot].isIdentical(to: snapshot.attributes[slot])
  }
}
