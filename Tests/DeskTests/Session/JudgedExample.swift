import Foundation
import TestSupport
import Testing

/// Recipes over kennels and dogs, whose dogs stand in files of any form.
struct JudgedExample: Sendable, CustomTestStringConvertible {
  /// How the first file of dogs is written.
  enum Form: String, CaseIterable, Sendable {
    case html, json, xlsx, utf16, windows1252, gzip, csv
  }

  var testDescription: String
  /// How the files of records are written.
  var forms: [(file: String, form: Form)]
  var model: String
  var recipe: String
  /// The records with the fields' names, by file.
  var tables: [String: [[String]]]

  static let recipeName = "Judged.recipe.yml"

  private static let names = ["name", "weight", "age", "code", "place", "kennel"]

  private static func dogs(_ numbers: Range<Int>) -> [[String]] {
    [names]
      + numbers.map { number in
        let code = String([number / 26 % 26, number % 26].map { Character(UnicodeScalar(UInt8(65 + $0))) })
        return [
          "Dög \(number)", "\(20 + number % 30)", "\(number % 12)", code, "\(number / 3)",
          ["North", "South", "Östlich"][number % 3],
        ]
      }
  }

  private static let kennels = [["name", "city"], ["North", "Oslo"], ["South", "Rome"], ["Östlich", "Linz"]]

