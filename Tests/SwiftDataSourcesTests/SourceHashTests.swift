#if SwiftDataSources
  import AttributeValues
  import Findings
  import Foundation
  import ModelReading
  import ObjectModel
  import TestSupport
  import Testing

  /// Version hashes of models that are read from sources, against published ones.
  @Suite struct SourceHashTests {
    @Test func hashesAreThoseOfRealStores() throws {
      let reading = try SourceReading(
        """
        @Model class Event { var timeStamp: Date? }
        @Model class User { var name: String; var petName: String? }
        """
      )
      let hashes = reading.model.entityVersionHashesByName.mapValues { bytes in
        bytes.map { String(format: "%02x", $0) }.joined()
      }
      #expect(hashes["Event"] == "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79")
      #expect(hashes["User"] == "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798")
    }

    /// A published entity: its properties, as facts, and its hash.
    struct PublishedEntity: Decodable {
      struct Property: Decodable {
        var name: String
        var kind: String
        var optional: Bool?
        var type: Int?
        var destination: String?
        var inverse: String?
        var maxCount: Int?
        var elements: [Property]?
      }

      var entity: String
      var hash: String
      var uniquenessConstraints: [[String]]
      var properties: [Property]
      var origin: String
    }

    private static let applications = [
      "aytigra/", "dashpay/", "MatthewHunt84/", "sergd2005/", "TrinsicVentures/",
    ]

    /// The entities of applications with SwiftData, each written as a class of our own with the same properties.
    @Test(.enabled(if: Corpus.folder("version-hashes") != nil, "\(Corpus.absence)"))
    func classesWithPublishedPropertiesHaveThePublishedHashes() throws {
      struct List: Decodable { var entities: [PublishedEntity] }
      let path = try #require(Corpus.folder("version-hashes")) + "/pairs.json"
      let list = try JSONDecoder().decode(List.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
      let entities = list.entities.filter { entity in Self.applications.contains(where: entity.origin.hasPrefix) }
      #expect(entities.count >= 24)
      for entity in entities {
        var source = SourceOfPublishedEntity()
        let text = try source.text(of: entity)
        let reading = try SourceReading(text)
        #expect(!reading.problems.contains { $0.contains(" error ") }, "\(entity.entity): \(reading.problems)\n\(text)")
        let hash = reading.model.entityVersionHashesByName[entity.entity]
        #expect(
          hash.map { $0.map { String(format: "%02x", $0) }.joined() } == entity.hash,
          "\(entity.entity) of \(entity.origin)\n\(text)"
        )
      }
    }
  }

  /// Writes classes that have the properties of a published entity.
  private struct SourceOfPublishedEntity {
    private var types: [String] = []

    mutating func text(of entity: SourceHashTests.PublishedEntity) throws -> String {
      var lines: [String] = []
      var ends: [String: [String]] = [:]
      for property in entity.properties {
        let mark = property.optional == true ? "?" : ""
        guard property.kind == "relationship", let destination = property.destination else {
          lines.append("var \(property.name): \(try type(of: property))\(mark)")
          continue
        }
        var arguments = "inverse: nil"
        if let inverse = property.inverse {
          arguments = "inverse: \\\(destination).\(inverse)"
          ends[destination, default: []].append("var \(inverse): \(entity.entity)?")
        } else {
          ends[destination, default: []] += []
        }
        let list = property.maxCount == 0 ? "[\(destination)]" : destination
        lines.append("@Relationship(\(arguments)) var \(property.name): \(list)\(mark)")
      }
      for constraint in entity.uniquenessConstraints {
        lines.append("#Unique<\(entity.entity)>([\(constraint.map { "\\.\($0)" }.joined(separator: ", "))])")
      }
      lines += ends.removeValue(forKey: entity.entity) ?? []
      let others = ends.sorted { $0.key < $1.key }.map { "@Model class \($0) { \($1.joined(separator: "; ")) }" }
      return (["@Model class \(entity.entity) {"] + lines + ["}"] + others + types).joined(separator: "\n")
    }

    private mutating func type(of property: SourceHashTests.PublishedEntity.Property) throws -> String {
      if let elements = property.elements {
        let name = "Type\(types.count)"
        types.append("")
        let index = types.count - 1
        if elements.count == 1, elements[0].name == property.name, elements[0].elements == nil {
          types[index] = "enum \(name): \(try type(of: elements[0])), Codable { case a }"
          return name
        }
        var lines: [String] = []
        for element in elements {
          lines.append("var \(element.name): \(try type(of: element))\(element.optional == true ? "?" : "")")
        }
        types[index] = "struct \(name): Codable { \(lines.joined(separator: "; ")) }"
        return name
      }
      let names = [
        100: "UInt8", 200: "Int32", 300: "Int", 400: "Decimal", 500: "Double", 600: "Float", 700: "String", 800: "Bool",
        900: "Date", 1000: "Data", 1100: "UUID", 1800: "[String]",
      ]
      return try #require(property.type.flatMap { names[$0] }, "\(property.name) has another type")
    }
  }
#endif
