import Foundation
import ObjectModel
import TestSupport
import Testing

/// All published entities, digests and checksums.
@Suite(.enabled(if: Corpus.folder("version-hashes") != nil, "\(Corpus.absence)"))
struct CorpusHashTests {
  private struct Entities: Decodable { var entities: [Entity] }
  private struct Entity: Decodable {
    var entity: String
    var hash: String
    var abstract: Bool
    var superHash: String?
    var versionHashModifier: String?
    var uniquenessConstraints: [[String]]
    var properties: [Property]
  }
  private struct Property: Decodable {
    var name: String
    var kind: String
    var type: Int32?
    var optional: Bool?
    var transient: Bool?
    var ordered: Bool?
    var externalStorage: Bool?
    var preserveAfterDeletion: Bool?
    var versionHashModifier: String?
    var derivation: String?
    var elements: [Property]?
    var destination: String?
    var inverse: String?
    var minCount: Int?
    var maxCount: Int?

    var fact: VersionHashVectors.Property {
      var flags: [VersionHashVectors.Flag] = []
      if optional == true { flags.append(.optional) }
      if transient == true { flags.append(.transient) }
      if ordered == true { flags.append(.ordered) }
      if externalStorage == true { flags.append(.externalStorage) }
      if preserveAfterDeletion == true { flags.append(.preserved) }
      if let derivation { return .derived(name, derivation) }
      if let elements { return .composite(name, elements.map(\.fact)) }
      return switch kind {
      case "fetched": .fetched(name)
      case "relationship":
        .relationship(
          name,
          to: destination ?? "",
          inverse: inverse,
          max: maxCount ?? 0,
          min: minCount ?? 0,
          flags: flags,
          modifier: versionHashModifier
        )
      default: .attribute(name, type ?? 0, flags: flags, modifier: versionHashModifier)
      }
    }
  }
  private struct Models: Decodable { var models: [Model] }
  private struct Model: Decodable {
    var hashes: [String: String]
    var digest: String?
    var checksum: String?
    var origin: String
  }

  private func decode<Value: Decodable>(_ file: String) throws -> Value {
    let folder = try #require(Corpus.folder("version-hashes"))
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
  }

  @Test func computesEveryPublishedHash() throws {
    let list: Entities = try decode("pairs.json")
    #expect(list.entities.count >= 700)
    for example in list.entities {
      let builder = VectorBuilder()
      let entity = try builder.entity(
        for: VersionHashVectors.Vector(
          "",
          example.entity,
          isAbstract: example.abstract,
          modifier: example.versionHashModifier,
          constraints: example.uniquenessConstraints,
          hash: example.hash,
          properties: example.properties.map(\.fact)
        )
      )
      let parent = try example.superHash.map { VersionHash.established(try bytes(hexadecimal: $0)) }
      let hash = VersionHashing.hash(of: entity, properties: entity.properties, superentityHash: parent)
      #expect(hash == .established(try bytes(hexadecimal: example.hash)), "\(example.entity)")
      withExtendedLifetime(builder) {}
    }
  }

  @Test func computesEveryPublishedDigestAndChecksum() throws {
    let list: Models = try decode("digests.json")
    for model in list.models {
      let hashes = try model.hashes.mapValues { try bytes(hexadecimal: $0) }
      if let digest = model.digest { #expect(VersionHashing.digest(of: hashes) == digest, "\(model.origin)") }
      if let checksum = model.checksum { #expect(VersionHashing.checksum(of: hashes) == checksum, "\(model.origin)") }
    }
  }
}
