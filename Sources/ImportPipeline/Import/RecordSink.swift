internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Applies decisions, and cannot refuse one. The validator reads from it what decisions have made so far.
protocol RecordSink: ObjectReader {
  /// What the sink does with records of which the precheck has proof; `nil` if every record has to be decided in full.
  var useOfProof: UseOfProof? { get }

  /// Applies a decision.
  ///
  /// - Throws: The store's error.
  func apply(_ decision: Decision) throws

  /// Adds the row of an object that a record of which there is proof inserts.
  ///
  /// - Throws: `ObjectsAreNeeded`.
  func insert(_ row: StoreRow) throws

  /// Ends a batch: what it changed is saved.
  ///
  /// - Throws: The store's error.
  func endBatch() throws
}

/// What a sink does with records of which the precheck has proof.
enum UseOfProof {
  /// They are counted.
  case counting
  /// Their objects are rows.
  case rows
}

/// A sink that keeps nothing: the run counts what decisions do, and that is all.
final class CountingSink: RecordSink {
  var useOfProof: UseOfProof? { .counting }

  func apply(_ decision: Decision) throws {}

  func insert(_ row: StoreRow) {}

  func endBatch() throws {}

  func object(with objectID: ManagedObjectID) throws -> ManagedObject { throw ObjectsAreNeeded() }
}
