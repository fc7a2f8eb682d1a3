import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteAccess
import StoreConformance
import TestSupport
import Testing

@testable import SQLiteStore

/// Stores that a coordinator opens, moves, copies over and destroys by their type and place.
@Suite struct StoreLoadingTests {
  private let folder: TemporaryFolder
  private let coordinator: PersistentStoreCoordinator
  private var path: String { folder.file("Kennel.sqlite") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
  }

  private func context() -> ManagedObjectContext { ManagedObjectContext(persistentStoreCoordinator: coordinator) }

  /// Saves people who know each other, their dogs in order, and a breed in a group.
  private func fill() throws {
    let context = context()
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
    try ann.setValue(dogs, forKey: "dogs")
    try context.make("Person", ["name": "Bob", "friends": Set([ann]), "partner": ann])
    let calm = try context.make("Tag", ["name": "calm", "people": Set([ann])])
    #expect(calm.members("people") == [ann])
    try context.make("Breed", ["name": "Beagle", "group": try context.make("Group", ["name": "Hound"])])
    try context.make("Bird", ["name": "Wren"])
    try context.make("Fish", ["name": "Cod"])
    try context.save()
  }

  /// What `fill` saved, as text.
  private func picture() throws -> String {
    let context = context()
    let ann = try #require(try context.all("Person").first { $0.text("name") == "Ann" })
    let beagle = try #require(try context.all("Breed").first)
    return [
      ann.list("dogs").compactMap { $0.text("name") }.joined(separator: " "), ann.members("friends").names.joined(),
      ann.related("partner")?.text("name") ?? "", ann.members("tags").names.joined(),
      beagle.related("group")?.text("name") ?? "", try context.all("Animal").names.joined(separator: " "),
    ].joined(separator: ", ")
  }

  private let wanted = "Rex Ace Max, Bob, Bob, calm, Hound, Cod Wren"

