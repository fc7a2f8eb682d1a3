import AttributeValues
import Desk
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// What is shown of an object.
@Suite struct ObjectDetailTests {
  private static func detail(_ entity: String, _ key: String, in browser: ObjectBrowser) throws -> ObjectDetail {
    try #require(try browser.detail(of: ObjectKey(entity: entity, text: key)))
  }

  private static func attribute(_ name: String, _ detail: ObjectDetail) throws -> ObjectDetail.Attribute {
    try #require(detail.attributes.first { $0.name == name })
  }

  @Test func showsValuesInWords() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let amber = try Self.detail("Book", "title=Amber", in: browser)
    func line(_ name: String) throws -> String { try Self.attribute(name, amber).value.line }
    #expect(try line("weight") == "283.5")
    #expect(try line("price") == "12.5")
    #expect(try line("language") == "English")
    #expect(try line("available") == "yes")
    #expect(try line("bound") == "1951-04-03")
    #expect(try line("shelf") == "hall")
    #expect(try line("signature") == "A 1")
    #expect(try Self.attribute("cover", amber).value == .picture(mediaType: "image/png", words: "PNG picture, 8 bytes"))
    #expect(try Self.attribute("scratch", amber).value == .none)
    #expect(amber.lineage == ["Work", "Book"])
  }

  @Test func tellsWhatAttributesAreMadeOf() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let amber = try Self.detail("Book", "title=Amber", in: browser)
    #expect(try Self.attribute("plainTitle", amber).kind == .derived("canonical:(title)"))
    #expect(try Self.attribute("plainTitle", amber).value == .text("amber"))
    #expect(try Self.attribute("plainTitle", amber).provenance?.remark?.contains("canonical:(title)") == true)
    #expect(try Self.attribute("scratch", amber).kind == .transient)
    #expect(try Self.attribute("size", amber).kind == .composite)
    #expect(try Self.attribute("title", amber).kind == .stored)
    #expect(try Self.attribute("year", amber).limits == ["1450 to 2100"])
    #expect(try Self.attribute("note", amber).provenance?.remark == "the model's default none yet")
  }

  @Test func saysWhereValuesComeFrom() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let birch = try Self.detail("Book", "title=Birch%2C%20again", in: browser)
    let weight = try #require(try Self.attribute("weight", birch).provenance?.origins.first)
    #expect(weight.fields.map(\.name) == ["Weight"] && weight.fields.first?.text == "8 oz")
    #expect(weight.record?.number == 2 && weight.source == 2 && weight.record?.position.line == 3)
    #expect(weight.steps == ["oz to g", "1 decimal kept"])
    #expect(birch.maker?.record?.position.file == "books.csv")
    let emile = try Self.detail("Author", "name=%C3%89mile%20B%C3%A9", in: browser)
    #expect(try Self.attribute("country", emile).provenance?.remark == "the recipe's default unknown")
    let green = try Self.detail("Tag", "name=green", in: browser)
    let name = try #require(try Self.attribute("name", green).provenance?.origins.first)
    #expect(name.fields.first?.name == "Tags" && name.record?.number == 1)
  }

  @Test func showsRelationshipsAsLinksInTheirOrder() throws {
    let folder = try LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let browser = try Browsing.browser(folder)
    let amber = try Self.detail("Book", "title=Amber", in: browser)
    func relationship(_ name: String) throws -> ObjectDetail.Relationship {
      try #require(amber.relationships.first { $0.name == name })
    }
    let chapters = try relationship("chapters")
    #expect(chapters.isOrdered && chapters.objects.map(\.title) == ["Two", "One"] && chapters.inverse == "book")
    #expect(try relationship("tags").objects.map(\.title) == ["green", "old"])
    #expect(try relationship("author").objects.map(\.key.text) == ["name=Ada%20Ahl"])
    #expect(try relationship("author").isRequired)
    #expect(try relationship("card").objects.map(\.key.text) == ["number=1"])
    #expect(try relationship("card").provenance?.origins.first?.fields.first?.name == "book")
    #expect(try relationship("publisher").provenance?.origins.first?.fields.first?.text == "North")
  }

  /// The log of a whole run says of every object what a run that traces this object alone says.
  @Test(arguments: [LibraryExample.recipeName, Showcase.recipe]) func agreesWithTheTracer(_ recipe: String) throws {
    let folder = try recipe == Showcase.recipe ? Showcase.inputs() : LibraryExample.folder()
    defer { withExtendedLifetime(folder) {} }
    let graph = try ImportedGraph(Browsing.plan(folder, recipe))
    var seen = 0
    for entity in graph.plan.model.entities where !entity.isAbstract {
      guard
        let key = entity.superentity?.uniquenessConstraints.first?.first ?? entity.uniquenessConstraints.first?.first
      else { continue }
      let objects = try graph.read { context in
        try context.fetch(FetchRequest<ManagedObject>(entity: entity)).map { object in
          let traces = graph.log.traces(of: object, plan: graph.plan)
          return (
            value: object.attributeValue(forKey: key) ?? .null,
            provenance: try ObjectProvenance(traces, plan: graph.plan)
          )
        }
      }
      // An import of the showcase takes a while.
      let samples = recipe == Showcase.recipe ? Array(objects.suffix(1)) : objects
      for (value, provenance) in samples {
        let store = InMemoryStore()
        let plan = try Browsing.plan(folder, recipe)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: plan.model)
        try coordinator.addPersistentStore(store)
        let own = try #require(plan.model.entitiesByName[entity.name])
        let traced = ObjectTracer(of: own, key: [key: value])
        var options = ImportOptions()
        options.writesRows = true
        options.objectTracer = traced
        let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
        _ = try ImportRun(plan: plan, context: context, store: store, options: options).run()
        #expect(
          Self.words(provenance) == Self.words(try ObjectProvenance(traced, plan: plan)),
          "\(entity.name) \(value)"
        )
        seen += 1
      }
    }
    #expect(seen > 1)
  }

  private static func words(_ provenance: ObjectProvenance) -> [String] {
    [provenance.maker.map { "\($0.record?.number ?? 0)" } ?? ""]
      + provenance.properties.map { property in
        let origins = property.origins.map { origin in
          let fields = origin.fields.map { "\($0.name)=\($0.text ?? "-")@\($0.position)" }.joined(separator: ",")
          return "\(origin.source ?? -1).\(origin.record?.number ?? 0) \(fields) \(origin.steps) \(origin.other ?? "")"
        }
        return "\(property.name): \(origins.sorted()) \(property.remark ?? "")"
      }
  }

  @Test(
    arguments: [
      (Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), PictureType.png),
      (Data([0xff, 0xd8, 0xff, 0xe0]), .jpeg), (Data("GIF89a..".utf8), .gif), (Data("RIFF1234WEBPVP8 ".utf8), .webp),
      (Data("<svg xmlns='x'/>".utf8), .svg),
      (Data("<?xml version='1.0'?>\n<!-- a -->\n<!DOCTYPE svg>\n<svg>".utf8), .svg),
      (Data("<html><svg></svg></html>".utf8), nil), (Data("<svgx>".utf8), nil), (Data(), nil), (Data("GIF8".utf8), nil),
      (Data("<?xml".utf8), nil),
    ] as [(Data, PictureType?)]
  )
  func tellsPicturesByTheirFirstBytes(_ data: Data, _ expected: PictureType?) {
    #expect(PictureType(data) == expected)
  }

  @Test(
    arguments: [
      (AttributeValue.string("https://example.org/a.png"), ShownValue.link("https://example.org/a.png")),
      (.string("http://example.org"), .text("http://example.org")),
      (.string("javascript:alert(1)"), .text("javascript:alert(1)")),
      (.string("https:// a"), .text("https:// a")), (.double(3), .text("3")), (.double(0.1), .text("0.1")),
      (.date(0), .text("2001-01-01")), (.date(90), .text("2001-01-01 00:01:30 UTC")),
      // Of the Gregorian calendar, as sources are read.
      (.date(-15_804_979_200), .text("1500-03-01")),
      (.binary(Data(count: 12_300)), .text("12.3 kB of data")), (.boolean(false), .text("no")), (.null, .none),
      (
        .composite(["b": .integer(1), "a": .null]),
        .elements([.init(name: "a", value: .none), .init(name: "b", value: .text("1"))])
      ),
    ] as [(AttributeValue, ShownValue)]
  )
  func showsValues(_ value: AttributeValue, _ expected: ShownValue) { #expect(ShownValue(value) == expected) }
}
