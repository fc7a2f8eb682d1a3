import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import PropertyLists
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct StoreInspectionTests {
  /// People with a passport each, in a store where nothing is wrong.
  private func soundStore() throws -> Kennel {
    let person = EntityDescription(name: "Person")
    let child = EntityDescription(name: "Child")
    let passport = EntityDescription(name: "Passport")
    let age = KennelModel.attribute("age", .integer16)
    age.constraints.maximum = .integer(120)
    person.declaredProperties = [
      KennelModel.attribute("name", .string, optional: false), age, KennelModel.external("portrait"),
      KennelModel.relationship("passport", to: passport),
    ]
    passport.declaredProperties = [
      KennelModel.attribute("number", .integer64), KennelModel.relationship("holder", to: person),
    ]
    let club = EntityDescription(name: "Club")
    club.declaredProperties = [
      KennelModel.relationship("members", to: child, many: true),
      KennelModel.relationship("teams", to: club, many: true),
      KennelModel.relationship("league", to: club),
    ]
    child.declaredProperties = [KennelModel.relationship("clubs", to: club, many: true)]
    KennelModel.inverse(club, "members", child, "clubs")
    KennelModel.inverse(club, "teams", club, "league")
    KennelModel.ordered(club, "members")
    KennelModel.ordered(club, "teams")
    // As a list of SwiftData: not optional, and empty all the same (issue 17).
    club.relationshipsByName["teams"]?.isOptional = false
    person.subentities = [child]
    passport.uniquenessConstraints = [["number"]]
    KennelModel.inverse(person, "passport", passport, "holder")
    let kennel = try Kennel(model: ManagedObjectModel(entities: [person, child, passport, club]))
    for index in 1...3 {
      let id = try kennel.insert("Passport", ["number": .integer(Int64(index))]).objectID
      let holder = try kennel.insert(
        index == 3 ? "Child" : "Person",
        ["name": .string("P\(index)"), "age": .integer(30)],
        toOne: ["passport": id]
      ).objectID
      var row = try #require(try kennel.store.row(for: id))
      row.toOne = [holder]
      try kennel.save { $0.updated = [row] }
    }
    let child3 = ManagedObjectID(
      entity: try kennel.entity("Child"),
      storeNumber: kennel.store.number,
      reference: 3
    )
    let child4 = try kennel.insert("Child", ["name": "P4"]).objectID
    let league = try kennel.insert("Club", [:]).objectID
    try kennel.link(league, "members", "Club", [child3, child4], order: [child3, child4])
    let teams = try (0..<2).map { _ in try kennel.insert("Club", [:], toOne: ["league": league]).objectID }
    try kennel.order(league, "teams", "Club", teams)
    try kennel.store.close()
    return kennel
  }

  @Test func findsDigestsOfOtherHashes() throws {
    let kennel = try soundStore()
    let connection = try SQLiteConnection(path: kennel.path)
    let bytes = try #require(try connection.firstValue("SELECT Z_PLIST FROM Z_METADATA")?.blob)
    var entries = try #require(try PropertyList.read(bytes).dictionary)
    for key in ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"] { entries[key] = .string("AAAA") }
    entries["NSStoreType"] = .string("XML")
    let changed = PropertyList.writeBinary(.dictionary(entries))
    try connection.execute("UPDATE Z_METADATA SET Z_PLIST = ?1", [.blob(changed)])
    connection.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model)
    #expect(problems.filter { $0.rule == .storeMetadata }.count == 3, "\(problems)")
  }

  @Test func findsAnEntryThatAnIndexLacks() throws {
    let kennel = try soundStore()
    let connection = try SQLiteConnection(path: kennel.path)
    let page = try #require(
      try connection.firstValue("SELECT rootpage FROM sqlite_master WHERE name = 'Z_Passport_UNIQUE_number'")?.integer
    )
    connection.close()
    // The page's cell count, two bytes at offset 3, loses one entry.
    let file = try #require(FileHandle(forUpdatingAtPath: kennel.path))
    try file.seek(toOffset: UInt64(page - 1) * 4096 + 3)
    try file.write(contentsOf: Data([0, 2]))
    try file.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model)
    #expect(problems.contains { $0.rule == .storeIntegrity }, "\(problems)")
  }

  @Test func findsADerivedAttributeThatIsOutOfDate() throws {
    let book = EntityDescription(name: "Book")
    let page = EntityDescription(name: "Page")
    let count = DerivedAttributeDescription(
      name: "pagesCount",
      type: .integer64,
      derivationExpressionText: "pages.@count"
    )
    let title = DerivedAttributeDescription(name: "bookTitle", type: .string, derivationExpressionText: "book.title")
    for attribute in [count, title] { attribute.isOptional = true }
    book.declaredProperties = [
      KennelModel.attribute("title", .string), count, KennelModel.relationship("pages", to: page, many: true),
    ]
    page.declaredProperties = [title, KennelModel.relationship("book", to: book)]
    KennelModel.inverse(book, "pages", page, "book")
    let kennel = try Kennel(model: ManagedObjectModel(entities: [book, page]))
    let first = try kennel.insert("Book", ["title": "A"]).objectID
    try kennel.insert("Book", ["title": "B"])
    for _ in 0..<2 { try kennel.insert("Page", [:], toOne: ["book": first]) }
    try kennel.store.close()
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).isEmpty)
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZBOOK SET ZPAGESCOUNT = 5 WHERE Z_PK = 2")
    try connection.execute("UPDATE ZPAGE SET ZBOOKTITLE = 'C' WHERE Z_PK = 1")
    connection.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model)
    #expect(problems.map(\.rule) == [.storeDerivation, .storeDerivation])
    #expect(problems.map(\.table) == ["ZBOOK", "ZPAGE"])
    #expect(problems.map(\.record) == [2, 1])
    #expect(problems.map(\.attribute) == ["pagesCount", "bookTitle"])
  }

  @Test func warnsOfFilesThatNoRowRefersTo() throws {
    let kennel = try soundStore()
    try kennel.folder.write(
      "left over",
      to: ".Kennel_SUPPORT/_EXTERNAL_DATA/00112233-4455-6677-8899-AABBCCDDEEFF"
    )
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model)
    #expect(problems.map(\.rule) == [.storeOrphanFile])
    #expect(problems.allSatisfy { $0.severity == .warning })
  }

  /// Large values are beside the file, wherever a link to it is.
  @Test func filesOfAStoreAreFoundByWayOfALink() throws {
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 10
    let kennel = try Kennel(options: options)
    let scan = AttributeValue.binary(Data(repeating: 7, count: 100))
    let first = try kennel.insert("Dog", ["name": "Rex", "scan": scan])
    try kennel.store.close()
    try FileManager.default.createDirectory(atPath: kennel.folder.file("Links"), withIntermediateDirectories: true)
    let link = kennel.folder.file("Links/Linked.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kennel.path)
    #expect(try StoreInspection.verify(link, model: kennel.model).isEmpty)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(try SQLiteStore.open(at: link, model: kennel.model, options: options))
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let rex = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Dog")).first)
    #expect(rex.objectID.reference == first.objectID.reference)
    #expect(rex.value(forKey: "scan") as? Data == Data(repeating: 7, count: 100))
    try rex.setValue(Data(repeating: 8, count: 200), forKey: "scan")
    try context.save()
    #expect(!kennel.folder.names().contains { $0.hasPrefix("Links/.") })
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).isEmpty)
  }

  static let misfits = [
    // Bytes that read as texts, and numbers that read as what they are not.
    ("ZNAME = x'526578'", "name holds a value of SQLite's class blob"),
    ("ZBORN = 'today'", "born holds a value of SQLite's class text"),
    ("ZCHIP = x'31'", "chip holds a value of SQLite's class blob"),
    ("ZHOME = x'613A62'", "home holds a value of SQLite's class blob"),
    ("ZNOTES = 'text'", "notes holds a value of SQLite's class text"),
    ("ZSCAN = 'text'", "scan holds a value of SQLite's class text"),
    ("ZTAG = '00112233-4455-6677-8899-AABBCCDDEEFF'", "tag holds a value of SQLite's class text"),
    // The class is the right one.
    ("ZTAG = x'00'", "tag holds a value that is no UUID"), ("ZTAG = x''", "tag holds a value that is no UUID"),
    ("ZTAG = zeroblob(17)", "tag holds a value that is no UUID"),
    ("ZHEIGHT = 1e39", "height holds a value that is no Float"),
    ("ZHEIGHT = -1e300", "height holds a value that is no Float"),
  ]

  @Test(arguments: misfits) func findsValuesThatAStoreCannotUse(_ change: String, _ words: String) throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "Rex", "height": .float(.greatestFiniteMagnitude), "tag": .uuid(UUID())])
    try kennel.insert("Dog", ["name": "Max", "height": .float(-.infinity)])
    try kennel.store.close()
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).isEmpty)
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZANIMAL SET \(change) WHERE Z_PK = 1")
    connection.close()
    // An address makes the store depend on what is not proven, which is a warning.
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model).filter { $0.severity == .error }
    #expect(problems.map(\.rule) == [.storeStorageClass] && problems.map(\.record) == [1], "\(problems)")
    #expect(problems.first?.message.hasSuffix(words) == true, "\(problems)")
  }

  @Test(arguments: [
    ("ZCITY = x'41'", "place.city holds a value of SQLite's class blob"),
    ("ZTAG = x'00'", "place.tag holds a value that is no UUID"),
    ("ZHEIGHT = 1e39", "place.height holds a value that is no Float"),
  ])
  func findsValuesOfCompositeAttributesThatAStoreCannotUse(_ change: String, _ words: String) throws {
    let town = EntityDescription(name: "Town")
    let elements = [("city", AttributeType.string), ("tag", .uuid), ("height", .float)]
    town.declaredProperties = [
      CompositeAttributeDescription(name: "place", elements: elements.map { KennelModel.attribute($0, $1) })
    ]
    let kennel = try Kennel(model: ManagedObjectModel(entities: [town]))
    try kennel.insert("Town", ["place": .composite(["city": "Oslo", "tag": .uuid(UUID()), "height": .float(1.5)])])
    try kennel.store.close()
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).filter { $0.severity == .error }.isEmpty)
    let connection = try SQLiteConnection(path: kennel.path)
    try connection.execute("UPDATE ZTOWN SET \(change)")
    connection.close()
    let problems = try StoreInspection.verify(kennel.path, model: kennel.model).filter { $0.severity == .error }
    #expect(problems.map(\.rule) == [.storeStorageClass], "\(problems)")
    #expect(problems.first?.message.hasSuffix(words) == true, "\(problems)")
  }

  /// The animal does not know whose favourite it is; its row does.
  @Test func findsNothingAfterABatchDeletion() throws {
    let kennel = try Kennel()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(kennel.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let owner = ManagedObjectContext.insertNewObject(forEntityName: "Owner", into: context)
    let animals = try ["Rex", "Max"].map { name in
      let dog = ManagedObjectContext.insertNewObject(forEntityName: "Dog", into: context)
      try dog.setValue(name, forKey: "name")
      return dog
    }
    try owner.setValue(Set(animals), forKey: "favourites")
    try context.save()
    _ = try context.execute(BatchDeleteRequest(objectIDs: [owner.objectID]))
    try kennel.store.close()
    #expect(try StoreInspection.verify(kennel.path, model: kennel.model).isEmpty)
  }

  @Test func findsAnotherVersionOfTheModel() throws {
    let kennel = try Kennel()
    try kennel.store.close()
    let other = KennelModel.make()
    other.entitiesByName["Walk"]?.declaredProperties += [KennelModel.attribute("length", .double)]
    let problems = try StoreInspection.verify(kennel.path, model: other)
    #expect(problems.contains { $0.rule == .storeVersionHash && $0.entity == "Walk" })
    #expect(problems.contains { $0.rule == .storeSchema && $0.table == "ZWALK" })
    let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore.open(at: kennel.path, model: other) }
    guard case .incompatibleModel(let differing, [], [])? = error?.kind else {
      Issue.record("the hashes differ")
      return
    }
    #expect(differing.contains("Walk"))
  }

  @Test func saysWhatAStoreHolds() throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "A"])
    try kennel.insert("Cat", ["name": "B"])
    kennel.store.metadata.userValues["edition"] = .integer(4)
    try kennel.store.saveMetadata()
    let info = try StoreInspection.info(kennel.path)
    #expect(info.entities.map(\.name) == ["Animal", "Cat", "Dog", "Owner", "Walk"])
    #expect(info.entities.map(\.count) == [0, 1, 1, 0, 0])
    #expect(info.entities.map(\.greatestKey) == [2, nil, nil, 0, 0])
    #expect(info.entities[1].parent == "Animal")
    #expect(info.entities[1].table == "ZANIMAL")
    #expect(info.frameworkVersion == 1526)
    #expect(info.journalMode == "delete")
    #expect(info.applicationKeys == ["edition"])
    #expect(info.identifier == kennel.store.identifier)
    let copy = try JSONDecoder().decode(StoreInfo.self, from: try JSONEncoder().encode(info))
    #expect(copy == info)
  }
}
