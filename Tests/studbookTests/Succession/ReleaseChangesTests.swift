import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What `studbook build --previous` says of the changes, what guards make of it, and releases that cannot be followed.
@Suite struct ReleaseChangesTests {
  private let folder: TemporaryFolder

  private static let towns = "name,height\nBern,540\nThun,560\nParis,35\n"
  private static let recipe = """
    model: Towns.xcdatamodeld
    output: Towns.sqlite
    lookups:
      names: { entries: { Bern: Berne, Thun: Thoune } }
    sources:
      - file: towns.csv
        entity: Town

    """

  init() throws {
    folder = try TemporaryFolder()
    let model = "Towns.xcdatamodeld"
    let path = Package.path("docs/rules/Towns/\(model)")
    try FileManager.default.copyItem(atPath: path, toPath: folder.file(model))
    try folder.write(Self.recipe, to: "Towns.recipe.yml")
    try folder.write(Self.towns, to: "towns.csv")
    let outcome = try build("1")
    try #require(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
  }

  private func build(_ output: String, _ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["build", "Towns.recipe.yml", "--output", output] + arguments, in: folder.path)
  }

  private func recipe(_ more: String) throws { try folder.write(Self.recipe + more, to: "Towns.recipe.yml") }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(name)) }

  // MARK: Changes

  @Test func theReportsSayWhatChanged() throws {
    try folder.write("name,height\nBern,541\nThun,560\n<b>Ulm</b>,478\n", to: "towns.csv")
    let outcome = try build("2", "--previous", "1")
    #expect(outcome.status == 0)
    let sums = "1 added, 1 removed, 1 changed. Objects with their former keys: 2, one has a new one."
    #expect(outcome.errors.contains("Since 1/Towns.sqlite: \(sums)\n"), "\(outcome.errors)")
    let page = try folder.text(of: "2/reports/Towns.changes.html")
    #expect(page.contains("<del>540</del>") && page.contains("<ins>541</ins>"))
    #expect(page.contains("&lt;b&gt;Ulm&lt;/b&gt;") && !page.contains("<b>Ulm</b>"))
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    let printed = try Tool.run(["diff", "1/Towns.sqlite", "2/Towns.sqlite", "--format", "html"], in: folder.path)
    #expect(printed.status == 0 && printed.output.contains("<del>540</del>"))
    let json = try folder.text(of: "2/reports/Towns.changes.json")
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((value?["objects"] as? [Any])?.count == 3)
    let manifest = try folder.text(of: "2/Towns.manifest.json")
    for name in ["changes.html", "changes.json", "changes.md", "changelog.md"] {
      #expect(manifest.contains("\"path\" : \"reports/Towns.\(name)\""))
    }
    #expect(try Tool.run(["verify", "2/Towns.sqlite"], in: folder.path).status == 0)
  }

  @Test func theListOfChangesHasTheDayIfThereIsOne() throws {
    try folder.write(Self.towns + "Ulm,478\n", to: "towns.csv")
    let outcome = try Tool.run(
      ["build", "Towns.recipe.yml", "--output", "2", "--previous", "1"],
      in: folder.path,
      environment: ["SOURCE_DATE_EPOCH": "1776211200"]
    )
    #expect(outcome.status == 0)
    let list = try folder.text(of: "2/reports/Towns.changelog.md")
    #expect(
      list.hasPrefix(
        "# Changes of Towns\n\n## 2026-04-15\n\n### Town\n\n1 added (3 before, 4 now).\n\n#### Added\n\n- Ulm\n"
      )
    )
  }

  // MARK: Renaming

  @Test(arguments: [
    "renamed: { Town: { name: { Bern: Berne, Thun: Thoune } } }", "renamed: { Town: { name: names } }",
  ]) func renamedObjectsKeepTheirNumbers(_ renamed: String) throws {
    try recipe(renamed + "\n")
    try folder.write("name,height\nParis,35\nThoune,560\nBerne,540\n", to: "towns.csv")
    let outcome = try build("2", "--previous", "1")
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    let rows = try SQLiteConnection(path: folder.file("2/Towns.sqlite"), mode: .immutable).rows(
      "SELECT Z_PK, ZNAME FROM ZTOWN ORDER BY 1"
    )
    #expect(rows.map { $0[1].text } == ["Berne", "Thoune", "Paris"])
    let changes = try folder.text(of: "2/reports/Towns.changes.md")
    #expect(changes.contains("- Berne: name: Bern → Berne\n") && !changes.contains("Added"), "\(changes)")
  }

  @Test(arguments: [
    ("renamed: { Twon: { name: names } }", "did you mean “Town”?"),
    ("renamed: { Town: { nam: names } }", "did you mean “name”?"),
    ("renamed: { Town: { name: nmes } }", "did you mean “names”?"),
    ("renamed: { Town: { height: { 540: much } } }", "“540” and “much” cannot both be values of height"),
    (
      "guards: { removed: some }", "has to be a number of objects or a percentage of those before, such as “at most 2%”"
    ),
    ("guards: { entities: { Twon: { added: 1 } } }", "did you mean “Town”?"),
    ("guards: { entities: { Town: { properties: { heigth: 1 } } } }", "did you mean “height”?"),
    ("guards: { remved: 1 }", "did you mean “removed”?"),
    // The towns say it, each of which has one river.
    ("guards: { entities: { River: { properties: { towns: 0 } } } }", "Unknown compared property of River “towns”"),
    ("storeIdentifier: sometimes", "“sometimes”"),
    ("previous: ../Towns.sqlite", "../Towns.sqlite"),
  ]) func mistakesOfTheRecipeAreFoundAtTheirPlaces(_ text: String, _ message: String) throws {
    try recipe(text + "\n")
    let outcome = try build("2")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("Towns.recipe.yml:8:") && outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// No object is of an abstract entity, so that the guard would never stop anything.
  @Test func aGuardOfAnAbstractEntityIsAMistake() throws {
    let model = "Towns.xcdatamodeld/Towns.xcdatamodel/contents"
    let text = try folder.text(of: model)
    try folder.write(text.replacing("name=\"River\"", with: "name=\"River\" isAbstract=\"YES\""), to: model)
    try recipe("guards: { entities: { River: { removed: 0 } } }\n")
    let outcome = try build("2")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("River is abstract; name one of its sub-entities"), "\(outcome.errors)")
  }

  @Test func valuesThatAreNoKeyCannotBeRenamed() throws {
    try recipe("renamed: { Town: { height: { 540: 541 } } }\n")
    let outcome = try build("2", "--previous", "1")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("values of Town.height cannot be renamed"), "\(outcome.errors)")
  }

  // MARK: Guards

  @Test func aReleaseThatChangesTooMuchIsNotPublished() throws {
    try recipe(
      "previous: output\nguards: { removed: at most 50%, entities: { Town: { properties: { height: 1 } } } }\n"
    )
    try #require(try build("O").status == 0)
    let before = try folder.text(of: "O/Towns.manifest.json")
    try folder.write("name,height\nParis,36\n", to: "towns.csv")
    let removed = try build("O")
    #expect(removed.status == 1)
    #expect(
      removed.output.contains("Towns.recipe.yml:9:20: error[release.change] 2 of 3 Town objects would be removed"),
      "\(removed.output)"
    )
    #expect(try folder.text(of: "O/Towns.manifest.json") == before)
    #expect(try folder.text(of: "O/unpublished/Towns.changes.md").contains("- Bern\n"))
    #expect(try folder.text(of: "O/unpublished/Towns.json").contains("release.change"))

    try folder.write(Self.towns.replacing("0\n", with: "1\n"), to: "towns.csv")
    let changed = try build("O")
    #expect(changed.status == 1)
    #expect(
      changed.output.contains("error[release.change] 2 of 3 Town objects have another value of height"),
      "\(changed.output)"
    )

    // What is accepted, and what is asked for, is published.
    #expect(try build("O", "--no-previous").status == 0)
    #expect(!exists("O/unpublished") && !exists("O/reports/Towns.changes.md"))
    try folder.write("name,height\nParis,35\n", to: "towns.csv")
    #expect(try build("O").status == 1)
    try recipe(
      "previous: output\nguards: { removed: at most 50% }\nsuppressions: [{ rule: release.change, reason: closed }]\n"
    )
    #expect(try build("O").status == 0)
    #expect(!exists("O/unpublished") && exists("O/reports/Towns.changes.md"))
  }

  @Test func aGuardMayWarnOnly() throws {
    try recipe("guards: { removed: 0 }\nseverities: { release.change: warning }\n")
    try folder.write("name,height\nParis,35\n", to: "towns.csv")
    let outcome = try build("2", "--previous", "1")
    #expect(outcome.status == 0 && exists("2/Towns.sqlite"))
    #expect(outcome.output.contains("warning[release.change]"), "\(outcome.output)")
  }

  // MARK: Releases that cannot be followed

  @Test func aReleaseOfAnotherModelIsRefused() throws {
    let store = try TownStore()
    let other = try Tool.run(
      ["build", Package.path("Inputs/DogBreeds.recipe.yml"), "--output", "D", "--quiet"],
      in: folder.path
    )
    try #require(other.status == 0)
    let outcome = try build("2", "--previous", "D/DogBreeds.sqlite")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("D/DogBreeds.sqlite is a store of another model"), "\(outcome.errors)")
    // A model that has some entities in common is another version of the model.
    let related = try build("3", "--previous", store.path)
    #expect(related.status == 0, "\(related.errors)")
  }

  @Test func aDamagedReleaseIsRefused() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("1/Towns.sqlite"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("1/Towns.sqlite")))
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.file("1/Towns.sqlite")))
    let outcome = try build("2", "--previous", "1")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("1/Towns.sqlite is not the file that its manifest describes"), "\(outcome.errors)")
    try bytes.prefix(9_000).write(to: URL(fileURLWithPath: folder.file("Cut.sqlite")))
    let cut = try build("2", "--previous", "Cut.sqlite")
    #expect(cut.status == 2 && cut.errors.contains("Cut.sqlite"), "\(cut.errors)")
    let none = try build("2", "--previous", "Nowhere")
    #expect(none.status == 2 && none.errors.contains("there is no release at Nowhere to follow"), "\(none.errors)")
    let both = try build("2", "--previous", "1", "--no-previous")
    #expect(both.status == 2 && both.errors.contains("contradict each other"))
  }

  @Test func aReleaseWithTwoObjectsOfOneKeyIsRefused() throws {
    let copy = folder.file("Twice.sqlite")
    try FileManager.default.copyItem(atPath: folder.file("1/Towns.sqlite"), toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy)
    let connection = try SQLiteConnection(path: copy, mode: .readWrite)
    for row in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%UNIQUE%'") {
      try connection.execute("DROP INDEX \"\(row[0].text ?? "")\"")
    }
    try connection.execute("UPDATE ZTOWN SET ZNAME = 'Bern'")
    connection.close()
    let outcome = try build("2", "--previous", "Twice.sqlite")
    #expect(outcome.status == 2 && !exists("2/Towns.sqlite"))
    #expect(outcome.errors.contains("Twice.sqlite") && outcome.errors.contains("Bern"), "\(outcome.errors)")
  }
}
