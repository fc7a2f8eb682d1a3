internal import ObjectModel
internal import AttributeValues

extension ManagedObjectContext {
  /// Takes back the last group of changes; does nothing without an undo manager.
  public func undo() {
    assertConfinement()
    undoManager?.undo()
    if tracksChanges { processPendingChanges() }
  }

  /// Takes the last undo back; does nothing without an undo manager.
  public func redo() {
    assertConfinement()
    undoManager?.redo()
    if tracksChanges { processPendingChanges() }
  }

  func recordAttribute(of object: ManagedObject, slot: Int) {
    guard let undoManager, slot < object.attributes.count else { return }
    undoManager.record(.attribute(object, slot: slot, old: object.attributes[slot]))
  }

  func recordToOne(of object: ManagedObject, slot: Int) {
    guard let undoManager, slot < object.toOne.count else { return }
    undoManager.record(.toOne(object, slot: slot, old: object.toOne[slot]))
  }

  func recordMember(_ member: ManagedObject, of object: ManagedObject, slot: Int, wasAddition: Bool) {
    guard let undoManager else { return }
    var position: Int?
    if !wasAddition, object.runtime.layout.toManyRelationships[slot].isOrdered {
      // Whoever takes this back has to know where the member stood.
      object.loadMembers(slot: slot)
      position = object.toMany[slot].members?.position(of: member)
    }
    undoManager.record(.member(member, of: object, slot: slot, wasAddition: wasAddition, position: position))
  }

  func recordOrder(of object: ManagedObject, slot: Int) {
    undoManager?.record(.order(object, slot: slot, old: object.toMany[slot].members?.objects ?? []))
  }

  func recordInsertion(of object: ManagedObject) {
    undoManager?.record(.insertion(object))
    note(object, .notedInserted)
  }

  func recordDeletion(of object: ManagedObject) {
    undoManager?.record(.deletion(object))
    note(object, .notedDeleted)
  }

  /// Brings a deleted object back: an unsaved deletion is cancelled, a saved one makes a new object of the old values.
  func revive(_ object: ManagedObject) {
    if object.flags.contains(.listedDeleted) {
      reviveDeleted(object)
      return
    }
    guard object.isDeleted else { return }
    let values = object.attributes
    let references = object.toOne
    let members = object.toMany
    adoptInsertion(of: object)
    object.attributes = values
    object.toOne = references
    object.toMany = members
  }
}
