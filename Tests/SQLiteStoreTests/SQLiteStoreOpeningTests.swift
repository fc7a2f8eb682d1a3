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

struct SQLiteStoreOpeningTests {
  private func error(_ change: (String) throws -> Void) throws -> SQLiteStoreError.Kind? {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": .string(String(repeating: "long", count: 5_000))])
    try kennel.store.close()
    try change(kennel.path)
    return #expect(throws: SQLiteStoreError.self) { try SQLiteStore.open(at: kennel.path, model: kennel.model) }?.kind
  }

  @Test func takesNoMoreEntitiesThanThereAreNumbers() throws {
    let folder = try TemporaryFolder()
    let model = ManagedObjectModel(entities: (0..<16_000).map { EntityDescription(name: "E\($0)") })
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteStore.create(at: folder.file("a.sqlite"), model: model)
    }
    #expect(error?.description.contains("The model has 16000 entities, and a store has numbers for 15999") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.sqlite")))
  }

  @Test func saysThatThereIsNoFile() throws {
    #expect(
      try error { try FileManager.default.removeItem(atPath: $0) } == .cannotOpen(reason: "there is no such file")
    )
  }

  struct Foreigner: CustomTestStringConvertible, Sendable {
    var content: FileContent
    var bytes: [UInt8]
    var testDescription: String { content.rawValue }
  }

  static let foreigners: [Foreigner] = {
    // The bytes of a generator that everybody can repeat (xorshift), for what a cipher leaves.
    var state: UInt64 = 88_172_645_463_325_252
    let noise = (0..<9_000).map { _ -> UInt8 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
    return [
      Foreigner(content: .empty, bytes: []),
      Foreigner(content: .encrypted, bytes: noise),
      Foreigner(content: .realm, bytes: [UInt8](repeating: 0, count: 16) + Array("T-DB\u{9}\u{9}\0\u{1}".utf8) + noise),
      Foreigner(content: .binaryPropertyList, bytes: Array("bplist00".utf8) + noise.prefix(100)),
      Foreigner(content: .binaryStore, bytes: Array("CoreData\0\0\0\u{1}".utf8) + noise.prefix(100)),
      Foreigner(content: .xml, bytes: Array("<?xml version=\"1.0\"?><database/>".utf8)),
      Foreigner(content: .text, bytes: Array("name;größe\r\nRex;65\r\n".utf8)),
      Foreigner(content: .compressed, bytes: [0x1F, 0x8B, 8, 0] + noise),
      Foreigner(content: .unknown, bytes: [UInt8](repeating: 7, count: 9_000)),
    ]
  }()

  @Test(arguments: foreigners) func saysWhatAFileIsThatIsNoDatabase(_ foreigner: Foreigner) throws {
    let kind = try error { try Data(foreigner.bytes).write(to: URL(fileURLWithPath: $0)) }
    #expect(kind == .notADatabase(foreigner.content))
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

  @Test func undoesWhatAnInterruptedWriterLeftHalfDone() throws {
    let kennel = try Kennel()
    try kennel.insert("Cat", ["name": "A"])
    try kennel.store.close()
    let writer = try SQLiteConnection(path: kennel.path)
    try writer.setPragma("cache_size", to: "1")
    try writer.execute("BEGIN")
    // More than the cache holds, so that pages reach the file before the commit.
    try writer.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) \
      INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, 2, 1, 'half done' FROM n
      """
    )
    let folder = try TemporaryFolder()
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: kennel.path + suffix, toPath: folder.file("Copy.sqlite" + suffix))
    }
    try writer.execute("ROLLBACK")
    writer.close()
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    let animal = try kennel.entity("Animal")
    let path = folder.file("Copy.sqlite")
    let read = try SQLiteStore.open(at: path, model: kennel.model, options: options)
    #expect(try read.count(for: StoreFetch(entity: animal)) == 1)
    #expect(folder.names() == ["Copy.sqlite", "Copy.sqlite-journal"])
    #expect(try StoreInspection.verify(path, model: kennel.model).filter { $0.severity == .error }.isEmpty)
    #expect(try SQLiteStore.open(at: path, model: kennel.model).count(for: StoreFetch(entity: animal)) == 1)
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
    let breed = EntityDescription(name: "Breed")
    breed.declaredProperties = [KennelModel.attribute("name", .string)]
    let model = ManagedObjectModel(entities: [breed])
    model.setFetchRequestTemplate(
      FetchRequestTemplate(entityName: "Breed", predicateText: "TRUEPREDICATE"),
      forName: "all"
    )
    let kennel = try Kennel(model: model)
    #expect(kennel.store.modelCacheProblem?.contains("TRUEPREDICATE") == true)
    #expect(try SQLiteStore.model(ofStoreAt: kennel.path) == nil)
  }
}
