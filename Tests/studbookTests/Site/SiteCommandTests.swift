import Foundation
import TestSupport
import Testing

/// `studbook site`: pages of any model, which need nothing but their own folder.
@Suite struct SiteCommandTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Kennel">
        <attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
      </entity>
      <entity name="Dog">
        <attribute name="name" attributeType="String"/>
        <attribute name="homePage" optional="YES" attributeType="String"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
        <relationship name="kennel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/>
      </entity>
      <entity name="Puppy" parentEntity="Dog">
        <attribute name="weeks" optional="YES" attributeType="Integer 16"/>
      </entity>
    </model>
    """

  private func release(_ dogs: String, puppies: String = "name,weeks,kennel\n") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["Dogs.xcdatamodeld/Dogs.xcdatamodel", "pictures"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(Self.model, to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents")
    try Data(SamplePictures.png).write(to: URL(fileURLWithPath: folder.file("pictures/a.png")))
    try folder.write(
      """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - { file: kennels.csv, entity: Kennel, licence: MIT, origin: made for a test }
        - file: dogs.csv
          entity: Dog
          attributes: { photo: { field: picture, file: pictures }, homePage: page }
          relationships: { kennel: { field: kennel, matches: name } }
        - file: puppies.csv
          entity: Puppy
          relationships: { kennel: { field: kennel, matches: name } }
      """,
      to: "Dogs.recipe.yml"
    )
    try folder.write("name\nNorth & <South>\n", to: "kennels.csv")
    try folder.write(dogs, to: "dogs.csv")
    try folder.write(puppies, to: "puppies.csv")
    let build = try Tool.run(["build", "Dogs.recipe.yml", "--output", "Out"], in: folder.path)
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    return folder
  }

  private func site(_ folder: TemporaryFolder, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["site", "Out", "--output", "Site"] + options, in: folder.path)
  }

  private static let dogs = """
    name,page,picture,kennel
    Ælla <b>,https://example.org/?a=1&b=2,a.png,North & <South>
    Zoë,javascript:alert(1),,North & <South>
    Zoe,,a.png,

    """

  /// All files of the site with their texts, by name; pictures are left out.
  private func pages(_ folder: TemporaryFolder) throws -> [String: String] {
    var pages: [String: String] = [:]
    let files = try #require(FileManager.default.enumerator(atPath: folder.file("Site")))
    for case let name as String in files where name.hasSuffix(".html") || name.hasSuffix(".js") {
      pages[name] = try folder.text(of: "Site/\(name)")
    }
    return pages
  }

  @Test func everyObjectHasAPageWithItsPictureAndThoseItIsRelatedTo() throws {
    let folder = try release(Self.dogs, puppies: "name,weeks,kennel\nTiny,7,North & <South>\n")
    let run = try site(folder)
    #expect(run.status == 0, "\(run.errors)")
    let pages = try pages(folder)
    let kennel = try #require(pages["kennel/north-south.html"])
    #expect(kennel.contains("<h1 dir=\"auto\">North &amp; &lt;South&gt;</h1>"))
    #expect(kennel.contains("href=\"../puppy/tiny.html\""))
    let dog = try #require(pages["dog/lla-b.html"])
    #expect(
      dog.contains("<img class=\"picture\" src=\"../pictures/")
        && dog.contains("href=\"https://example.org/?a=1&amp;b=2\"")
    )
    #expect(pages.keys.filter { $0.hasPrefix("dog/") }.count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Site/pictures")).count == 1)
    let about = try #require(pages["about.html"])
    #expect(about.contains("made for a test") && about.contains("MIT"))
  }

  @Test func textsFromTheSourcesStayTexts() throws {
    let folder = try release(Self.dogs)
    _ = try site(folder)
    for (name, page) in try pages(folder) where name.hasSuffix(".html") {
      #expect(!page.contains("<b>") && !page.contains("href=\"javascript"), "\(name)")
    }
  }

  @Test func allPathsLeadToFilesOfTheSite() throws {
    let folder = try release(Self.dogs)
    _ = try site(folder)
    #expect(try SiteFolder(folder.file("Site")).problems() == [])
  }

  @Test func theSameReleaseGivesTheSameBytes() throws {
    let folder = try release(Self.dogs)
    _ = try site(folder)
    let first = try pages(folder)
    let again = try site(folder)
    #expect(again.status == 0)
    #expect(try pages(folder) == first)
  }

  @Test func aFolderWithOtherFilesIsLeftAlone() throws {
    let folder = try release(Self.dogs)
    try FileManager.default.createDirectory(atPath: folder.file("Site"), withIntermediateDirectories: true)
    try folder.write("mine", to: "Site/notes.txt")
    #expect(try site(folder).status == 2)
    #expect(try folder.text(of: "Site/notes.txt") == "mine")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".studbook-") }.isEmpty
    )
  }

  @Test func aFileIsLeftAloneAndALinkToAFolderStaysOne() throws {
    let folder = try release("name,picture,page,kennel\nRex,,,\n")
    try folder.write("an editor's", to: "Site")
    let outcome = try site(folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Site is no folder; name one for the pages, or one that is not there yet"))
    #expect(try folder.text(of: "Site") == "an editor's")
    let files = FileManager.default
    try files.removeItem(atPath: folder.file("Site"))
    try files.createDirectory(atPath: folder.file("Pages"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder.file("Site"), withDestinationPath: "Pages")
    for _ in 1...2 { #expect(try site(folder).status == 0) }
    #expect(try files.destinationOfSymbolicLink(atPath: folder.file("Site")) == "Pages")
    #expect(files.fileExists(atPath: folder.file("Pages/index.html")))
    #expect(try !files.contentsOfDirectory(atPath: folder.path).contains { $0.contains(".studbook-") })
  }

  @Test func aTeamsOwnTemplateTakesThePlaceOfOne() throws {
    let folder = try release(Self.dogs)
    #expect(try Tool.run(["site", "--write-templates", "Own"], in: folder.path).status == 0)
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.file("Own")).sorted()
    #expect(
      written == [
        "about.mustache", "cards.mustache", "entities.mustache", "entity.mustache", "index.mustache", "object.mustache",
        "page.mustache", "pages.mustache", "search.js", "style.css",
      ]
    )
    for name in written where name != "object.mustache" {
      try FileManager.default.removeItem(atPath: folder.file("Own/\(name)"))
    }
    try folder.write("<p>Our own {{title}}</p>", to: "Own/object.mustache")
    #expect(try site(folder, "--templates", "Own").status == 0)
    #expect(try pages(folder)["dog/zoe.html"]?.contains("<p>Our own Zo") == true)
    try folder.write("{{#open}}", to: "Own/object.mustache")
    #expect(try site(folder, "--templates", "Own").status == 2)
  }

  @Test func pagesSayWhereEachFactComesFromIfTheRecipeIsNamed() throws {
    let folder = try release(Self.dogs, puppies: "name,weeks,kennel\nTiny,7,North & <South>\n")
    let run = try site(folder, "--recipe", "Dogs.recipe.yml")
    #expect(run.status == 0, "\(run.errors)")
    let pages = try pages(folder)
    let dog = try #require(pages["dog/lla-b.html"])
    let rows = [
      "<th scope=\"row\">Name</th><td>dogs.csv:2, name</td><td>Ælla &lt;b&gt;</td><td></td>",
      "<th scope=\"row\">Home page</th><td>dogs.csv:2, page</td><td>https://example.org/?a=1&amp;b=2</td><td></td>",
      "<th scope=\"row\">Photo</th><td>dogs.csv:2, picture</td><td>a.png</td><td>the file of this name in pictures</td>",
      "<th scope=\"row\">Kennel</th><td>dogs.csv:2, kennel</td><td>North &amp; &lt;South&gt;</td><td></td>",
    ]
    for row in rows { #expect(dog.contains(row), "\(row) in \(dog)") }
    // The inherited attributes of a sub-entity, and a relationship that was set at its other end.
    let puppy = try #require(pages["puppy/tiny.html"])
    #expect(puppy.contains("<th scope=\"row\">Weeks</th><td>puppies.csv:2, weeks</td><td>7</td>"))
    #expect(puppy.contains("<th scope=\"row\">Name</th><td>puppies.csv:2, name</td>"))
    let kennel = try #require(pages["kennel/north-south.html"])
    #expect(kennel.contains("<th scope=\"row\">Dogs</th><td>puppies.csv:2, kennel</td>"))
    // Nothing is said of what nobody gives.
    #expect(pages["dog/zoe.html"]?.contains("no record gives") == false)
    _ = try site(folder)
    #expect(try self.pages(folder)["dog/lla-b.html"]?.contains("Where each fact") == false)
  }

  @Test func objectsThatKeepTheNumbersOfAReleaseBeforeHaveTheirOwnPlaces() throws {
    let folder = try release(Self.dogs)
    let rows = Self.dogs.split(separator: "\n").dropFirst().joined(separator: "\n")
    try folder.write("name,page,picture,kennel\nNew,,,\n\(rows)\n", to: "dogs.csv")
    let build = try Tool.run(["build", "Dogs.recipe.yml", "--output", "Out", "--previous", "Out"], in: folder.path)
    try #require(build.status == 0, "\(build.errors)")
    #expect(try site(folder, "--recipe", "Dogs.recipe.yml").status == 0)
    let pages = try pages(folder)
    #expect(pages["dog/lla-b.html"]?.contains("<td>dogs.csv:3, name</td>") == true)
    #expect(pages["dog/new.html"]?.contains("<td>dogs.csv:2, name</td>") == true)
  }

  @Test func placesInSourcesThatHaveChangedSinceAreNotSaid() throws {
    let folder = try release(Self.dogs)
    try folder.write("name,page,picture,kennel\nOther,,a.png,\n", to: "dogs.csv")
    let run = try site(folder, "--recipe", "Dogs.recipe.yml")
    #expect(run.status == 2 && run.errors.contains("dogs.csv has changed since"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("Site")))
  }
}
