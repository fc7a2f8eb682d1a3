package import ObjectModel
internal import PropertyLists

/// What the `VersionInfo.plist` of a compiled model's bundle says: the versions with their entities' hashes.
package struct CompiledModelVersions: Sendable, Hashable {
  /// The version that the app uses; `nil` where the file does not say.
  package var currentVersionName: String?
  /// The 32-byte hashes by entity name, by version name.
  package var versionHashes: [String: [String: [UInt8]]] = [:]
  /// The base64 checksums by version name; empty in files of older tools.
  package var versionChecksums: [String: String] = [:]

  /// Makes the information of a bundle without versions.
  package init() {}

  /// Reads a `VersionInfo.plist` in either form of property lists.
  ///
  /// - Throws: `CompiledModelError` for other files.
  package init(_ bytes: [UInt8]) throws {
    guard let list = try? PropertyList.read(bytes).dictionary,
      let hashes = list["NSManagedObjectModel_VersionHashes"]?.dictionary
    else { throw CompiledModelError(.notACompiledModel, "This is no VersionInfo.plist of a compiled model") }
    currentVersionName = list["NSManagedObjectModel_CurrentVersionName"]?.string
    for (version, entities) in hashes {
      var byEntity: [String: [UInt8]] = [:]
      for (entity, hash) in entities.dictionary ?? [:] {
        guard let hash = hash.data, hash.count == 32 else {
          throw CompiledModelError(.malformed, "The hash of \(entity) in the version \(version) is not one of 32 bytes")
        }
        byEntity[entity] = hash
      }
      versionHashes[version] = byEntity
    }
    for (version, checksum) in list["NSManagedObjectModel_VersionChecksums"]?.dictionary ?? [:] {
      versionChecksums[version] = checksum.string
    }
  }

  /// The file as current tools write it. The same versions give the same bytes.
  package func propertyList() -> [UInt8] {
    var hashes = PropertyListDictionary()
    for (version, entities) in versionHashes.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }) {
      var byEntity = PropertyListDictionary()
      for (entity, hash) in entities.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }) {
        byEntity[entity] = .data(hash)
      }
      hashes[version] = .dictionary(byEntity)
    }
    var list = PropertyListDictionary()
    list["NSManagedObjectModel_CurrentVersionName"] = currentVersionName.map { .string($0) }
    list["NSManagedObjectModel_VersionHashes"] = .dictionary(hashes)
    if !versionChecksums.isEmpty {
      var checksums = PropertyListDictionary()
      for (version, checksum) in versionChecksums.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }) {
        checksums[version] = .string(checksum)
      }
      list["NSManagedObjectModel_VersionChecksums"] = .dictionary(checksums)
    }
    return PropertyList.writeBinary(.dictionary(list))
  }

  /// Adds a version of the model.
  ///
  /// - Throws: `CompiledModelError` of kind `unsupported` when the hash of an entity is not known: the bundle would lie.
  package mutating func add(_ model: ManagedObjectModel, named name: String) throws {
    let open = model.entitiesWithOpenVersionHashes
    if let (entity, features) = open.min(by: { $0.key < $1.key }) {
      throw CompiledModelError(
        .unsupported,
        "The version hash of \(entity) is not known: \(features.map(\.description).joined(separator: "; ")). Adopt it from a compiled model"
      )
    }
    versionHashes[name] = model.entityVersionHashesByName
    versionChecksums[name] = model.versionChecksum
  }
}