  /// - Parameter constraint: What a dog has besides its name that no other one has.
  private static func model(constraint: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Animal" isAbstract="YES"><attribute name="name" attributeType="String" minValueString="2" maxValueString="20"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="Kennel"><attribute name="name" attributeType="String"/><attribute name="city" optional="YES" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="Dog" parentEntity="Animal"><attribute name="weight" optional="YES" attributeType="Double" maxValueString="150"/>
        <attribute name="age" optional="YES" attributeType="Integer 16" maxValueString="30" usesScalarValueType="NO"/>
        <attribute name="code" optional="YES" attributeType="String" maxValueString="4"/><attribute name="place" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
        <relationship name="kennel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Dog"/>
        <uniquenessConstraints>\(constraint)</uniquenessConstraints></entity>
    </model>
    """
  }

  private static let ownCode = "<uniquenessConstraint><constraint value=\"code\"/></uniquenessConstraint>"
  private static let ownPlace =
    "<uniquenessConstraint><constraint value=\"kennel\"/><constraint value=\"place\"/></uniquenessConstraint>"

  private static func source(_ file: String, _ options: String = "mode: insert") -> String {
    """
      - file: \(file)
        entity: Dog
        key: name
        \(options)
        attributes: { name: name, weight: weight, age: age, code: code, place: place }
        relationships: { kennel: { field: kennel, matches: name } }

    """
  }

  private static let rule = """
    rules:
      - { on: Dog, require: "weight == nil OR age == nil OR weight > age", message: Too light for its age }

    """

  private static let beginning = """
    model: Judged.xcdatamodel
    output: Judged.sqlite
    batchSize: 8
    sources:
      - { file: kennels.csv, entity: Kennel, key: name, mode: insert }

    """

  /// A file of one form, and one of plain text, of which only what is touched is read again.
  static let formats: [JudgedExample] = Form.allCases.filter { $0 != .csv }.map { form in
    let (file, options) =
      switch form {
      case .html, .json, .xlsx: ("dogs.\(form.rawValue)", "mode: insert")
      case .utf16: ("dogs.csv", "mode: insert")
      case .windows1252: ("dogs.csv", "mode: insert\n    encoding: windows-1252")
      case .gzip: ("dogs.csv.gz", "format: csv\n    mode: insert")
      case .csv: ("dogs.csv", "mode: insert")
      }
    return JudgedExample(
      testDescription: form.rawValue,
      forms: [("kennels.csv", .csv), ("more.csv", .csv), (file, form)],
      model: model(constraint: ownCode),
      recipe: beginning + source(file, options) + source("more.csv") + rule,
      tables: ["kennels.csv": kennels, file: dogs(0..<30), "more.csv": dogs(30..<70)]
    )
  }

  private static func plain(_ name: String, _ constraint: String, _ recipe: String) -> JudgedExample {
    JudgedExample(
      testDescription: name,
      forms: [("kennels.csv", .csv), ("dogs.csv", .csv), ("more.csv", .csv)],
      model: model(constraint: constraint),
      recipe: recipe,
      tables: ["kennels.csv": kennels, "dogs.csv": dogs(0..<30), "more.csv": dogs(24..<44)]
    )
  }

  /// Recipes in which records decide on others, or change their objects.
  static let wholes = [
    plain("update", ownCode, beginning + source("dogs.csv") + source("more.csv", "mode: update") + rule),
    plain(
      "upsert over a relationship",
      ownPlace,
      beginning + source("dogs.csv") + source("more.csv", "mode: upsert\n    unmatched: warning") + rule
    ),
    plain(
      "unique over a relationship",
      ownPlace,
      beginning + source("dogs.csv") + source("more.csv") + rule
    ),
    plain(
      "rules over several objects",
      ownCode,
      beginning + source("dogs.csv") + source("more.csv", "mode: insert\n    repeats: merge")
        + """
        rules:
          - { on: Dog, require: "kennel == nil OR kennel.dogs.@count < 12", message: Too many dogs }
          - { on: Kennel, require: "dogs.@avg.weight < 36", when: end, severity: warning, message: Too heavy }
          - { require: "Dog.@distinctUnionOfObjects.code[SIZE] == Dog.@unionOfObjects.code[SIZE]", message: Two dogs share a code }
        checks:
          Dog:
            name: { similar: 1 }
            weight: { outliers: { by: kennel, beyond: 4 } }
            place: { sequence: rising }
            age: { filled: 90% }
          Kennel:
            dogs: { atLeast: 3 }

        """
    ),
  ]

  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(model, to: "Judged.xcdatamodel/contents")
    try folder.write(recipe, to: Self.recipeName)
    for (file, form) in forms { try write(tables[file] ?? [], form, to: folder.file(file)) }
    return folder
  }

  /// Writes a file as another program would.
  func write(_ table: [[String]], _ form: Form, to path: String) throws {
    func delimited() -> String {
      table.map { row in
        row.map { text in
          text.contains { ",\"\n\r".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }
        .joined(separator: ",") + "\n"
      }
      .joined()
    }
    func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    let bytes: Data
    switch form {
    case .csv: bytes = Data(delimited().utf8)
    case .gzip: bytes = Data(StoredGzip.bytes(Array(delimited().utf8)))
    case .utf16: bytes = Data([0xFF, 0xFE]) + (delimited().data(using: .utf16LittleEndian) ?? Data())
    case .windows1252: bytes = delimited().data(using: .windowsCP1252, allowLossyConversion: true) ?? Data()
    case .xlsx:
      let rows = table.enumerated().map { TestWorkbook.row($0 + 1, $1.map(escaped)) }
      bytes = Data(TestWorkbook([TestWorkbook.Sheet("Dogs", rows.joined())]).bytes)
    case .html:
      let rows = table.enumerated().map { number, row in
        "<tr>\(row.map { number == 0 ? "<th>\($0)</th>" : "<td>\(escaped($0))</td>" }.joined())</tr>\n"
      }
      bytes = Data("<!DOCTYPE html><meta charset=\"utf-8\"><table>\n\(rows.joined())</table>\n".utf8)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let records = try table.dropFirst().map { row in
        String(
          decoding: try encoder.encode(Dictionary(zip(table[0], row)) { $1 }.filter { !$0.value.isEmpty }),
          as: UTF8.self
        )
      }
      bytes = Data("[\n\(records.joined(separator: ",\n"))\n]\n".utf8)
    }
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}
