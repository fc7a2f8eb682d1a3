internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Applies decisions, and cannot refuse one. The validator reads from it what decisions have made so far.
protocol RecordSink: ObjectReader {
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
final class CountingSink: RecordSink {
  func apply(_ decision: Decision) throws {}

  func endBatch() throws {}

  func object(with objectID: ManagedObjectID) throws -> ManagedObject { throw ObjectsAreNeeded() }
}
