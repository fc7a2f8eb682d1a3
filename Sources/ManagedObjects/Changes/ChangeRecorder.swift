internal import AttributeValues
internal import ObjectModel

/// Records the changes of a context's objects one by one, while somebody wants to know of each: for undo, for observers of `objectsDidChange`, and for those
/// of single properties.
///
/// The objects' flag `tracked` says whether it records, so that objects ask nobody while it does not. An event is what happens between two calls of
/// `endEvent()`.
final class ChangeRecorder {
  /// What an object was like before the current event changed it first.
  struct EventSnapshot {
    let values: ObjectSnapshot
    /// How many changes each to-many relationship had seen.
    let memberChanges: [Int]
  }

  /// Whether changes are recorded at all. Asked for every fault that is made, and therefore not checked for exclusivity.
  @exclusivity(unchecked) private(set) var isRecording = false
  /// What takes the changes back; `nil` if nothing does.
  private(set) var undoManager: UndoManager?
  /// Who watches single properties; `nil` if nobody may.
  private(set) var observations: ObjectObservations?
  /// Called with the first change of an event.
  var eventDidBegin: (() -> Void)?
  /// The objects of the next did-change notification, whose flags say what became of them.
  private var noted: [ManagedObject] = []
  private var snapshots: [ObjectIdentifier: EventSnapshot] = [:]

  /// Hands the changes of `context` to another undo manager from now on.
  func setUndoManager(_ new: UndoManager?, of context: ManagedObjectContext) {
    undoManager?.context = nil
    undoManager = new
    new?.context = context
  }

  /// Lets single properties be watched, or not any more.
  func setObservations(_ new: ObjectObservations?) { observations = new }

  /// Begins or ends recording; `objects` are all that belong to the context.
  func setRecording(_ isWanted: Bool, objects: @autoclosure () -> [ManagedObject]) {
    guard isWanted != isRecording else { return }
    isRecording = isWanted
    for object in objects() { object.state.setTracked(isWanted) }
  }

  // MARK: The current event

  /// Keeps what `object` is like, unless this event has changed it already.
  func keepSnapshot(of object: ManagedObject) {
    let key = ObjectIdentifier(object)
    guard snapshots[key] == nil else { return }
    snapshots[key] = EventSnapshot(
      values: ObjectSnapshot(attributes: object.attributes, toOne: object.toOne),
      memberChanges: object.toMany.map(\.changes.count)
    )
  }

  /// What `object` was like before this event; `nil` if the event has not changed it.
  func snapshot(of object: ManagedObject) -> EventSnapshot? { snapshots[ObjectIdentifier(object)] }

  /// Notes that a merge of what others have saved made an object known.
  func noteInsertion(of object: ManagedObject) { note(object, .notedInserted) }

  /// Notes that an object has changed.
  func noteUpdate(of object: ManagedObject) { note(object, .notedUpdated) }

  /// Notes that a merge of what others have saved, or a rollback, took an object away.
  func noteDeletion(of object: ManagedObject) {
    observations?.noteChanges(of: object)
    note(object, .notedDeleted)
  }

  /// Notes that a rollback has taken an object's deletion back: who has heard of that hears of an insertion.
  func noteReturn(of object: ManagedObject) {
    let isNew = isRecording && !object.flags.contains(.notedDeleted)
    noteRefresh(of: object)
    if isNew { noteInsertion(of: object) }
  }

  /// Notes that an object has other values without a change of its own.
  func noteRefresh(of object: ManagedObject) {
    guard object.flags.contains(.tracked) else { return }
    observations?.noteChanges(of: object)
    note(object, .notedRefreshed)
  }

  private func note(_ object: ManagedObject, _ flag: ObjectFlags) {
    if noted.isEmpty { eventDidBegin?() }
    if object.flags.isDisjoint(with: .notes) { noted.append(object) }
    object.state.note(flag)
  }

  /// Ends the event.
  ///
  /// - Returns: The notification of what the event changed, from `context`; `nil` if it changed nothing.
  func endEvent(of context: ManagedObjectContext) -> ContextNotification? {
    undoManager?.closeEventGroup()
    snapshots.removeAll(keepingCapacity: true)
    guard !noted.isEmpty else { return nil }
    let objects = noted
    noted.removeAll()
    var notification = ContextNotification(name: .objectsDidChange, context: context)
    for object in objects {
      let flags = object.flags
      object.state.forgetNotes()
      if flags.contains(.notedDeleted), object.isGone || object.owner == nil {
        // Whoever never heard of an object need not hear of its end.
        if !flags.contains(.notedInserted) { notification.deletedObjects.insert(object) }
      } else if flags.contains(.notedInserted) {
        notification.insertedObjects.insert(object)
      } else if flags.contains(.notedUpdated) {
        notification.updatedObjects.insert(object)
      } else {
        notification.refreshedObjects.insert(object)
      }
    }
    return notification
  }

  /// Forgets the event, whose objects do not belong to the context any more; nobody is told of it.
  func forgetEvent() {
    snapshots.removeAll()
    noted.removeAll()
  }

  // MARK: Single changes

  /// Records the value of an attribute that is about to change.
  func recordAttribute(of object: ManagedObject, slot: Int) {
    observations?.noteChange(of: object.runtime.layout.attributes[slot].name, of: object)
    guard let undoManager, slot < object.attributes.count else { return }
    undoManager.record(.attribute(object, slot: slot, old: object.attributes[slot]))
  }

  /// Records a to-one reference that is about to change.
  func recordToOne(of object: ManagedObject, slot: Int) {
    observations?.noteChange(of: object.runtime.layout.toOneRelationships[slot].name, of: object)
    guard let undoManager, slot < object.toOne.count else { return }
    undoManager.record(.toOne(object, slot: slot, old: object.toOne[slot]))
  }

  /// Records that a member is about to come or to go.
  func recordMember(_ member: ManagedObject, of object: ManagedObject, slot: Int, wasAddition: Bool) {
    observations?.noteChange(of: object.runtime.layout.toManyRelationships[slot].name, of: object)
    guard let undoManager else { return }
    var position: Int?
    if !wasAddition, object.runtime.layout.toManyRelationships[slot].isOrdered {
      // Whoever takes this back has to know where the member stood.
      object.loadMembers(slot: slot)
      position = object.toMany[slot].members?.position(of: member)
    }
    undoManager.record(.member(member, of: object, slot: slot, wasAddition: wasAddition, position: position))
  }

  /// Records the order of members that is about to change.
  func recordOrder(of object: ManagedObject, slot: Int) {
    observations?.noteChange(of: object.runtime.layout.toManyRelationships[slot].name, of: object)
    undoManager?.record(.order(object, slot: slot, old: object.toMany[slot].members?.objects ?? []))
  }

  /// Records that an object has become new, for undo and for observers.
  func recordInsertion(of object: ManagedObject) {
    undoManager?.record(.insertion(object))
    observations?.noteChanges(of: object)
    note(object, .notedInserted)
  }

  /// Records that an object is about to be deleted, for undo and for observers.
  func recordDeletion(of object: ManagedObject) {
    undoManager?.record(.deletion(object))
    observations?.noteChanges(of: object)
    note(object, .notedDeleted)
  }
}
