internal import ObjectModel

/// What a context and its objects are like at one moment, so that a save that fails can take back what its merge policy has changed.
///
/// Objects keep their IDs.
struct ContextCopy {
  private struct ObjectCopy {
    let object: ManagedObject
    let state: ObjectState
    let values: ObjectValues
    let toMany: [ToManyState]

    init(_ object: ManagedObject) {
      self.object = object
      (state, values, toMany) = (object.state, object.values, object.toMany)
    }

    var hasChanges: Bool { !state.flags.isDisjoint(with: .anyChange) }
  }

  private let context: ManagedObjectContext
  private let objects: [ObjectCopy]
  private let lists: PendingChanges.Lists
  private let memberOwners: MemberOwners.Contents
  private let undoManager: UndoManager.Contents?

  /// Copies what the context has now.
  ///
  /// - Complexity: O(registered objects); their values are shared until they change.
  init(of context: ManagedObjectContext) {
    self.context = context
    // A fault without changes has nothing that cannot be read again.
    objects = context.registry.objects.filter { !$0.isUnchangedFault }.map(ObjectCopy.init)
    lists = context.changes.lists
    memberOwners = context.memberOwners.contents
    undoManager = context.undoManager?.contents
  }

  /// Gives the context and its objects back what they had. Objects that have been read since stay as they are, unless they have changed.
  func restore() {
    let copied = Set(objects.map { ObjectIdentifier($0.object) })
    let changed = context.changes.listed.filter { !copied.contains(ObjectIdentifier($0)) }
    for copy in objects where copy.object.owner === context { restore(copy) }
    context.changes.lists = lists
    for object in changed where object.owner === context { dropChanges(of: object) }
    context.memberOwners.contents = memberOwners
    if let undoManager { context.undoManager?.contents = undoManager }
  }

  private func restore(_ copy: ObjectCopy) {
    let object = copy.object
    let isTold = copy.hasChanges || !object.flags.isDisjoint(with: .anyChange)
    object.state = copy.state
    object.values = copy.values
    object.toMany = copy.toMany
    guard isTold else { return }
    if !object.isGone { object.awakeFromSnapshot(.rollback) }
    context.recorder.noteRefresh(of: object)
  }

  /// Makes an object that was not there, or an unchanged fault, either of these again.
  private func dropChanges(of object: ManagedObject) {
    let isNew = object.flags.contains(.listedInserted)
    object.state.leave(.lists)
    if isNew {
      if context.recorder.isRecording { context.recorder.noteDeletion(of: object) }
      context.forget(object)
      object.detach()
    } else if object.flags.contains(.deletedUnsaved) {
      // Its row has vanished, which nothing takes back.
      context.changes.listDeletion(of: object)
    } else {
      object.state.takeBackDeletion()
      object.turnIntoFault()
      context.recorder.noteRefresh(of: object)
    }
  }
}

extension ManagedObject {
  fileprivate final var isUnchangedFault: Bool { isFault && flags.isDisjoint(with: .anyChange) }
}

extension ObjectFlags {
  fileprivate static let anyChange: ObjectFlags = [.inserted, .updated, .deleted, lists]
}
