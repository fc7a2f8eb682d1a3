package import ObjectModel

/// A store that is written anew and takes over rows from a file that was written before.
package protocol RowKeepingStore: PersistentStore {
  /// Takes over the rows of an entity from the one behind the last that was inserted or kept to the one with a key, which the earlier file has.
  ///
  /// - Parameter count: How many these are.
  /// - Throws: The store's error.
  func keepRows(of entity: EntityDescription, through key: Int64, count: Int) throws
}
