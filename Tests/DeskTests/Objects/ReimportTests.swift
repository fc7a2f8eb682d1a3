import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// Changes of sources that stand behind changes of objects, held against an import of the changed sources.
@Suite struct ReimportTests {
  private static func apply(_ edits: [SourceEdit], _ plan: ImportPlan) throws {
    for revision in try SourceEditor(plan).revisions(for: edits) { _ = try revision.apply() }
  }

  private static func edit(_ trial: EditTrial) throws -> SourceEdit {
    let (cell, text) = try #require(trial.cell)
    let address = RecordAddress(source: cell.record.source, number: cell.record.record)
    return .cell(CellEdit(address, field: cell.field, expected: cell.text, text: text))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var entity: String
    var key: String
    var property: String
    var typed: String
    var shown: String
    var testDescription: String { "\(property) \(typed)" }
  }

  /// The attribute has the value that was typed, and all else is as before.
  @Test(arguments: [
    Case(entity: "Book", key: "title=Amber", property: "weight", typed: "100", shown: "100.1"),
    Case(entity: "Book", key: "title=Birch%2C%20again", property: "weight", typed: "283.5", shown: "283.5"),
    Case(entity: "Book", key: "title=Dune", property: "price", typed: "7.25", shown: "7.25"),
    Case(entity: "Book", key: "title=Dune", property: "bound", typed: "1999-12-31", shown: "1999-12-31"),
    Case(entity: "Book", key: "title=Dune", property: "shelf", typed: "loft", shown: "loft"),
    Case(entity: "Book", key: "title=Amber", property: "language", typed: "French", shown: "French"),
    Case(entity: "Book", key: "title=Amber", property: "available", typed: "no", shown: "no"),
    Case(entity: "Book", key: "title=Amber", property: "year", typed: "", shown: ""),
    Case(entity: "Journal", key: "title=Acta", property: "issues", typed: "121", shown: "121"),
    Case(
      entity: "Publisher",
      key: "name=North",
      property: "city",
      typed: "Bonn \"am Rhein\"",
      shown: "Bonn \"am Rhein\""
    ),
    Case(
      entity: "Author",
      key: "name=Ada%20Ahl",
      property: "country",
      typed: "Norway, Sweden",
      shown: "Norway, Sweden"
    ),
  ])
  func anEditChangesOneAttributeAndNothingElse(_ example: Case) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let before = try Browsing.objects(browser)
    let key = ObjectKey(entity: example.entity, text: example.key)
    // A weight with one decimal is not hit by every text of ounces.
    let trial = try #require(try browser.judge(example.typed, for: example.property, of: key, as: .value))
    try Self.apply([Self.edit(trial)], browser.plan)
    let changed = try Browsing.browser(folder)
    let after = try Browsing.objects(changed)
    let attribute = try #require(try changed.detail(of: key)?.attributes.first { $0.name == example.property })
    #expect(attribute.value.line == example.shown || attribute.value.line == example.typed)
    let own = "\(key.entity) \(key.text)"
    #expect(Set(after.keys) == Set(before.keys))
    #expect(after.filter { $0.key != own } == before.filter { $0.key != own })
    let parts = zip(before[own]?.split(separator: ";") ?? [], after[own]?.split(separator: ";") ?? [])
    #expect(
      parts.filter { $0 != $1 }.map { String($0.1.split(separator: "=")[0]).trimmingCharacters(in: .whitespaces) } == [
        example.property
      ]
    )
  }

  /// What is gone after the deletion is what the preview said, and no other object has lost more than what the preview said.
  @Test(arguments: [
    ("Author", "name=Ada%20Ahl"), ("Author", "name=Cy%20Cole"), ("Publisher", "name=Idle"), ("Tag", "name=old"),
    ("Tag", "name=green"), ("Card", "number=2"), ("Book", "title=Cedar"), ("Journal", "title=Beta"),
  ])
  func aDeletionTakesWhatThePreviewSays(_ entity: String, _ text: String) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let before = try Browsing.objects(browser)
    let preview = try #require(try browser.deletion(of: ObjectKey(entity: entity, text: text)))
    #expect(preview.isPossible)
    try Self.apply(preview.edits, browser.plan)
    let after = try Browsing.objects(Browsing.browser(folder))
    // Chapters have no key but their records, whose numbers may be others.
    func keyed(_ keys: some Sequence<String>) -> Set<String> { Set(keys.filter { !$0.hasPrefix("Chapter") }) }
    let gone = keyed((preview.deleted + preview.vanishing).map { "\($0.key.entity) \($0.key.text)" })
    #expect(keyed(before.keys).subtracting(keyed(after.keys)) == gone)
    #expect(keyed(after.keys).isSubset(of: keyed(before.keys)))
    let touched = Set(preview.nullified.map { "\($0.object.key.entity) \($0.object.key.text)" })
    for (name, words) in after where !name.hasPrefix("Chapter") && !touched.contains(name) {
      #expect(before[name] == words)
    }
  }

  @Test func anAdditionIsARecordOfTheSourceThatMakesTheEntity() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let before = try Browsing.objects(browser)
    let form = try #require(try browser.additionForm(for: "Publisher"))
    #expect(form.file == "publishers.json" && form.fields.map(\.name).sorted() == ["city", "name"])
    #expect(form.fields.first { $0.name == "name" }?.isRequired == true)
    let wrong = try browser.judgeAddition(to: form.source, ["name": "North", "city": ""])
    #expect(wrong.isRejected == (wrong.findings.isEmpty == false))
    let texts = ["name": "West", "city": "Cork"]
    let trial = try browser.judgeAddition(to: form.source, texts)
    #expect(trial.findings.isEmpty && !trial.isRejected)
    let key = try #require(browser.key(ofAddition: trial, to: form.source))
    try Self.apply([.insertion(RecordInsertion(source: form.source, values: texts))], browser.plan)
    var after = try Browsing.objects(Browsing.browser(folder))
    #expect(after.removeValue(forKey: "\(key.entity) \(key.text)")?.hasPrefix("city=Cork; name=West") == true)
    #expect(after == before)
  }

  @Test func nothingIsAddedWhereRecordsStandInsideOthers() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    #expect(try browser.additionForm(for: "Chapter")?.obstacle != nil)
    #expect(try browser.additionForm(for: "Tag") == nil)
    #expect(try browser.additionForm(for: "Nobody") == nil)
  }
}
