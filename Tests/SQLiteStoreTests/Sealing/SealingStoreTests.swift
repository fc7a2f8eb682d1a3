import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteAccess
import SQLiteStore
import SealedPages
import SystemErrors
import TestSupport
import Testing

/// A store that is written page by page says the same as one that libsqlite3 has filled and `VACUUM` has written.
@Suite struct SealingStoreTests {
  private static let identifier = "00112233-4455-8677-8899-AABBCCDDEEFF"

  /// Fills both kinds of stores with the same objects.
  private struct Pair {
    let folder: TemporaryFolder
    let model: ManagedObjectModel
    let rows: RandomRows

    init(_ model: ManagedObjectModel, count: Int, seed: UInt64 = 1) throws {
      folder = try TemporaryFolder()
      self.model = model
      rows = RandomRows(model: model, count: count, seed: seed)
    }

    /// The path of a file that libsqlite3 has filled and `VACUUM` has written.
    func vacuumed() throws -> String {
      var options = SQLiteStoreOptions()
      options.bulkLoading = true
      let path = folder.file("work.sqlite")
      let store = try SQLiteStore.create(at: path, model: model, identifier: identifier, options: options)
      let rows = rows.rows(storeNumber: store.number)
      try SealingStoreTests.save(rows, to: store, saves: 3)
      var request = StoreSaveRequest()
      request.toManyChanges = SealingStoreTests.orders(of: rows)
      try store.save(request)
      try store.finishBulkLoading()
      try store.close()
      let connection = try SQLiteConnection(path: path)
      try connection.execute("ANALYZE")
      try connection.execute("VACUUM INTO ?1", [.text(folder.file("vacuumed.sqlite"))])
      return folder.file("vacuumed.sqlite")
    }

    /// The path of a file that was written page by page.
    func sealed(_ name: String = "sealed.sqlite", saves: Int = 2, streaming: [EntityDescription] = []) throws -> String
    {
      let store = try SealingStore(at: folder.file(name), model: model, streaming: streaming)
      try SealingStoreTests.save(rows.rows(storeNumber: store.number), to: store, saves: saves)
      let proof = try store.finish { identifier }
      #expect(try proof.problems().isEmpty)
      try store.close()
      return folder.file(name)
    }
  }

  private static func save(_ rows: [StoreRow], to store: some PersistentStore, saves: Int) throws {
    let size = max(1, (rows.count + saves - 1) / saves)
    for start in stride(from: 0, to: rows.count, by: size) {
      var request = StoreSaveRequest()
      request.inserted = Array(rows[start..<min(start + size, rows.count)])
      try store.save(request)
    }
  }

  /// The members of ordered relationships in the order of their keys, in which a store that is written once counts them by itself.
  private static func orders(of rows: [StoreRow]) -> [StoreToManyChange] {
    var changes: [StoreToManyChange] = []
    for row in rows.sorted(by: { $0.objectID.reference < $1.objectID.reference }) {
      for (slot, relationship) in row.objectID.entity.layout.toOneRelationships.enumerated() {
        guard let owner = row.toOne[slot], let inverse = relationship.inverseRelationship, inverse.isOrdered,
          case .toMany(let slot)? = inverse.entity?.layout.slot(named: inverse.name)
        else { continue }
        if let known = changes.firstIndex(where: { $0.owner == owner && $0.slot == slot }) {
          changes[known].order?.append(row.objectID)
        } else {
          changes.append(StoreToManyChange(owner: owner, slot: slot, added: [], removed: [], order: [row.objectID]))
        }
      }
    }
    return changes
  }

