import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ModelReading
import ObjectModel
import Testing
import TestSupport

/// A check that makes no objects finds what an import finds, on one thread or on several: the same findings in the same order, the same accounts, the
/// same profiles.
@Suite("Checks without a store")
struct CheckRunTests {
  /// Runs the plan of an import once more without a store and compares what was found.
  private func expectTheSame(_ test: TestImport, _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation)
    throws
  {
    let need = test.plan.needOfStore
    try #require(need == nil, comment, sourceLocation: location)
    for threads in [1, 2, 5] {
      let comment: Comment = "\(threads) threads \(comment?.rawValue ?? "")"
      let result = try #require(try run(test.plan, threads: threads), comment, sourceLocation: location)
      #expect(result.findings == test.result.findings, comment, sourceLocation: location)
      #expect(result.tally.counts == test.result.tally.counts, comment, sourceLocation: location)
      #expect(result.sources.map(\.records) == test.result.sources.map(\.records), comment, sourceLocation: location)
      #expect(result.entities == test.result.entities, comment, sourceLocation: location)
      #expect(result.completeness == test.result.completeness, comment, sourceLocation: location)
      #expect(result.errorsBesideRecords == test.result.errorsBesideRecords, comment, sourceLocation: location)
    }
  }

  private func run(_ plan: ImportPlan, threads: Int) throws -> ImportResult? {
    var options = ImportOptions()
    options.threads = threads
    return try ImportRun.check(plan, options: options)
  }

  @Test(arguments: PlantedKind.Format.allCases, [true, false])
  func agreesOverThePlantedErrors(_ format: PlantedKind.Format, isClean: Bool) throws {
    let sources = PlantedSources(isClean: isClean, formats: [format])
    // Checks that compare objects need a store.
    let recipe = sources.recipe.split(separator: "\n").filter { line in
      !["height:", "tag:", "tattoo:", "title:"].contains { line.contains("    \($0)") }
    }
    let folder = try TemporaryFolder()
    let test = try TestImport(
      recipe.joined(separator: "\n"),
      files: sources.files,
      in: folder.path,
      model: PlantedSources.model()
    )
    #expect(test.result.findings.isEmpty == isClean)
    try expectTheSame(test)
  }

  @Test func agreesOverTheSourcesOfTheShowcaseThatMakeObjects() throws {
    let folder = try TemporaryFolder()
    let inputs = Package.path("Inputs")
    var files: [String: String] = [:]
    for name in ["akc-groups.csv", "akc-breeds.csv", "breed-names.csv", "emblems.csv"] {
      files[name] = try String(contentsOfFile: "\(inputs)/\(name)", encoding: .utf8)
    }
    // Some broken records among the good ones.
    files["akc-breeds.csv"] = files["akc-breeds.csv"]?.replacing(
      "Toy Group,22.9",
      with: "Toy Gruop,high",
      maxReplacements: 1
    )
    .replacing("Terrier Group,", with: ",", maxReplacements: 3)
    let recipe = try String(contentsOfFile: "\(inputs)/DogBreeds.recipe.yml", encoding: .utf8)
    let changing = try #require(recipe.range(of: "  - file: fci-nomenclature.xml"))
    let rules = try #require(recipe.range(of: "rules:\n"))
    let atEnd = try #require(recipe.range(of: "  - on: AKCGroup"))
    let model = try ModelReader.read("\(inputs)/DogBreeds.xcdatamodeld")
    let test = try TestImport(
      String(recipe[..<changing.lowerBound] + recipe[rules.lowerBound..<atEnd.lowerBound]),
      files: files,
      bytes: ["emblems.zip": Array(try Data(contentsOf: URL(fileURLWithPath: "\(inputs)/emblems.zip")))],
      in: folder.path,
      model: model
    )
    #expect(test.result.findings.count >= 4)
    try expectTheSame(test)
  }

  @Test func agreesOverSourcesThatAreDamagedAtRandom() throws {
    for seed in 1...12 {
      var random = SeededGenerator(seed: UInt64(seed))
      let folder = try TemporaryFolder()
      let recipe =
        seed.isMultiple(of: 2) ? Self.recipe : Self.recipe.replacing("Dog, mode", with: "Dog, key: name, mode")
      // Every third time a group is rejected itself.
      let groups = "name,note\nHounds,fast\nToys,small\(seed.isMultiple(of: 3) ? ",1" : "")\nTerriers,keen\n"
      let test = try TestImport(
        recipe + "batchSize: \(1 + seed * 7)\n",
        files: ["groups.csv": groups, "dogs.csv": Self.damagedSource(&random)],
        in: folder.path
      )
      #expect(!test.result.findings.isEmpty)
      try expectTheSame(test, "seed \(seed)")
    }
  }

