import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

@Suite("Importing JSON")
struct JSONImportTests {
  private func run(_ sources: String, _ files: [String: String], in folder: TemporaryFolder) throws -> TestImport {
    try TestImport("model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n\(sources)", files: files, in: folder.path)
  }

  private static let groups = """
      - file: dogs.json
        records: $.groups[*]
        entity: Group
        key: name
        attributes: { name: title }
        children:
          - records: breeds[*]
            entity: Dog
            attributes: { name: name.en, weight: 'weights[-1]', temper: 'tags[*]' }
    """

  private static let text = """
    {"groups": [
      {"title": "Herding", "breeds": [
        {"name": {"en": "Collie"}, "weights": [18, 25.50], "age": 3, "isGood": false, "code": null, "tags": ["loyal", "quick"]},
        {"name": {"en": "Corgi"}, "weights": ["heavy"]}
      ]},
      {"breeds": [{"name": {"en": "Akita"}, "weights": [40], "birth": 1}, {"name": {"en": "Spitz"}, "weights": {"f": 1}}],
       "title": "Spitz"}
    ]}
    """

  @Test func recordsInsideRecordsBecomeRelatedObjects() throws {
    let folder = try TemporaryFolder()
    let test = try run(Self.groups, ["dogs.json": Self.text], in: folder)
    #expect(try test.objects("Group", "name", "dogs.@count") == ["Herding|1", "Spitz|1"])
    #expect(
      try test.objects("Dog", "name", "weight", "age", "isGood", "temper", "group.name") == [
        "Akita|40.0|nil|true|nil|Spitz", "Collie|25.5|3|false|loyal; quick|Herding",
      ]
    )
    #expect(test.places == ["dogs.json:4:43 value.type", "dogs.json:6:108 json.kind"])
    let finding = test.result.findings[0]
    #expect(finding.field == "weights[-1]")
    #expect(finding.excerpt?.text == "    {\"name\": {\"en\": \"Corgi\"}, \"weights\": [\"heavy\"]}")
    #expect(test.result.sources.map(\.records.read) == [2, 4])
    #expect(test.result.sources.map(\.records.rejected) == [0, 2])
  }

  @Test func rejectedRecordsAreWrittenInsideWhatTheyStoodIn() throws {
    let folder = try TemporaryFolder()
    _ = try run(Self.groups, ["dogs.json": Self.text], in: folder)
    #expect(
      try folder.text(of: "rejects/dogs.json") == """
        {"groups": [
          {"title": "Herding", "breeds": [
            {"name": {"en": "Corgi"}, "weights": ["heavy"]}
          ]},
          {"breeds": [ {"name": {"en": "Spitz"}, "weights": {"f": 1}}],
           "title": "Spitz"}
        ]}
        """
    )
  }

  @Test func correctedRecordsTakeTheirPlaceAgain() throws {
    let folder = try TemporaryFolder()
    let source = "  - { file: dogs.json, entity: Group, attributes: { name: name } }\n"
    let dogs = """
      [ {"name": "A"},
        {"name": ["B"]}, {"name": "C"}, {"name": {"x":1}}
      ]
      """
    let test = try run(source, ["dogs.json": dogs], in: folder)
    #expect(try folder.text(of: "rejects/dogs.json") == "[\n  {\"name\": [\"B\"]}, {\"name\": {\"x\":1}}\n]")
    try folder.write("[\n  {\"name\": \"B\"}, {\"name\":\n\"D\"}\n]", to: "rejects/dogs.json")
    let corrected = try CorrectedSources(rejectFolder: test.rejectFolder, plan: test.plan).write(to: folder.path)
    let path = try #require(corrected["dogs.json"])
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        [ {"name": "A"},
          {"name": "B"}, {"name": "C"}, {"name":
        "D"}
        ]
        """
    )
  }

  @Test func linesAreRejectedOneByOneAndPutBack() throws {
    let folder = try TemporaryFolder()
    let source = "  - { file: dogs.jsonl, entity: Group }\n"
    let lines =
      "{\"name\": \"A\"}\n{\"name\": \"B\"\n\n{\"name\": null}\r\n{\"name\": \"D\", \"name\": \"D\"}\n{\"name\": \"E\"}"
    let test = try run(source, ["dogs.jsonl": lines], in: folder)
    #expect(try test.objects("Group", "name") == ["A", "E"])
    #expect(
      test.places == [
        "dogs.jsonl:2:13 json.syntax", "dogs.jsonl:4:10 value.required", "dogs.jsonl:5:15 json.duplicate-name",
      ]
    )
    #expect(test.result.sources.map(\.records.rejected) == [3])
    let rejects = try folder.text(of: "rejects/dogs.jsonl")
    #expect(rejects == "\n{\"name\": \"B\"\n\n{\"name\": null}\r\n{\"name\": \"D\", \"name\": \"D\"}")
    #expect(try folder.text(of: "rejects/dogs.jsonl.reasons.csv").contains("\n2,2,13,json.syntax,error,"))
    try folder.write("{\"name\": \"B\"}\n{\"name\": \"C\"}\n{\"name\": \"D\"}\n", to: "rejects/dogs.jsonl")
    let corrected = try CorrectedSources(rejectFolder: test.rejectFolder, plan: test.plan).write(to: folder.path)
    let path = try #require(corrected["dogs.jsonl"])
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "{\"name\": \"A\"}\n{\"name\": \"B\"}\n\n{\"name\": \"C\"}\r\n{\"name\": \"D\"}\n{\"name\": \"E\"}"
    )
  }

  @Test func membersOfAnObjectAreRecordsWithTheirNames() throws {
    let folder = try TemporaryFolder()
    let source = "  - { file: dogs.json, records: $.dogs.*, entity: Group, attributes: { name: '~' } }\n"
    let test = try run(source, ["dogs.json": "{\"dogs\": {\"Rex\": {}, \"\": {}, \"Bello\": {}}}"], in: folder)
    #expect(try test.objects("Group", "name") == ["Bello", "Rex"])
    #expect(test.places == ["dogs.json:1:22 value.required"])
    #expect(try folder.text(of: "rejects/dogs.json") == "{\"dogs\": { \"\": {}}}")
  }

  @Test func anObjectWithoutRecordsIsAMistakeThatNamesWhatThereIs() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecipeError.self) {
      try run("  - { file: dogs.json, entity: Group }\n", ["dogs.json": Self.text], in: folder)
    }
    #expect(
      error?.problems.map(\.message) == [
        "dogs.json is an object; say with “records” which values in it are records: “$.groups[*]” (2 with title, breeds), "
          + "“$.groups[*].breeds[*]” (4 with name, weights, age, isGood), “$.groups[*].breeds[*].weights[*]” (4), "
          + "“$.groups[*].breeds[*].tags[*]” (2)"
      ]
    )
    let path = #expect(throws: RecipeError.self) {
      try run("  - { file: dogs.json, records: $..x, entity: Group }\n", [:], in: folder)
    }
    #expect(path?.problems.first?.message.contains("Steps to any depth") == true)
  }

  @Test func syntaxIsStrictUnlessTheRecipeSays() throws {
    let folder = try TemporaryFolder()
    let text = "[{\"name\": \"A\"}, // first\n {\"name\": \"B\"},]"
    let strict = try run("  - { file: dogs.json, entity: Group }\n", ["dogs.json": text], in: folder)
    #expect(try strict.objects("Group", "name") == ["A"])
    #expect(strict.places == ["dogs.json:1:17 json.syntax"])
    let tolerant = try run("  - { file: dogs.json, entity: Group, syntax: tolerant }\n", [:], in: folder)
    #expect(try tolerant.objects("Group", "name") == ["A", "B"])
    #expect(tolerant.places == ["dogs.json:1:17 json.extension", "dogs.json:2:16 json.extension"])
    let discarded = try run("  - { file: dogs.json, entity: Group, beforeFault: discard }\n", [:], in: folder)
    #expect(try discarded.objects("Group", "name").isEmpty)
  }

  @Test(arguments: [("[]", "dogs.json:1:1 source.no-records"), ("[x]", "dogs.json:1:2 json.syntax")])
  func aTextWithoutRecordsIsNoMistakeOfTheRecipe(_ text: String, _ place: String) throws {
    let folder = try TemporaryFolder()
    let test = try run("  - { file: dogs.json, entity: Group, key: name }\n", ["dogs.json": text], in: folder)
    #expect(test.places.contains(place), "\(test.places)")
    #expect(test.result.sources.map(\.records.read) == [0])
  }

  @Test func aValueOfAnotherKindIsReportedOnce() throws {
    let folder = try TemporaryFolder()
    let source = "  - { file: dogs.json, entity: Group, key: name, attributes: { name: name } }\n"
    let test = try run(source, ["dogs.json": "[{\"name\": [\"A\"]}, {\"name\": \"B\"}]"], in: folder)
    #expect(test.places == ["dogs.json:1:11 json.kind"])
    #expect(test.result.sources.map(\.records.rejected) == [1])
  }

  @Test func anArrayIsNotPassedOverWhereTheRecipeDoesNotMentionIt() throws {
    let folder = try TemporaryFolder()
    let source = """
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.json, entity: Dog, key: name, relationships: { group: { constant: Toy, matches: name } } }

      """
    let dogs = #"[{"name": "A", "weight": [1, 2]}, {"name": "B", "weight": [3]}]"#
    let test = try run(source, ["groups.csv": "name\nToy\n", "dogs.json": dogs], in: folder)
    #expect(test.places == ["dogs.json:1:26 json.kind", "dogs.json:1:59 json.kind"])
  }

  @Test func spacesInTextsAreFoundAndCorrectedBetweenTheQuotes() throws {
    let folder = try TemporaryFolder()
    let text = "[{\"name\": \" A \"}, {\"name\": \"\\u0042 \"}]"
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources: [{ file: dogs.json, entity: Group }]
      checks: { Group: { name: { text: clean } } }
      """,
      files: ["dogs.json": text],
      in: folder.path
    )
    #expect(test.places == ["dogs.json:1:11 text.spaces", "dogs.json:1:28 text.spaces"])
    let fix = try #require(try SourceFixer(plan: test.plan).fixes(for: test.result.findings).first)
    try fix.apply()
    #expect(try folder.text(of: "dogs.json") == "[{\"name\": \"A\"}, {\"name\": \"\\u0042\"}]")
    #expect(fix.left.isEmpty)
  }

  @Test func severalFilesAndEncodingsAreOneSource() throws {
    let folder = try TemporaryFolder()
    try Data("[{\"name\": \"Ä\"}, {\"name\": []}]".data(using: .utf16LittleEndian) ?? Data()).write(
      to: URL(fileURLWithPath: folder.file("a.json"))
    )
    let source = "  - { file: '*.json', entity: Group, encoding: utf-16le }\n"
    let test = try run(source, [:], in: folder)
    #expect(try test.objects("Group", "name") == ["Ä"])
    let rejects = try Data(contentsOf: URL(fileURLWithPath: folder.file("rejects/a.json")))
    #expect(rejects == "[ {\"name\": []}]".data(using: .utf16LittleEndian))
    let files = ["b.json": "[{\"name\": \"B\"}]", "c.json": "[{\"name\": \"C\"}, {\"name\": []}]"]
    let joined = try run("  - { file: '[bc].json', entity: Group }\n", files, in: folder)
    #expect(try joined.objects("Group", "name") == ["B", "C"])
    #expect(joined.result.findings.map(\.record) == [3])
    #expect(joined.places == ["c.json:1:26 json.kind"])
    #expect(try folder.text(of: "rejects/c.json") == "[\n{\"name\": []}\n]\n")
  }
}
