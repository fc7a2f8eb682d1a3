import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct SQLiteStoreBulkLoadingTests {
  private static let bulk: SQLiteStoreOptions = {
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    return options
  }()

  @Test func makesTheSameStoreAsSavingOneByOne() throws {
    let plain = try Kennel()
    let bulk = try Kennel(options: Self.bulk)
    for kennel in [plain, bulk] {
      let owner = try kennel.insert("Owner", ["email": "a@b"])
      let dogs = try (1...50).map { index in
        try kennel.insert("Dog", ["name": .string("\(index)")], toOne: ["owner": owner.objectID]).objectID
      }
      let walk = try kennel.insert("Walk", ["place": "Hill"])
      try kennel.link(walk.objectID, "dogs", "Walk", dogs, order: dogs.reversed())
      try kennel.store.setIdentifier("00112233-4455-6677-8899-AABBCCDDEEFF")
      try kennel.store.finishBulkLoading()
    }
    let objects = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    #expect(try plain.store.raw(objects) == bulk.store.raw(objects))
    for table in ["ZANIMAL", "ZOWNER", "ZWALK", "Z_3WALKS", "Z_PRIMARYKEY", "Z_METADATA"] {
      #expect(try plain.store.raw("SELECT * FROM \(table)") == bulk.store.raw("SELECT * FROM \(table)"))
    }
    #expect(bulk.folder.names() == ["Kennel.sqlite"])
    try bulk.insert("Owner", ["email": "after"])
  }

  @Test func makesTheSameBytesOfTheSameContent() throws {
    let files = try (1...2).map { _ in
      let kennel = try Kennel(options: Self.bulk)
      for index in 1...300 {
        try kennel.insert("Dog", ["name": .string("Dog \(index)"), "weight": .double(Double(index))])
      }
      try kennel.store.setIdentifier("00112233-4455-6677-8899-AABBCCDDEEFF")
      try kennel.store.finishBulkLoading()
      try kennel.store.analyze()
      try kennel.store.vacuum()
      try kennel.store.close()
      return try Data(contentsOf: URL(fileURLWithPath: kennel.path))
    }
    #expect(files[0] == files[1])
  }

  @Test func makesItsObjectsInCoreDatasOrder() throws {
    let kennel = try Kennel(options: Self.bulk)
    try kennel.store.finishBulkLoading()
    let types = try kennel.store.raw("SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").map {
      $0[1].text ?? ""
    }
    #expect(
      types == [
        "ZANIMAL", "Z_3WALKS", "ZOWNER", "ZWALK", "ZANIMAL_ZOWNER_INDEX", "ZANIMAL_Z4FAVOURITES_INDEX",
        "ZANIMAL_Z5PHOTOSOF_INDEX", "ZANIMAL_Z_ENT_INDEX", "Z_3WALKS_Z_5WALKS_INDEX", "Z_Dog_byWeight",
        "ZOWNER_Z4FRIENDS_INDEX",
        "Z_Owner_UNIQUE_email",
        "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE",
      ]
    )
    #expect(try kennel.store.raw("PRAGMA page_size") == [[4096]])
    #expect(try kennel.store.raw("PRAGMA auto_vacuum") == [[2]])
  }

  @Test func findsEveryDuplicateAtTheEnd() throws {
    let kennel = try Kennel(options: Self.bulk)
    let owners = try ["a", "b", "a", "c", "b", "a"].map { try kennel.insert("Owner", ["email": .string($0)]).objectID }
    try kennel.insert("Owner", [:])
    try kennel.insert("Owner", [:])
    let error = #expect(throws: StoreConflictError.self) { try kennel.store.finishBulkLoading() }
    var found: [Int64: Int64] = [:]
    for case .uniqueness(let objectID, ["email"], let holder)? in error?.conflicts ?? [] {
      found[objectID.reference] = holder?.reference
    }
    #expect(found == [3: 1, 5: 2, 6: 1])
    try kennel.save { $0.deleted = [(owners[2], 1), (owners[4], 1), (owners[5], 1)] }
    try kennel.store.finishBulkLoading()
    #expect(
      try StoreInspection.verify(kennel.path, model: kennel.model).filter {
        $0.severity == .error && $0.rule != .storeVersionHash
      }
      .isEmpty
    )
  }

  @Test func undoesARefusedSaveWhileLoading() throws {
    let kennel = try Kennel(options: Self.bulk)
    let owner = try kennel.insert("Owner", ["email": "a"])
    #expect(throws: StoreConflictError.self) {
      try kennel.save { request in
        request.inserted = [try kennel.row("Owner", ["email": "b"])]
        var row = try #require(try kennel.store.row(for: owner.objectID))
        row.version = 7
        request.updated = [row]
      }
    }
    #expect(try kennel.store.count(for: StoreFetch(entity: try kennel.entity("Owner"))) == 1)
  }

  @Test(arguments: [true, false]) func keepsDerivedAttributes(_ isBulk: Bool) throws {
    let book = EntityDescription(name: "Book")
    let page = EntityDescription(name: "Page")
    book.declaredProperties = [
      KennelModel.attribute("title", .string),
      DerivedAttributeDescription(name: "pagesCount", type: .integer32, derivationExpressionText: "pages.@count"),
      KennelModel.relationship("pages", to: page, many: true),
    ]
    page.declaredProperties = [
      KennelModel.relationship("book", to: book),
      DerivedAttributeDescription(name: "bookTitle", type: .string, derivationExpressionText: "book.title"),
    ]
    KennelModel.inverse(book, "pages", page, "book")
    let kennel = try Kennel(
      model: ManagedObjectModel(entities: [book, page]),
      options: isBulk ? Self.bulk : SQLiteStoreOptions()
    )
    let one = try kennel.insert("Book", ["title": "Dogs"]).objectID
    let two = try kennel.insert("Book", ["title": "Cats"]).objectID
    for _ in 1...3 { try kennel.insert("Page", [:], toOne: ["book": one]) }
    try kennel.store.finishBulkLoading()
    #expect(try kennel.value("pagesCount", of: one) == .integer(3))
    #expect(try kennel.value("pagesCount", of: two) == .integer(0))
    #expect(try kennel.store.raw("SELECT ZBOOKTITLE FROM ZPAGE") == [["Dogs"], ["Dogs"], ["Dogs"]])
    let last = try kennel.insert("Page", [:], toOne: ["book": two]).objectID
    #expect(try kennel.value("pagesCount", of: two) == .integer(1))
    var row = try #require(try kennel.store.row(for: last))
    row.toOne = [one]
    try kennel.save { $0.updated = [row] }
    #expect(try kennel.value("pagesCount", of: one) == .integer(4))
    #expect(try kennel.value("bookTitle", of: last) == "Dogs")
    let raw = try SQLiteConnection(path: kennel.path)
    let error = #expect(throws: SQLiteError.self) {
      try raw.execute("INSERT INTO ZPAGE (Z_ENT, Z_OPT, ZBOOK) VALUES (2, 1, 1)")
    }
    #expect(error?.message.contains("NSCoreDataDATrigger") == true)
  }

  @Test func keepsLargeValuesInFilesAndRemovesThemWithTheirObjects() throws {
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 10
    let kennel = try Kennel(options: options)
    let large = AttributeValue.binary(Data(repeating: 5, count: 100))
    let dog = try kennel.insert("Dog", ["scan": large]).objectID
    let small = try kennel.insert("Dog", ["scan": .binary(Data([1, 2]))]).objectID
    #expect(try kennel.value("scan", of: dog) == large)
    #expect(
      try kennel.store.raw("SELECT hex(substr(ZSCAN, 1, 1)), length(ZSCAN) FROM ZANIMAL") == [["02", 38], ["01", 3]]
    )
    #expect(kennel.folder.names().filter { $0.hasPrefix(".Kennel_SUPPORT/_EXTERNAL_DATA/") }.count == 1)
    let orphan = "00112233-4455-6677-8899-AABBCCDDEEFF"
    try kennel.folder.write("left over", to: ".Kennel_SUPPORT/_EXTERNAL_DATA/\(orphan)")
    #expect(try kennel.store.removeOrphanedExternalData() == [orphan])
    try kennel.folder.write("left over", to: ".Kennel_SUPPORT/_EXTERNAL_DATA/\(orphan)")
    try kennel.store.vacuum()
    #expect(kennel.folder.names().filter { $0.hasPrefix(".Kennel_SUPPORT/_EXTERNAL_DATA/") }.count == 1)
    var row = try #require(try kennel.store.row(for: dog))
    try kennel.save { $0.updated = [row] }
    #expect(try kennel.value("scan", of: dog) == large)
    row.version += 1
    row.attributes[try kennel.slot("scan", "Dog")] = .binary(Data(repeating: 6, count: 50))
    try kennel.save { $0.updated = [row] }
    #expect(kennel.folder.names().filter { $0.hasPrefix(".Kennel_SUPPORT/_EXTERNAL_DATA/") }.count == 1)
    try kennel.save { $0.deleted = [(dog, 3), (small, 1)] }
    #expect(kennel.folder.names().filter { $0.hasPrefix(".Kennel_SUPPORT/_EXTERNAL_DATA/") }.isEmpty)
  }
}