  private static let recipe = """
    model: Test.xcdatamodeld
    output: Test.sqlite
    severities: { value.length: warning }
    sources:
      - { file: groups.csv, entity: Group, key: name, mode: insert }
      - { file: dogs.csv, entity: Dog, mode: insert, relationships: { group: group } }
    rules:
      - { on: Dog, require: "age == nil OR weight == nil OR age <= weight * 4", message: Too old for its weight }
    checks:
      Dog:
        "*": { text: clean }
        born: { between: [1990-01-01, 2026-12-31] }
        code: { requiredWhen: "isGood == NO", filled: 90% }
        age: { placeholders: 99 }

    """

  /// Rows of which about every fourth has texts of another kind in some of its fields.
  private static func damagedSource(_ random: inout SeededGenerator) -> String {
    var text = "name,weight,age,born,code,isGood,temper,group\n"
    let damages = [
      "", " ", "x", "n/a", "  calm", "Ã©t", "é", "cafe\u{301}", "\u{212A}elvin", "99", "-1", "1e3", "\"a, b\"",
      "\"open", "1,2",
      "TOYS", "Toy", "2024-02-30", "no", "VERY CALM", "Dog 3", "K\u{e9}", "Ke\u{301}",
    ]
    for row in 0..<150 {
      var fields = [
        "Dog \(row)", "\(8 + row % 9).5", "\(row % 9)", "201\(row % 9)-03-04", code(row), "yes", "calm and kind",
        ["Hounds", "Toys", "Terriers"][row % 3],
      ]
      if Int.random(in: 0..<4, using: &random) == 0 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let field = Int.random(in: fields.indices, using: &random)
          fields[field] = damages.randomElement(using: &random) ?? ""
        }
      }
      text += fields.joined(separator: ",") + "\n"
    }
    return text
  }

  private static func code(_ row: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return "\(letters[row / 26])\(letters[row % 26])X"
  }

  @Test func leavesBrokenRecordsOutWhereTheRecipeCallsThemNoError() throws {
    let folder = try TemporaryFolder()
    let recipe = Self.recipe.replacing(
      "severities: { value.length: warning }",
      with: "severities: { record.field-count: warning }"
    )
    let dogs = "name,weight,age,born,code,isGood,temper,group\nRex,9,1\nIda,9,1,2012-03-04,ABC,yes,calm,Toys\n"
    let test = try TestImport(recipe, files: ["groups.csv": "name\nToys\n", "dogs.csv": dogs], in: folder.path)
    #expect(test.places == ["dogs.csv:2:8 record.field-count"])
    #expect(test.result.records.skipped == 1)
    #expect(test.result.records.rejected == 0)
    try expectTheSame(test)
  }

  @Test func leavesItToAnImportWhenARecordChangesAnObject() throws {
    let recipe =
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources:\n  - { file: groups.csv, entity: Group, key: name }\n"
    let folder = try TemporaryFolder()
    let merge = recipe.replacing("key: name", with: "key: name, repeats: merge")
    let test = try TestImport(merge, files: ["groups.csv": "name\nHounds\nToys\nHounds\n"], in: folder.path)
    for threads in [1, 2, 5] { #expect(try run(test.plan, threads: threads) == nil) }
    let other = try TemporaryFolder()
    try expectTheSame(try TestImport(recipe, files: ["groups.csv": "name\nHounds\nToys\nHounds\n"], in: other.path))
  }

  @Test func agreesWhereRecordsReferToOthersOfTheirOwnSource() throws {
    let recipe = """
      model: T.xcdatamodeld
      output: T.sqlite
      batchSize: 3
      sources:
        - { file: dogs.csv, entity: Dog, mode: insert, relationships: { father: { field: father, matches: name } } }

      """
    let rows = (0..<40).map { row in
      // Every seventh refers to one that comes later, every ninth repeats a name.
      "Dog \(row % 9 == 8 ? row - 5 : row),\(row == 0 ? "" : "Dog \(row % 7 == 6 ? row + 1 : row / 2)")"
    }
    let folder = try TemporaryFolder()
    let files = ["dogs.csv": "name,father\n" + rows.joined(separator: "\n") + "\n"]
    let test = try TestImport(recipe, files: files, in: folder.path, model: Self.familyModel())
    #expect(Set(test.result.findings.map(\.rule)) == [.recordDuplicate, .referenceUnknown])
    try expectTheSame(test)
  }

  private static func familyModel() -> ManagedObjectModel {
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let dog = EntityDescription(name: "Dog")
    let father = RelationshipDescription(name: "father", destination: dog)
    let children = RelationshipDescription(name: "children", destination: dog, toMany: true)
    father.inverseRelationship = children
    children.inverseRelationship = father
    dog.declaredProperties = [name, father, children]
    dog.uniquenessConstraints = [["name"]]
    return ManagedObjectModel(entities: [dog])
  }

  @Test(arguments: [1, 2, 5])
  func failsWhereTheSourceCannotBeReadOn(_ threads: Int) throws {
    // A gzip file without its last block.
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for block in 0..<8 {
      let rows = Array(((block == 0 ? "name\n" : "") + (0..<5000).map { "G\(block)x\($0)\n" }.joined()).utf8)
      let (low, high) = (UInt8(rows.count & 0xFF), UInt8(rows.count >> 8))
      packed += [0, low, high, ~low, ~high] + rows
    }
    let folder = try TemporaryFolder()
    try Data(packed).write(to: URL(fileURLWithPath: "\(folder.path)/groups.csv.gz"))
    let recipe =
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources:\n  - { file: groups.csv.gz, entity: Group, mode: insert }\n"
    let path = "\(folder.path)/t.recipe.yml"
    try Data(recipe.utf8).write(to: URL(fileURLWithPath: path))
    let plan = try ImportPlanner.plan(
      try RecipeReader.read(path: path),
      model: TestImport.model(),
      folder: folder.path,
      rules: []
    )
    #expect(throws: (any Error).self) { try run(plan, threads: threads) }
  }

  @Test func saysWhatAStoreIsNeededFor() throws {
    let sources =
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources:\n  - { file: groups.csv, entity: Group, mode: insert }\n"
    let recipes = [
      (sources.replacing("mode: insert", with: "key: name, mode: update"), "groups.csv changes objects"),
      (sources + "rules: [{ require: \"Group.@count > 1\" }]\n", "all objects together"),
      (sources + "rules: [{ on: Group, require: \"dogs.@count > 0\", when: end }]\n", "after the last source"),
      (sources + "checks: { Group: { name: { distinct: spelling } } }\n", "a check compares objects"),
    ]
    for (recipe, words) in recipes {
      let folder = try TemporaryFolder()
      let test = try TestImport(recipe, files: ["groups.csv": "name\nHounds\n"], in: folder.path)
      #expect(test.plan.needOfStore?.contains(words) == true, "\(recipe)")
    }
  }

  @Test func wholeNumbersOfManyDigitsAreComparedExactly() throws {
    let number = AttributeDescription(name: "number", type: .integer64)
    let other = AttributeDescription(name: "other", type: .decimal)
    let last = AttributeDescription(name: "last", type: .integer64)
    let town = SmallModel.entity("Town", number, other, last)
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources: [{ file: towns.csv, entity: Town }]
      checks:
        Town:
          number: { between: [9007199254740993, 9223372036854775806] }
          other: { placeholders: [9007199254740993, 0.1] }
          last: { sequence: rising }
      """,
      files: [
        "towns.csv": """
        number,other,last
        9007199254740992,9007199254740992,9007199254740992
        9007199254740993,9007199254740993,9007199254740993
        9223372036854775806,0.1,9223372036854775806
        9223372036854775807,1e-1,9223372036854775806

        """
      ],
      in: folder.path,
      model: ManagedObjectModel(entities: [town])
    )
    #expect(
      test.places == [
        "towns.csv:2:1 value.window", "towns.csv:3:18 value.precision", "towns.csv:3:18 value.placeholder",
        "towns.csv:4:21 value.placeholder",
        "towns.csv:5:1 value.window", "towns.csv:5:21 value.placeholder", "towns.csv:5:26 value.order",
      ]
    )
  }
}
