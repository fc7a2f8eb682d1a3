import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// A check looks at most records only as far as to prove that nothing is wrong with them; an import decides each of them in full. Over random models and
/// damaged sources both have to find the same.
@Suite("Prechecked records against decided ones")
struct RecordPrecheckTests {
  private static let types: [AttributeType] = [
    .string, .integer16, .integer32, .double, .decimal, .boolean, .date, .uuid, .uri,
  ]

  /// A value of a type as a source writes it.
  private static func text(_ type: AttributeType, _ number: Int) -> String {
    switch type {
    case .string: ["Word \(number)", "W\(number)é", "\(number)"][number % 3]
    case .integer16, .integer32: "\(number)"
    case .double: "\(number).5"
    case .decimal: ["\(number).25", "\(number)12345678901234.89"][number % 9 == 8 ? 1 : 0]
    case .boolean: ["yes", "no"][number % 2]
    case .date: "20\(10 + number % 15)-0\(1 + number % 9)-\(10 + number % 19)"
    case .uuid: "00000000-0000-4000-8000-0000000\(10000 + number)"
    default: "https://example.org/\(number)"
    }
  }

  private static func limit(_ attribute: AttributeDescription, _ random: inout SeededGenerator) {
    switch attribute.attributeType {
    case .string:
      if random.once(in: 3) { attribute.constraints.maximumLength = 7 }
      if random.once(in: 4) { attribute.constraints.regularExpression = "[A-Za-z0-9 é]+" }
      if random.once(in: 4) { attribute.defaultValue = .string("none") }
    case .integer16, .integer32:
      if random.once(in: 3) { attribute.constraints.maximum = .integer(30) }
      if random.once(in: 3) { attribute.defaultValue = .integer(7) }
    case .double: if random.once(in: 3) { attribute.constraints.minimum = .double(3) }
    default: break
    }
  }

  /// Entities of which each may refer to those before it and to itself; the second inherits from the first.
  private static func entities(_ random: inout SeededGenerator) -> [EntityDescription] {
    let names = ["Alpha", "Beta", "Gamma"]
    let entities = names.map { EntityDescription(name: $0) }
    if random.once(in: 2) { entities[0].subentities = [entities[1]] }
    for (index, entity) in entities.enumerated() {
      let letter = names[index].prefix(1).lowercased()
      let key = AttributeDescription(
        name: "\(letter)key",
        type: random.pick([.string, .string, .integer32, .uuid, .date])
      )
      key.isOptional = random.once(in: 2)
      var properties: [PropertyDescription] = [key]
      for number in 0..<random.number(below: 5) {
        let attribute = AttributeDescription(name: "\(letter)\(number)", type: random.pick(types))
        attribute.isOptional = !random.once(in: 3)
        limit(attribute, &random)
        properties.append(attribute)
      }
      for number in 0..<random.number(below: 3) {
        let target = entities[random.number(below: index + 1)]
        let relationship = RelationshipDescription(name: "\(letter)to\(number)", destination: target)
        let inverse = RelationshipDescription(name: "\(letter)from\(number)", destination: entity, toMany: true)
        relationship.isOptional = target === entity || !random.once(in: 3)
        relationship.inverseRelationship = inverse
        inverse.inverseRelationship = relationship
        properties.append(relationship)
        target.declaredProperties.append(inverse)
      }
      entity.declaredProperties += properties
      entity.uniquenessConstraints = random.once(in: 3) ? [] : [[key.name]]
    }
    return entities
  }

  private static let damages = [
    "", " ", "x", "n/a", "  1 ", "Ã©t", "cafe\u{301}", "café", "99999", "-1", "1e3", "\"a, b\"", "\"open", "1,2", "0.5",
    "2024-02-30", "no", "YES", "12345678901234567.89", "NaN", "Word 3", "https://example.org/ü",
  ]

  private static func source(_ entity: EntityDescription, _ random: inout SeededGenerator) -> (
    text: String, recipe: String
  ) {
    var columns: [(name: String, type: AttributeType, range: Int)] = []
    var relationships: [String] = []
    var owner: EntityDescription? = entity
    while let declared = owner {
      for property in declared.declaredProperties {
        if let attribute = property as? AttributeDescription {
          let isNeeded = attribute.name.hasSuffix("key") || !attribute.isOptional
          if isNeeded || !random.once(in: 8) {
            columns.append((attribute.name, attribute.attributeType, 0))
          }
        } else if let relationship = property as? RelationshipDescription, !relationship.isToMany,
          let target = relationship.destinationEntity,
          let key = target.declaredProperties.lazy.compactMap({ $0 as? AttributeDescription }).first
        {
          columns.append((relationship.name, key.attributeType, entity.isKind(of: target) ? -1 : 25))
          relationships.append("\(relationship.name): { field: \(relationship.name), matches: \(key.name) }")
        }
      }
      owner = declared.superentity
    }
    var text = columns.map(\.name).joined(separator: ",") + "\n"
    for row in 0..<30 {
      let fields = columns.map { column in
        if random.once(in: 25) { return random.pick(damages) }
        if column.range == 0 { return Self.text(column.type, row) }
        if column.range > 0 { return Self.text(column.type, random.number(below: column.range)) }
        // A source may refer to its own records before.
        return row == 0 || random.once(in: 3) ? "" : Self.text(column.type, random.number(below: row))
      }
      text += fields.joined(separator: ",") + "\n"
    }
    let file = entity.name.lowercased()
    let key = columns.first { $0.name.hasSuffix("key") }?.name ?? ""
    let mode = random.pick(["", ", key: \(key)", ", key: \(key), mode: insert"])
    let related = relationships.isEmpty ? "" : ", relationships: { \(relationships.joined(separator: ", ")) }"
    return (text, "  - { file: \(file).csv, entity: \(entity.name)\(mode)\(related) }\n")
  }

  @Test(arguments: Seeds.range(1...25))
  func findTheSame(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let entities = Self.entities(&random)
    var recipe = "model: T.xcdatamodeld\noutput: T.sqlite\nbatchSize: \(random.pick([1, 7, 200]))\nsources:\n"
    var files: [String: String] = [:]
    for entity in entities {
      let source = Self.source(entity, &random)
      files["\(entity.name.lowercased()).csv"] = source.text
      recipe += source.recipe
    }
    let strings = entities[2].declaredProperties.filter { ($0 as? AttributeDescription)?.attributeType == .string }
    if let name = strings.first?.name, random.once(in: 2) {
      recipe += "checks: { Gamma: { \(name): { text: clean, oneOf: [Word 0, Word 3, Word 6, none] } } }\n"
      recipe += "rules: [{ on: Gamma, require: \"\(name) != 'Word 9'\", message: Not nine }]\n"
    }
    if random.once(in: 3) { recipe += "severities: { value.range: warning, value.length: warning }\n" }
    // An import into memory, which decides every record, is compared with the check.
    let folder = try TemporaryFolder()
    let test = try TestImport(recipe, files: files, in: folder.path, model: ManagedObjectModel(entities: entities))
    try #require(test.plan.needOfStore == nil)
    var options = ImportOptions()
    options.threads = random.pick([1, 3])
    if let check = try ImportRun.check(test.plan, options: options) {
      #expect(check.findings == test.result.findings)
      #expect(check.sources.map(\.records) == test.result.sources.map(\.records))
      #expect(check.entities == test.result.entities)
      #expect(check.completeness == test.result.completeness)
    }
    #expect(test.result.records.read > 60 && test.result.records.inserted > 0)
  }
}
