import Desk
import FlyingFox
import Foundation
import TestSupport
import Testing

/// The pages of objects, as a browser without scripts has them.
@Suite struct ObjectPagesTests {
  /// A path as `RunningDesk` takes it, which encodes it once more, and as pages have it.
  private static let amber = "/objects/Book/title=Amber"
  private static let amberLink = "/objects/Book/title%3DAmber"

  private static func desk(_ folder: TemporaryFolder, isReadOnly: Bool = false) async throws -> RunningDesk {
    try await RunningDesk(folder, recipe: LibraryExample.recipeName, isReadOnly: isReadOnly)
  }

  @Test func leadFromEntitiesToListsToObjects() async throws {
    let desk = try await Self.desk(LibraryExample.folder())
    #expect(try await desk.get("/objects").text.contains("href=\"/objects/Book\""))
    let list = try await desk.get("/objects/Book?by=by.publisher")
    #expect(list.text.contains("href=\"\(Self.amberLink)\"") && list.text.contains("id=\"section-1\""))
    let object = try await desk.get(Self.amber)
    #expect(object.status == 200 && object.text.contains("<code>canonical:(title)</code>"))
    #expect(object.text.contains("href=\"/objects/Author/name%3DAda%2520Ahl\""))
    #expect(try await desk.get("/objects/Author/name=Ada%20Ahl").status == 200)
    #expect(try await desk.get("/objects/Book/title=Birch%2C%20again").status == 200)
  }

  @Test(arguments: [
    "/objects/Nobody", "/objects/Book/title=None", "/objects/Book/x/edit/year", "/new/Tag", "/new/Nobody",
  ])
  func sayWhatIsNotThere(_ path: String) async throws {
    let desk = try await Self.desk(LibraryExample.folder())
    #expect(try await desk.get(path).status == 404)
  }

  @Test func servePicturesWithTheirMediaTypes() async throws {
    let desk = try await Self.desk(LibraryExample.folder())
    for (title, type) in [("Amber", "image/png"), ("Cedar", "image/gif"), ("Dune", "image/svg+xml")] {
      let answer = try await desk.get("/objects/Book/title=\(title)/picture/cover")
      #expect(answer.status == 200 && answer.headers[.contentType] == type)
      #expect(answer.headers[HTTPHeader("Content-Security-Policy")]?.contains("default-src 'none'") == true)
    }
    #expect(try await desk.get("\(Self.amber)/picture/title").status == 404)
  }

  @Test func changeTheCellAndNothingElse() async throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Self.desk(folder)
    let before = try folder.text(of: "books.csv")
    let answer = try await desk.post(
      "\(Self.amber)/edit/weight",
      [("form", "value"), ("cell", "0"), ("seen", "10"), ("text", "100")]
    )
    #expect(answer.status == 303 && answer.headers[.location] == Self.amberLink)
    #expect(try folder.text(of: "books.csv") == before.replacing("Amber,1950,10,", with: "Amber,1950,3.527,"))
    #expect(try await desk.post("/undo").status == 303)
    #expect(try folder.text(of: "books.csv") == before)
  }

  @Test func askBeforeARecordIsLeftOut() async throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Self.desk(folder)
    let before = try folder.text(of: "books.csv")
    let values = [("form", "value"), ("cell", "0"), ("seen", "1950"), ("text", "1200")]
    let asked = try await desk.post("\(Self.amber)/edit/year", values)
    #expect(asked.status == 200 && asked.text.contains("value.range") && asked.text.contains("name=\"sure\""))
    #expect(try folder.text(of: "books.csv") == before)
    let tried = try await desk.post("\(Self.amber)/try/year", values)
    #expect(tried.status == 200 && tried.text.contains("value.range"))
    #expect(try await desk.post("\(Self.amber)/edit/year", values + [("sure", "1")]).status == 303)
    #expect(try folder.text(of: "books.csv") != before)
  }

  @Test func followAnObjectToItsNewKey() async throws {
    let desk = try await Self.desk(LibraryExample.folder())
    let answer = try await desk.post(
      "/objects/Journal/title=Beta/edit/title",
      [("form", "value"), ("cell", "0"), ("seen", "Beta"), ("text", "A/B & \"C\" <i>100%")]
    )
    let path = try #require(answer.headers[.location]?.removingPercentEncoding)
    let page = try await desk.get(path)
    #expect(page.status == 200 && page.text.contains("A/B &amp;") && !page.text.contains("<i>100%"))
  }

  @Test func addAndDeleteRecords() async throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Self.desk(folder)
    let before = try folder.text(of: "authors.csv")
    #expect(try await desk.get("/new/Author").text.contains("name=\"field.0\""))
    let added = try await desk.post(
      "/new/Author",
      [("source", "0"), ("field.0", "Zed Zoo"), ("field.1", ""), ("field.2", "")]
    )
    #expect(added.status == 303)
    let author = "/objects/Author/name=Zed%20Zoo"
    #expect(try await desk.get(author).status == 200)
    let preview = try await desk.get("\(author)/delete")
    #expect(preview.text.contains("name=\"count\" value=\"1\""))
    #expect(try await desk.post("\(author)/delete", [("count", "1")]).status == 303)
    #expect(try await desk.get(author).status == 404)
    #expect(try folder.text(of: "authors.csv") == before)
  }

  @Test func deleteNothingThatARuleDenies() async throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let desk = try await Self.desk(folder)
    let before = try folder.text(of: "publishers.json")
    let path = "/objects/Publisher/name=North/delete"
    let preview = try await desk.get(path)
    #expect(preview.text.contains("It cannot be deleted") && !preview.text.contains("<button class=\"act danger\">"))
    #expect(try await desk.post(path, [("count", "1")]).status == 200)
    #expect(try folder.text(of: "publishers.json") == before)
  }

  @Test func changeNothingOnADeskThatIsReadOnly() async throws {
    let desk = try await Self.desk(LibraryExample.folder(), isReadOnly: true)
    let page = try await desk.get(Self.amber)
    #expect(!page.text.contains("/edit/") && !page.text.contains("/delete"))
    #expect(try await desk.post("\(Self.amber)/edit/year", [("text", "1951")]).status == 403)
    #expect(try await desk.post("\(Self.amber)/delete", [("count", "1")]).status == 403)
    #expect(try await desk.post("/new/Author", [("field.0", "Zed")]).status == 403)
  }

  /// Names from the sources are text on every page.
  @Test func escapeWhateverTheSourcesSay() async throws {
    let folder = try LibraryExample.folder(replacing: [
      "authors.csv":
        "Name,Country,Mentor\nAda Ahl,Sweden,\nÉmile Bé,,\nCy Cole,,\n\"<script>alert(1)</script>\"\"'\",\"<img src=x>\",\n"
    ])
    let desk = try await Self.desk(folder)
    let key = "/objects/Author/name=%3Cscript%3Ealert%281%29%3C%2Fscript%3E%22%27"
    for path in [
      "/objects/Author", key, "\(key)/edit/name", "\(key)/delete", "/new/Author", "/objects/Author?q=<script>",
    ] {
      let answer = try await desk.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(!answer.text.contains("<script>alert") && !answer.text.contains("<img src=x>"), "\(path)")
    }
  }
}
