internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Applies decisions, and cannot refuse one. The validator reads from it what decisions have made so far.
protocol RecordSink: ObjectReader {
  /// What the sink does with records of which the precheck has proof; `nil` if every record has to be decided in full.
  ///
  /// - Parameter entity: The entity of the objects that they insert.
  func useOfProof(of entity: EntityDescription) -> UseOfProof?

  /// Applies a decision.
  ///
  /// - Throws: The store's error.
  func apply(_ decision: Decision) throws

  /// Adds the row of an object that a record of which there is proof inserts.
  ///
  /// - Throws: `ObjectsAreNeeded`.
  func insert(_ row: StoreRow) throws

  /// Memory for packed rows of an entity; `nil` where `useOfProof` is another.
  func packedRows(of entity: EntityDescription) -> (any PackedRows)?

  /// Adds packed rows of objects that records of which there is proof insert, with their keys in the store; they have to stay there until the batch ends.
  ///
  /// - Throws: The store's error.
  func insert(_ chosen: [(row: Int, key: Int64)], of packed: any PackedRows, as entity: EntityDescription) throws

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
  /// Their objects are packed rows, if everything that they refer to is known; else rows.
  case packedRows
}

extension RecordSink {
  func packedRows(of entity: EntityDescription) -> (any PackedRows)? { nil }

  func insert(_ chosen: [(row: Int, key: Int64)], of packed: any PackedRows, as entity: EntityDescription) throws {
    preconditionFailure("This sink packs no rows.")
  }
}

/// A sink that keeps nothing: the run counts what decisions do, and that is all.
final class CountingSink: RecordSink {
  func useOfProof(of entity: EntityDescription) -> UseOfProof? { .counting }

  func apply(_ decision: Decision) throws {}

  func insert(_ row: StoreRow) {}

  func endBatch() throws {}

  func entity(of objectID: ManagedObjectID) throws -> EntityDescription {
    if objectID.entity.subentities.isEmpty { return objectID.entity }
    throw ObjectsAreNeeded()
  }

  func attributes(of objectID: ManagedObjectID) throws -> [AttributeValue] { throw ObjectsAreNeeded() }

  func toOne(_ slot: Int, of objectID: ManagedObjectID) throws -> ManagedObjectID? { throw ObjectsAreNeeded() }

  func members(_ slot: Int, of objectID: ManagedObjectID) throws -> [ManagedObjectID] { throw ObjectsAreNeeded() }
}
