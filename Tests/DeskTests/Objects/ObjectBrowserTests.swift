import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// What there is of each entity, and lists of objects.
@Suite struct ObjectBrowserTests {
  @Test(arguments: [ImportedGraph.memoryLimit, 0]) func countsObjectsOfEachEntity(_ limit: Int) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder, memoryLimit: limit)
    let entities = try browser.entities()
    let counts = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.count) })
    #expect(
      counts == [
        "Author": 3, "Publisher": 3, "Work": 6, "Book": 4, "Journal": 2, "Chapter": 3, "Card": 3, "Tag": 2,
      ]
    )
    let book = try #require(entities.first { $0.name == "Book" })
    #expect(book.parents == ["Work"] && book.sources == ["books.csv"])
    #expect(entities.first { $0.name == "Work" }?.isAbstract == true)
  }

  @Test func putsObjectsIntoSectionsByARelationship() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let request = ObjectListRequest(entity: "Book", sections: .relationship("publisher"))
    let window = try #require(try browser.window(of: request, offset: 0, limit: 100))
    #expect(window.sections.map(\.title) == ["", "North", "South"])
    #expect(window.sections.map(\.start) == [0, 1, 3])
    #expect(window.parts.map { $0.objects.map(\.title) } == [["Dune"], ["Amber", "Cedar"], ["Birch, again"]])
  }

  @Test func putsNamesBelowTheirFirstLettersWhateverTheirAccents() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let request = ObjectListRequest(entity: "Author", sections: .initial)
    let window = try #require(try browser.window(of: request, offset: 0, limit: 100))
    #expect(window.sections.map(\.title) == ["A", "C", "E"])
    #expect(window.parts.last?.objects.map(\.title) == ["Émile Bé"])
  }

  @Test func choosesTheRelationshipThatMakesTheFewestSections() throws {
    let folder = try Showcase.inputs()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder, Showcase.recipe)
    let breeds = try #require(try browser.window(of: ObjectListRequest(entity: "Breed"), offset: 0, limit: 40))
    #expect(breeds.key == .relationship("group"))
    #expect(breeds.sections.first?.title == "Foundation Stock Service" || breeds.sections.count > 5)
    #expect(breeds.sections.map(\.count).reduce(0, +) == breeds.count)
    #expect(breeds.parts.flatMap(\.objects).count == 40)
    let groups = try #require(try browser.window(of: ObjectListRequest(entity: "AKCGroup"), offset: 0, limit: 40))
    #expect(groups.key == .nothing)
  }

  /// All windows together are the list, and each says in which section its objects stand.
  @Test(arguments: [1, 2, 3, 7, 50]) func cutsListsIntoWindows(_ size: Int) throws {
    let folder = try Showcase.inputs()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder, Showcase.recipe)
    let request = ObjectListRequest(entity: "Breed")
    let whole = try #require(try browser.window(of: request, offset: 0, limit: 10_000))
    var parts: [(section: Int, key: ObjectKey)] = []
    for offset in stride(from: 0, to: min(whole.count, 120), by: size) {
      let window = try #require(try browser.window(of: request, offset: offset, limit: size))
      parts += window.parts.flatMap { part in part.objects.map { (part.section, $0.key) } }
    }
    let all = whole.parts.flatMap { part in part.objects.map { (section: part.section, key: $0.key) } }
    for (found, expected) in zip(parts, all) { #expect(found.section == expected.section && found.key == expected.key) }
    #expect(try browser.window(of: request, offset: 1_000_000, limit: 10)?.parts.isEmpty == true)
    #expect(try browser.window(of: request, offset: -5, limit: 1)?.parts.first?.objects.first?.key == all.first?.key)
  }

  @Test func findsEachWordInAnyTextWhateverCaseAndAccents() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    func titles(_ entity: String, _ search: String) throws -> [String] {
      let request = ObjectListRequest(entity: entity, sections: .nothing, search: search)
      return try browser.window(of: request, offset: 0, limit: 50)?.parts.flatMap(\.objects).map(\.title) ?? []
    }
    #expect(try titles("Author", "emile BE") == ["Émile Bé"])
    #expect(try titles("Author", "wales cole") == ["Cy Cole"])
    #expect(try titles("Work", "BIRCH") == ["Birch, again"])
    #expect(try titles("Work", "birch nothing") == [])
    #expect(try titles("Work", "' OR 1 == 1 %@ \" \\") == [])
    #expect(try titles("Card", "1") == [])
    #expect(try browser.window(of: ObjectListRequest(entity: "Nobody"), offset: 0, limit: 1) == nil)
  }

  @Test func findsAnObjectByItsKeyAfterAnotherImport() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let before = try Browsing.objects(Browsing.browser(folder))
    #expect(before.count == 20)
    // The records of other objects come first now, so that IDs are others.
    let lines = try folder.text(of: "authors.csv").split(separator: "\n").map(String.init)
    try folder.write(([lines[0], "Zed Zoo,,"] + lines.dropFirst()).joined(separator: "\n") + "\n", to: "authors.csv")
    var after = try Browsing.objects(Browsing.browser(folder))
    #expect(after.removeValue(forKey: "Author name=Zed%20Zoo") != nil)
    #expect(after == before)
  }

  @Test func givesObjectsWithoutKeyTheirRecords() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let request = ObjectListRequest(entity: "Chapter", sections: .nothing)
    let chapters = try #require(try browser.window(of: request, offset: 0, limit: 10)).parts.flatMap(\.objects)
    #expect(Set(chapters.map(\.key.text)).count == 3)
    for chapter in chapters {
      let detail = try #require(try browser.detail(of: chapter.key))
      #expect(detail.label == chapter)
    }
  }

  @Test(arguments: ["name=", "", "@", "@9.9.9", "@99999999", "name", "nothing=1", "name=%", "@0.1.7", "@-1.-1.-1"])
  func findsNothingByAKeyThatIsNone(_ text: String) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    #expect(try browser.detail(of: ObjectKey(entity: "Author", text: text)) == nil)
    #expect(try browser.detail(of: ObjectKey(entity: "Nobody", text: text)) == nil)
  }

  @Test func fetchesTheWindowsOfLongListsOneByOne() throws {
    let rows = (1...20_500).map { "Author \($0),," }.joined(separator: "\n")
    let folder = try LibraryExample.folder(replacing: [
      "authors.csv": "Name,Country,Mentor\nAda Ahl,Sweden,\nÉmile Bé,,\nCy Cole,,\n" + rows + "\n"
    ])
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder, memoryLimit: 0)
    let request = ObjectListRequest(entity: "Author", sections: .initial)
    let window = try #require(try browser.window(of: request, offset: 20_400, limit: 5))
    #expect(window.isTooLong && window.count == 20_503 && window.sections.count == 1)
    #expect(window.parts.flatMap(\.objects).map(\.title) == (20_400...20_404).map { "Author \($0)" })
  }
}