  /// What a database holds: its schema, and the rows of all tables with their numbers.
  private func contents(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    defer { connection.close() }
    var lines = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid").map {
      "\($0)"
    }
    for table in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap({ $0[0].text }) {
      let order = table == "sqlite_stat1" ? "tbl, idx" : "rowid"
      let number = table == "sqlite_stat1" ? "" : "rowid, "
      for row in try connection.rows("SELECT \(number)* FROM \"\(table)\" ORDER BY \(order)") {
        lines.append("\(table): \(row)")
      }
    }
    return lines
  }

  private func expectSame(_ pair: Pair, streaming: [EntityDescription] = []) throws {
    let (expected, found) = (try contents(pair.vacuumed()), try contents(pair.sealed(streaming: streaming)))
    for (one, other) in zip(expected, found) where one != other { Issue.record("\(other)\ninstead of\n\(one)") }
    #expect(expected.count == found.count)
    let connection = try SQLiteConnection(path: pair.folder.file("sealed.sqlite"), mode: .immutable)
    #expect(try connection.integrityProblems().isEmpty)
    #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
    // Random objects are not what their model asks for; nothing else is wrong.
    #expect(
      try StoreInspection.verify(pair.folder.file("sealed.sqlite"), model: pair.model).map(\.message)
        == StoreInspection.verify(pair.folder.file("vacuumed.sqlite"), model: pair.model).map(\.message)
    )
    try expectSamePlans(pair)
    try expectCanBeChanged(pair)
  }

  /// Both files are searched with the same indexes.
  private func expectSamePlans(_ pair: Pair) throws {
    let (first, second) = (
      try SQLiteConnection(path: pair.folder.file("vacuumed.sqlite"), mode: .immutable),
      try SQLiteConnection(path: pair.folder.file("sealed.sqlite"), mode: .immutable)
    )
    for table in try first.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%'") {
      let table = "\"\(table[0].text ?? "")\""
      for column in try first.rows("PRAGMA table_info(\(table))").compactMap({ $0[1].text }).map({ "\"\($0)\"" }) {
        for query in [
          "\(table) WHERE \(column) = ?1", "\(table) WHERE \(column) > ?1 ORDER BY \(column) DESC LIMIT 5",
          "\(table) a JOIN \(table) b ON a.\(column) = b.\(column)", "\(table) ORDER BY \(column)",
        ] {
          let plan = "EXPLAIN QUERY PLAN SELECT count(*), * FROM \(query)"
          #expect(try first.rows(plan).map { $0[3] } == second.rows(plan).map { $0[3] }, "\(query)")
        }
      }
    }
  }

  /// SQLite changes a copy as it changes its own files.
  private func expectCanBeChanged(_ pair: Pair) throws {
    let copy = pair.folder.file("changed.sqlite")
    try FileManager.default.copyItem(atPath: pair.folder.file("sealed.sqlite"), toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let connection = try SQLiteConnection(path: copy, mode: .readWrite)
    defer { connection.close() }
    _ = try connection.rows("PRAGMA journal_mode = MEMORY")
    for table in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%Z_PK%'") {
      let table = "\"\(table[0].text ?? "")\""
      try connection.execute("DELETE FROM \(table) WHERE Z_PK % 3 = 0")
      try connection.execute("UPDATE OR IGNORE \(table) SET Z_OPT = Z_OPT + 1, Z_PK = Z_PK + 100000 WHERE Z_PK % 4 = 1")
      try connection.execute("INSERT INTO \(table)(Z_ENT, Z_OPT) VALUES (1, 1), (1, 1)")
    }
    #expect(try connection.integrityProblems().isEmpty)
    try connection.execute("VACUUM")
    #expect(try connection.integrityProblems().isEmpty)
  }

  // MARK: Contents

  @Test func saysTheSameOfEveryKindOfProperty() throws {
    let model = KennelModel.make()
    try expectSame(Pair(model, count: 700))
    try expectSame(Pair(model, count: 700), streaming: [try #require(model.entitiesByName["Animal"])])
    try expectSame(Pair(model, count: 0))
  }

  @Test(arguments: Seeds.range(1...25)) func saysTheSameOfAnyModel(_ seed: UInt64) throws {
    let text = RandomModelText.contents(seed: seed, allowsForeignNames: seed % 5 == 0)
    let model = try ModelReader.parse(Array(text.utf8), file: "contents").model
    let pair = try Pair(model, count: 60, seed: seed)
    do {
      try expectSame(pair)
    } catch is StoreConflictError {
      // The objects break a uniqueness constraint: then both ways have to say so.
      try? FileManager.default.removeItem(atPath: pair.folder.file("work.sqlite"))
      #expect(throws: StoreConflictError.self) { try pair.vacuumed() }
      #expect(throws: StoreConflictError.self) { try pair.sealed() }
    }
  }

  @Test func worksOutWhatFollowsFromTheObjectAlone() throws {
    let book = EntityDescription(name: "Book")
    book.declaredProperties = [
      KennelModel.attribute("title", .string),
      DerivedAttributeDescription(name: "folded", type: .string, derivationExpressionText: "canonical:(title)"),
    ]
    let pair = try Pair(ManagedObjectModel(entities: [book]), count: 20)
    try expectSame(pair)
    let store = try SQLiteConnection(path: pair.folder.file("sealed.sqlite"), mode: .immutable)
    #expect(try store.firstValue("SELECT count(*) FROM ZBOOK WHERE ZFOLDED LIKE 'grosse%'")?.integer ?? 0 > 0)
  }

  @Test func keepsTheBytesWhateverTheSaves() throws {
    let model = KennelModel.make()
    let pair = try Pair(model, count: 3000)
    let streaming = [try #require(model.entitiesByName["Walk"])]
    let one = try Data(contentsOf: URL(fileURLWithPath: pair.sealed("one.sqlite", saves: 1, streaming: streaming)))
    let many = try Data(contentsOf: URL(fileURLWithPath: pair.sealed("many.sqlite", saves: 700, streaming: streaming)))
    #expect(one == many)
  }

  // MARK: The store

  @Test func answersBeforeAndAfterItIsFinished() throws {
    let model = KennelModel.make()
    let pair = try Pair(model, count: 300)
    let store = try SealingStore(at: pair.folder.file("s.sqlite"), model: model, streaming: [])
    let animal = try #require(model.entitiesByName["Animal"])
    let dog = try #require(model.entitiesByName["Dog"])
    #expect(try store.rows(for: StoreFetch(entity: animal)).isEmpty)
    #expect(try store.count(for: StoreFetch(entity: animal)) == 0)
    let rows = pair.rows.rows(storeNumber: store.number)
    try Self.save(rows, to: store, saves: 2)
    #expect(try store.count(for: StoreFetch(entity: animal)) == rows.count { $0.objectID.entity.isKind(of: animal) })
    var fetch = StoreFetch(entity: animal)
    fetch.includesSubentities = false
    #expect(try store.count(for: fetch) == 0)
    #expect(throws: SealingStoreError.unreadable) { try store.rows(for: StoreFetch(entity: dog)) }
    #expect(throws: SealingStoreError.unreadable) { try store.row(for: rows[0].objectID) }
    _ = try store.finish { Self.identifier }
    #expect(store.identifier == Self.identifier)
    let dogs = rows.filter { $0.objectID.entity === dog }
    #expect(try store.objectIDs(for: StoreFetch(entity: dog)) == dogs.map(\.objectID))
    #expect(try store.row(for: dogs[3].objectID)?.toOne == dogs[3].toOne)
    #expect(throws: SealingStoreError.closed) { try Self.save(rows, to: store, saves: 1) }
    try store.close()
  }

  @Test func opensAsAStoreOfTheStack() throws {
    let pair = try Pair(KennelModel.make(), count: 100)
    let path = try pair.sealed()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: pair.model)
    try coordinator.addPersistentStore(SQLiteStore.open(at: path, model: pair.model))
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let dogs = try context.fetch(FetchRequest<ManagedObject>(entityName: "Dog"))
    #expect(!dogs.isEmpty)
    let owned = try #require(dogs.first { $0.value(forKey: "owner") != nil })
    let owner = try #require(owned.value(forKey: "owner") as? ManagedObject)
    #expect(owner.entity.name == "Owner")
    // The next key comes behind those that were written.
    _ = ManagedObject(entity: try #require(pair.model.entitiesByName["Walk"]), insertInto: context)
    try context.save()
  }

  @Test func takesTheRowsOfASaveInAnyOrder() throws {
    let pair = try Pair(KennelModel.make(), count: 50)
    let store = try SealingStore(at: pair.folder.file("s.sqlite"), model: pair.model, streaming: [])
    try Self.save(pair.rows.rows(storeNumber: store.number).reversed(), to: store, saves: 1)
    _ = try store.finish { Self.identifier }
    try store.close()
    #expect(try contents(pair.folder.file("s.sqlite")) == contents(pair.sealed()))
  }

  @Test func refusesChanges() throws {
    let pair = try Pair(KennelModel.make(), count: 5)
    let store = try SealingStore(at: pair.folder.file("s.sqlite"), model: pair.model, streaming: [])
    var request = StoreSaveRequest()
    request.updated = pair.rows.rows(storeNumber: store.number)
    #expect(throws: SealingStoreError.takesNewObjectsOnly) { try store.save(request) }
  }

  /// Links come, and do not go; what rows say of a relationship is not said again.
  @Test func refusesOtherChangesOfRelationships() throws {
    let (dog, tag) = (EntityDescription(name: "Dog"), EntityDescription(name: "Tag"))
    let tags = RelationshipDescription(name: "tags", destination: tag, toMany: true)
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    let fleas = RelationshipDescription(name: "fleas", destination: tag, toMany: true)
    (tags.inverseRelationship, dogs.inverseRelationship) = (dogs, tags)
    dog.declaredProperties = [tags, fleas]
    tag.declaredProperties = [dogs]
    let model = ManagedObjectModel(entities: [dog, tag])
    model.freeze()
    let folder = try TemporaryFolder()
    let slots = dog.layout.toManyRelationships.map(\.name)
    let (links, pointers) = (try #require(slots.firstIndex(of: "tags")), try #require(slots.firstIndex(of: "fleas")))
    func save(_ change: (ManagedObjectID, ManagedObjectID) -> StoreToManyChange) throws -> SealingStore {
      let store = try SealingStore(at: folder.file("s.sqlite"), model: model, streaming: [])
      let rex = try #require(store.obtainPermanentIDs(for: dog, count: 1).first)
      let old = try #require(store.obtainPermanentIDs(for: tag, count: 1).first)
      var request = StoreSaveRequest()
      request.inserted = [rex, old].map { StoreRow(objectID: $0, version: 1, attributes: [], toOne: []) }
      request.toManyChanges = [change(rex, old)]
      try store.save(request)
      return store
    }
    let store = try save { StoreToManyChange(owner: $0, slot: links, added: [$1], removed: []) }
    _ = try store.finish { Self.identifier }
    let rex = ManagedObjectID(entity: dog, storeNumber: store.number, reference: 1)
    #expect(try store.members(of: rex, toManySlot: links).map(\.entity.name) == ["Tag"])
    try store.close()
    #expect(throws: SealingStoreError.takesNewObjectsOnly) {
      try save { StoreToManyChange(owner: $0, slot: links, added: [], removed: [$1]) }
    }
    #expect(throws: SealingStoreError.takesNewObjectsOnly) {
      try save { StoreToManyChange(owner: $0, slot: links, added: [], removed: [], order: [$1]) }
    }
    #expect(throws: SealingStoreError.takesNewObjectsOnly) {
      try save { StoreToManyChange(owner: $0, slot: pointers, added: [$1], removed: []) }
    }
  }

  /// A row that is encoded before those that come before it cannot say where it stands among them.
  @Test func packsNoMembersOfOrders() async throws {
    await #expect(processExitsWith: .failure) {
      let (list, item) = (EntityDescription(name: "List"), EntityDescription(name: "Item"))
      let items = RelationshipDescription(name: "items", destination: item, toMany: true)
      let owner = RelationshipDescription(name: "list", destination: list)
      items.isOrdered = true
      (items.inverseRelationship, owner.inverseRelationship) = (owner, items)
      list.declaredProperties = [items]
      item.declaredProperties = [owner]
      let folder = try TemporaryFolder()
      let model = ManagedObjectModel(entities: [list, item])
      let store = try SealingStore(at: folder.file("s.sqlite"), model: model, streaming: [])
      let rows = store.packedRows(of: item)
      let (values, texts) = ([AttributeValue](), [UnsafeRawBufferPointer]())
      func append(toListWithKey key: Int64) throws {
        let keys = [key]
        try rows?.append(attributes: values.span, texts: texts.span, toOne: keys.span)
      }
      do { try append(toListWithKey: 0) } catch { exit(0) }
      if rows == nil { exit(0) }
      try append(toListWithKey: 1)
    }
  }

  @Test func namesTheObjectsThatAreNotUnique() throws {
    let folder = try TemporaryFolder()
    let model = KennelModel.make()
    let store = try SealingStore(at: folder.file("s.sqlite"), model: model, streaming: [])
    let owner = try #require(model.entitiesByName["Owner"])
    let rows = try ["a", "b", "a"].map { email in
      StoreRow(
        objectID: try #require(store.obtainPermanentIDs(for: owner, count: 1).first),
        version: 1,
        attributes: owner.layout.attributes.map { $0.name == "email" ? .string(email) : .null },
        toOne: owner.layout.toOneRelationships.map { _ in nil }
      )
    }
    try Self.save(rows, to: store, saves: 1)
    let error = #expect(throws: StoreConflictError.self) { try store.finish { Self.identifier } }
    guard case .uniqueness(let objectID, ["email"], let holder)? = error?.conflicts.first else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(objectID == rows[2].objectID)
    #expect(holder == rows[0].objectID)
    #expect(throws: SealingStoreError.unreadable) { try store.row(for: rows[0].objectID) }
  }

  @Test func saysThatTheFileCannotBeWritten() throws {
    let model = KennelModel.make()
    #expect(throws: FileWriteError.self) {
      try SealingStore(at: "/nowhere/s.sqlite", model: model, streaming: [])
    }
  }

  // MARK: What it leaves to libsqlite3

  @Test func leavesOtherModelsAlone() throws {
    let folder = try TemporaryFolder()
    func reason(_ change: (EntityDescription, EntityDescription) -> Void) throws -> String? {
      let book = EntityDescription(name: "Book")
      let page = EntityDescription(name: "Page")
      book.declaredProperties = [
        KennelModel.attribute("title", .string), KennelModel.attribute("width", .double),
        KennelModel.attribute("height", .double), KennelModel.relationship("pages", to: page, many: true),
      ]
      page.declaredProperties = [KennelModel.relationship("book", to: book)]
      KennelModel.inverse(book, "pages", page, "book")
      change(book, page)
      do {
        _ = try SealingStore(
          at: folder.file("s.sqlite"),
          model: ManagedObjectModel(entities: [book, page]),
          streaming: []
        )
        return nil
      } catch SealedPagesError.unsupported(let what) {
        #expect(folder.names().isEmpty)
        return what
      }
    }
    #expect(
      try reason { book, _ in
        book.declaredProperties.append(
          DerivedAttributeDescription(name: "count", type: .integer32, derivationExpressionText: "pages.@count")
        )
      } == "a derived attribute that follows from related objects"
    )
    #expect(
      try reason { book, _ in
        book.indexes = [
          FetchIndexDescription(
            name: "size",
            elements: [
              .init(propertyName: "width", collationType: .rTree), .init(propertyName: "height", collationType: .rTree),
            ]
          )
        ]
      } == "the virtual table Z_RT_Book_size"
    )
    #expect(
      try reason { book, _ in
        var index = FetchIndexDescription(name: "wide", elements: [.init(propertyName: "width")])
        index.partialIndexPredicateText = "width > 10"
        book.indexes = [index]
      } == "the partial index Z_Book_wide"
    )
    #expect(try reason { _, _ in } == nil)
  }
}
