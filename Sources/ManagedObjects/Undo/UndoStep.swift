internal import AttributeValues

/// One primitive change, with what is needed to take it back. Inverses and delete rules are steps of their own, so taking steps back in
/// reverse order restores everything without knowing any rule.
enum UndoStep {
  case attribute(ManagedObject, slot: Int, old: AttributeValue)
  case toOne(ManagedObject, slot: Int, old: ToOneReference)
  /// A member came (`wasAddition`) or went; `position` is where a removed one stood in an ordered relationship.
  case member(ManagedObject, of: ManagedObject, slot: Int, wasAddition: Bool, position: Int?)
  case order(ManagedObject, slot: Int, old: [ManagedObject])
  case insertion(ManagedObject)
  case deletion(ManagedObject)

  /// The changed object.
  var subject: ManagedObject {
    switch self {
    case .attribute(let object, _, _), .toOne(let object, _, _), .order(let object, _, _): object
    case .member(_, of: let object, _, _, _): object
    case .insertion(let object), .deletion(let object): object
    }
  }

  /// What an object is told when this step was taken back.
  var snapshotEvent: SnapshotEventType {
    switch self {
    case .attribute, .toOne, .member, .order: .undoUpdate
    case .insertion: .undoInsertion
    case .deletion: .undoDeletion
    }
  }

  /// Takes the change back through the same primitives, which record the way forth again.
  func revert(in context: ManagedObjectContext) {
    switch self {
    case .attribute(let object, let slot, let old):
      object.setAttribute(old, slot: slot)
    case .toOne(let object, let slot, let old):
      switch old {
      case .none: object.replaceToOne(nil, slot: slot)
      case .object(let related): object.replaceToOne(related, slot: slot)
      case .identifier(let identifier): object.replaceToOne(context.object(with: identifier), slot: slot)
      }
    case .member(let member, of: let object, let slot, let wasAddition, let position):
      object.noteMember(member, isAddition: !wasAddition, slot: slot, at: position)
    case .order(let object, let slot, let old):
      object.reorderMembers(old, slot: slot)
    case .insertion(let object):
      if !object.isGone { context.markDeleted(object) }
    case .deletion(let object):
      context.revive(object)
    }
  }
}
