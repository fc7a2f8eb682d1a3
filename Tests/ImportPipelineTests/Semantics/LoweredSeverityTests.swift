import AttributeValues
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import Testing
import TestSupport

/// Rules whose severity a recipe lowers mean the same for records that make objects and for those that change them, and never end the run.
@Suite("Lowered severities")
struct LoweredSeverityTests {
  /// A rule, a record that breaks it and what comes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    /// `name,age,code,pack,collar` of the record that breaks the rule.
    let row: String
    /// The object after the record; `nil` if the record is left out.
    let object: String?
    /// The object where the record would have changed it, if it is not the same.
    var changed: String?
    var ways = ["insert", "update"]

    var testDescription: String { rule }
  }

  private static let before = "Rex|1|AAA|Old|nil"

  private static let cases = [
    Case(rule: "value.range", row: "Rex,99,BBB,New,", object: "Rex|99|BBB|New|nil"),
    Case(rule: "value.type", row: "Rex,old,BBB,New,", object: "Rex|nil|BBB|New|nil", changed: "Rex|1|BBB|New|nil"),
    Case(rule: "value.length", row: "Rex,2,LONGER,New,", object: "Rex|2|LONGER|New|nil"),
    Case(rule: "value.required", row: "Rex,2,,New,", object: nil, ways: ["insert"]),
    Case(rule: "record.duplicate", row: "Rex,2,ZZZ,New,", object: nil),
    Case(rule: "record.unmatched", row: "Nobody,2,BBB,New,", object: nil, ways: ["update"]),
    Case(rule: "reference.unknown", row: "Rex,2,BBB,Red,", object: "Rex|2|BBB|nil|nil", changed: "Rex|2|BBB|Old|nil"),
    Case(rule: "reference.ambiguous", row: "Rex,2,BBB,Two,", object: "Rex|2|BBB|nil|nil", changed: "Rex|2|BBB|Old|nil"),
    Case(rule: "reference.taken", row: "Rex,2,BBB,New,C1", object: "Rex|2|BBB|New|nil"),
    Case(rule: "rule.predicate", row: "Rex,13,BBB,New,", object: "Rex|13|BBB|New|nil"),
  ]

  private static func model() -> ManagedObjectModel {
    let age = SmallModel.attribute("age", .integer16)
    age.constraints.maximum = .integer(50)
    let code = SmallModel.attribute("code", isOptional: false)
    code.constraints.maximumLength = 3
    let pack = SmallModel.entity("Pack")
    let collar = SmallModel.entity("Collar")
    let dog = SmallModel.entity("Dog", age, code)
    dog.uniquenessConstraints = [["code"]]
    SmallModel.relate(pack, "dogs*", dog, "pack")
    SmallModel.relate(dog, "collar", collar, "dog")
    return ManagedObjectModel(entities: [pack, collar, dog])
  }

  private func run(_ test: Case, way: String, severity: String, ofSource: Bool) throws -> TestImport {
    let folder = try TemporaryFolder()
    let head = "name,age,code,pack,collar\n"
    let relationships =
      "relationships: { pack: { field: pack, matches: name }, collar: { field: collar, matches: name } }"
    let severities = "severities: { \(test.rule): \(severity) }"
    let recipe = """
      model: T.xcdatamodeld
      output: T.sqlite
      batchSize: 1
      sources:
        - { file: packs.csv, entity: Pack }
        - { file: collars.csv, entity: Collar }
        - { file: dogs.csv, entity: Dog, key: name, mode: insert, \(relationships) }
        - { file: more.csv, entity: Dog, key: name, mode: \(way), \(relationships)\(ofSource ? ", \(severities)" : "") }
      rules:
        - { on: Dog, require: "age != 13", message: Unlucky }
      \(ofSource ? "" : severities)
      """
    return try TestImport(
      recipe,
      files: [
        "packs.csv": "name\nOld\nNew\nTwo\nTwo\n", "collars.csv": "name\nC1\nC2\n",
        "dogs.csv": head + "Zora,3,ZZZ,Old,C1\n" + (way == "update" ? "Rex,1,AAA,Old,\nLast,1,YYY,Old,\n" : ""),
        // The run goes on behind the record.
        "more.csv": head + test.row + "\nLast,5,XXX,New,C2\n",
      ],
      in: folder.path,
      model: Self.model()
    )
  }

  @Test(arguments: cases, [true, false])
  func meanTheSameForNewAndForKnownObjects(_ test: Case, ofSource: Bool) throws {
    for way in test.ways {
      let isUpdate = way == "update"
      let lowered = try run(test, way: way, severity: "warning", ofSource: ofSource)
      #expect(lowered.result.findings.map(\.rule.rawValue) == [test.rule], "\(way)")
      #expect(!lowered.result.hasErrors, "\(way)")
      let rex = try lowered.objects("Dog", "name", "age", "code", "pack.name", "collar.name").filter {
        !$0.hasPrefix("Zora") && !$0.hasPrefix("Last")
      }
      let left = isUpdate ? [Self.before] : []
      #expect(rex == (test.object.map { [isUpdate ? test.changed ?? $0 : $0] } ?? left), "\(way)")
      let counts = try #require(lowered.result.sources.last?.records)
      #expect((counts.rejected, counts.skipped) == (0, test.object == nil ? 1 : 0), "\(way)")
      #expect(try lowered.objects("Dog", "name", "age", "code", "collar.name").contains("Last|5|XXX|C2"), "\(way)")

      // As an error, the same rejects the record.
      let strict = try run(test, way: way, severity: "error", ofSource: ofSource)
      #expect(strict.result.findings.map(\.rule.rawValue) == [test.rule] && strict.result.hasErrors, "\(way)")
      #expect(strict.result.sources.last?.records.rejected == 1, "\(way)")
      #expect(try strict.objects("Dog", "name").contains("Rex") == isUpdate, "\(way)")
    }
  }

  @Test func ofASourceAreOfItsRecordsAlone() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: T.xcdatamodeld
      output: T.sqlite
      severities: { value.range: warning }
      sources:
        - { file: a.csv, entity: Dog, severities: { value.range: error } }
        - { file: b.csv, entity: Dog }
        - { file: c.csv, entity: Dog, severities: { value.range: note } }
      """,
      files: [
        "a.csv": "name,age,code\nA,99,AAA\n", "b.csv": "name,age,code\nB,99,BBB\n",
        "c.csv": "name,age,code\nC,99,CCC\n",
      ],
      in: folder.path,
      model: Self.model()
    )
    #expect(test.result.findings.map(\.severity) == [.error, .warning, .note])
    #expect(try test.objects("Dog", "name") == ["B", "C"])
  }

  @Test(arguments: [
    ("error", "The Pack “Northern” cannot be made: name is longer than 5 characters", "nil"),
    ("warning", "The Pack “Northern” is not as the model wants it: name is longer than 5 characters", "Northern"),
  ])
  func anObjectThatIsMadeIsNotSaidToBeImpossible(_ severity: String, _ message: String, _ pack: String) throws {
    let model = Self.model()
    let name = try #require(model.entitiesByName["Pack"]?.attributesByName["name"])
    name.constraints.maximumLength = 5
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - file: dogs.csv
          entity: Dog
          severities: { value.length: \(severity) }
          relationships: { pack: { field: pack, matches: name, unknown: create } }
      """,
      files: ["dogs.csv": "name,code,pack\nRex,AAA,Northern\n"],
      in: folder.path,
      model: model
    )
    #expect(test.result.findings.map(\.message) == [message])
    #expect(try test.objects("Dog", "pack.name") == (pack == "nil" ? [] : [pack]))
  }
}
