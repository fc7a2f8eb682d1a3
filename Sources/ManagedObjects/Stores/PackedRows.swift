package import AttributeValues
package import ObjectModel

/// Rows of new objects of one entity, encoded as their store keeps them, but without their keys: they are filled on any thread while the store takes
/// others, and each gets its key when it is inserted.
package protocol PackedRows: AnyObject {
  /// Adds a row.
  ///
  /// - Parameters:
  ///   - attributes: The values by slot.
  ///   - texts: Texts by slot, as UTF-8; where there is one, it is the value, and that of `attributes` is none.
  ///   - toOne: The keys of related objects by slot, 0 for none.
  /// - Throws: The store's error; the row is not added then.
  /// - Complexity: O(bytes of the row); does not allocate for numbers and texts.
  func append(attributes: Span<AttributeValue>, texts: Span<UnsafeRawBufferPointer>, toOne: Span<Int64>) throws

  /// Forgets the rows and keeps their memory.
  func removeAll()
}

/// A store that takes packed rows.
package protocol PackedRowStore: PersistentStore {
  /// Memory for rows of an entity; `nil` if they cannot be encoded before they have their keys, or without the rows around them. The rows may not be related
  /// to objects that keep them in order.
  func packedRows(of entity: EntityDescription) -> (any PackedRows)?

  /// Inserts some rows.
  ///
  /// - Parameters:
  ///   - rows: What `packedRows(of:)` of this store has given.
  ///   - chosen: Which rows, by the order in which they were added and in that order, with the keys that they get, which rise.
  /// - Throws: The store's error.
  /// - Complexity: O(bytes of the rows).
  func insert(_ rows: any PackedRows, _ chosen: [(row: Int, key: Int64)]) throws
}

extension PersistentStoreCoordinator {
  /// Inserts packed rows as they are; contexts do not learn of it.
  package func insert(_ rows: any PackedRows, _ chosen: [(row: Int, key: Int64)], into store: any PackedRowStore) throws
  {
    try lock.withLock { try store.insert(rows, chosen) }
  }
}
