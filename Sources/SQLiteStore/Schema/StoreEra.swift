/// Which Core Data a store is written for, by its framework version (`NSPersistenceFrameworkVersion`).
///
/// ```swift
/// var options = SQLiteStoreOptions()
/// options.era = StoreEra.legacy  // what iOS 10 and macOS 10.12 wrote
/// options.journalMode = .delete
/// options.tracksHistory = false
/// let store = try SQLiteStore.create(at: path, model: model, options: options)
/// ```
///
/// Core Data's tables and columns are the same in every version; indexes, uniqueness constraints and metadata keys came one after the
/// other. The borders below are those between the framework versions of real stores that have a feature and those that do not.
public struct StoreEra: Sendable, Hashable {
  /// The version, such as 1526 for iOS 26.
  public var frameworkVersion: Int

  /// Makes the era of a version of Apple's framework (`NSPersistenceFrameworkVersion`).
  public init(frameworkVersion: Int) { self.frameworkVersion = frameworkVersion }

  /// A current Core Data (iOS 26).
  public static let modern = StoreEra(frameworkVersion: 1526)
  /// Core Data before fetch indexes (iOS 10), which later versions open as well.
  public static let legacy = StoreEra(frameworkVersion: 754)
}

extension StoreEra {
  /// Whether fetch indexes exist, with names such as `Z_Breed_byName` and an explicit collation.
  package var hasFetchIndexes: Bool { frameworkVersion >= 800 }
  /// Whether join tables have an index on their second column, and entities uniqueness constraints.
  package var hasJoinIndexes: Bool { frameworkVersion >= 600 }
  /// Whether uniqueness constraints have an effect.
  package var hasUniquenessConstraints: Bool { frameworkVersion >= 600 }
  /// Whether derived attributes are kept by triggers.
  package var hasDerivedAttributes: Bool { frameworkVersion >= 1000 }
  /// Whether a store carries its compiled model in `Z_MODELCACHE`.
  package var hasModelCache: Bool { frameworkVersion >= 637 }
  /// Whether the metadata have `_NSAutoVacuumLevel`.
  package var hasAutoVacuumLevel: Bool { frameworkVersion >= 387 }
  /// Whether the metadata have `NSStoreModelVersionHashesDigest`.
  package var hasHashesDigest: Bool { frameworkVersion >= 900 }
  /// Whether the metadata have `NSStoreModelVersionChecksumKey`.
  package var hasChecksum: Bool { frameworkVersion >= 1300 }
  /// Whether the metadata have `NSPersistenceMaximumFrameworkVersion`.
  package var hasMaximumFrameworkVersion: Bool { frameworkVersion >= 1515 }
}
