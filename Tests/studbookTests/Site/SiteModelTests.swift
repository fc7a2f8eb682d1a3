import Foundation
import TestSupport
import Testing

/// `studbook site` over models of every kind, built from sources of several formats.
@Suite struct SiteModelTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Being" isAbstract="YES">
        <attribute name="name" attributeType="String"/>
        <attribute name="born" optional="YES" attributeType="Date"/>
        <attribute name="chip" optional="YES" attributeType="Binary"/>
        <attribute name="key" optional="YES" attributeType="UUID"/>
        <attribute name="mood" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="page" optional="YES" attributeType="URI"/>
        <attribute name="shortName" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
        <attribute name="weight" optional="YES" attributeType="Decimal"/>
        <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Being" inverseName="friendOf" inverseEntity="Being"/>
        <relationship name="friendOf" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Being" inverseName="friends" inverseEntity="Being"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="pets" inverseEntity="Owner"/>
        <relationship name="shows" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Show" inverseName="entries" inverseEntity="Show"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Dog" parentEntity="Being"><attribute name="breed" optional="YES" attributeType="String"/></entity>
      <entity name="Puppy" parentEntity="Dog"><attribute name="weeks" optional="YES" attributeType="Double"/></entity>
      <entity name="Cat" parentEntity="Being"><attribute name="indoors" optional="YES" attributeType="Boolean"/></entity>
      <entity name="Owner">
        <attribute name="name" attributeType="String"/>
        <attribute name="petCount" optional="YES" attributeType="Integer 32" derived="YES" derivationExpression="pets.@count"/>
        <relationship name="pass" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Pass" inverseName="owner" inverseEntity="Pass"/>
        <relationship name="pets" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Being" inverseName="owner" inverseEntity="Being"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Pass">
        <attribute name="number" attributeType="Integer 32"/>
        <relationship name="owner" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="pass" inverseEntity="Owner"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="number"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Show">
        <attribute name="place" attributeType="String"/>
        <attribute name="year" attributeType="Integer 16"/>
        <relationship name="entries" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Being" inverseName="shows" inverseEntity="Being"/>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="place"/><constraint value="year"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Trick"><attribute name="name" attributeType="String"/></entity>
    </model>
    """

  private static let recipe = """
    model: Pets.xcdatamodeld
    output: Pets.sqlite
    sources:
      - { file: owners.json, entity: Owner, key: name }
      - { file: passes.jsonl, entity: Pass, key: number, relationships: { owner: owner } }
      - file: dogs.csv
        entity: Dog
        key: name
        attributes: { born: { field: born, date: yyyy-MM-dd }, chip: { field: chip, encoding: hex } }
        relationships: { owner: owner, friends: { field: friends, split: ";" } }
      - file: puppies.xml
        records: //puppy
        entity: Puppy
        key: name
        attributes: { name: "@name", weeks: "@weeks" }
        relationships: { owner: "@owner", friends: { field: "@friends", split: ";" } }
      - file: cats.html
        table: 1
        entity: Cat
        key: name
        relationships: { owner: owner }
      - file: shows.xlsx
        entity: Show
        key: [place, year]
        relationships: { entries: { field: entries, split: ";" } }
    """

  private func release() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Pets.xcdatamodeld/Pets.xcdatamodel"),
      withIntermediateDirectories: true
    )
    try folder.write(Self.model, to: "Pets.xcdatamodeld/Pets.xcdatamodel/contents")
    try folder.write(Self.recipe, to: "Pets.recipe.yml")
    try folder.write(
      #"[{"name": "Zoe"}, {"name": "Émile"}, {"name": "ann 10"}, {"name": "Ann"}, {"name": "Ann 9"}]"#,
      to: "owners.json"
    )
    try folder.write(#"{"number": 7, "owner": "Émile"}"# + "\n", to: "passes.jsonl")
    try folder.write(
      """
      name,born,chip,key,page,weight,breed,owner,friends
      Rex,2020-02-29,00ff10,8a0b2f2e-6a0e-4a7c-9a55-2d3f0a0f1c11,https://example.org/rex?a=1&b=2,12.50,Rex,Ann,
      Bo,,,,mailto:bo@example.org,,https://example.org says Spitz,Ann,Rex

      """,
      to: "dogs.csv"
    )
    try folder.write(
      #"<all><puppy name="Tiny" weeks="7.5" owner="Émile" friends="Rex;Bo"/><puppy name="Ace" weeks="8"/></all>"#,
      to: "puppies.xml"
    )
    try folder.write(
      "<table><tr><th>name<th>indoors<th>owner<tr><td>Mew<td>yes<td>Émile</table>",
      to: "cats.html"
    )
    let rows = [
      ["place", "year", "entries"], ["Oslo", "2024", "Tiny;Ace;Mew;Rex"], ["Oslo", "2025", "Rex;Tiny"],
    ]
    let sheet = rows.enumerated().map { TestWorkbook.row($0.offset + 1, $0.element) }.joined()
    let workbook = TestWorkbook([.init("Shows", sheet)])
    try Data(workbook.bytes).write(to: URL(fileURLWithPath: folder.file("shows.xlsx")))
    let build = try Tool.run(["build", "Pets.recipe.yml", "--output", "Out", "--allow-open-hashes"], in: folder.path)
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    return folder
  }

  private func site(_ folder: TemporaryFolder, of release: String = "Out", _ options: String...) throws -> SiteFolder {
    let run = try Tool.run(["site", release, "--output", "Site"] + options, in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return try SiteFolder(folder.file("Site"))
  }

  @Test func noLinkIsDeadAndEveryPageIsReached() throws {
    let folder = try release()
    #expect(try site(folder).problems() == [])
    #expect(try site(folder, "--recipe", "Pets.recipe.yml").problems() == [])
  }

  @Test func objectsStandUnderTheirEntityAndAllThoseAboveIt() throws {
    let site = try site(try release())
    let being = try site.page("being.html")
    for path in ["dog/rex.html", "puppy/tiny.html", "puppy/ace.html", "cat/mew.html"] {
      #expect(being.contains("href=\"\(path)\""), "\(path) in \(being)")
    }
    let dog = try site.page("dog.html")
    #expect(dog.contains("puppy/tiny.html") && !dog.contains("cat/mew.html"))
    // In a list of several entities it is said which one is meant.
    #expect(dog.contains("Tiny</bdi> <small><bdi>Puppy</bdi></small>") && !dog.contains("Rex</bdi> <small>"))
    // The way back leads through all of them.
    let puppy = try site.page("puppy/tiny.html")
    let way = ["being.html", "dog.html", "puppy.html"].compactMap { puppy.range(of: "href=\"../\($0)\"")?.lowerBound }
    #expect(way.count == 3 && way == way.sorted())
    // Each entity is counted with those below it.
    let index = try site.page("index.html").replacing(/<[^>]*>/, with: "")
    for line in ["Being 5", "Cat 1", "Dog 4", "Puppy 2", "Owner 5"] {
      #expect(index.contains(line), "\(line) in \(index)")
    }
  }

  @Test func anEntityWithoutObjectsIsSaidToHaveNone() throws {
    let site = try site(try release())
    #expect(try site.page("index.html").replacing(/<[^>]*>/, with: "").contains("Trick 0"))
    #expect(try site.page("trick.html").contains("<p class=\"count\">0</p>"))
  }

  @Test func orderedObjectsKeepTheirOrderAndOthersStandByName() throws {
    let site = try site(try release())
    #expect(
      try site.links(of: "show/oslo-2024.html", under: "Entries") == [
        "puppy/tiny.html", "puppy/ace.html", "cat/mew.html", "dog/rex.html",
      ]
    )
    #expect(try site.links(of: "show/oslo-2025.html", under: "Entries") == ["dog/rex.html", "puppy/tiny.html"])
    #expect(try site.links(of: "puppy/tiny.html", under: "Friends") == ["dog/bo.html", "dog/rex.html"])
  }

  @Test func relationshipsLeadBothWays() throws {
    let site = try site(try release())
    #expect(try site.links(of: "dog/rex.html", under: "Shows") == ["show/oslo-2024.html", "show/oslo-2025.html"])
    #expect(try site.links(of: "dog/rex.html", under: "Friend of") == ["dog/bo.html", "puppy/tiny.html"])
    #expect(try site.links(of: "dog/rex.html", under: "Owner") == ["owner/ann.html"])
    #expect(try site.links(of: "owner/emile.html", under: "Pets") == ["cat/mew.html", "puppy/tiny.html"])
    #expect(try site.links(of: "owner/emile.html", under: "Pass") == ["pass/7.html"])
    #expect(try site.links(of: "pass/7.html", under: "Owner") == ["owner/emile.html"])
  }

  @Test func valuesOfEveryTypeAreShown() throws {
    let site = try site(try release())
    let rex = try site.page("dog/rex.html")
    let rows = [
      "Born</th><td dir=\"auto\">2020-02-29", "Chip</th><td dir=\"auto\">3 bytes",
      "Key</th><td dir=\"auto\">8A0B2F2E-6A0E-4A7C-9A55-2D3F0A0F1C11", "Weight</th><td dir=\"auto\">12.5",
      "Short name</th><td dir=\"auto\">rex",
      // Also where it is what the object is called.
      "Breed</th><td dir=\"auto\">Rex",
      "Page</th><td dir=\"auto\"><a href=\"https://example.org/rex?a=1&amp;b=2\"",
    ]
    for row in rows { #expect(rex.contains(row), "\(row) in \(rex)") }
    #expect(!rex.contains("Mood"))
    #expect(try site.page("dog/bo.html").contains("Page</th><td dir=\"auto\">mailto:bo@example.org</td>"))
    #expect(try site.page("puppy/tiny.html").contains("Weeks</th><td dir=\"auto\">7.5"))
    #expect(try site.page("cat/mew.html").contains("Indoors</th><td dir=\"auto\">yes"))
    #expect(try site.page("owner/ann.html").contains("Pet count</th><td dir=\"auto\">2"))
  }

  /// A text that begins with an address is none, and is found as others are.
  @Test func aTextThatBeginsWithAnAddressIsAText() throws {
    let site = try site(try release())
    #expect(try site.page("dog/bo.html").contains("Breed</th><td dir=\"auto\">https://example.org says Spitz</td>"))
    #expect(site.searchData.contains("https://example.org says Spitz"))
  }

  @Test func listsStandInTheOrderOfPeople() throws {
    let owners = try site(try release()).page("owner.html")
    let places = ["Ann", "Ann 9", "ann 10", "Émile", "Zoe"].compactMap { owners.range(of: ">\($0)<")?.lowerBound }
    #expect(places.count == 5 && places == places.sorted())
  }
}
