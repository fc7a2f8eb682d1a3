import AttributeValues
import Findings
import FoundationEssentials
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Derived attributes that no trigger keeps: the store works them out.
@Suite struct ComputedDerivationTests {
  private func model() -> ManagedObjectModel {
    let book = EntityDescription(name: "Book")
    let page = EntityDescription(name: "Page")
    func derived(_ name: String, _ type: AttributeType, _ expression: String) -> DerivedAttributeDescription {
      DerivedAttributeDescription(name: name, type: type, derivationExpressionText: expression)
    }
    book.declaredProperties = [
      KennelModel.attribute("title", .string), KennelModel.relationship("pages", to: page, many: true),
      derived("key", .string, "canonical:(title)"), derived("savedAt", .date, "now()"),
      derived("middle", .double, "median:(pages.words)"),
    ]
    page.declaredProperties = [
      KennelModel.relationship("book", to: book), KennelModel.attribute("words", .integer32),
      derived("bookKey", .string, "canonical:(book.title)"),
    ]
    KennelModel.inverse(book, "pages", page, "book")
    return ManagedObjectModel(entities: [book, page])
  }

  /// A store with a book of two pages.
  @discardableResult
  private func make(
    _ path: String,
    _ model: ManagedObjectModel,
    _ options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws -> SQLiteStore {
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let book = ManagedObjectContext.insertNewObject(forEntityName: "Book", into: context)
    try book.setValue("Émma", forKey: "title")
    for words in [3, 5] {
      let page = ManagedObjectContext.insertNewObject(forEntityName: "Page", into: context)
      try page.setValue(words, forKey: "words")
      try page.setValue(book, forKey: "book")
    }
    try context.save()
    return store
  }

  @Test(arguments: [true, false]) func standInTheFileAfterLoading(isBulk: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Books.sqlite")
    var options = SQLiteStoreOptions()
    options.bulkLoading = isBulk
    options.savingTime = Date(timeIntervalSinceReferenceDate: 86_400)
    let store = try make(path, model(), options)
    try store.finishBulkLoading()
    try store.close()
    let file = try SQLiteConnection(path: path, mode: .readOnly)
    #expect(
      try file.rows("SELECT ZKEY, ZSAVEDAT, ZMIDDLE FROM ZBOOK") == [[.text("emma"), .integer(86_400), .real(4)]]
    )
    #expect(try file.rows("SELECT ZBOOKKEY FROM ZPAGE") == [[.text("emma")], [.text("emma")]])
    #expect(try StoreInspection.verify(path, model: model()).allSatisfy { $0.rule != .storeDerivation })
  }

  @Test func verificationWorksThemOutAgain() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Books.sqlite")
    try make(path, model()).close()
    let file = try SQLiteConnection(path: path, mode: .readWrite)
    try file.execute("UPDATE ZBOOK SET ZKEY = 'ema', ZMIDDLE = 3.5")
    try file.execute("UPDATE ZPAGE SET ZBOOKKEY = NULL WHERE Z_PK = 2")
    file.close()
    let problems = try StoreInspection.verify(path, model: model()).filter { $0.rule == .storeDerivation }
    #expect(
      problems.map { "\($0.table ?? "") \($0.record ?? 0) \($0.entity ?? "").\($0.attribute ?? "")" } == [
        "ZBOOK 1 Book.key", "ZBOOK 1 Book.middle", "ZPAGE 2 Page.bookKey",
      ]
    )
  }

  @Test func aFailedSaveLeavesThemAsTheyWere() throws {
    let folder = try TemporaryFolder()
    let model = model()
    let store = try make(folder.file("Books.sqlite"), model)
    let book = try #require(model.entitiesByName["Book"])
    var row = try #require(try store.rows(for: StoreFetch(entity: book)).first)
    var request = StoreSaveRequest()
    row.attributes[try #require(row.slot("title"))] = .string("Persuasion")
    row.version = 7
    request.updated = [row]
    #expect(throws: StoreConflictError.self) { try store.save(request) }
    let after = try #require(try store.rows(for: StoreFetch(entity: book)).first)
    #expect(after.attributes[try #require(row.slot("key"))] == .string("emma"))
  }

  /// The text of such a trigger is known from a log that was published.
  @Test func triggersOfAnotherMakeStayAndDoTheirWork() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Books.sqlite")
    try make(path, model()).close()
    let trigger =
      "CREATE TRIGGER Z_DA_ZBOOK_Book_savedAt_UPDATE AFTER UPDATE OF Z_OPT ON ZBOOK FOR EACH ROW BEGIN UPDATE ZBOOK SET ZSAVEDAT = NSCoreDataNow() "
      + "WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, 'savedAt', ZSAVEDAT) FROM ZBOOK "
      + "WHERE Z_PK = NEW.Z_PK; END"
    let file = try SQLiteConnection(path: path, mode: .readWrite)
    try file.execute(trigger)
    try file.execute(
      "CREATE TRIGGER Z_DA_ZBOOK_Book_key_UPDATE AFTER UPDATE OF ZTITLE ON ZBOOK BEGIN UPDATE ZBOOK SET ZKEY = 'by trigger' WHERE Z_PK = NEW.Z_PK; END"
    )
    file.close()
    var options = SQLiteStoreOptions()
    options.savingTime = Date(timeIntervalSinceReferenceDate: 1000.5)
    let model = model()
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    let book = try #require(model.entitiesByName["Book"])
    var row = try #require(try store.rows(for: StoreFetch(entity: book)).first)
    row.attributes[try #require(row.slot("title"))] = .string("Persuasion")
    var request = StoreSaveRequest()
    request.updated = [row]
    try store.save(request)
    let after = try #require(try store.rows(for: StoreFetch(entity: book)).first)
    #expect(after.attributes[try #require(row.slot("savedAt"))] == .date(1000.5))
    #expect(after.attributes[try #require(row.slot("key"))] == .string("by trigger"))
    try store.close()
    let reader = try SQLiteConnection(path: path, mode: .readOnly)
    #expect(try reader.firstValue("SELECT sql FROM sqlite_master WHERE name LIKE '%savedAt_UPDATE'")?.text == trigger)
  }

  @Test func aTriggerThatCallsAnUnknownFunctionIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Books.sqlite")
    try make(path, model()).close()
    let file = try SQLiteConnection(path: path, mode: .readWrite)
    try file.execute("CREATE TRIGGER T AFTER UPDATE ON ZBOOK BEGIN SELECT TheirOwn(NEW.ZTITLE); END")
    file.close()
    let model = model()
    let store = try SQLiteStore.open(at: path, model: model)
    let book = try #require(model.entitiesByName["Book"])
    var request = StoreSaveRequest()
    request.updated = try store.rows(for: StoreFetch(entity: book))
    #expect(throws: SQLiteStoreError(.unknownFunction("TheirOwn"), path: path)) { try store.save(request) }
  }
}

extension StoreRow {
  fileprivate func slot(_ name: String) -> Int? {
    objectID.entity.layout.attributes.firstIndex { $0.name == name }
  }
}
