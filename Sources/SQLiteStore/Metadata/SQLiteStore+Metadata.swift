public import ManagedObjects
internal import SQLiteAccess

extension SQLiteStore {
  public var identifier: String { metadataTable.identifier }

  public var metadata: StoreMetadata {
    get { metadataTable.metadata }
    set { metadataTable.metadata = newValue }
  }

  public var hasUnsavedMetadata: Bool { metadataTable.hasChanges }

  /// Writes the metadata now instead of with the next save.
  public func saveMetadata() throws {
    try database.requireWritable()
    try metadataTable.save()
  }

  /// Gives the store another UUID, as a reference file needs whose UUID follows from its content. IDs that were handed out before keep
  /// their URIs' old form.
  public func setIdentifier(_ identifier: String) throws {
    try database.requireWritable()
    try metadataTable.setIdentifier(identifier)
  }

  /// The metadata and UUID of the store at `path`, read without opening it as a store.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store.
  public static func metadata(ofStoreAt path: String) throws -> (identifier: String, metadata: StoreMetadata) {
    try translatingErrors(path: path) {
      let connection = try StoreFile.connect(to: path, for: .inspection)
      let header = try StoreFile.header(of: connection, path: path)
      return (header.identifier, header.metadata)
    }
  }

  /// The names of the entities of the store at `path` whose version hashes it lacks, sorted, without opening it as a store.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store.
  package static func entitiesWithoutVersionHash(inStoreAt path: String) throws -> [String] {
    try translatingErrors(path: path) {
      let connection = try StoreFile.connect(to: path, for: .inspection)
      let hashes = try StoreFile.header(of: connection, path: path).metadata.versionHashes
      var names: [String] = []
      // Numbers from 16000 on are those of the store's own entities, such as a history's transactions.
      let statement = try connection.prepare("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_NAME")
      while try statement.step() {
        let name = statement.text(0)
        if hashes[name] == nil { names.append(name) }
      }
      return names
    }
  }

  /// Replaces the metadata of the store at `path` without opening it as a store.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store or cannot be written.
  public static func setMetadata(_ metadata: StoreMetadata, ofStoreAt path: String) throws {
    try changeMetadata(ofStoreAt: path) { $0 = metadata }
  }

  /// Changes the metadata of the store at `path` without opening it as a store, and loses nothing that others change at the same time.
  ///
  /// - Throws: `SQLiteStoreError` if the file is no store or cannot be written; what `change` throws.
  package static func changeMetadata(
    ofStoreAt path: String,
    _ change: (inout StoreMetadata) throws -> Void
  ) throws {
    try translatingErrors(path: path) {
      let connection = try StoreFile.connect(to: path, for: .writing)
      try connection.transaction {
        let header = try StoreFile.header(of: connection, path: path)
        var metadata = header.metadata
        try change(&metadata)
        // The digests of the store are over the hashes it has; they stay possible exactly when none is taken away.
        let isComplete = Set(header.metadata.versionHashes.keys).isSubset(of: metadata.versionHashes.keys)
        let existing = try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")?.blob
        try connection.execute(
          "UPDATE Z_METADATA SET Z_PLIST = ?1",
          [.blob(try StorePropertyList.encoded(metadata, isComplete: isComplete, replacing: existing))]
        )
      }
    }
  }
}
