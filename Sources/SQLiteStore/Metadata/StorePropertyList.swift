internal import Findings
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PropertyLists

/// The property list in `Z_METADATA`: Core Data's keys, and whatever the application has added.
enum StorePropertyList {
  typealias Key = StoreMetadataKey

  /// The metadata as Core Data's binary property list; the keys in ascending order, so that the same metadata give the same bytes.
  ///
  /// - Parameters:
  ///   - isComplete: Whether every entity of the store has its hash. Digest and checksum are over all of them, so without one hash they
  ///     are left out.
  ///   - replaced: The property list that the store has, if it has one: keys that come and go with the framework's version are then
  ///     written exactly if it has them.
  static func encoded(_ metadata: StoreMetadata, isComplete: Bool, replacing replaced: [UInt8]? = nil) throws -> [UInt8]
  {
    let era = StoreEra(frameworkVersion: metadata.frameworkVersion ?? StoreEra.modern.frameworkVersion)
    let existing = try replaced.flatMap { try PropertyList.read($0).dictionary }
    let hadSameHashes = existing?[Key.hashes]?.dictionary.map { existing in
      existing.count == metadata.versionHashes.count
        && existing.allSatisfy { metadata.versionHashes[$0.key] == $0.value.data }
    }
    func isWanted(_ key: String, _ isOfTheEra: Bool) -> Bool { existing.map { $0[key] != nil } ?? isOfTheEra }
    var entries: [String: PropertyListValue] = [:]
    for (key, value) in metadata.userValues where !Key.derived.contains(key) { entries[key] = PropertyListValue(value) }
    entries[Key.storeType] = .string("SQLite")
    entries[Key.frameworkVersion] = .integer(Int64(era.frameworkVersion))
    entries[Key.hashesVersion] = existing?[Key.hashesVersion] ?? .integer(Key.knownHashesVersion)
    entries[Key.identifiers] = .array(metadata.versionIdentifiers.map { .string($0) })
    entries[Key.hashes] = .dictionary(metadata.hashEntries)
    if isWanted(Key.autoVacuumLevel, era.hasAutoVacuumLevel) { entries[Key.autoVacuumLevel] = .string("2") }
    if isWanted(Key.maximumFrameworkVersion, era.hasMaximumFrameworkVersion) {
      // A store that a later framework may have marked keeps its mark.
      entries[Key.maximumFrameworkVersion] =
        existing?[Key.maximumFrameworkVersion] ?? .integer(Int64(era.frameworkVersion))
    }
    if isComplete {
      if hadSameHashes == false ? era.hasHashesDigest : isWanted(Key.hashesDigest, era.hasHashesDigest) {
        entries[Key.hashesDigest] = .string(VersionHashing.digest(of: metadata.versionHashes))
      }
      if hadSameHashes == false ? era.hasChecksum : isWanted(Key.checksum, era.hasChecksum) {
        entries[Key.checksum] = .string(VersionHashing.checksum(of: metadata.versionHashes))
      }
    }
    var dictionary = PropertyListDictionary()
    for (key, value) in entries.sorted(by: { NameOrder.properties($0.key, $1.key) }) { dictionary[key] = value }
    return PropertyList.writeBinary(.dictionary(dictionary))
  }

  /// Where the keys that Core Data writes contradict each other: another kind of store, digests of other hashes.
  static func contradictions(in bytes: [UInt8]) throws -> [StoreFinding.Problem] {
    guard let entries = try PropertyList.read(bytes).dictionary else { return [] }
    var contradictions: [StoreFinding.Problem] = []
    if let type = entries[Key.storeType]?.string, type != "SQLite" {
      contradictions.append(.storeType(type, key: Key.storeType))
    }
    if entries[Key.hashes]?.dictionary == nil { contradictions.append(.noHashes(key: Key.hashes)) }
    var hashes: [String: [UInt8]] = [:]
    for (name, hash) in entries[Key.hashes]?.dictionary ?? PropertyListDictionary() { hashes[name] = hash.data }
    for (key, digest) in [
      (Key.hashesDigest, VersionHashing.digest(of: hashes)), (Key.checksum, VersionHashing.checksum(of: hashes)),
    ] {
      if let found = entries[key]?.string, found != digest {
        contradictions.append(.otherDigest(key: key))
      }
    }
    return contradictions
  }

  /// Reads the metadata of a store.
  ///
  /// - Throws: `PropertyListError`, or `SQLiteStoreError` for a list that is not a store's.
  static func decoded(_ bytes: [UInt8], path: String) throws -> StoreMetadata {
    guard let entries = try PropertyList.read(bytes).dictionary else {
      throw SQLiteStoreError(.unreadableMetadata(reason: "the property list is no dictionary"), path: path)
    }
    if let version = entries[Key.hashesVersion]?.integer, version > Key.knownHashesVersion {
      throw SQLiteStoreError(.newerFormat(what: "its version hashes are of version \(version)"), path: path)
    }
    return StoreMetadata(entries: entries)
  }
}
