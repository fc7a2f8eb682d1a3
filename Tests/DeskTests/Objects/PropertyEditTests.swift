import AttributeValues
import Desk
import Findings
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// Edits of properties, led back to the cells that they came from.
@Suite struct PropertyEditTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var entity = "Book"
    var key: String
    var property: String
    var typed: String
    /// The text for the cell; `nil` where there is none that is sure.
    var text: String?
    var testDescription: String { "\(property) \(typed)" }
  }

  static let cases = [
    // Units: as the source has them, with the unit that the cell names.
    Case(key: "title=Amber", property: "weight", typed: "283.5", text: "10"),
    Case(key: "title=Amber", property: "weight", typed: "100", text: "3.527"),
    Case(key: "title=Birch%2C%20again", property: "weight", typed: "283.5", text: "10 oz"),
    Case(key: "title=Amber", property: "weight", typed: "100.123", text: nil),
    Case(key: "title=Cedar", property: "weight", typed: "2834.95", text: nil),
    Case(key: "title=Amber", property: "weight", typed: "", text: ""),
    // Marks, dates, words for yes and no, lookups.
    Case(key: "title=Amber", property: "price", typed: "7.25", text: "7,25"),
    Case(key: "title=Amber", property: "bound", typed: "1951-12-24", text: "24.12.1951"),
    Case(key: "title=Amber", property: "available", typed: "no", text: "No"),
    Case(key: "title=Dune", property: "available", typed: "no", text: "NO"),
    Case(key: "title=Cedar", property: "available", typed: "true", text: "true"),
    Case(key: "title=Amber", property: "language", typed: "French", text: "fr"),
    Case(key: "title=Amber", property: "language", typed: "German", text: nil),
    Case(key: "title=Birch%2C%20again", property: "language", typed: "German", text: "ger"),
    // A part of a list, whatever stands around it; fields that are joined.
    Case(key: "title=Amber", property: "shelf", typed: "loft", text: "loft/2"),
    Case(key: "title=Amber", property: "shelf", typed: "a/b", text: nil),
    Case(key: "title=Amber", property: "signature", typed: "B 1", text: nil),
    // Texts as they stand, empty cells, fields that the record has and left empty, names of related objects.
    Case(key: "title=Amber", property: "title", typed: "Ambra \"I\", <b>", text: "Ambra \"I\", <b>"),
    Case(key: "title=Dune", property: "year", typed: "1965", text: "1965"),
    Case(key: "title=Amber", property: "author", typed: "Cy Cole", text: "Cy Cole"),
    Case(key: "title=Cedar", property: "publisher", typed: "", text: ""),
    Case(entity: "Author", key: "name=Cy%20Cole", property: "country", typed: "", text: nil),
    Case(entity: "Author", key: "name=Cy%20Cole", property: "country", typed: "unknown", text: "unknown"),
    Case(entity: "Journal", key: "title=Beta", property: "issues", typed: "12", text: "12"),
    Case(entity: "Publisher", key: "name=Idle", property: "city", typed: "Bonn", text: "Bonn"),
  ]

  @Test(arguments: cases) func findsTheTextThatReadsAsTheValue(_ example: Case) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let key = ObjectKey(entity: example.entity, text: example.key)
    let trial = try #require(try browser.judge(example.typed, for: example.property, of: key, as: .value))
    #expect(trial.cell?.text == example.text, "\(trial.obstacle ?? "")")
    #expect((trial.obstacle == nil) == (example.text != nil))
    if example.text != nil { #expect(!trial.isRejected, "\(trial.findings.map(\.message))") }
  }

  @Test(arguments: [
    ("Book", "title=Amber", "plainTitle", "worked out from canonical:(title)"),
    ("Book", "title=Amber", "scratch", "transient: no value is stored"),
    ("Book", "title=Amber", "note", "the model's default none yet; no source has a field for it"),
    ("Book", "title=Amber", "signature", "it is made from the fields “Class”, “Number”; change one of these"),
    ("Author", "name=Ada%20Ahl", "books", "it is set by the record of Amber"),
    ("Book", "title=Amber", "card", "it is set by the record of 1"),
    ("Book", "title=Amber", "tags", "the field names several objects"),
  ])
  func saysWhyThereIsNoValueToType(_ entity: String, _ key: String, _ property: String, _ obstacle: String) throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let edit = try #require(try browser.edit(property, of: ObjectKey(entity: entity, text: key)))
    #expect(edit.obstacle?.hasPrefix(String(obstacle.prefix(22))) == true, "\(edit.obstacle ?? "none")")
    if property != "books" { #expect(edit.obstacle == obstacle) }
  }

  @Test func offersTheCellsOfAJoinedValue() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let key = ObjectKey(entity: "Book", text: "title=Dune")
    let edit = try #require(try browser.edit("signature", of: key))
    #expect(edit.cells.map(\.field) == ["Class", "Number"] && edit.cells.map(\.text) == ["D", "4"])
    let trial = try #require(try browser.judge("5", for: "signature", of: key, as: .cell, cell: 1))
    #expect(trial.cell?.cell.field == "Number" && trial.cell?.text == "5" && !trial.isRejected)
  }

  @Test func saysWhatElseACellFillsAndWhoNamesTheObject() throws {
    let folder = try Showcase.inputs()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder, Showcase.recipe)
    let group = ObjectKey(entity: "AKCGroup", text: "name=Toy%20Group")
    let edit = try #require(try browser.edit("name", of: group))
    let members = try #require(try browser.detail(of: group)).relationships[0].count
    #expect(edit.namedBy == members && members > 5)
  }

  /// The words are those of an import of the same text.
  @Test(arguments: [
    ("Book", "title=Amber", "year", "1200", RuleCode.valueRange), ("Book", "title=Amber", "year", "soon", .valueType),
    ("Book", "title=Amber", "title", "Dune", .recordDuplicate), ("Book", "title=Amber", "title", "", .valueRequired),
    ("Book", "title=Amber", "author", "Nobody", .referenceUnknown),
    ("Book", "title=Amber", "bound", "tomorrow", .valueType),
    ("Author", "name=Cy%20Cole", "name", "C", .valueLength), ("Card", "number=1", "number", "2", .recordDuplicate),
  ])
  func judgesWhatIsTyped(_ entity: String, _ key: String, _ property: String, _ typed: String, _ rule: RuleCode) throws
  {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let key = ObjectKey(entity: entity, text: key)
    for _ in 1...2 {
      let trial = try #require(try browser.judge(typed, for: property, of: key, as: .value))
      #expect(trial.findings.map(\.rule) == [rule], "\(trial.findings.map(\.message))")
      #expect(trial.isRejected)
      // What was there before is right, whatever was tried before it.
      let edit = try #require(try browser.edit(property, of: key))
      let old = try #require(try browser.judge(edit.text, for: property, of: key, as: .value))
      #expect(old.findings.isEmpty && !old.isRejected && old.isUnchanged)
    }
  }

  /// JSON says itself what is a number, which then has none of the marks that the recipe expects in texts.
  @Test(arguments: ["json", "jsonl"]) func numbersOfJSONAreNotReadByTheMarksOfTexts(_ format: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Dog"><attribute name="name" attributeType="String"/>
          <attribute name="weight" optional="YES" attributeType="Double"/></entity>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
    try folder.write(
      """
      model: Dogs.xcdatamodel
      output: Dogs.sqlite
      sources: [{ file: dogs.\(format), entity: Dog, key: name, attributes: { weight: { field: w, thousands: ".", decimal: "," } } }]
      """,
      to: "Dogs.recipe.yml"
    )
    let records = ["{\"name\": \"Ace\", \"w\": 1.125}", "{\"name\": \"Max\", \"w\": \"2,5\"}"]
    try folder.write(
      format == "json" ? "[\(records.joined(separator: ","))]" : records.joined(separator: "\n") + "\n",
      to: "dogs.\(format)"
    )
    let browser = try Browsing.browser(folder, "Dogs.recipe.yml")
    func trial(_ name: String, _ text: String, _ form: PropertyEdit.Form) throws -> EditTrial {
      try #require(
        try browser.judge(text, for: "weight", of: ObjectKey(entity: "Dog", text: "name=\(name)"), as: form)
      )
    }
    for (name, typed, text) in [("Ace", "3.375", "3.375"), ("Max", "3.375", "3,375"), ("Ace", "1.125", "1.125")] {
      let value = try trial(name, typed, .value)
      #expect(value.cell?.text == text && value.findings.isEmpty, "\(value)")
      #expect(value.isUnchanged == (typed == "1.125"))
      #expect(try trial(name, text, .cell).findings.isEmpty)
    }
    // What is no number is written as a text.
    #expect(try trial("Ace", "3,375", .cell).findings.isEmpty)
    let desk = try await RunningDesk(folder, recipe: "Dogs.recipe.yml")
    let rows = try await desk.get("/sources/0/rows?where=weight < 2&from=1&count=9").text
    #expect(rows.contains("data-total=\"1\"") && rows.contains(">Ace</td>"), "\(rows)")
  }

  /// Every record as it stands in the sources is right beside the objects of all of them.
  @Test func findsNothingWrongWithWhatIsThere() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    var tried = 0
    for entity in ["Author", "Publisher", "Book", "Journal", "Chapter", "Card"] {
      let request = ObjectListRequest(entity: entity, sections: .nothing)
      for label in try browser.window(of: request, offset: 0, limit: 50)?.parts.flatMap(\.objects) ?? [] {
        let detail = try #require(try browser.detail(of: label.key))
        for property in detail.attributes.map(\.name) + detail.relationships.map(\.name) {
          guard let edit = try browser.edit(property, of: label.key), edit.obstacle == nil else { continue }
          let trial = try #require(try browser.judge(edit.text, for: property, of: label.key, as: .value))
          #expect(trial.isUnchanged && trial.findings.isEmpty && !trial.isRejected, "\(label.key) \(property) \(trial)")
          tried += 1
        }
      }
    }
    #expect(tried > 60)
  }
}
