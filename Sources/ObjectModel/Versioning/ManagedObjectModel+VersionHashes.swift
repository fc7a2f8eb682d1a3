internal import Digests

extension EntityDescription {
  /// The entity's version hash as far as it can be computed; hashes that the model adopted are not considered.
  ///
  /// - Complexity: O(properties of the entity and its parents); computed at every call.
  public var versionHash: VersionHash {
    VersionHashing.hash(of: self, properties: Array(propertiesByName.values), superentityHash: superentity?.versionHash)
  }
}

extension PropertyDescription {
  /// The property's version hash as its own entity has it; `nil` for a property without an entity and for a fetched property, which
  /// has none.
  public final var versionHash: VersionHash? {
    guard let entity, !(self is FetchedPropertyDescription) else { return nil }
    return VersionHashing.hash(of: self, in: entity)
  }
}

extension ManagedObjectModel {
  /// What is known about the hash of each entity, by its name: computed where that is established, else adopted, else open.
  ///
  /// A computed hash is preferred to an adopted one, and an adopted hash of a parent lets its children's be computed.
  public var versionHashesByEntityName: [String: VersionHash] {
    var known: [String: VersionHash] = [:]
    for entity in entities { resolveVersionHash(of: entity, into: &known) }
    return known
  }

  /// The 32-byte hashes of the entities whose hashes are known; Core Data's property of the same name.
  ///
  /// It lacks the entities that `entitiesWithOpenVersionHashes` lists.
  public var entityVersionHashesByName: [String: [UInt8]] { versionHashesByEntityName.compactMapValues(\.bytes) }

  /// The entities whose hashes are not known, with the reasons, by name.
  public var entitiesWithOpenVersionHashes: [String: [OpenVersionHashFeature]] {
    versionHashesByEntityName.compactMapValues { hash in
      if case .open(let features) = hash { features } else { nil }
    }
  }

  /// The names of entities whose adopted hash differs from the computed one: the hashes were taken from another model. Sorted.
  public var contradictedVersionHashes: [String] {
    versionHashesByEntityName.compactMap { name, hash in
      guard case .established(let bytes) = hash, let adopted = adoptedVersionHashes[name] else { return nil }
      return adopted == bytes ? nil : name
    }
    .sorted(by: CodeUnitOrder.areInIncreasingOrder)
  }

  /// The base64 SHA-256 over all entities' hashes: Core Data's property of the same name, and a store's
  /// `NSStoreModelVersionChecksumKey`. `nil` while an entity's hash is open.
  public var versionChecksum: String? {
    let hashes = entityVersionHashesByName
    return hashes.count == entitiesByName.count ? VersionHashing.checksum(of: hashes) : nil
  }

  /// The base64 SHA-512 that a store's metadata keep as `NSStoreModelVersionHashesDigest`. `nil` while an entity's hash is open.
  public var versionHashesDigest: String? {
    let hashes = entityVersionHashesByName
    return hashes.count == entitiesByName.count ? VersionHashing.digest(of: hashes) : nil
  }

  private func resolveVersionHash(of entity: EntityDescription, into known: inout [String: VersionHash]) {
    guard known[entity.name] == nil else { return }
    if let superentity = entity.superentity { resolveVersionHash(of: superentity, into: &known) }
    var hash = VersionHashing.hash(
      of: entity,
      properties: Array(entity.propertiesByName.values),
      superentityHash: entity.superentity.flatMap { known[$0.name] }
    )
    if case .open = hash, let adopted = adoptedVersionHashes[entity.name] { hash = .adopted(adopted) }
    known[entity.name] = hash
  }
}

extension VersionHashing {
  /// The digest of a store's metadata over these hashes: base64 of the SHA-512 of every entity's name and hash, by name.
  package static func digest(of hashes: [String: [UInt8]]) -> String {
    var hasher = SHA2Hasher(.sha512)
    for (name, hash) in sorted(hashes) {
      hasher.update(name.utf8)
      hasher.update(hash)
    }
    return Base64.encode(hasher.finalize().bytes)
  }

  /// The checksum of a model over these hashes: base64 of the SHA-256 of every entity's hash, by name.
  package static func checksum(of hashes: [String: [UInt8]]) -> String {
    var hasher = SHA2Hasher()
    for (_, hash) in sorted(hashes) { hasher.update(hash) }
    return Base64.encode(hasher.finalize().bytes)
  }

  private static func sorted(_ hashes: [String: [UInt8]]) -> [(key: String, value: [UInt8])] {
    hashes.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
  }
}

/// Base64 as RFC 4648 describes it, with padding and without line breaks.
package enum Base64 {
  /// The text for `bytes`.
  package static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for (offset, byte) in group.enumerated() { bits |= UInt32(byte) << UInt32(16 - 8 * offset) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
