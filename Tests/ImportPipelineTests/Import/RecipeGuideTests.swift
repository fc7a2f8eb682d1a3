import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

@Suite("What docs/recipe.md says")
struct RecipeGuideTests {
  /// The blocks of a language in a section of the guide.
  private func blocks(_ language: String, in section: String) throws -> [String] {
    let text = try String(contentsOfFile: Package.path("docs/recipe.md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n## \(section)\n"))
    let rest = text[start.upperBound...]
    let part = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return part.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  private func recipe(_ source: String) -> String {
    "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n" + source
  }

  @Test func theExampleOfJSONMakesAGroupWithTwoDogs() throws {
    let folder = try TemporaryFolder()
    let json = try #require(try blocks("json", in: "JSON").first)
    let source = try #require(try blocks("yaml", in: "JSON").first)
    let test = try TestImport(recipe(source), files: ["dogs.json": json], in: folder.path)
    #expect(test.places.isEmpty)
    #expect(
      try test.objects("Dog", "name", "weight", "temper", "group.name") == [
        "Collie|25.5|loyal; quick|Herding", "Corgi|12.0|nil|Herding",
      ]
    )
  }

  @Test func theExampleOfWorksheetsReadsMergedCells() throws {
    let folder = try TemporaryFolder()
    let source = try #require(try blocks("yaml", in: "Worksheets").first)
    let rows = [["Name", "Group"], ["Collie", "Herding"], ["Corgi", nil]].enumerated().map {
      TestWorkbook.row($0 + 1, $1)
    }
    let book = TestWorkbook([.init("Dogs", rows.joined(), after: "<mergeCells><mergeCell ref=\"B2:B3\"/></mergeCells>")]
    )
    try Data(book.bytes).write(to: URL(fileURLWithPath: folder.file("dogs.xlsx")))
    let groups = "- { file: groups.csv, entity: Group, key: name }\n"
    let test = try TestImport(recipe(groups + source), files: ["groups.csv": "name\nHerding\n"], in: folder.path)
    #expect(test.places.isEmpty)
    #expect(try test.objects("Dog", "name", "group.name") == ["Collie|Herding", "Corgi|Herding"])
  }

  @Test func theExampleOfRelationshipsMakesTheGroupThatIsMissing() throws {
    let folder = try TemporaryFolder()
    let dogs = try #require(try blocks("csv", in: "Relationships").first)
    let source = try #require(try blocks("yaml", in: "Relationships").first)
    let test = try TestImport(
      recipe(source),
      files: ["groups.csv": "name\nHerding\n", "dogs.csv": dogs],
      in: folder.path
    )
    #expect(test.places.isEmpty)
    #expect(
      try test.objects("Dog", "name", "group.name", "friends.@count") == [
        "Beagle|Hound|2", "Collie|Herding|0", "Corgi|Herding|1",
      ]
    )
    #expect(try test.objects("Group", "name") == ["Herding", "Hound"])
    #expect(test.result.sources.map(\.records.inserted) == [1, 3])
    #expect(test.result.entities.map { "\($0.entity) \($0.inserted)" }.sorted() == ["Dog 3", "Group 2"])
  }

  @Test(arguments: [(isReplaced: true, owners: ["P1 nil", "P2 Ada"]), (isReplaced: false, owners: ["P1 Ada"])])
  func theExampleOfPassportsLeavesThePersonToTheLast(_ isReplaced: Bool, _ owners: [String]) throws {
    let folder = try TemporaryFolder()
    let example = try #require(try blocks("yaml", in: "What one record does").first)
    let source = isReplaced ? example : example.replacing(", taken: replace", with: "")
    #expect(isReplaced || source != example)
    let files = ["persons.csv": "name\nAda\n", "passports.csv": "number,owner\nP1,Ada\nP2,Ada\n"]
    let test = try TestImport(recipe(source), files: files, in: folder.path, model: passports())
    #expect(test.places == (isReplaced ? [] : ["passports.csv:3:4 reference.taken"]))
    var request = FetchRequest<ManagedObject>(entityName: "Passport")
    request.sortDescriptors = [SortKey("number")]
    let found = try test.context.fetch(request).map { passport in
      let texts = ["number", "owner.name"].map { key in passport.value(forKeyPath: key).map { "\($0)" } ?? "nil" }
      return texts.joined(separator: " ")
    }
    #expect(found == owners)
  }

  /// Persons and their passports, of which each person has one at most.
  private func passports() -> ManagedObjectModel {
    let person = EntityDescription(name: "Person")
    let passport = EntityDescription(name: "Passport")
    let owner = RelationshipDescription(name: "owner", destination: person)
    let passportOfPerson = RelationshipDescription(name: "passport", destination: passport)
    owner.inverseRelationship = passportOfPerson
    passportOfPerson.inverseRelationship = owner
    person.declaredProperties = [AttributeDescription(name: "name", type: .string), passportOfPerson]
    person.uniquenessConstraints = [["name"]]
    passport.declaredProperties = [AttributeDescription(name: "number", type: .string), owner]
    passport.uniquenessConstraints = [["number"]]
    return ManagedObjectModel(entities: [person, passport])
  }

  @Test func theExampleOfSeveritiesKeepsWhatTheTableSays() throws {
    let folder = try TemporaryFolder()
    let section = "What a lowered severity keeps"
    let source = try #require(try blocks("yaml", in: section).first)
    let dogs = try #require(try blocks("csv", in: section).first)
    let groups = "- { file: groups.csv, entity: Group, key: name }\n"
    let files = ["groups.csv": "name\nHerding\n", "old-dogs.csv": dogs]
    let test = try TestImport(recipe(groups + source), files: files, in: folder.path)
    #expect(
      test.places == [
        "old-dogs.csv:2:16 value.type", "old-dogs.csv:3:15 value.range", "old-dogs.csv:4:1 record.duplicate",
      ]
    )
    #expect(test.result.findings.allSatisfy { $0.severity == .warning })
    #expect(try test.objects("Dog", "name", "weight") == ["Collie|nil", "Corgi|140.0"])
    #expect(test.result.sources.last?.records == RecordCounts(read: 3, inserted: 2, skipped: 1))
  }
}
