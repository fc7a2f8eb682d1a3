import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PropertyLists
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

struct SQLiteStoreOpeningTests {
  private func error(_ change: (String) throws -> Void) throws -> SQLiteStoreError.Kind? {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": .string(String(repeating: "long", count: 5_000))])
    try kennel.store.close()
    try change(kennel.path)
    return #expect(throws: SQLiteStoreError.self) { try SQLiteStore.open(at: kennel.path, model: kennel.model) }?.kind
  }

  @Test func saysThatThereIsNoFile() throws {
    #expect(
      try error { try FileManager.default.removeItem(atPath: $0) } == .cannotOpen(reason: "there is no such file")
    )
  }

  @Test func saysThatAFileIsNoDatabaseOrEncrypted() throws {
    #expect(try error { try Data(repeating: 7, count: 9_000).write(to: URL(fileURLWithPath: $0)) } == .notADatabase)
    #expect(try error { try Data().write(to: URL(fileURLWithPath: $0)) } == .notADatabase)
  }

  @Test func saysThatAFileIsCutOff() throws {
    let kind = try error { path in
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try data.prefix(data.count - 5_000).write(to: URL(fileURLWithPath: path))
    }
    guard case .truncated(let expected, let found)? = kind else {
      Issue.record("the file is shorter than its header says")
      return
    }
    #expect(found == expected - 5_000)
  }

  @Test func saysThatADatabaseIsNoStore() throws {
    let kind = try error { path in
      try FileManager.default.removeItem(atPath: path)
      try SQLiteConnection(path: path, mode: .create).execute("CREATE TABLE t (a)")
    }
    #expect(kind == .foreignDatabase(missing: "the table Z_METADATA"))
  }

  @Test func saysThatAStoreIsNewer() throws {
    #expect(
      try error { try SQLiteConnection(path: $0).execute("UPDATE Z_METADATA SET Z_VERSION = 2") }
        == .newerFormat(what: "Z_METADATA has version 2")
    )
  }

  @Test func saysThatTheMetadataCannotBeRead() throws {
    let kind = try error {
      try SQLiteConnection(path: $0).execute("UPDATE Z_METADATA SET Z_PLIST = x'62706C697374303000'")
    }
    guard case .unreadableMetadata? = kind else {
      Issue.record("the property list is cut off")
      return
    }
  }

  @Test func doesNotReplaceAFile() throws {
    let kennel = try Kennel()
    let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore.create(at: kennel.path, model: kennel.model) }
    #expect(error?.kind == .alreadyExists)
  }

  @Test func writesTheMetadataOfTheEra() throws {
    func keys(_ version: Int) throws -> Set<String> {
      var options = SQLiteStoreOptions()
      options.era = StoreEra(frameworkVersion: version)
      let kennel = try Kennel(options: options)
      let list = try #require(try kennel.store.raw("SELECT Z_PLIST FROM Z_METADATA").first?.first?.blob)
      return Set(try #require(try PropertyList.read(list).dictionary).keys)
    }
    let basic: Set = [
      "NSStoreType", "NSPersistenceFrameworkVersion", "NSStoreModelVersionHashes", "NSStoreModelVersionHashesVersion",
      "NSStoreModelVersionIdentifiers",
    ]
    #expect(try keys(320) == basic)
    #expect(try keys(754) == basic.union(["_NSAutoVacuumLevel"]))
    #expect(
      try keys(1526).isSuperset(
        of: basic.union(["_NSAutoVacuumLevel", "NSPersistenceMaximumFrameworkVersion"])
      )
    )
  }

  @Test func keepsTheApplicationsMetadata() throws {
    let kennel = try Kennel()
    kennel.store.metadata.userValues = ["edition": .integer(4), "list": .array([.string("a"), .boolean(true)])]
    try kennel.insert("Cat", ["name": "A"])
    try kennel.store.close()
    let reopened = try kennel.reopened()
    #expect(reopened.store.metadata.userValues["edition"] == .integer(4))
    #expect(reopened.store.identifier == kennel.store.identifier)
    var (_, metadata) = try SQLiteStore.metadata(ofStoreAt: kennel.path)
    metadata.userValues["edition"] = .integer(5)
    try SQLiteStore.setMetadata(metadata, ofStoreAt: kennel.path)
    #expect(try SQLiteStore.metadata(ofStoreAt: kennel.path).metadata == metadata)
  }

  @Test func opensAStoreInAFolderThatCannotBeWrittenAndLeavesNothingBeside() throws {
    let kennel = try Kennel()
    try kennel.insert("Cat", ["name": "A"])
    try kennel.store.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: kennel.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: kennel.folder.path) }
    for isImmutable in [true, false] {
      var options = SQLiteStoreOptions()
      options.isImmutable = isImmutable
      options.isReadOnly = true
      let store = try kennel.reopened(options: options).store
      #expect(try store.count(for: StoreFetch(entity: try kennel.entity("Animal"))) == 1)
      #expect(kennel.folder.names() == ["Kennel.sqlite"])
    }
  }

  @Test func readsWhatStandsInAWriteAheadLog() throws {
    var options = SQLiteStoreOptions()
    options.journalMode = .wal
    let kennel = try Kennel(options: options)
    try kennel.insert("Cat", ["name": "A"])
    #expect(kennel.folder.names().contains("Kennel.sqlite-wal"))
    options.isReadOnly = true
    #expect(try kennel.reopened(options: options).store.count(for: StoreFetch(entity: try kennel.entity("Cat"))) == 1)
    try kennel.store.setRollbackJournal()
    #expect(try StoreInspection.info(kennel.path).journalMode == "delete")
  }

  @Test func refusesToWriteAStoreThatRecordsItsHistory() throws {
    let kennel = try Kennel()
    try kennel.store.close()
    try SQLiteConnection(path: kennel.path).execute("CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY )")
    let reopened = try kennel.reopened()
    let error = #expect(throws: SQLiteStoreError.self) { try reopened.insert("Cat", ["name": "A"]) }
    #expect(error?.kind == .historyTracking)
  }

  @Test func carriesItsModel() throws {
    let breed = EntityDescription(name: "Breed")
    let group = EntityDescription(name: "Group")
    breed.declaredProperties = [KennelModel.attribute("name", .string), KennelModel.relationship("group", to: group)]
    group.declaredProperties = [KennelModel.relationship("breeds", to: breed, many: true)]
    KennelModel.inverse(breed, "group", group, "breeds")
    let kennel = try Kennel(model: ManagedObjectModel(entities: [breed, group]))
    try kennel.insert("Breed", ["name": "Akita"])
    #expect(kennel.store.modelCacheProblem == nil)
    try kennel.store.close()
    let model = try #require(try SQLiteStore.model(ofStoreAt: kennel.path))
    let store = try SQLiteStore.open(at: kennel.path, model: model)
    #expect(try store.count(for: StoreFetch(entity: try #require(model.entitiesByName["Breed"]))) == 1)
  }

  @Test func saysWhyItDoesNotCarryItsModel() throws {
    let kennel = try Kennel()
    #expect(kennel.store.modelCacheProblem?.contains("address") == true)
    #expect(try SQLiteStore.model(ofStoreAt: kennel.path) == nil)
  }
}
