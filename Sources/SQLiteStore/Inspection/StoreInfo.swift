/// What a store says about itself: for people, and as JSON for programs.
package struct StoreInfo: Codable, Sendable, Hashable {
  /// One entity of the store.
  package struct Entity: Codable, Sendable, Hashable {
    package var name: String
    /// `Z_ENT`.
    package var number: Int64
    /// The parent's name; `nil` for a root.
    package var parent: String?
    package var table: String
    /// The objects of exactly this entity; `nil` if its table is not there.
    package var count: Int?
    /// The greatest key handed out in the table; only root entities have it.
    package var greatestKey: Int64?
    /// The version hash in hexadecimal digits.
    package var versionHash: String?
  }

  package var path: String
  package var fileSize: Int
  /// The store's UUID.
  package var identifier: String
  package var frameworkVersion: Int?
  package var versionIdentifiers: [String]
  /// `wal` for a file with a write-ahead log, whether it stands beside it or not, else `delete`.
  package var journalMode: String
  package var pageSize: Int
  /// The entities in the order of their numbers.
  package var entities: [Entity]
  /// Whether the store records its history.
  package var recordsHistory: Bool
  /// Whether the store has the tables in which Core Data keeps the books of a mirror in CloudKit.
  package var mirrorsToCloudKit: Bool
  /// Whether the store carries its compiled model.
  package var hasModelCache: Bool
  /// `NSStoreModelVersionHashesDigest`, as Core Data would write it for the hashes.
  package var hashesDigest: String
  /// `NSStoreModelVersionChecksumKey`, as Core Data would write it for the hashes.
  package var versionChecksum: String
  /// The keys of the application's own metadata, sorted.
  package var applicationKeys: [String]
}
