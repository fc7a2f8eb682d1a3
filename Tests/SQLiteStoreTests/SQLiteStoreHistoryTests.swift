import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct SQLiteStoreHistoryTests {
  private func kennel(author: String? = nil) throws -> Kennel {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    options.transactionAuthor = author
    let model = KennelModel.make()
    for name in ["chip", "tag"] {
      model.entitiesByName["Dog"]?.attributesByName[name]?.preservesValueInHistoryOnDeletion = true
    }
    return try Kennel(model: model, options: options)
  }

  @Test func makesTheTablesThatCoreDataMakes() throws {
    let kennel = try kennel()
    let statements = try kennel.store.raw("SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'A%' ORDER BY rowid")
    #expect(
      statements.compactMap { $0[0].text } == [
        "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )",
        "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
      ]
    )
    #expect(try kennel.store.raw("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == [[0]])
  }

  @Test func aTransactionSaysWhatAContextHasToMerge() throws {
    let kennel = try kennel()
    let dog = try kennel.insert("Dog", ["name": "Rex"])
    try kennel.save { $0.deleted = [(objectID: dog.objectID, version: 1)] }
    let history = try kennel.store.execute(.fetchHistory(after: nil))
    #expect(history.map(\.savedObjectIDs.inserted) == [[dog.objectID], []])
    #expect(history.map(\.savedObjectIDs.deleted) == [[], [dog.objectID]])
    #expect(history.map(\.savedObjectIDs.updated) == [[], []])
  }

  @Test func recordsEachSaveAsOneTransaction() throws {
    let kennel = try kennel(author: "importer")
    let first = try kennel.insert("Dog", ["name": "Rex", "chip": .integer(77)])
    let second = try kennel.row("Cat", ["name": "Tom"])
    var changed = try #require(try kennel.store.row(for: first.objectID))
    changed.attributes[try kennel.slot("name", "Dog")] = "Max"
    try kennel.save {
      $0.updated = [changed]
      $0.inserted = [second]
    }
    try kennel.save { $0.deleted = [(objectID: first.objectID, version: 2)] }

    #expect(
      try kennel.store.raw("SELECT Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE") == [
        [1, 16001, 0, 3, 1, 1], [2, 16001, 0, 2, 2, 2], [3, 16001, 1, 3, 1, 2], [4, 16001, 2, 3, 1, 3],
      ]
    )
    #expect(try kennel.store.raw("SELECT Z_PK FROM ACHANGE WHERE ZCOLUMNS IS NOT NULL") == [[3]])
    #expect(
      try kennel.store.execute(.fetchHistory(after: nil)).flatMap(\.changes).map(\.updatedProperties) == [
        nil, nil, ["name"], nil,
      ]
    )
    #expect(try kennel.store.raw("SELECT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE WHERE Z_PK = 4") == [[77, .null]])
    #expect(
      try kennel.store.raw("SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT") == [
        ["CHANGE", 0, 4], ["TRANSACTION", 0, 3], ["TRANSACTIONSTRING", 0, 2],
      ]
    )
    #expect(try kennel.store.raw("SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK").first == ["importer"])
    #expect(
      try kennel.store.raw("SELECT Z_PK, Z_ENT, ZAUTHORTS, ZPROCESSIDTS, ZAUTHOR FROM ATRANSACTION") == [
        [1, 16002, 1, 2, .null], [2, 16002, 1, 2, .null], [3, 16002, 1, 2, .null],
      ]
    )
  }

  @Test func readsAndPrunesWhatItRecorded() throws {
    let kennel = try kennel(author: "importer")
    let begin = Date()
    let rex = try kennel.insert("Dog", ["name": "Rex", "chip": .integer(77)]).objectID
    try kennel.insert("Cat", ["name": "Tom"])
    try kennel.save { $0.deleted = [(objectID: rex, version: 1)] }
    let all = try kennel.store.execute(.fetchHistory(after: nil))
    #expect(all.map(\.number) == [1, 2, 3])
    #expect(all.map { $0.changes.map(\.changeType) } == [[.insert], [.insert], [.delete]])
    #expect(all[0].author == "importer")
    #expect(all[0].processID?.isEmpty == false)
    #expect(all[0].timestamp >= begin.addingTimeInterval(-1))
    #expect(all[2].changes.first?.changedObjectID == rex)
    #expect(all[2].changes.first?.tombstone == ["chip": .integer(77)])
    #expect(try kennel.store.execute(.fetchHistory(after: 2)).map(\.number) == [3])
    #expect(try kennel.store.execute(.fetchHistory(after: begin.addingTimeInterval(60))).isEmpty)
    try kennel.store.execute(.deleteHistory(before: 3))
    #expect(try kennel.store.execute(.fetchHistory(after: nil)).map(\.number) == [3])
    #expect(try kennel.store.raw("SELECT count(*) FROM ACHANGE") == [[1]])
    // Numbers go on where they were.
    try kennel.insert("Cat", ["name": "Kit"])
    #expect(try kennel.store.execute(.fetchHistory(after: 3)).map(\.number) == [4])
  }

  @Test func goesOnWithTheHistoryOfAStoreThatIsOpened() throws {
    let kennel = try kennel()
    try kennel.insert("Cat", ["name": "Tom"])
    try kennel.store.close()
    let reopened = try kennel.reopened()
    #expect(reopened.store.recordsHistory)
    try reopened.insert("Cat", ["name": "Kit"])
    #expect(try reopened.store.execute(.fetchHistory(after: nil)).map(\.number) == [1, 2])
  }

  @Test func takesARefusedSaveOutOfTheHistoryToo() throws {
    let kennel = try kennel()
    try kennel.insert("Owner", ["email": "a@b.c"])
    let other = try kennel.row("Owner", ["email": "a@b.c"])
    #expect(throws: StoreConflictError.self) { try kennel.save { $0.inserted = [other] } }
    #expect(try kennel.store.execute(.fetchHistory(after: nil)).map(\.number) == [1])
  }

  @Test func refusesToWriteWhereItCannotRecord() throws {
    for sql in [
      "ALTER TABLE ACHANGE ADD COLUMN ZNEW INTEGER", "ALTER TABLE ATRANSACTION DROP COLUMN ZAUTHOR",
      "DROP TABLE ACHANGE", "ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE1",
    ] {
      let kennel = try kennel()
      try kennel.store.close()
      for statement in (sql.contains("AUTHOR") ? "DROP INDEX Z_TRANSACTION_TransactionAuthorIndex;" + sql : sql)
        .split(separator: ";")
      {
        try SQLiteConnection(path: kennel.path).execute(String(statement))
      }
      let reopened = try kennel.reopened()
      let error = #expect(throws: SQLiteStoreError.self) { try reopened.insert("Cat", ["name": "A"]) }
      guard case .historyTracking? = error?.kind else {
        Issue.record("\(sql): \(String(describing: error))")
        continue
      }
      #expect(try reopened.store.count(for: StoreFetch(entity: try reopened.entity("Cat"))) == 0)
    }
  }

  /// From the context to the file and back, through saves and batch requests.
  @Test func namesTheAuthorAndTheContext() throws {
    let kennel = try kennel(author: "application")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(kennel.store)
    func context(_ name: String?, author: String?) -> ManagedObjectContext {
      let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      context.name = name
      context.transactionAuthor = author
      return context
    }
    let import1 = context("background", author: "importer")
    let tom = ManagedObjectContext.insertNewObject(forEntityName: "Cat", into: import1)
    try tom.setValue("Tom", forKey: "name")
    try import1.save()
    try tom.setValue("Tim", forKey: "name")
    try import1.save()
    let batch = context("batches", author: nil)
    _ = try batch.execute(BatchInsertRequest(entityName: "Cat", objects: [["name": "Kit"]]))
    _ = try batch.execute(BatchUpdateRequest(entityName: "Cat", propertiesToUpdate: ["lives": 9]))
    let transactions = try kennel.store.execute(.fetchHistory(after: nil))
    #expect(transactions.map(\.author) == ["importer", "importer", "application", "application"])
    #expect(transactions.map(\.contextName) == ["background", "background", "batches", "batches"])
    #expect(
      transactions.map { $0.changes.map(\.changeType) } == [[.insert], [.update], [.insert], [.update, .update]]
    )
    // Each name stands in the file once.
    let names = try kennel.store.raw("SELECT count(*), count(DISTINCT ZNAME) FROM ATRANSACTIONSTRING")
    #expect(names.first?[0] == names.first?[1])
  }

  /// The first form of the history, which spelled names out in each transaction; the corpus has no store of it.
  @Test func goesOnWithAHistoryOfTheFirstForm() throws {
    let kennel = try Kennel()
    try kennel.store.close()
    let key = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    for sql in [
      "CREATE TABLE ACHANGE ( \(key), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )",
      "CREATE TABLE ATRANSACTION ( \(key), ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    ] { try SQLiteConnection(path: kennel.path).execute(sql) }
    var options = SQLiteStoreOptions()
    options.transactionAuthor = "importer"
    let reopened = try kennel.reopened(options: options)
    try reopened.insert("Cat", ["name": "Tom"])
    #expect(try reopened.store.execute(.fetchHistory(after: nil)).map(\.author) == ["importer"])
    #expect(try reopened.store.raw("SELECT ZAUTHOR FROM ATRANSACTION") == [["importer"]])
    #expect(try reopened.store.raw("SELECT count(*) FROM sqlite_master WHERE name LIKE 'ATRANSACTIONSTRING'") == [[0]])
  }
}
