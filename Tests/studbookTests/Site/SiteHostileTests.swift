import AttributeValues
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// `studbook site` over names and texts that mean something to pages, paths and file systems, and over very many objects.
@Suite struct SiteHostileTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Index">
        <attribute name="name" attributeType="String"/>
        <attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="pictures" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Pictures" inverseName="index" inverseEntity="Pictures"/>
      </entity>
      <entity name="Pictures">
        <attribute name="name" attributeType="String"/>
        <relationship name="index" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Index" inverseName="pictures" inverseEntity="Index"/>
      </entity>
      <entity name="About"><attribute name="name" attributeType="String"/></entity>
      <entity name="A_B"><attribute name="name" attributeType="String"/></entity>
      <entity name="A__B"><attribute name="name" attributeType="String"/></entity>
      <entity name="Con"><attribute name="name" attributeType="String"/></entity>
    </model>
    """

  private func release(_ sources: [String: String], _ entities: [String: String]) throws -> SiteFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Odd.xcdatamodeld/Odd.xcdatamodel"),
      withIntermediateDirectories: true
    )
    try folder.write(Self.model, to: "Odd.xcdatamodeld/Odd.xcdatamodel/contents")
    var recipe = "model: Odd.xcdatamodeld\noutput: Odd.sqlite\nsources:\n"
    for (file, text) in sources.sorted(by: { $0.key < $1.key }) {
      try folder.write(text, to: file)
      recipe += "  - { file: \(file), entity: \(entities[file] ?? "")"
      if entities[file] == "Pictures" { recipe += ", relationships: { index: { field: index, matches: name } }" }
      recipe += " }\n"
    }
    try folder.write(recipe, to: "Odd.recipe.yml")
    let build = try Tool.run(["build", "Odd.recipe.yml", "--output", "Out"], in: folder.path)
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    let run = try Tool.run(["site", "Out", "--output", "Site", "--recipe", "Odd.recipe.yml"], in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return try SiteFolder(folder.file("Site"))
  }

  private static let names = [
    "\"quoted\" 'single'", "</script><script>alert(1)</script>", "..", "../../etc/passwd", "a/b\\c", "C:\\con", "con",
    "nul",
    "{{title}}", "{{{body}}}", "&amp;", "%2e%2e%2f", "?query#fragment", "\u{202E}evil\u{202C}", "مرحبا بالعالم", "שלום",
    "日本語", "😀", "-", ".", "index", "<!--", "]]>", "javascript:alert(1)", "x\u{0301}\u{0302}\u{0303}", "index-2",
    "tab\tand more",
    String(repeating: "long ", count: 60) + "end", String(repeating: "ж", count: 150),
    String(repeating: "a", count: 300),
  ]

  private func json(_ rows: [[String: String]]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: rows, options: [.sortedKeys]), as: UTF8.self)
  }

  @Test func hostileNamesStayTextsAndTheirPagesHaveHarmlessPaths() throws {
    let site = try release(
      ["a.json": try json(Self.names.map { ["name": $0, "text": $0 + $0] })],
      ["a.json": "Index"]
    )
    #expect(try site.problems() == [])
    let entries = try site.searchEntries()
    #expect(Set(entries.map { $0[0] }) == Set(Self.names))
    #expect(Set(entries.map { $0[2] }).count == Self.names.count)
    let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-./")
    for path in site.pages.keys {
      #expect(path.allSatisfy(plain.contains) && path.utf8.count < 120, "\(path)")
      let stem = path.split(separator: "/").last?.split(separator: ".").first ?? ""
      #expect(!["con", "nul"].contains(stem), "\(path)")
    }
    for (name, page) in site.pages {
      #expect(page.matches(of: /<script/).count == 2 && !page.contains("<!--"), "\(name)")
    }
  }

  @Test func textsOfBothDirectionsKeepToThemselves() throws {
    let site = try release(["a.json": try json([["name": "שלום", "text": "abc"]])], ["a.json": "Index"])
    let page = try #require(site.pages.first { $0.key.contains("/") })
    #expect(page.value.contains("<h1 dir=\"auto\">שלום"))
  }

  @Test func entitiesWithTheNamesOfTheSitesOwnFilesHaveOthers() throws {
    let row = "name\nOne\n"
    let site = try release(
      ["a.csv": row, "b.csv": row, "c.csv": row, "d.csv": row, "e.csv": row, "f.csv": "name,index\nOne,One\n"],
      ["a.csv": "A_B", "b.csv": "A__B", "c.csv": "About", "d.csv": "Con", "e.csv": "Index", "f.csv": "Pictures"]
    )
    #expect(try site.problems() == [])
    #expect(try site.searchEntries().count == 6)
    #expect(Set(try site.searchEntries().map { $0[2] }).count == 6)
    #expect(try site.page("about.html").contains("About these data"))
  }

  /// The third name is the second's with its number.
  @Test func noPageTakesThePlaceOfAnother() throws {
    let names = ["twin", "Twin", "twin 2", "twin-2", "twin 3", "Twin 4", "twin"]
    let site = try release(["a.json": try json(names.map { ["name": $0] })], ["a.json": "Index"])
    #expect(try site.problems() == [])
    #expect(site.pages.keys.filter { $0.contains("/") }.count == names.count)
  }

  @Test func objectsOfOneNameAreToldApartInLists() throws {
    let site = try release(
      ["a.json": try json([["name": "Twin"], ["name": "Twin"], ["name": "Other"]])],
      ["a.json": "Index"]
    )
    let list = try site.page("index-2.html")
    #expect(list.contains("Twin</bdi> <small><bdi>1<") && list.contains("Twin</bdi> <small><bdi>2<"))
    #expect(!list.contains("Other</bdi> <small>"))
  }

  @Test func aVeryLongToManyListHasPagesOfItsOwn() throws {
    let members = (1...1_203).map { "Member \($0),Group" }.joined(separator: "\n")
    let site = try release(
      ["a.csv": "name\nGroup\n", "b.csv": "name,index\n\(members)\n"],
      ["a.csv": "Index", "b.csv": "Pictures"]
    )
    #expect(try site.problems() == [])
    let pages = ["index-2/group.html", "index-2/group.pictures.2.html", "index-2/group.pictures.3.html"]
    let counts = try pages.map { name in try site.page(name).matches(of: #/<li><a /#).count }
    #expect(counts == [500, 500, 203])
    #expect(try site.page(pages[0]).contains("1203"))
    #expect(try site.page(pages[1]).contains("aria-current=\"page\">2</a>"))
    #expect(site.pages.keys.filter { $0.hasPrefix("pictures-2.") }.count == 3)
  }

  @Test func compositesAreShownAsPartsInTheirOrderInAnyStore() throws {
    let folder = try TemporaryFolder()
    let size = CompositeAttributeDescription(
      name: "size",
      elements: [
        AttributeDescription(name: "width", type: .double), AttributeDescription(name: "height", type: .double),
        CompositeAttributeDescription(name: "box", elements: [AttributeDescription(name: "madeIn", type: .string)]),
      ]
    )
    let entity = EntityDescription(name: "Thing")
    entity.declaredProperties = [
      AttributeDescription(name: "name", type: .string), size, AttributeDescription(name: "at", type: .date),
    ]
    let model = ManagedObjectModel(entities: [entity])
    let store = try SQLiteStore.create(at: folder.file("Things.sqlite"), model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    for (name, date) in [("Soon", 0.0), ("Far", 1e200), ("Old", -15_804_979_200), ("Blank", -1e18), (" \n ", 86_461)] {
      let thing = ManagedObject(entity: entity, insertInto: context)
      try thing.setValue(name, forKey: "name")
      try thing.setValue(Date(timeIntervalSinceReferenceDate: date), forKey: "at")
      if name == "Soon" {
        try thing.setValue(["width": 2.0, "height": 3.5, "box": ["madeIn": "Rome <b>"]], forKey: "size")
      }
    }
    try context.save()
    try store.close()
    let run = try Tool.run(["site", "Things.sqlite", "--output", "Site"], in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    let site = try SiteFolder(folder.file("Site"))
    #expect(try site.problems() == [])
    let words = try site.page("thing/soon.html").replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      words.contains("Size Width 2 Height 3.5 Box made in Rome &lt;b&gt;") && words.contains("At 2001-01-01"),
      "\(words)"
    )
    // In the Gregorian calendar, as sources are read.
    #expect(try site.page("thing/old.html").contains("1500-03-01"))
    // A name of nothing but space is no name.
    #expect(site.pages.keys.contains("thing/thing-5.html"), "\(site.pages.keys)")
    #expect(try site.page("thing/thing-5.html").contains("2001-01-02 00:01:01 UTC"))
  }

  /// Models of every shape, with names that collide, hierarchies, relationships of every kind and with themselves.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func aSiteOfAnyModelHasNoDeadLink(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("Any.xcdatamodel"), withIntermediateDirectories: true)
    try folder.write(RandomModelText.contents(seed: seed), to: "Any.xcdatamodel/contents")
    let model = try ModelReader.read(folder.file("Any.xcdatamodel"))
    for property in model.entities.flatMap(\.declaredProperties) { property.isOptional = true }
    for entity in model.entities { entity.uniquenessConstraints = [] }
    let store = try SQLiteStore.create(at: folder.file("Any.sqlite"), model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    var random = SeededGenerator(seed)
    var objects: [ManagedObject] = []
    for entity in model.entities where !entity.isAbstract {
      for number in 0..<Int.random(in: 0...4, using: &random) {
        let object = ManagedObject(entity: entity, insertInto: context)
        objects.append(object)
        for attribute in entity.attributesByName.values where attribute.attributeType == .string {
          try object.setValue("\(entity.name) \(number)", forKey: attribute.name)
        }
      }
    }
    for object in objects {
      for relationship in object.entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
        guard let destination = relationship.destinationEntity else { continue }
        let others = objects.filter { $0.entity.isKind(of: destination) }.shuffled(using: &random)
        guard let other = others.first else { continue }
        if relationship.isToMany {
          for other in others.prefix(3) { object.mutableOrderedSetValue(forKey: relationship.name).add(other) }
        } else {
          try object.setValue(other, forKey: relationship.name)
        }
      }
    }
    try context.save()
    try store.close()
    let run = try Tool.run(["site", "Any.sqlite", "--output", "Site"], in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    let site = try SiteFolder(folder.file("Site"))
    #expect(try site.problems() == [])
    #expect(site.pages.keys.filter { $0.contains("/") }.count == objects.count)
  }
}
