internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Reads objects as the records before have left them, whether they are saved yet or not.
protocol ObjectReader: AnyObject {
  /// The object that has an ID, which may name a parent of its entity.
  func object(with objectID: ManagedObjectID) throws -> ManagedObject
}

extension ObjectReader {
  /// The object's own entity, where `objectID` may name a parent of it.
  func entity(of objectID: ManagedObjectID) throws -> EntityDescription {
    objectID.entity.subentities.isEmpty ? objectID.entity : try object(with: objectID).entity
  }

  /// The attributes by slot.
  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] {
    let object = try object(with: objectID)
    return object.entity.layout.attributes.indices.map { object.attribute(slot: $0) }
  }

  /// The object of a to-one relationship.
  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? {
    try object(with: objectID).toOneIdentifier(slot: slot)
  }

  /// The objects of a to-many relationship, in order when it is ordered.
  ///
  /// - Complexity: O(*n*) in the members.
  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] {
    try object(with: objectID).toManyObjects(slot: slot).map(\.objectID)
  }
}

/// Thrown by a sink that keeps no objects, or cannot read them yet, when a decision depends on one: the run has to begin again with a sink that does.
struct ObjectsAreNeeded: Error, CustomStringConvertible {
  var description: String { "The findings depend on objects, and none are kept" }
}
