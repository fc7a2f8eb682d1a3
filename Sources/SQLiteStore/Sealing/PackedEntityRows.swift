internal import AttributeValues
internal import ManagedObjects
internal import SealedPages

/// Rows of one entity for a sealed file, encoded before they have their keys.
///
/// Sendable although its content changes: it is handed over, and one thread at a time has it.
final class PackedEntityRows: PackedRows, @unchecked Sendable {
  /// The entity's index in the schema.
  let entity: Int
  let batch: RowBatch
  private let encoder: EntityEncoder

  init(entity: Int, encoder: EntityEncoder, table: TableDefinition) {
    self.entity = entity
    self.encoder = encoder
    batch = RowBatch(for: table)
  }

  func append(attributes: Span<AttributeValue>, texts: Span<UnsafeRawBufferPointer>, toOne: Span<Int64>) throws {
    try encoder.encode(attributes: attributes, texts: texts, toOne: toOne, into: batch)
  }

  func removeAll() { batch.removeAll() }
}
