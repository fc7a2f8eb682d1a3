internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

/// A store's metadata and UUID, and `Z_METADATA`, which keeps them.
final class MetadataTable {
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad
  private(set) var identifier: String
  /// The metadata; changes are written by the next save.
  var metadata: StoreMetadata {
    didSet { if metadata != oldValue { hasChanges = true } }
  }
  /// Whether the metadata have changed since they were written.
  private(set) var hasChanges = false

  init(database: StoreDatabase, bulkLoad: BulkLoad, identifier: String, metadata: StoreMetadata) {
    self.database = database
    self.bulkLoad = bulkLoad
    self.identifier = identifier
    self.metadata = metadata
  }

  /// Gives the store another UUID.
  func setIdentifier(_ identifier: String) throws {
    self.identifier = identifier.uppercased()
    guard !bulkLoad.isActive else { return }
    try database.translatingErrors {
      try database.connection.execute("UPDATE Z_METADATA SET Z_UUID = ?1", [.text(self.identifier)])
    }
  }

  /// Writes what has changed in a transaction of its own.
  func save() throws {
    guard hasChanges, !bulkLoad.isActive else { return }
    try database.translatingErrors { try database.connection.transaction { try write() } }
    noteCommit()
  }

  /// Writes what has changed inside the open transaction. While loading in bulk there is no table yet; `finishBulkLoading` writes them.
  func write() throws {
    guard hasChanges, !bulkLoad.isActive else { return }
    let existing = try database.connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")?.blob
    try database.connection.execute(
      "UPDATE Z_METADATA SET Z_PLIST = ?1",
      [.blob(try StorePropertyList.encoded(metadata, isComplete: hasEveryVersionHash, replacing: existing))]
    )
  }

  /// Says that the transaction of `write` was committed.
  func noteCommit() { hasChanges = false }

  /// Fills `Z_METADATA`, which is new.
  func fillTable() throws {
    try database.connection.execute(
      "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?1, ?2)",
      [
        .text(identifier), .blob(try StorePropertyList.encoded(metadata, isComplete: hasEveryVersionHash)),
      ]
    )
    hasChanges = false
  }

  /// Whether the metadata have a hash for every entity of the store; without one no digest can be written.
  private var hasEveryVersionHash: Bool {
    database.schema.entities.allSatisfy { metadata.versionHashes[$0.entity.name] != nil }
  }
}
