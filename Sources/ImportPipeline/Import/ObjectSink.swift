internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Applies decisions to managed objects in a context: classes with hooks, changes, everything that needs objects.
final class ObjectSink: RecordSink {
  private let context: ManagedObjectContext

  func useOfProof(of entity: EntityDescription) -> UseOfProof? { nil }

  init(context: ManagedObjectContext) { self.context = context }

  func insert(_ row: StoreRow) { preconditionFailure("Objects are made of decisions.") }

  func apply(_ decision: Decision) throws {
    for change in decision.changes where change.isNew {
      context.insert(change.objectID, validatedAttributes: change.attributes)
    }
    for change in decision.changes {
      guard !change.connections.isEmpty || !change.values.isEmpty else { continue }
      let object = try context.existingObject(with: change.objectID)
      for (slot, _, value) in change.values { object.setAttribute(value, slot: slot) }
      for connection in change.connections {
        // A related object that is not in memory need not be read to be related, unless its entity has others below it.
        let target = context.object(withIDOfFamily: connection.target)
        if connection.isToMany {
          object.addMember(target, slot: connection.slot)
        } else {
          object.setToOne(target, slot: connection.slot)
        }
      }
    }
  }

  func endBatch() throws {
    try context.save()
    context.reset()
  }

  // MARK: Reading

  func entity(of objectID: ManagedObjectID) throws -> EntityDescription {
    objectID.entity.subentities.isEmpty ? objectID.entity : try context.existingObject(with: objectID).entity
  }

  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] {
    let object = try context.existingObject(with: objectID)
    return object.entity.layout.attributes.indices.map { object.attribute(slot: $0) }
  }

  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? {
    try context.existingObject(with: objectID).toOneIdentifier(slot: slot)
  }

  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] {
    try context.existingObject(with: objectID).toManyObjects(slot: slot).map(\.objectID)
  }
}
