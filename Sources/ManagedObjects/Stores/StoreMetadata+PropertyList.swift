internal import FoundationEssentials
package import ObjectModel
package import PropertyLists

// Metadata as Core Data writes them: a property list, whatever the type of the store.

/// The keys of a store's property list.
package enum StoreMetadataKey {
  package static let storeType = "NSStoreType"
  package static let frameworkVersion = "NSPersistenceFrameworkVersion"
  package static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
  package static let hashes = "NSStoreModelVersionHashes"
  package static let hashesVersion = "NSStoreModelVersionHashesVersion"
  package static let hashesDigest = "NSStoreModelVersionHashesDigest"
  package static let checksum = "NSStoreModelVersionChecksumKey"
  package static let identifiers = "NSStoreModelVersionIdentifiers"
  package static let autoVacuumLevel = "_NSAutoVacuumLevel"
  /// Stands in the dictionary that Core Data returns; SQLite and XML stores have a place of its own for it.
  package static let storeUUID = "NSStoreUUID"

  /// The keys that follow from the typed part of the metadata.
  package static let derived: Set<String> = [
    storeType, frameworkVersion, maximumFrameworkVersion, hashes, hashesVersion, hashesDigest, checksum, identifiers,
    autoVacuumLevel, storeUUID,
  ]

  /// The only way of hashing that is known.
  package static let knownHashesVersion: Int64 = 3
}

extension StoreMetadata {
  /// Reads a store's property list. A value of `NSStoreModelVersionHashesVersion` that is not known is the caller's to refuse.
  package init(entries: PropertyListDictionary) {
    self.init()
    frameworkVersion = entries[StoreMetadataKey.frameworkVersion]?.integer.map(Int.init(clamping:))
    versionIdentifiers = entries[StoreMetadataKey.identifiers]?.array?.compactMap(\.string) ?? []
    if let hashes = entries[StoreMetadataKey.hashes]?.dictionary {
      for (name, hash) in hashes { versionHashes[name] = hash.data }
    }
    for (key, value) in entries where !StoreMetadataKey.derived.contains(key) {
      userValues[key] = MetadataValue(value)
    }
  }

  /// The version hashes by entity, in the order of their names.
  package var hashEntries: PropertyListDictionary {
    var hashes = PropertyListDictionary()
    for (name, hash) in versionHashes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      hashes[name] = .data(hash)
    }
    return hashes
  }

  /// The entities by which the store's model and another one differ; `nil` if there are none. Entities whose hash is not known are passed over.
  package func difference(from model: ManagedObjectModel, configuration: String?) -> StoreModelDifference? {
    let hashes = model.entityVersionHashesByName
    var names: Set<String> = []
    for entity in model.entities(forConfiguration: configuration) {
      var next: EntityDescription? = entity
      while let entity = next, names.insert(entity.name).inserted { next = entity.superentity }
    }
    let stored = Set(versionHashes.keys)
    let differing = names.intersection(stored).filter { name in hashes[name].map { $0 != versionHashes[name] } ?? false
    }
    let missing = names.subtracting(stored).filter { hashes[$0] != nil }
    let unexpected = stored.subtracting(names)
    guard !differing.isEmpty || !missing.isEmpty || !unexpected.isEmpty else { return nil }
    return StoreModelDifference(
      differing: differing.sorted(),
      missing: missing.sorted(),
      unexpected: unexpected.sorted()
    )
  }
}

/// The entities by which the model that made a store and another one differ.
package struct StoreModelDifference: Sendable, Hashable {
  /// Entities of both with other version hashes.
  package var differing: [String]
  /// Entities of the model that the store does not know.
  package var missing: [String]
  /// Entities of the store that the model does not have.
  package var unexpected: [String]
}

extension PropertyListValue {
  /// A value of metadata; dictionaries in the order of their keys.
  package init(_ value: MetadataValue) {
    switch value {
    case .string(let value): self = .string(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .boolean(let value): self = .boolean(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data([UInt8](value))
    case .array(let values): self = .array(values.map(PropertyListValue.init))
    case .dictionary(let values):
      var dictionary = PropertyListDictionary()
      for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        dictionary[key] = PropertyListValue(value)
      }
      self = .dictionary(dictionary)
    }
  }
}

extension MetadataValue {
  /// The value of a property list; `nil` for what only archives hold.
  package init?(_ value: PropertyListValue) {
    switch value {
    case .string(let value): self = .string(value)
    case .integer(let value): self = .integer(value)
    case .largeInteger(let value): self = .real(Double(value))
    case .real(let value): self = .real(value)
    case .boolean(let value): self = .boolean(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data(Data(value))
    case .array(let values): self = .array(values.compactMap(MetadataValue.init))
    case .dictionary(let entries):
      var values: [String: MetadataValue] = [:]
      for (key, value) in entries { values[key] = MetadataValue(value) }
      self = .dictionary(values)
    case .uid, .null: return nil
    }
  }
}
