import Foundation
import TestSupport
import Testing

/// Sources, and what the table says of them.
struct InitCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: String
  let contents: [UInt8]
  let table: String

  init(_ testDescription: String, _ file: String, _ contents: [UInt8], _ table: String) {
    self.testDescription = testDescription
    self.file = file
    self.contents = contents
    self.table = table
  }
}

@Suite("studbook init") struct InitCommandTests {
  /// A run that was killed between its two files is repeated; a model that somebody has worked on stays.
  @Test func aModelWithoutItsRecipeIsInTheWayOnlyIfItIsAnother() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,size\nLinz,1\nGraz,2\n", to: "towns.csv")
    let arguments = ["init", folder.file("towns.csv"), "--output", folder.path, "--name", "Draft"]
    #expect(try Tool.run(arguments).status == 0)
    let recipe = try folder.text(of: "Draft.recipe.yml")
    try FileManager.default.removeItem(atPath: folder.file("Draft.recipe.yml"))
    #expect(try Tool.run(arguments).status == 0)
    #expect(try folder.text(of: "Draft.recipe.yml") == recipe)
    try FileManager.default.removeItem(atPath: folder.file("Draft.recipe.yml"))
    try folder.write("of somebody", to: "Draft.xcdatamodeld/Second.xcdatamodel/contents")
    #expect(try Tool.run(arguments).status == 2)
    #expect(try folder.text(of: "Draft.xcdatamodeld/Second.xcdatamodel/contents") == "of somebody")
  }

  static let cases = [
    InitCase(
      "CSV in another encoding",
      "towns.csv",
      Array("Name;Einwohner\nK".utf8) + [0xF6] + Array("ln;1.073.096\nBonn;331.885\nM".utf8) + [0xFC]
        + Array("nster;317.713\n".utf8),
      """
      source     entity  records  attributes  key   relationships
      towns.csv  Town          3           2  name

      """
    ),
    InitCase(
      "XML",
      "kennel.xml",
      Array(
        """
        <kennel><owner>Ann</owner>
        <group code="H"><title>Herding</title>
        <breed number="1" since="2001-05-04"><name>Collie</name></breed><breed number="2"><name>Corgi</name></breed></group>
        <group code="T"><title>Toy</title><breed number="3"><name>Pug</name></breed></group></kennel>
        """.utf8
      ),
      """
      source            entity  records  attributes  key     relationships
      kennel.xml        Group         2           2  code
      kennel.xml breed  Breed         3           3  number  group → Group

      """
    ),
    InitCase(
      "HTML",
      "ranks.html",
      Array(
        """
        <!DOCTYPE html><table><tr><td>menu</td></tr></table><h2>Ranks</h2>
        <table id="ranks"><tr><th>Breed</th><th>Rank</th></tr><tr><td><a href="https://a.example/c">Collie</a></td><td>1</td></tr>
        <tr><td>Pug</td><td>–</td></tr><tr><td>Corgi</td><td>3</td></tr></table>
        """.utf8
      ),
      """
      source      entity  records  attributes  key    relationships
      ranks.html  Rank          3           3  breed

      """
    ),
    InitCase(
      "JSON",
      "dogs.json",
      Array(
        """
        {"year": 2024, "groups": [
          {"title": "Herding", "breeds": [{"name": {"en": "Collie"}, "tags": ["loyal", "quick"]}, {"name": {"en": "Corgi"}}]},
          {"title": "Toy", "breeds": [{"name": {"en": "Pug"}, "tags": []}]}]}
        """.utf8
      ),
      """
      source               entity  records  attributes  key     relationships
      dogs.json            Group         2           1  title
      dogs.json breeds[*]  Breed         3           2  nameEn  group → Group

      """
    ),
    InitCase(
      "JSON Lines",
      "orders.jsonl",
      Array(
        """
        {"id": 1, "at": "2024-05-01T10:00:00Z", "items": [{"sku": "A", "pieces": 2}, {"sku": "B", "pieces": 1}]}
        {"id": 2, "at": "2024-05-02T10:00:00Z", "items": [{"sku": "C", "pieces": 1}]}

        """.utf8
      ),
      """
      source                 entity  records  attributes  key  relationships
      orders.jsonl           Order         2           2  id
      orders.jsonl items[*]  Item          3           2  sku  order → Order

      """
    ),
    InitCase(
      "a workbook",
      "kennel.xlsx",
      TestWorkbook([
        TestWorkbook.Sheet(
          "Breeds",
          TestWorkbook.row(1, ["Breed", "Group", "Weight"]) + TestWorkbook.row(2, ["Collie", "Herding", "25.5"])
            + TestWorkbook.row(3, ["Pug", "Toy", "7"]) + TestWorkbook.row(4, ["Corgi", "Herding", nil])
        ),
        TestWorkbook.Sheet(
          "Groups",
          TestWorkbook.row(1, ["Group", "Year"]) + TestWorkbook.row(2, ["Herding", "1983"])
            + TestWorkbook.row(3, ["Toy", "1924"])
        ),
      ]).bytes,
      """
      source       entity  records  attributes  key    relationships
      kennel.xlsx  Group         2           2  group
      kennel.xlsx  Breed         3           2  breed  group → Group

      """
    ),
    InitCase(
      "an archive",
      "pack.zip",
      StoredZip.bytes([("data/towns.csv", Array("name,people\nUlm,126000\nBonn,331885\n".utf8))]),
      """
      source    entity  records  attributes  key   relationships
      pack.zip  Town          2           2  name

      """
    ),
  ]

  @Test(arguments: cases) func draftsWhatBuilds(_ example: InitCase) throws {
    let folder = try TemporaryFolder()
    try Data(example.contents).write(to: URL(fileURLWithPath: folder.file(example.file)))
    let drafted = try Tool.run(["init", example.file, "--name", "Draft"], in: folder.path)
    #expect(drafted.output == example.table)
    #expect(drafted.errors.hasSuffix("Next: studbook check Draft.recipe.yml\n"))
    let built = try Tool.run(["build", "Draft.recipe.yml", "--output", "Release"], in: folder.path)
    #expect(built.status == 0, "\(built.output)\(built.errors)")
    #expect(built.output.contains("nothing to mend"), "\(built.output)")
    let lint = try Tool.run(["model", "lint", "Draft.xcdatamodeld"], in: folder.path)
    #expect(lint.output.hasSuffix("no problems\n"), "\(lint.output)")
    #expect(try Tool.run(["model", "hashes", "Draft.xcdatamodeld"], in: folder.path).status == 0)
  }

  @Test func draftsTheShowcase() throws {
    let folder = try TemporaryFolder()
    for name in ["akc-groups.csv", "akc-breeds.csv"] {
      try folder.write(String(contentsOfFile: Package.path("Inputs/\(name)"), encoding: .utf8), to: name)
    }
    let drafted = try Tool.run(["init", "akc-breeds.csv", "akc-groups.csv", "--name", "DogBreeds"], in: folder.path)
    #expect(
      drafted.output == """
        source          entity    records  attributes  key    relationships
        akc-groups.csv  AkcGroup        9           4  group
        akc-breeds.csv  AkcBreed      277          10  breed  group → AkcGroup

        """
    )
    let checked = try Tool.run(["check", "DogBreeds.recipe.yml"], in: folder.path)
    #expect(checked.status == 0)
    #expect(checked.output.contains("286 records read from 2 sources; nothing to mend."))
  }

  @Test func replacesNothingUnlessForced() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,size\nUlm,1\nBonn,2\n", to: "towns.csv")
    try folder.write("mine", to: "Towns.recipe.yml")
    let refused = try Tool.run(["init", "towns.csv"], in: folder.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Towns.recipe.yml is there already; --force replaces it"))
    #expect(folder.names().sorted() == ["Towns.recipe.yml", "towns.csv"])
    #expect(try folder.text(of: "Towns.recipe.yml") == "mine")
    let forced = try Tool.run(["init", "towns.csv", "--force"], in: folder.path)
    #expect(forced.status == 0)
    #expect(try folder.text(of: "Towns.recipe.yml").contains("entity: Town"))
    #expect(try Tool.run(["init", "towns.csv", "--force"], in: folder.path).status == 0)
    #expect(folder.names().filter { !$0.contains("/") && $0.hasPrefix(".") }.isEmpty)
  }

  @Test func leavesNothingHalfWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,size\nUlm,1\n", to: "towns.csv")
    let missing = try Tool.run(["init", "towns.csv", "nothing.csv"], in: folder.path)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("nothing.csv"))
    #expect(folder.names() == ["towns.csv"])
  }

  @Test func printsTheRecipeOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,size\nUlm,1\nBonn,2\n", to: "towns.csv")
    let outcome = try Tool.run(["init", "towns.csv", "--dry-run"], in: folder.path)
    #expect(outcome.output.contains("  - file: towns.csv\n    entity: Town\n    key: name"))
    #expect(folder.names() == ["towns.csv"])
  }

  @Test func writesARecipeForAModelThatIsThere() throws {
    let folder = try TemporaryFolder()
    for name in ["akc-groups.csv", "akc-breeds.csv", "DogBreeds.xcdatamodeld/DogBreeds.xcdatamodel/contents"] {
      try folder.write(String(contentsOfFile: Package.path("Inputs/\(name)"), encoding: .utf8), to: name)
    }
    let arguments = ["init", "akc-breeds.csv", "akc-groups.csv", "--name", "Dogs", "--model", "DogBreeds.xcdatamodeld"]
    let drafted = try Tool.run(arguments, in: folder.path)
    #expect(
      drafted.output == """
        source          entity    records  attributes  key   relationships
        akc-groups.csv  AKCGroup        9           4  name
        akc-breeds.csv  Breed         277          10  name  group → AKCGroup

        """
    )
    let checked = try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path)
    #expect(checked.output.contains("286 records read from 2 sources; nothing to mend."), "\(checked.output)")
  }

  @Test func reportsWrongReferences() throws {
    let folder = try TemporaryFolder()
    try folder.write("Group,Code\nHerding,HER\nToy,TOY\nHound,HOU\n", to: "groups.csv")
    let rows = (1...30).map { "b\($0),\($0 == 12 ? "Foo" : ["Herding", "Toy", "Hound"][$0 % 3])\n" }.joined()
    try folder.write("Breed,Group\n" + rows, to: "breeds.csv")
    #expect(try Tool.run(["init", "groups.csv", "breeds.csv", "--name", "Dogs"], in: folder.path).status == 0)
    let checked = try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path)
    #expect(checked.status == 1)
    #expect(checked.output.contains("breeds.csv:13:5: error[reference.unknown]"), "\(checked.output)")
  }
}
