import AttributeValues
import Findings
import Foundation
import ObjectModel

/// Sources with one record per planted kind, written without any of the code under test, and what has to be found in them.
struct PlantedSources: Sendable {
  struct Expectation: Sendable, Hashable, Comparable, CustomStringConvertible {
    var rule: String
    var line: Int
    var column: Int
    var bytes: Range<Int>
    var suggestion: String?
    var file: String

    var description: String { "\(file):\(line):\(column) \(bytes) \(rule) → \(suggestion ?? "nothing")" }

    static func < (left: Expectation, right: Expectation) -> Bool {
      (left.file, left.line, left.column, left.rule) < (right.file, right.line, right.column, right.rule)
    }
  }

  private(set) var files: [String: String] = ["groups.csv": "name\nHounds\nToys\nTerriers\n"]
  private(set) var expected: [Expectation] = []
  private(set) var recipe = ""

  static let fields = [
    "name", "code", "weight", "age", "born", "isGood", "chip", "picture", "nick", "coat", "reason", "litter", "low",
    "high", "teeth", "sex", "entry", "page", "mail", "language", "temper", "height", "tag", "tattoo", "title", "group",
  ]

  /// All formats, made once.
  static let all = PlantedSources(isClean: false)
  /// CSV alone, made once.
  static let delimited = PlantedSources(isClean: false, formats: [.csv])

  /// - Parameter isClean: Whether to write the clean twin: the same records without the errors.
  init(isClean: Bool, formats: [PlantedKind.Format] = PlantedKind.Format.allCases) {
    for format in PlantedKind.Format.allCases where formats.contains(format) { write(format, isClean: isClean) }
    recipe = Self.recipe(formats)
  }

  /// The text of a field in a record that has nothing wrong.
  private static func clean(_ field: String, _ number: Int, _ format: PlantedKind.Format) -> String {
    let base = (PlantedKind.Format.allCases.firstIndex(of: format) ?? 0) * 1000
    return switch field {
    case "name": "Dog of kind \(number) in \(format.rawValue)"
    case "weight": "\(10 + number % 7).5"
    case "born": "2015-0\(1 + number % 9)-11"
    case "isGood": "yes"
    case "litter": "\(1 + number % 9)"
    case "low": "5"
    case "high": "9"
    case "teeth": "42"
    case "sex": number.isMultiple(of: 2) ? "male" : "female"
    case "coat": ["smooth", "wiry", "long"][number % 3]
    case "entry": "\(base + number)"
    case "page": "https://example.org/\(number)"
    case "mail": "dog\(number)@example.org"
    case "language": "de-CH"
    case "height": "\(48 + number % 9)"
    case "temper": "calm and friendly"
    case "group": ["Hounds", "Toys", "Terriers"][number % 3]
    default: ""
    }
  }

  /// A code that one record of the format has.
  private static func takenCode(_ format: PlantedKind.Format) -> String {
    switch format {
    case .csv: "QQC"
    case .xml: "QQX"
    case .html: "QQH"
    case .json: "QQJ"
    case .jsonlines: "QQL"
    }
  }

  private mutating func write(_ format: PlantedKind.Format, isClean: Bool) {
    var writer = RecordTextWriter(format: format, fields: Self.fields)
    let kinds = PlantedKind.all.filter { $0.formats.contains(format) }
    var tag = (PlantedKind.Format.allCases.firstIndex(of: format) ?? 0) * 4 + 1
    // The first records hold what later ones are compared with.
    let holders: [[String: String]] = [
      [:], [:], ["code": Self.takenCode(format)],
      ["tattoo": "7" + String(tag)], ["title": "Best of \(format.rawValue)"],
      ["title": "Winner of the \(format.rawValue) show"], isClean ? [:] : ["tag": "\(tag)"],
      isClean ? [:] : ["tag": "\(tag + 1)"],
    ]
    tag += 1
    for (number, texts) in holders.enumerated() {
      writer.append(Self.fields.map { texts[$0] ?? Self.clean($0, number, format) }, marked: nil)
    }
    for (index, kind) in kinds.enumerated() {
      let number = index + holders.count
      var texts = kind.texts.mapValues { text -> String in
        switch text {
        case "QQQ": Self.takenCode(format)
        case "77": "7" + String(tag - 1)
        case "%gap": "\(tag + 2)"
        default: text.replacing("%", with: format.rawValue)
        }
      }
      if isClean { texts = [:] }
      let place = writer.append(
        Self.fields.map { texts[$0] ?? Self.clean($0, number, format) },
        marked: isClean ? nil : Self.fields.firstIndex(of: kind.field)
      )
      guard let place else { continue }
      expected.append(
        Expectation(
          rule: kind.rule.rawValue,
          line: place.line,
          column: place.column,
          bytes: place.bytes,
          suggestion: kind.suggestion?.replacing("%", with: format.rawValue),
          file: "dogs.\(format.rawValue)"
        )
      )
    }
    files["dogs.\(format.rawValue)"] = writer.finished()
  }

