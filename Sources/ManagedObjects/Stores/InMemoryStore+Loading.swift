public import ObjectModel

extension InMemoryStore: LocatedPersistentStore {
  /// Makes an empty store; its place is only a name.
  public static func load(
    _ description: PersistentStoreDescription,
    model: ManagedObjectModel
  ) -> any PersistentStore {
    InMemoryStore(
      configurationName: description.configuration,
      name: description.location,
      isReadOnly: description.isReadOnly
    )
  }

  /// Does nothing: a store in memory goes when it is closed.
  public static func destroy(at location: String) {}

  /// Not possible: nobody can find another store in memory by a name.
  ///
  /// - Throws: `PersistentStoreError.invalidRequest`.
  public static func replace(at location: String, withStoreAt source: String) throws {
    throw PersistentStoreError.invalidRequest("A store in memory cannot be replaced; remove it and add another.")
  }

  /// Not possible either.
  ///
  /// - Throws: `PersistentStoreError.invalidRequest`.
  public static func storedMetadata(at location: String) throws -> (identifier: String, metadata: StoreMetadata) {
    throw PersistentStoreError.invalidRequest("A store in memory has metadata only while it is open.")
  }
}
