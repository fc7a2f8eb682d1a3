import Foundation
import ObjectModel
import Testing

/// Every entity whose hash has been published, from a list of facts that belongs to the package.
@Suite struct PublishedHashTests {
  @Test func computesEveryPublishedHash() throws {
    let facts = try PublishedHashes.load()
    #expect(facts.entities.count == 744)
    for vector in facts.entities {
      let builder = VectorBuilder()
      let entity = try builder.entity(for: vector)
      let parent = vector.superentityHash.map { VersionHash.established(PublishedHashes.bytes($0)) }
      let hash = VersionHashing.hash(of: entity, properties: entity.properties, superentityHash: parent)
      #expect(hash == .established(PublishedHashes.bytes(vector.hash)), "\(vector.testDescription)")
      withExtendedLifetime(builder) {}
    }
  }

  @Test func computesEveryPublishedDigestAndChecksum() throws {
    let facts = try PublishedHashes.load()
    for model in facts.models {
      let hashes = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.entity, PublishedHashes.bytes($0.hash)) })
      if let digest = model.digest { #expect(VersionHashing.digest(of: hashes) == digest) }
      if let checksum = model.checksum { #expect(VersionHashing.checksum(of: hashes) == checksum) }
    }
    #expect(facts.models.filter { $0.digest != nil }.count == 62)
    #expect(facts.models.filter { $0.checksum != nil }.count == 36)
  }
}

/// The list of published hashes; the file itself says what its lines mean.
struct PublishedHashes {
  struct Model {
    var digest: String?
    var checksum: String?
    var entities: [VersionHashVectors.Vector]
  }

  private(set) var entities: [VersionHashVectors.Vector] = []
  private(set) var models: [Model] = []
  private var properties: [VersionHashVectors.Property] = []

  static func load() throws -> PublishedHashes {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: tests.appending(path: "Fixtures/published-hashes.txt"), encoding: .utf8)
    var facts = PublishedHashes()
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      try facts.read(line.split(separator: "\t").map(String.init))
    }
    return facts
  }

  static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }

  private static func field(_ text: String) -> String? { text == "-" ? nil : text }

  private static func numbers(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }

  private static func flags(_ text: String) -> [VersionHashVectors.Flag] {
    let all: [Character: VersionHashVectors.Flag] = [
      "o": .optional, "t": .transient, "s": .ordered, "x": .externalStorage, "p": .preserved,
    ]
    return text.compactMap { all[$0] }
  }

  private mutating func read(_ fields: [String]) throws {
    switch fields[0] {
    case "attribute":
      properties.append(
        .attribute(
          fields[1],
          try #require(Int32(fields[4])),
          flags: Self.flags(fields[2]),
          modifier: Self.field(fields[3])
        )
      )
    case "relationship":
      properties.append(
        .relationship(
          fields[1],
          to: fields[4],
          inverse: Self.field(fields[5]),
          max: try #require(Int(fields[6])),
          min: try #require(Int(fields[7])),
          flags: Self.flags(fields[2]),
          modifier: Self.field(fields[3])
        )
      )
    case "derived": properties.append(.derived(fields[1], fields[2]))
    case "composite": properties.append(.composite(fields[1], Self.numbers(fields[2]).map { properties[$0] }))
    case "fetched": properties.append(.fetched(fields[1]))
    case "entity":
      entities.append(
        VersionHashVectors.Vector(
          "published",
          fields[1],
          isAbstract: fields[3] == "abstract",
          superentityHash: Self.field(fields[4]),
          modifier: Self.field(fields[5]),
          constraints: Self.field(fields[6])?.split(separator: " ").map { $0.split(separator: ",").map(String.init) }
            ?? [],
          hash: fields[2],
          properties: Self.numbers(fields[7]).map { properties[$0] }
        )
      )
    case "model":
      models.append(
        Model(
          digest: Self.field(fields[1]),
          checksum: Self.field(fields[2]),
          entities: Self.numbers(fields[3]).map { entities[$0] }
        )
      )
    default: Issue.record("an unknown fact: \(fields[0])")
    }
  }
}
