import AttributeValues
import Desk
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// What a deletion would take along, held against deletions that happen.
@Suite struct DeletionPreviewTests {
  private static func preview(_ entity: String, _ key: String, _ browser: ObjectBrowser) throws -> DeletionPreview {
    try #require(try browser.deletion(of: ObjectKey(entity: entity, text: key)))
  }

  @Test func takesAlongWhatCascadesThroughSeveralRules() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let preview = try Self.preview("Author", "name=Ada%20Ahl", browser)
    #expect(preview.deleted.first?.title == "Ada Ahl")
    #expect(Set(preview.deleted.map(\.title)) == ["Ada Ahl", "Amber", "Birch, again", "One", "Two", "1"])
    #expect(preview.cascades.count == 5)
    // Books are members of what denies nothing from this side.
    #expect(preview.denied.isEmpty && preview.isPossible)
    let nullified = Set(preview.nullified.map { "\($0.object.title).\($0.relationship)" })
    #expect(
      nullified == ["Cy Cole.mentor", "Émile Bé.mentor", "North.books", "South.books", "old.books", "green.books"]
    )
    let records = Set(preview.records.map { "\($0.position.file) \($0.origin.record)" })
    // The records of chapters stand inside those of books, which only change these.
    #expect(records.isSuperset(of: ["authors.csv 1", "books.csv 1", "books.csv 2", "cards.jsonl 1"]))
    #expect(!records.contains("authors.csv 2") && !records.contains("books.csv 3"))
    #expect(
      preview.fields.map { "\($0.name) \($0.text) \($0.newText ?? "?")" } == ["Mentor Ada Ahl ", "Mentor Ada Ahl "]
    )
  }

  @Test func saysWhoStandsInTheWay() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let preview = try Self.preview("Publisher", "name=North", browser)
    #expect(Set(preview.denied.map(\.object.title)) == ["Amber", "Cedar"] && !preview.isPossible)
    #expect(try Self.preview("Publisher", "name=Idle", browser).isPossible)
  }

  @Test func takesNamesOutOfListsOfOtherRecords() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let preview = try Self.preview("Tag", "name=old", browser)
    #expect(preview.records.isEmpty && preview.deleted.count == 1)
    #expect(preview.fields.map { "\($0.text) > \($0.newText ?? "?")" } == ["old; green > green", "old > "])
    #expect(preview.isPossible)
  }

  @Test func doesNotDeleteAnythingByLooking() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let before = try Browsing.objects(browser)
    for text in ["name=Ada%20Ahl", "name=Cy%20Cole"] { _ = try Self.preview("Author", text, browser) }
    #expect(try Browsing.objects(browser) == before)
  }

  /// Random authors, mentors and books: what the preview says goes is what goes when a context deletes the object and saves.
  @Test(arguments: Seeds.range(1...6)) func agreesWithARealDeletion(_ seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let authors = (1...8).map { "Author \($0)" }
    let authorRows = authors.enumerated().map { number, name in
      "\(name),,\(number > 0 && random.once(in: 2) ? authors[random.number(below: number)] : "")"
    }
    let publishers = ["North", "South", "Idle"]
    let bookRows = (1...14).map { number in
      let tags = ["t1", "t2", "t3"].filter { _ in random.once(in: 2) }.joined(separator: "; ")
      let publisher = random.once(in: 3) ? random.pick(publishers) : ""
      return "Book \(number),,,,,,,,,,,\(random.pick(authors)),\(publisher),\(tags)"
    }
    let chapters = (1...14).map { number in
      "<book title=\"Book \(number)\">"
        + (0..<random.number(below: 3)).map { "<chapter title=\"C\($0)\"/>" }.joined() + "</book>"
    }
    let cards = (1...9).map { "{\"number\": \($0), \"book\": \"Book \($0)\"}" }
    let header = "Title,Year,Weight,Price,Language,Available,Bound,Place,Class,Number,Cover,Author,Publisher,Tags\n"
    let folder = try LibraryExample.folder(replacing: [
      "authors.csv": "Name,Country,Mentor\n" + authorRows.joined(separator: "\n") + "\n",
      "books.csv": header + bookRows.joined(separator: "\n") + "\n",
      "chapters.xml": "<books>" + chapters.joined() + "</books>", "cards.jsonl": cards.joined(separator: "\n") + "\n",
    ])
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let graph = browser.graph
    var tried = 0
    for entity in ["Author", "Publisher", "Book", "Chapter", "Card", "Tag"] {
      let request = ObjectListRequest(entity: entity, sections: .nothing)
      for label in try browser.window(of: request, offset: 0, limit: 50)?.parts.flatMap(\.objects) ?? [] {
        let preview = try #require(try browser.deletion(of: label.key))
        let outcome = try graph.read { context -> (gone: Int, counts: [String: Int], isAllowed: Bool) in
          let scratch = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
          let child = ManagedObjectContext(parent: scratch)
          defer { scratch.reset() }
          let all = try child.fetch(FetchRequest<ManagedObject>(entityName: label.key.entity))
          let names = try browser.deletedIdentity(label, in: all)
          child.delete(names)
          do {
            try child.save()
          } catch is ValidationErrors {
            return (0, [:], false)
          }
          var counts: [String: Int] = [:]
          for object in scratch.deletedObjects { counts[object.entity.name, default: 0] += 1 }
          return (scratch.deletedObjects.count, counts, true)
        }
        let isAllowed = preview.denied.isEmpty && preview.problems.isEmpty
        #expect(isAllowed == outcome.isAllowed, "\(label)")
        if outcome.isAllowed {
          #expect(preview.deleted.count == outcome.gone, "\(label)")
          #expect(Dictionary(preview.deleted.map { ($0.key.entity, 1) }, uniquingKeysWith: +) == outcome.counts)
        }
        tried += 1
      }
    }
    #expect(tried > 30)
  }
}

extension ObjectBrowser {
  /// The object of a label among others.
  fileprivate func deletedIdentity(_ label: ObjectLabel, in objects: [ManagedObject]) throws -> ManagedObject {
    try #require(objects.first { self.label(of: $0).key == label.key })
  }
}
