public import ManagedObjects

extension PersistentStoreCoordinator {
  /// The metadata of the store at `path`, read without opening it as a store: `metadataForPersistentStore(ofType:at:options:)`.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store.
  public static func metadataForPersistentStore(at path: String) throws -> StoreMetadata {
    try SQLiteStore.metadata(ofStoreAt: path).metadata
  }

  /// Replaces the metadata of the store at `path` without opening it as a store: `setMetadata(_:forPersistentStoreOfType:at:options:)`.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store or cannot be written.
  public static func setMetadata(_ metadata: StoreMetadata, forPersistentStoreAt path: String) throws {
    try SQLiteStore.setMetadata(metadata, ofStoreAt: path)
  }
}
