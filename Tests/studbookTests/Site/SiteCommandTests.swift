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

  /// The mark that earlier versions wrote, which lists no files.
  private static let oldMark = "studbook site\n"

  @Test func filesThatCameToASiteLaterAreNotDeleted() throws {
    let folder = try release(Self.dogs)
    #expect(try site(folder).status == 0)
    try folder.write("mine", to: "Site/dog/notes.txt")
    let names = folder.names()
    let run = try site(folder)
    #expect(
      run.status == 2 && run.errors.contains("holds dog/notes.txt, which is no file of the site"),
      "\(run.errors)"
    )
    #expect(folder.names() == names)
    // Nobody knows it of a site that another version has written.
    try folder.write(Self.oldMark, to: "Site/.studbook-site")
    #expect(try site(folder).status == 0)
    #expect(!folder.names().contains("Site/dog/notes.txt"))
    #expect(try site(folder).status == 0)
  }

  @Test(arguments: [
    ["Site/Out"], ["Out", "--recipe", "Site/Dogs.recipe.yml"], ["Out", "--templates", "Site/Own"],
    ["Out", "--model", "Site/Dogs.xcdatamodeld"],
  ]) func whatASiteIsMadeFromIsNotDeletedWithTheOneBefore(_ arguments: [String]) throws {
    let folder = try release(Self.dogs)
    #expect(try site(folder).status == 0)
    let files = FileManager.default
    for name in ["Out", "Dogs.recipe.yml", "Dogs.xcdatamodeld"] {
      try files.copyItem(atPath: folder.file(name), toPath: folder.file("Site/\(name)"))
    }
    try files.createDirectory(atPath: folder.file("Site/Own"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder.file("Link"), withDestinationPath: "Site")
    try folder.write(Self.oldMark, to: "Site/.studbook-site")
    let names = folder.names()
    for output in ["Site", "Link", "Site/../Site/"] {
      let run = try Tool.run(["site"] + arguments + ["--output", output], in: folder.path)
      #expect(run.status == 2 && run.errors.contains("lies in \(output), which is replaced"), "\(run.errors)")
      #expect(folder.names() == names)
    }
  }

  @Test func aReleaseThatWasChangedIsNotShownUnderItsDigest() throws {
    let folder = try release(Self.dogs)
    #expect(try site(folder).status == 0)
    let digest = try #require(try Tool.digest(of: folder.file("Out/Dogs.sqlite")))
    #expect(try folder.text(of: "Site/about.html").contains(digest))
    let path = folder.file("Out/Dogs.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
    let run = try site(folder)
    #expect(run.status == 2 && run.errors.contains("is not the file that its manifest describes"), "\(run.errors)")
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

  @Test(arguments: [
    (["cards": "{{> cards}}"], "cards.mustache → cards.mustache"),
    (
      ["pages": "{{#pages}}{{^isCurrent}}{{=< >=}}<> about><={{ }}=>{{/isCurrent}}{{/pages}}", "about": "{{> pages}}"],
      "about.mustache → pages.mustache → about.mustache"
    ),
    (
      ["object": "{{<page}}{{$body}}{{> cards}}{{/body}}{{/page}}", "cards": "{{> object}}"],
      "cards.mustache → object.mustache → cards.mustache"
    ),
  ]) func templatesThatIncludeThemselvesAreTold(_ templates: [String: String], _ circle: String) throws {
    let folder = try release(Self.dogs)
    for (name, text) in templates { try folder.write(text, to: "Own/\(name).mustache") }
    let run = try site(folder, "--templates", "Own")
    #expect(run.status == 2 && run.errors.contains(circle), "\(run.errors)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains(".studbook-") })
  }

  /// What only a comment includes is no part.
  @Test func templatesMayBePartsOfSeveral() throws {
    let folder = try release(Self.dogs)
    try folder.write("{{! {{> cards }}<p>{{> pages}}{{> pages}}</p>", to: "Own/cards.mustache")
    let run = try site(folder, "--templates", "Own")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func templatesThatWereEditedAreNotReplaced() throws {
    let folder = try TemporaryFolder()
    func write() throws -> Tool.Outcome { try Tool.run(["site", "--write-templates", "Own"], in: folder.path) }
    for _ in 1...2 { #expect(try write().status == 0) }
    try folder.write("edited", to: "Own/style.css")
    try FileManager.default.removeItem(atPath: folder.file("Own/page.mustache"))
    let run = try write()
    #expect(
      run.status == 2 && run.errors.contains("Own/style.css is there and is not the built-in one"),
      "\(run.errors)"
    )
    #expect(try folder.text(of: "Own/style.css") == "edited")
    #expect(!folder.names().contains("Own/page.mustache"))
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

  @Test func objectsOfEqualValuesAreToldApartByWhatTheyBelongTo() throws {
    let folder = try release(Self.dogs)
    func pages(_ dogs: String, _ options: String...) throws -> [String] {
      try folder.write("name\nNorth\nSouth\n", to: "kennels.csv")
      try folder.write("name,page,picture,kennel\n\(dogs)", to: "dogs.csv")
      let build = try Tool.run(["build", "Dogs.recipe.yml", "--output", "New"] + options, in: folder.path)
      try #require(build.status == 0, "\(build.errors)")
      let run = try Tool.run(["site", "New", "--output", "Site", "--recipe", "Dogs.recipe.yml"], in: folder.path)
      try #require(run.status == 0, "\(run.errors)")
      return try self.pages(folder).filter { $0.key.hasPrefix("dog/") }.map(\.value)
    }
    /// The lines that the pages name which contain a text.
    func lines(_ text: String, in pages: [String]) -> [String] {
      pages.filter { $0.contains(text) }.flatMap { $0.matches(of: /dogs.csv:(\d+), name/).map { String($0.1) } }
        .sorted()
    }
    let first = try pages("Rex,,,North\nRex,,,South\nTwin,,,\nTwin,,,\n")
    #expect(lines("kennel/north.html", in: first) == ["2"] && lines("kennel/south.html", in: first) == ["3"])
    #expect(lines(">Twin<", in: first) == ["4", "5"])
    let second = try pages("New,,,\nRex,,,South\nRex,,,North\nTwin,,,\nTwin,,,\n", "--previous", "New")
    #expect(lines("kennel/north.html", in: second) == ["4"] && lines("kennel/south.html", in: second) == ["3"])
    // Nothing tells these apart but numbers that are of a release before.
    #expect(second.filter { $0.contains(">Twin<") }.count == 2 && lines(">Twin<", in: second) == [])
  }

  @Test func placesInSourcesThatHaveChangedSinceAreNotSaid() throws {
    let folder = try release(Self.dogs)
    try folder.write("name,page,picture,kennel\nOther,,a.png,\n", to: "dogs.csv")
    let run = try site(folder, "--recipe", "Dogs.recipe.yml")
    #expect(run.status == 2 && run.errors.contains("dogs.csv has changed since"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("Site")))
  }
}
