public import FoundationEssentials

/// A store's metadata: Core Data's keys in typed form, and whatever the application adds.
///
/// ```swift
/// var metadata: StoreMetadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: path)
/// metadata.userValues["edition"] = MetadataValue.integer(2026)
/// try PersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreAt: path)
/// ```
public struct StoreMetadata: Sendable, Hashable {
  /// The 32-byte version hash of each entity, by its name (`NSStoreModelVersionHashes`).
  public var versionHashes: [String: [UInt8]] = [:]
  /// The model's version identifiers (`NSStoreModelVersionIdentifiers`).
  public var versionIdentifiers: [String] = []
  /// The version of Core Data that the store is written for (`NSPersistenceFrameworkVersion`); `nil` for stores without one.
  public var frameworkVersion: Int?
  /// The application's own values, and keys that Studbook does not interpret; kept when a store is opened and saved.
  public var userValues: [String: MetadataValue] = [:]

  /// Makes empty metadata.
  public init() {}
}

/// A value of a store's metadata, as a property list can hold it.
///
/// ```swift
/// var metadata: StoreMetadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: path)
/// metadata.userValues["edition"] = MetadataValue.integer(2026)
/// try PersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreAt: path)
/// ```
public indirect enum MetadataValue: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data(Data)
  case array([MetadataValue])
  case dictionary([String: MetadataValue])
}