  @Test func aStoreThatIsNotThereIsMadeInWALModeAndOpenedTheNextTime() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    try fill()
    #expect(try StoreInspection.info(path).journalMode == "wal")
    let identifier = store.identifier
    try coordinator.remove(store)
    #expect(try coordinator.addPersistentStore(type: .sqlite, at: path).identifier == identifier)
    #expect(try picture() == wanted)
    #expect(throws: PersistentStoreError.storeInUse(location: path)) {
      try coordinator.addPersistentStore(type: .sqlite, at: path)
    }
  }

  @Test func aReadOnlyStoreThatIsNotThereAndAnUnknownTypeAreErrors() throws {
    var description = PersistentStoreDescription(location: path)
    description.isReadOnly = true
    #expect(throws: SQLiteStoreError.self) { try coordinator.addPersistentStore(with: description) }
    #expect(throws: PersistentStoreError.unknownStoreType("Ledger")) {
      try coordinator.addPersistentStore(type: StoreType(rawValue: "Ledger"), at: path)
    }
    #expect(throws: PersistentStoreError.unknownConfiguration("Cloud")) {
      try coordinator.addPersistentStore(type: .sqlite, configuration: "Cloud", at: path)
    }
    #expect(coordinator.persistentStores.isEmpty && folder.names().isEmpty)
  }

  @Test func aStoreMovesFromMemoryToAFileAndBack() throws {
    let memory = try coordinator.addPersistentStore(type: .inMemory, at: "memory")
    try fill()
    let file = try coordinator.migratePersistentStore(memory, to: path, type: .sqlite)
    #expect(coordinator.persistentStores.map(\.number) == [file.number])
    #expect(try picture() == wanted)
    let context = context()
    try context.make("Breed", ["name": "Akita"])
    try context.save()
    let again = try coordinator.migratePersistentStore(file, to: "memory", type: .inMemory)
    #expect(again.type == .inMemory)
    #expect(try picture() == wanted)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func aStoreDoesNotMoveOntoOneThatHoldsSomething() throws {
    let file = try coordinator.addPersistentStore(type: .sqlite, at: path)
    try fill()
    try coordinator.remove(file)
    let memory = try coordinator.addPersistentStore(type: .inMemory, at: "memory")
    #expect(throws: PersistentStoreError.storeInUse(location: path)) {
      try coordinator.migratePersistentStore(memory, to: path, type: .sqlite)
    }
    #expect(coordinator.persistentStores.map(\.number) == [memory.number])
    try coordinator.remove(memory)
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    #expect(try picture() == wanted)
  }

  @Test func aStoreIsReplacedByACopyOfAnother() throws {
    let other = folder.file("Other.sqlite")
    let source = try coordinator.addPersistentStore(type: .sqlite, at: other)
    try fill()
    // The copy holds what is only in the WAL yet, too.
    #expect(throws: PersistentStoreError.storeInUse(location: other)) {
      try coordinator.replacePersistentStore(at: other, withPersistentStoreFrom: path, type: .sqlite)
    }
    try coordinator.replacePersistentStore(at: path, withPersistentStoreFrom: other, type: .sqlite)
    try coordinator.remove(source)
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    #expect(try picture() == wanted)
    #expect(!folder.names().contains { $0.contains("replacing") })
  }

  @Test func aStoreThatIsReplacedKeepsItsPermissionsAndTheLinkToIt() throws {
    let other = folder.file("Other.sqlite")
    let source = try coordinator.addPersistentStore(type: .sqlite, at: other)
    try fill()
    try coordinator.remove(source)
    let (real, link) = (folder.file("Real.sqlite"), folder.file("Link.sqlite"))
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: real))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Real.sqlite")
    try coordinator.replacePersistentStore(at: link, withPersistentStoreFrom: other, type: .sqlite)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Real.sqlite")
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o600)
    try coordinator.addPersistentStore(type: .sqlite, at: real)
    #expect(try picture() == wanted)
    #expect(!folder.names().contains { $0.contains("replacing") })
  }

  @Test func replacingByWhatIsNoStoreLeavesTheOldOne() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    try fill()
    try coordinator.remove(store)
    let wrong = try folder.write("no database", to: "Other.sqlite")
    #expect(throws: SQLiteStoreError.self) {
      try coordinator.replacePersistentStore(at: path, withPersistentStoreFrom: wrong, type: .sqlite)
    }
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    #expect(try picture() == wanted)
  }

  @Test func largeValuesMoveAlongWithTheirStore() throws {
    let model = ConformanceModel.make()
    let photo = AttributeDescription(name: "photo", type: .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    model.entitiesByName["Group"]?.declaredProperties.append(photo)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 10
    let other = folder.file("Other.sqlite")
    var description = PersistentStoreDescription(location: other)
    description.options = [SQLiteStore.optionsKey: options]
    let source = try coordinator.addPersistentStore(with: description)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let bytes = Data(repeating: 7, count: 100)
    try context.make("Group", ["name": "Hound", "photo": bytes])
    try context.save()
    try coordinator.replacePersistentStore(at: path, withPersistentStoreFrom: other, type: .sqlite)
    try coordinator.remove(source)
    try coordinator.destroyPersistentStore(at: other, type: .sqlite)
    description.location = path
    try coordinator.addPersistentStore(with: description)
    let read = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(try read.all("Group").first?.value(forKey: "photo") as? Data == bytes)
  }

  /// Stores whose names differ in the extension alone have their large values in one folder.
  @Test func aStoreThatGoesLeavesTheValuesOfAnother() throws {
    let model = ConformanceModel.make()
    let photo = AttributeDescription(name: "photo", type: .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    model.entitiesByName["Group"]?.declaredProperties.append(photo)
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 10
    func make(_ name: String, _ byte: UInt8) throws -> String {
      let file = folder.file(name)
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      let store = try SQLiteStore.create(at: file, model: model, options: options)
      try coordinator.addPersistentStore(store)
      let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      try context.make("Group", ["name": "Hound", "photo": Data(repeating: byte, count: 100)])
      try context.save()
      try coordinator.remove(store)
      return file
    }
    func missing(_ file: String) throws -> [String] {
      let store = try SQLiteStore.open(at: file, model: model, options: options)
      defer { try? store.close() }
      return try store.findMissingExternalFiles()
    }
    let (kept, replaced) = (try make("Kept.sqlite", 1), try make("Kept.db", 2))
    try SQLiteStore.replace(at: replaced, withStoreAt: make("Other.sqlite", 3))
    #expect(try missing(kept) == [] && missing(replaced) == [])
    try SQLiteStore.destroy(at: replaced)
    #expect(try missing(kept) == [])
    try SQLiteStore.destroy(at: kept)
    #expect(!folder.names().contains { $0.contains("Kept") })
  }

  /// What another process had committed while the copy was made was lost.
  @Test func nobodyWritesAStoreThatIsAboutToBeReplaced() throws {
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: path))
    let other = folder.file("Other.sqlite")
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: other))
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try SQLiteStore.replace(at: path, withStoreAt: other, newMode: nil) {
        let writer = try SQLiteConnection(path: path, mode: .readWrite, busyTimeoutMilliseconds: 0)
        defer { writer.close() }
        do {
          try writer.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 7")
        } catch let error as SQLiteError where error.code.primary == .SQLITE_BUSY {
          throw Refusal()
        }
      }
    }
    let writer = try SQLiteConnection(path: path, mode: .readWrite)
    defer { writer.close() }
    try writer.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 7")
  }

  @Test func destroyingAStoreRemovesAllItsFiles() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    try fill()
    #expect(throws: PersistentStoreError.storeInUse(location: path)) {
      try coordinator.destroyPersistentStore(at: path, type: .sqlite)
    }
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: path, type: .sqlite)
    #expect(folder.names().isEmpty)
    let error = #expect(throws: SQLiteStoreError.self) {
      try coordinator.destroyPersistentStore(at: path, type: .sqlite)
    }
    #expect(error?.kind == .cannotOpen(reason: "there is no such file"))
  }

  @Test func whatIsNoStoreIsNeitherDestroyedNorReplaced() throws {
    let source = folder.file("Source.sqlite")
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: source))
    let letter = try folder.write("Dear Ann,", to: "Letter.txt")
    let empty = try folder.write("", to: "Empty")
    let database = folder.file("Other.db")
    let connection = try SQLiteConnection(path: database, mode: .create)
    try connection.execute("CREATE TABLE letters (text)")
    connection.close()
    let inner = folder.file("Inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let pipe = folder.file("Pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let link = folder.file("Link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: letter)
    let before = folder.names()
    for place in [letter, empty, database, inner, pipe, link] {
      #expect(throws: SQLiteStoreError.self, "\(place)") {
        try coordinator.destroyPersistentStore(at: place, type: .sqlite)
      }
      #expect(throws: SQLiteStoreError.self, "\(place)") {
        try coordinator.replacePersistentStore(at: place, withPersistentStoreFrom: source, type: .sqlite)
      }
    }
    #expect(folder.names() == before)
    #expect(try folder.text(of: "Letter.txt") == "Dear Ann,")
  }

  @Test func aDamagedStoreCanBeDestroyed() throws {
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: path))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    try coordinator.destroyPersistentStore(at: path, type: .sqlite)
    #expect(folder.names().isEmpty)
  }

  @Test func aStoreOpensThroughALink() throws {
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: path))
    let link = folder.file("Link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try coordinator.addPersistentStore(type: .sqlite, at: link)
    #expect(try context().all("Group").isEmpty)
  }

  @Test func aStoreThatSomebodyElseUsesIsNeitherDestroyedNorReplaced() throws {
    let stranger = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    let store = try stranger.addPersistentStore(type: .sqlite, at: path)
    let context = ManagedObjectContext(persistentStoreCoordinator: stranger)
    try context.make("Group", ["name": "Hound"])
    try context.save()
    let error = #expect(throws: SQLiteStoreError.self) {
      try coordinator.destroyPersistentStore(at: path, type: .sqlite)
    }
    guard case .busy? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.row(for: try #require(context.all("Group").first).objectID) != nil)
  }

  @Test func metadataAreReadWithoutAModel() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    store.metadata.userValues["edition"] = .integer(7)
    try store.save(StoreSaveRequest())
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: path)
    #expect(metadata.userValues["edition"] == .integer(7))
  }

  @Test func metadataAloneMakeASave() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    store.metadata.userValues["edition"] = .integer(7)
    try context().save()
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: path)
    #expect(metadata.userValues["edition"] == .integer(7))
  }

  @Test func metadataOfAStoreThatIsNotChangedAreSavedWithOthers() throws {
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    let other = try coordinator.addPersistentStore(type: .sqlite, at: folder.file("Other.sqlite"))
    other.metadata.userValues["edition"] = .integer(7)
    let context = context()
    context.assign(try context.make("Group", ["name": "Hound"]), to: store)
    try context.save()
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: other.location)
    #expect(metadata.userValues["edition"] == .integer(7))
  }

  @Test func aRelationshipWithoutDestinationIsRefused() throws {
    let model = ConformanceModel.make()
    let kennel = RelationshipDescription(name: "kennel")
    model.entitiesByName["Dog"]?.declaredProperties.append(kennel)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    for type in [StoreType.sqlite, .inMemory] {
      let error = #expect(throws: PersistentStoreError.self) {
        try coordinator.addPersistentStore(type: type, at: path)
      }
      #expect(error?.description.contains("Dog.kennel") == true)
    }
    #expect(throws: PersistentStoreError.self) { try coordinator.addPersistentStore(InMemoryStore()) }
    #expect(coordinator.persistentStores.isEmpty && folder.names().isEmpty)
  }

  @Test func anObjectOfARemovedStoreHasNoRowAnyMore() throws {
    let store = try coordinator.addPersistentStore(type: .inMemory, at: "memory")
    let context = context()
    let group = try context.make("Group", ["name": "Hound"])
    try context.save()
    context.refresh(group, mergeChanges: false)
    try coordinator.remove(store)
    #expect(group.value(forKey: "name") == nil && group.isDeleted)
    #expect(throws: PersistentStoreError.noStore(entity: "Group")) {
      try context.make("Group", ["name": "Toy"])
      try context.save()
    }
  }
}