  private static func recipe(_ formats: [PlantedKind.Format]) -> String {
    let own = fields.dropLast().filter { $0 != "sex" }.map { "\($0): \($0)" }.joined(separator: ", ")
    let sources: [PlantedKind.Format: String] = [
      .csv: "file: dogs.csv, attributes: { sex: { field: sex, lookup: sexes } }",
      .xml: "file: dogs.xml, records: /dogs/dog, attributes: { \(own), sex: { field: sex, lookup: sexes } }",
      .html: "file: dogs.html, attributes: { sex: { field: sex, lookup: sexes } }",
      .json: "file: dogs.json, attributes: { sex: { field: sex, lookup: sexes } }",
      .jsonlines: "file: dogs.jsonlines, format: jsonlines, attributes: { sex: { field: sex, lookup: sexes } }",
    ]
    let lines = formats.map { "  - { \(sources[$0] ?? ""), entity: Dog, relationships: { group: group } }\n" }
    return """
      model: Test.xcdatamodeld
      output: Test.sqlite
      lookups:
        sexes: { entries: { male: m, female: f } }
      sources:
        - { file: groups.csv, entity: Group, key: name }

      """ + lines.joined() + checks
  }

  private static let checks = """
    rules:
      - { on: Dog, require: "teeth == nil OR teeth <= 42", message: A dog has 42 teeth at most }
    checks:
      Dog:
        coat: { oneOf: [smooth, wiry, long] }
        reason: { requiredWhen: "isGood == NO" }
        born: { between: [1990-01-01, 2026-12-31] }
        litter: { between: [~, 30], placeholders: 0 }
        age: { placeholders: 999 }
        low: { notAbove: high }
        entry: { sequence: rising }
        page: { shape: url }
        mail: { shape: email }
        language: { shape: language-tag }
        temper: { text: clean }
        height: { outliers: { beyond: 8, unit: in to cm } }
        tag: { sequence: gap-free }
        tattoo: { distinct: exact }
        title: { distinct: spelling, similar: 1 }
    """

  static func model() -> ManagedObjectModel {
    let group = EntityDescription(name: "Group")
    let dog = EntityDescription(name: "Dog")
    let numbers = ["weight", "low", "high", "height"]
    let integers = ["litter", "teeth", "entry", "tag", "tattoo"]
    var attributes: [AttributeDescription] = []
    for field in fields.dropLast() {
      let type: AttributeType =
        if numbers.contains(field) { .double } else if integers.contains(field) { .integer32 } else {
          switch field {
          case "age": .integer16
          case "born": .date
          case "isGood": .boolean
          case "chip": .uuid
          case "picture": .uri
          default: .string
          }
        }
      let attribute = AttributeDescription(name: field, type: type)
      attribute.isOptional = field != "name"
      switch field {
      case "weight":
        attribute.constraints.minimum = .double(0.5)
        attribute.constraints.maximum = .double(120)
      case "code": attribute.constraints.regularExpression = "[A-Z]{3}"
      case "nick":
        attribute.constraints.minimumLength = 2
        attribute.constraints.maximumLength = 12
      default: break
      }
      attributes.append(attribute)
    }
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    let belongs = RelationshipDescription(name: "group", destination: group)
    belongs.isOptional = false
    dogs.inverseRelationship = belongs
    belongs.inverseRelationship = dogs
    group.declaredProperties = [name, dogs]
    group.uniquenessConstraints = [["name"]]
    dog.declaredProperties = attributes + [belongs]
    dog.uniquenessConstraints = [["name"], ["code"]]
    return ManagedObjectModel(entities: [group, dog])
  }
}
