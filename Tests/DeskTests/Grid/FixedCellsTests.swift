import Desk
import Foundation
import TestSupport
import Testing

/// What cannot be changed is said before anybody tries, on every page that would change it.
@Suite struct FixedCellsTests {
  private static let recipe = """
    model: Dogs.xcdatamodel
    output: Dogs.sqlite
    sources:
      - { file: kennels.csv, entity: Kennel, key: name }
      - { file: FILE, entity: Dog, key: name, relationships: { kennel: { field: kennel, matches: name } } }
    """

  private static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Kennel"><attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="Dog"><attribute name="name" attributeType="String"/><attribute name="age" optional="YES" attributeType="Integer 16" maxValueString="30"/>
        <relationship name="kennel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
    </model>
    """

  /// A desk over kennels in a plain file, and dogs in one that cannot be changed.
  private func desk(_ file: String, _ bytes: [UInt8], isReadOnly: Bool = false) async throws -> RunningDesk {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Dogs.xcdatamodel/contents")
    let named = file.hasSuffix(".zip") ? "\(file), format: csv" : file
    try folder.write(Self.recipe.replacing("FILE", with: named), to: "Dogs.recipe.yml")
    try folder.write("name\nSouth\nNorth\n", to: "kennels.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(file)))
    return try await RunningDesk(folder, recipe: "Dogs.recipe.yml", isReadOnly: isReadOnly)
  }

  private static let workbook: [UInt8] = {
    let rows = [["name", "age", "kennel"], ["Rex", "400", "South"], ["Ace", "4", "South"]].enumerated().map {
      TestWorkbook.row($0 + 1, $1)
    }
    return TestWorkbook([TestWorkbook.Sheet("Dogs", rows.joined())]).bytes
  }()
  private static let packed = StoredZip.bytes([
    ("dogs.csv", Array("name,age,kennel\nRex,400,South\nAce,4,South\n".utf8))
  ])

  @Test(arguments: [
    ("dogs.xlsx", workbook, "it is a workbook"), ("dogs.zip", packed, "its file is packed"),
  ])
  func everyPageSaysWhatIsNotChangedAndWhy(_ file: String, _ bytes: [UInt8], _ reason: String) async throws {
    let desk = try await desk(file, bytes)
    let ace = "/objects/Dog/name=Ace"
    for path in [
      "/", "/sources/1", "/sources/1/records/1", "/sources/1/new", "\(ace)/edit/age", "\(ace)/edit/kennel", "/new/Dog",
      "\(ace)/delete", "/objects/Kennel/name=South/delete",
    ] {
      let page = try await desk.get(path)
      #expect(page.status == 200 && page.text.contains("because \(reason)"), "\(path)")
      // No button leads to what would be refused.
      for name in ["Write", "Save", "Add", "Delete the record", "Delete it"] {
        #expect(!page.text.contains(">\(name)</button>"), "\(path) has \(name)")
      }
    }
  }

  @Test func cellsOfTheGridAreMarked() async throws {
    let page = try await desk("dogs.xlsx", Self.workbook).get("/sources/1").text
    #expect(page.contains("aria-readonly=\"true\" data-obstacle=\"it is a workbook\">Rex</td>"))
    #expect(page.contains("data-fixed") && !page.contains("id=\"grid-add\""))
  }

  @Test func otherSourcesOfTheRecipeAreChangedAsBefore() async throws {
    let desk = try await desk("dogs.xlsx", Self.workbook)
    for path in ["/sources/0", "/sources/0/records/1", "/objects/Kennel/name=South/edit/name", "/new/Kennel"] {
      #expect(try await !desk.get(path).text.contains("because it is a workbook"))
    }
    #expect(try await desk.get("/objects/Kennel/name=North/delete").text.contains("Delete it</button>"))
  }

  /// A file may be changed, and one of its cells not.
  @Test func singleCellsSayWhatIsInTheirWay() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Dogs.xcdatamodel/contents")
    let recipe = """
      model: Dogs.xcdatamodel
      output: Dogs.sqlite
      sources: [{ file: dogs.xml, records: /dogs/dog, entity: Dog, key: name, attributes: { name: name, age: age } }]
      """
    try folder.write(recipe, to: "Dogs.recipe.yml")
    try folder.write(
      "<dogs><dog><name>Rex</name><age>4<!-- or 5 --></age></dog><dog><name>Ace</name></dog></dogs>",
      to: "dogs.xml"
    )
    let desk = try await RunningDesk(folder, recipe: "Dogs.recipe.yml")
    let grid = try await desk.get("/sources/0").text
    #expect(grid.contains("data-obstacle=\"there are comments in the element\">4</td>"))
    #expect(grid.components(separatedBy: "data-obstacle").count == 2)
    let record = try await desk.get("/sources/0/records/1").text
    #expect(record.contains("Not changed here, because there are comments in the element"))
    #expect(record.contains(">Save</button>"))
    #expect(try await !desk.get("/sources/0/records/2").text.contains("Not changed here"))
  }

  @Test func cellsOfSeveralRowsAreMarked() async throws {
    let page =
      "<table><tr><th>name</th><th>age</th></tr><tr><td>Rex</td><td ROWSPAN='2'>4</td></tr><tr><td>Ace</td></tr><tr><td>Tom</td><td rowspan=1>5</td></tr></table>"
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Dogs.xcdatamodel/contents")
    try folder.write(
      "model: Dogs.xcdatamodel\noutput: Dogs.sqlite\nsources: [{ file: dogs.html, entity: Dog, key: name }]\n",
      to: "Dogs.recipe.yml"
    )
    try folder.write(page, to: "dogs.html")
    let grid = try await RunningDesk(folder, recipe: "Dogs.recipe.yml").get("/sources/0").text
    #expect(grid.components(separatedBy: "data-obstacle=\"the cell is that of several rows").count == 3)
    #expect(grid.components(separatedBy: "data-obstacle").count == 3)
  }

  /// What JSON has besides texts, numbers and truth values, and what is put together from several of them.
  @Test(arguments: ["json", "jsonl"]) func valuesOfJSONThatAreNoCellsAreMarked(_ format: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Dogs.xcdatamodel/contents")
    let recipe = """
      model: Dogs.xcdatamodel
      output: Dogs.sqlite
      sources:
        - { file: kennels.csv, entity: Kennel, key: name }
        - file: dogs.\(format)
          entity: Dog
          key: name
          attributes: { name: "names[*]", age: "json(age)" }
          relationships: { kennel: { field: kennel, matches: name } }
      """
    try folder.write(recipe, to: "Dogs.recipe.yml")
    try folder.write("name\nSouth\n", to: "kennels.csv")
    let records = [
      #"{"names": ["Rex"], "age": 4, "kennel": "South"}"#, #"{"names": ["Ace", "Asta"], "kennel": null}"#,
      #"{"names": ["Max"], "age": [4], "kennel": ["South"]}"#,
      #"{"names": ["Tom"], "age": {"years": 4}, "kennel": {"name": "South"}}"#,
    ]
    let text = format == "json" ? "[\(records.joined(separator: ",\n"))]" : records.map { $0 + "\n" }.joined()
    try folder.write(text, to: "dogs.\(format)")
    let desk = try await RunningDesk(folder, recipe: "Dogs.recipe.yml")
    let rows = try await desk.get("/sources/1").text.components(separatedBy: "<tr role=\"row\"").dropFirst(2)
    let marks = rows.map { row in
      row.components(separatedBy: "data-obstacle=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let (array, object) = ("it is an array, and no single value", "it is an object, and no single value")
    #expect(marks == [[], ["it is put together from several values"], [array, array], [object, object]])
    let record = try await desk.get("/sources/1/records/3").text
    #expect(record.components(separatedBy: "Not changed here, because \(array)").count == 3)
    let findings = try await desk.get("/").text
    #expect(findings.contains("Not changed here, because \(array)"))
    #expect(
      try await desk.get("/objects/Dog/name=Ace; Asta/edit/name".replacing(" ", with: "%20")).text
        .contains("“names[*]” is not changed here, because it is put together from several values")
    )
    #expect(try await desk.get("/objects/Dog/name=Rex/edit/age").text.contains("<input"))
  }

  /// On a desk that is read only, nothing is changed anyhow.
  @Test func aDeskThatIsReadOnlyGivesNoOtherReason() async throws {
    let desk = try await desk("dogs.xlsx", Self.workbook, isReadOnly: true)
    #expect(try await !desk.get("/sources/1").text.contains("because it is a workbook"))
  }
}
