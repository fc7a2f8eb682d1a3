import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PropertyLists
import TestSupport
import Testing

/// The bytes of binary stores, as Core Data writes them.
@Suite struct BinaryStoreFormTests {
  private let folder: TemporaryFolder
  private let model = BinaryStoreFormTests.makeModel()

  init() throws {
    folder = try TemporaryFolder()
    AtomicStore.register()
  }

  /// Attributes of two entities, some of which are transient, in no order.
  private static func makeModel() -> ManagedObjectModel {
    let item = EntityDescription(name: "Item")
    let page = EntityDescription(name: "Page")
    let owner = RelationshipDescription(name: "parent", destination: item)
    let parts = RelationshipDescription(name: "parts", destination: item, toMany: true)
    owner.inverseRelationship = parts
    parts.inverseRelationship = owner
    let draft = FormModel.attribute("draft", .string)
    draft.isTransient = true
    let cache = FormModel.attribute("cache", .string)
    cache.isTransient = true
    item.declaredProperties = [
      FormModel.attribute("title", .string), draft, FormModel.attribute("order", .integer64), owner, parts,
    ]
    page.declaredProperties = [
      FormModel.attribute("seen", .date), cache, FormModel.attribute("isRead", .boolean),
      FormModel.attribute("body", .string),
      FormModel.attribute("price", .decimal),
    ]
    item.subentities = [page]
    return ManagedObjectModel(entities: [item, page])
  }

  private func number(_ bytes: [UInt8], _ offset: Int, _ size: Int = 8) -> Int {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private func fill(_ store: any PersistentStore) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let book = ManagedObjectContext.insertNewObject(forEntityName: "Item", into: context)
    try book.setValue("Book", forKey: "title")
    try context.save()
    let page = ManagedObjectContext.insertNewObject(forEntityName: "Page", into: context)
    let values: [String: Any] = [
      "title": "One", "order": 7, "isRead": true, "seen": Date(timeIntervalSinceReferenceDate: 12.5), "parent": book,
      "price": Decimal(string: "9.95")!, "draft": "not kept",
    ]
    for (key, value) in values { try page.setValue(value, forKey: key) }
    try context.save()
  }

