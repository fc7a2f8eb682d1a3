internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel

/// Reads objects as the records before have left them, whether they are saved yet or not: their values, whatever they are kept as.
///
/// An ID may name a parent of the object's entity.
protocol ObjectReader: AnyObject {
  /// The object's own entity.
  func entity(of objectID: ManagedObjectID) throws -> EntityDescription

  /// The attributes by slot; derived ones as they were saved last.
  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue]

  /// The object of a to-one relationship.
  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID?

  /// The objects of a to-many relationship, in order when it is ordered.
  ///
  /// - Complexity: O(*n*) in the members.
  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID]
}

/// Thrown by a sink that keeps no objects, or cannot read them yet, when a decision depends on one: the run has to begin again with a sink that does.
struct ObjectsAreNeeded: LocalizedError, CustomStringConvertible {
  var description: String { "The findings depend on objects, and none are kept" }
}

extension ObjectsAreNeeded {
  var errorDescription: String? { description }
}
