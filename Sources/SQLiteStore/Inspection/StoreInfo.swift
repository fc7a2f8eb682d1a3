/// What a store says about itself: for people, and as JSON for programs.
public struct StoreInfo: Codable, Sendable, Hashable {
  /// One entity of the store.
  public struct Entity: Codable, Sendable, Hashable {
    public var name: String
    /// `Z_ENT`.
    public var number: Int64
    /// The parent's name; `nil` for a root.
    public var parent: String?
    public var table: String
    /// The objects of exactly this entity; `nil` if its table is not there.
    public var count: Int?
    /// The greatest key handed out in the table; only root entities have it.
    public var greatestKey: Int64?
    /// The version hash in hexadecimal digits.
    public var versionHash: String?
  }

  public var path: String
  public var fileSize: Int
  /// The store's UUID.
  public var identifier: String
  public var frameworkVersion: Int?
  public var versionIdentifiers: [String]
  /// `wal` for a file with a write-ahead log, whether it stands beside it or not, else `delete`.
  public var journalMode: String
  public var pageSize: Int
  /// The entities in the order of their numbers.
  public var entities: [Entity]
  /// Whether the store records its history.
  public var recordsHistory: Bool
  /// Whether the store carries its compiled model.
  public var hasModelCache: Bool
  /// `NSStoreModelVersionHashesDigest`, as Core Data would write it for the hashes.
  public var hashesDigest: String
  /// `NSStoreModelVersionChecksumKey`, as Core Data would write it for the hashes.
  public var versionChecksum: String
  /// The keys of the application's own metadata, sorted.
  public var applicationKeys: [String]
}