  @Test func writesWhatCoreDataWrites() throws {
    let path = folder.file("Store.bin")
    let store = try BinaryStore.create(at: path, model: model, identifier: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11")
    try fill(store)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes.starts(with: Array("CoreData".utf8)))
    #expect(number(bytes, 8, 4) == 1)
    #expect(number(bytes, 12, 4) == 134_481_920)
    let (metadataStart, metadataSize) = (number(bytes, 16), number(bytes, 24))
    let (objectsStart, objectsSize) = (number(bytes, 32), number(bytes, 40))
    #expect((objectsStart, objectsStart + objectsSize) == (64, metadataStart))
    #expect(metadataStart + metadataSize == bytes.count)
    #expect((number(bytes, 48), number(bytes, 56)) == (2, 0))

    let metadata = try #require(
      try KeyedArchive(Array(bytes[metadataStart...]), rootKey: "metadata").rootObject
    )
    #expect(
      metadata.entries.map(\.key) == [
        "NSPersistenceFrameworkVersion", "NSStoreModelVersionChecksumKey", "NSStoreModelVersionHashes",
        "NSStoreModelVersionHashesDigest", "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers",
        "NSStoreType", "NSStoreUUID",
      ]
    )
    let texts = Dictionary(uniqueKeysWithValues: metadata.entries.map { ($0.key, metadata.archive.string($0.value)) })
    #expect(texts["NSStoreType"] == "Binary")
    #expect(texts["NSStoreUUID"] == "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11")

    let archive = try KeyedArchive(Array(bytes[64..<metadataStart]), rootKey: "mapData")
    let map = try #require(archive.rootObject)
    #expect(map.className == "NSMutableDictionary")
    #expect(map.fields["NS.keys"]?.array?.map { archive.resolve($0)?.integer } == [1, 2])
    let page = try #require(map.elements.last)
    #expect(page.className == "NSDictionaryMapNode")
    #expect(page.integer("NSPrimaryKey64") == 2)
    #expect(page.string("NSEntityName") == "Page")
    // Inherited attributes first, each entity's by name, transient ones at the end.
    let values = try #require(page.object("NSAttributeValues"))
    #expect(values.className == "NSArray")
    let kinds = values.elementReferences.map { archive.object($0)?.className ?? "\(archive.resolve($0) ?? .null)" }
    #expect(
      kinds == [
        "integer(7)", "string(\"One\")", "NSNull", "integer(1)", "NSDecimalNumber", "NSDate", "NSNull", "NSNull",
      ]
    )
    let related = try #require(page.object("NSRelatedNodes"))
    #expect(related.objectEntries.map(\.key) == ["parent"])
    #expect(related.objectEntries.first?.value.className == "NSArray")
    let book = try #require(map.elements.first?.object("NSRelatedNodes")?.objectEntries.first)
    #expect((book.key, book.value.className) == ("parts", "NSMutableArray"))
    #expect(book.value.elementReferences.map { archive.resolve($0)?.integer } == [2])
  }

  /// A store made by hand, in the form of Core Data's: with mutable strings, and objects in any order.
  private func made(
    _ change: (ArchivableObject) -> Void = { _ in },
    numbers: [Int64] = [4, 9],
    lastNumber: UInt64 = 12
  ) -> [UInt8] {
    func array(_ name: String, _ values: [ArchivableObject.Reference]) -> ArchivableObject {
      let object = ArchivableObject(name, ancestors: name == "NSArray" ? ["NSObject"] : ["NSArray", "NSObject"])
      object.set("NS.objects", .references(values))
      return object
    }
    func dictionary(_ entries: [(ArchivableObject.Reference, ArchivableObject.Reference)]) -> ArchivableObject {
      let object = ArchivableObject("NSMutableDictionary", ancestors: ["NSDictionary", "NSObject"])
      object.set("NS.keys", .references(entries.map(\.0)))
      object.set("NS.objects", .references(entries.map(\.1)))
      return object
    }
    func text(_ text: String) -> ArchivableObject.Reference {
      let object = ArchivableObject("NSMutableString", ancestors: ["NSString", "NSObject"])
      object.set("NS.string", .inline(.string(text)))
      return .object(object)
    }
    func node(
      _ entity: String,
      _ number: Int64,
      _ values: [ArchivableObject.Reference],
      _ related: [(ArchivableObject.Reference, ArchivableObject.Reference)]
    ) -> ArchivableObject {
      let node = ArchivableObject("NSDictionaryMapNode", ancestors: ["NSStoreMapNode", "NSObject"])
      node.set("NSAttributeValues", .object(array("NSArray", values)))
      node.set("NSPrimaryKey64", .inline(.integer(number)))
      node.set("NSEntityName", .string(entity))
      if !related.isEmpty { node.set("NSRelatedNodes", .object(dictionary(related))) }
      return node
    }
    let null = ArchivableObject.Reference.object(ArchivableObject("NSNull"))
    let page = node(
      "Page",
      9,
      [
        .value(.integer(3)), text("One"), .value(.string("It was a dark…")), .value(.integer(0)), null, null, null,
        null,
      ],
      [(.string("parent"), .object(array("NSArray", [.value(.integer(4))])))]
    )
    change(page)
    let book = node(
      "Item",
      4,
      [null, .value(.string("Book")), null],
      [(.string("parts"), .object(array("NSMutableArray", [.value(.integer(9))])))]
    )
    let map = dictionary([(.value(.integer(numbers[1])), .object(page)), (.value(.integer(numbers[0])), .object(book))])
    let metadata = dictionary([
      (.string("NSStoreUUID"), text("9A0C0F7E-4B5B-4C1C-8B42-5A7C1A3D9E10")),
      (.string("NSStoreType"), .string("Binary")),
      (.string("edition"), .value(.integer(3))),
    ])
    let objects = KeyedArchiveBuilder.archive(.object(map), rootKey: "mapData")
    let head = KeyedArchiveBuilder.archive(.object(metadata), rootKey: "metadata")
    var bytes = Array("CoreData".utf8) + [0, 0, 0, 1, 8, 4, 8, 0]
    let numbers = [UInt64(64 + objects.count), UInt64(head.count), 64, UInt64(objects.count), lastNumber, 0]
    for number in numbers {
      for shift in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
    }
    return bytes + objects + head
  }

  private func open(_ bytes: [UInt8]) throws -> BinaryStore {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("Made.bin")))
    return try BinaryStore.open(at: folder.file("Made.bin"), model: model)
  }

  @Test func readsWhatCoreDataWrites() throws {
    let store = try open(made())
    #expect(store.identifier == "9A0C0F7E-4B5B-4C1C-8B42-5A7C1A3D9E10")
    #expect(store.metadata.userValues == ["edition": .integer(3)])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let page = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Page")).first)
    #expect(page.value(forKey: "order") as? Int == 3)
    #expect(page.value(forKey: "title") as? String == "One")
    #expect(page.value(forKey: "body") as? String == "It was a dark…")
    #expect(page.value(forKey: "isRead") as? Bool == false)
    #expect(page.value(forKey: "seen") == nil)
    #expect((page.value(forKey: "parent") as? ManagedObject)?.value(forKey: "title") as? String == "Book")
    #expect(page.objectID.uriRepresentation().hasSuffix("/Page/p9"))
    // The file says that numbers up to 12 were given.
    #expect(try store.obtainPermanentIDs(for: model.entities[0], count: 1)[0].uriRepresentation().hasSuffix("/p13"))
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var reason: String
    var change: @Sendable (ArchivableObject) -> Void
  }

  private static func replacing(_ key: String, _ value: PropertyListValue) -> @Sendable (ArchivableObject) -> Void {
    { $0.set(key, .inline(value)) }
  }

  static let damages = [
    Damage(testDescription: "another number", reason: "but has 5", change: replacing("NSPrimaryKey64", .integer(5))),
    Damage(testDescription: "no such entity", reason: "no entity Chapter") {
      $0.set("NSEntityName", .string("Chapter"))
    },
    Damage(
      testDescription: "no values",
      reason: "it has 0 values",
      change: replacing("NSAttributeValues", .integer(1))
    ),
    Damage(testDescription: "a text for a number", reason: "Page.order has a value that is no Integer 64") { node in
      let values = ArchivableObject("NSArray")
      values.set("NS.objects", .references(Array(repeating: .string("text"), count: 8)))
      node.set("NSAttributeValues", .object(values))
    },
    Damage(testDescription: "a number for a date", reason: "is no Date") { node in
      let values = ArchivableObject("NSArray")
      let null = ArchivableObject.Reference.object(ArchivableObject("NSNull"))
      values.set("NS.objects", .references([null, null, null, null, null, .string("now"), null, null]))
      node.set("NSAttributeValues", .object(values))
    },
    Damage(testDescription: "no such relationship", reason: "no relationship Page.sibling") { node in
      let list = ArchivableObject("NSArray")
      list.set("NS.objects", .references([]))
      let related = ArchivableObject("NSDictionary")
      related.set("NS.keys", .references([.string("sibling")]))
      related.set("NS.objects", .references([.object(list)]))
      node.set("NSRelatedNodes", .object(related))
    },
    Damage(testDescription: "a reference to nowhere", reason: "not there: 77") { node in
      let list = ArchivableObject("NSArray")
      list.set("NS.objects", .references([.value(.integer(77))]))
      let related = ArchivableObject("NSDictionary")
      related.set("NS.keys", .references([.string("parent")]))
      related.set("NS.objects", .references([.object(list)]))
      node.set("NSRelatedNodes", .object(related))
    },
  ]

  @Test(arguments: damages) func saysWhatIsWrong(_ damage: Damage) throws {
    let error = try #require(throws: AtomicStoreError.self) { _ = try open(made(damage.change)) }
    #expect(error.description.contains(damage.reason), "\(error)")
    #expect(error.description.contains("(object 9)"), "\(error)")
  }

  @Test func refusesANumberThatStandsTwice() throws {
    let error = try #require(throws: AtomicStoreError.self) { _ = try open(made(numbers: [9, 9])) }
    #expect(error.description.contains("9"), "\(error)")
  }

  @Test func endsWithAnErrorAtEveryTruncation() throws {
    let bytes = made()
    for length in 0..<bytes.count {
      #expect(throws: AtomicStoreError.self, "\(length) bytes") { _ = try open(Array(bytes.prefix(length))) }
    }
  }

  @Test func neitherCrashesNorHangsWhateverByteIsChanged() throws {
    let bytes = made()
    for index in stride(from: 0, to: bytes.count, by: 3) {
      for change in [UInt8(0xFF), 0x01, 0x80] {
        var changed = bytes
        changed[index] ^= change
        // A store, or an error that names the file.
        do {
          _ = try open(changed)
        } catch let error as AtomicStoreError {
          #expect(error.path == folder.file("Made.bin"))
        }
      }
    }
  }
}
