internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Applies decisions, and cannot refuse one.
protocol RecordSink: AnyObject {
  /// How the validator reads what decisions have made so far.
  var reader: any ObjectReader { get }

  /// Applies a decision.
  ///
  /// - Throws: The store's error.
  func apply(_ decision: Decision) throws

  /// Ends a batch: what it changed is saved.
  ///
  /// - Throws: The store's error.
  func endBatch() throws
}

/// A sink that keeps nothing: the run counts what decisions do, and that is all.
final class CountingSink: RecordSink, ObjectReader {
  var reader: any ObjectReader { self }

  func apply(_ decision: Decision) throws {}

  func endBatch() throws {}

  func entity(of objectID: ManagedObjectID) throws -> EntityDescription { throw ObjectsAreNeeded() }

  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] { throw ObjectsAreNeeded() }

  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? { throw ObjectsAreNeeded() }

  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] { throw ObjectsAreNeeded() }
}
