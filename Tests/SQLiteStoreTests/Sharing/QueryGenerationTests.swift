import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

@Suite struct QueryGenerationTests {
  private let shared: SharedStore
  private let stack: ConformanceStack
  private let writer: ManagedObjectContext
  private let akita: ManagedObject
  private let reader: ManagedObjectContext

  init() throws {
    shared = try SharedStore(journalMode: .wal)
    stack = try shared.open()
    writer = stack.context()
    akita = try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    reader = stack.context()
    try reader.setQueryGeneration(from: .current)
  }

  private func renameAkita() throws {
    try akita.setValue("Shiba", forKey: "name")
    try writer.make("Breed", ["name": "Beagle"])
    try writer.save()
  }

  @Test func aPinnedContextFetchesAndFaultsTheStateOfItsFirstRead() throws {
    #expect(reader.queryGenerationToken == .current)
    #expect(try reader.all("Breed").names == ["Akita"])
    #expect(reader.queryGenerationToken != .current && reader.queryGenerationToken != nil)
    try renameAkita()
    #expect(try reader.all("Breed").names == ["Akita"])
    #expect(reader.object(with: akita.objectID).text("name") == "Akita")
    #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 1)
    var named = FetchRequest<ManagedObjectID>(entityName: "Breed")
    named.predicate = try ObjectPredicate(format: "name == 'Shiba'")
    #expect(try reader.fetch(named).isEmpty)
    #expect(try stack.breeds() == ["Beagle", "Shiba"])
  }

  @Test func theGenerationIsThatOfTheFirstReadNotOfThePinning() throws {
    try renameAkita()
    #expect(try reader.all("Breed").names == ["Beagle", "Shiba"])
  }

  @Test func aPinnedContextDoesNotSeeADeletedObjectGo() throws {
    let seen = try #require(try reader.all("Breed").first)
    reader.refresh(seen, mergeChanges: false)
    writer.delete(akita)
    try writer.save()
    #expect(seen.text("name") == "Akita" && !seen.isDeleted)
  }

  /// The old value is in a file of its own, which the save has no use for any more.
  @Test(arguments: [true, false]) func externalDataIsReadFromThePinnedState(_ isDeleted: Bool) throws {
    let scan = AttributeDescription(name: "scan", type: .binaryData)
    scan.allowsExternalBinaryDataStorage = true
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [scan]
    let folder = try TemporaryFolder()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [dog]))
    var options = SQLiteStoreOptions()
    options.journalMode = .wal
    options.externalStorageThreshold = 10
    let store = try SQLiteStore.create(
      at: folder.file("Dogs.sqlite"),
      model: coordinator.managedObjectModel,
      options: options
    )
    try coordinator.addPersistentStore(store)
    let writer = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let (old, new) = (Data(repeating: 1, count: 100), Data(repeating: 2, count: 100))
    let rex = try writer.make("Dog", ["scan": old])
    try writer.save()
    func files() -> Int { folder.names().count { $0.hasPrefix(".Dogs_SUPPORT/_EXTERNAL_DATA/") } }
    do {
      let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      try reader.setQueryGeneration(from: .current)
      #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Dog")) == 1)
      if isDeleted { writer.delete(rex) } else { try rex.setValue(new, forKey: "scan") }
      try writer.save()
      #expect(reader.object(with: rex.objectID).value(forKey: "scan") as? Data == old)
      try reader.throwReadFailure()
      #expect(files() == (isDeleted ? 1 : 2))
      // What is needed again meanwhile stays.
      if !isDeleted {
        for data in [old, new, old] {
          try rex.setValue(data, forKey: "scan")
          try writer.save()
        }
      }
    }
    try writer.make("Dog", ["scan": new])
    try writer.save()
    #expect(files() == (isDeleted ? 1 : 2))
    writer.refreshAllObjects()
    let scans = try writer.all("Dog").compactMap { $0.value(forKey: "scan") as? Data }
    #expect(Set(scans) == (isDeleted ? [new] : [old, new]))
  }

  @Test func relationshipsAreReadFromThePinnedState() throws {
    let group = try writer.make("Group", ["name": "Working", "breeds": Set([akita])])
    try writer.save()
    #expect(try reader.all("Breed").count == 1)
    try akita.setValue(nil, forKey: "group")
    try writer.save()
    #expect(reader.object(with: group.objectID).members("breeds").names == ["Akita"])
  }

  @Test func prefetchedMembersAreReadFromThePinnedState() throws {
    try writer.make("Group", ["name": "Working", "breeds": Set([akita])])
    try writer.save()
    #expect(try reader.all("Breed").count == 1)
    try akita.setValue(nil, forKey: "group")
    try writer.save()
    let groups = try reader.all("Group") { $0.relationshipKeyPathsForPrefetching = ["breeds"] }
    #expect(groups.map { $0.members("breeds").names } == [["Akita"]])
  }

  @Test func anotherContextCanReadTheSameGeneration() throws {
    _ = try reader.all("Breed")
    try renameAkita()
    let second = stack.context()
    try second.setQueryGeneration(from: reader.queryGenerationToken)
    #expect(try second.all("Breed").names == ["Akita"])
    try reader.setQueryGeneration(from: nil)
    #expect(try reader.all("Breed").count == 2)
    #expect(try second.all("Breed").names == ["Akita"])
  }

  @Test func savingMergingAndResettingGoOnToTheNewestState() throws {
    for advance in [
      {
        try $0.make("Group", ["name": "Hound"]); try $0.save()
      },
      { $0.mergeChanges(fromContextDidSave: SavedObjectIDs()) },
      { ManagedObjectContext.mergeChanges(fromRemoteContextSave: SavedObjectIDs(), into: [$0]) },
      { $0.reset() },
      { try $0.setQueryGeneration(from: .current) },
    ] as [(ManagedObjectContext) throws -> Void] {
      let before = try reader.all("Breed").count
      try writer.make("Breed", ["name": "Beagle"])
      try writer.save()
      #expect(try reader.all("Breed").count == before)
      try advance(reader)
      #expect(try reader.all("Breed").count == before + 1)
      #expect(reader.queryGenerationToken != nil)
    }
  }

  @Test func aPinnedContextSavesAgainstTheNewestState() throws {
    let mine = try #require(try reader.all("Breed").first)
    try mine.setValue("Mine", forKey: "name")
    try renameAkita()
    #expect(throws: SaveConflictError.self) { try reader.detectConflicts(for: mine) }
    #expect(throws: SaveConflictError.self) { try reader.save() }
    reader.mergePolicy = .mergeByPropertyObjectTrump
    try reader.save()
    #expect(try stack.breeds() == ["Beagle", "Mine"])
  }

  @Test func refreshingReadsThePinnedStateAgain() throws {
    let seen = try #require(try reader.all("Breed").first)
    #expect(seen.text("name") == "Akita")
    try renameAkita()
    reader.refreshAllObjects()
    #expect(seen.text("name") == "Akita")
    try reader.setQueryGeneration(from: .current)
    reader.refreshAllObjects()
    #expect(seen.text("name") == "Shiba")
  }

  @Test func aChildOfAPinnedContextReadsWhatItsParentReads() throws {
    _ = try reader.all("Breed")
    try renameAkita()
    let child = stack.context(parent: reader)
    #expect(try child.all("Breed").names == ["Akita"])
    #expect(child.queryGenerationToken == nil)
    #expect(throws: PersistentStoreError.self) { try child.setQueryGeneration(from: .current) }
  }

  @Test func aStoreThatWasAddedLaterIsNotSeenUntilTheGenerationMovesOn() throws {
    _ = try reader.all("Breed")
    let other = InMemoryStore()
    try stack.coordinator.addPersistentStore(other)
    let beagle = try writer.make("Breed", ["name": "Beagle"])
    writer.assign(beagle, to: other)
    try writer.save()
    #expect(try reader.all("Breed").names == ["Akita"])
    try reader.setQueryGeneration(from: .current)
    #expect(try reader.all("Breed").names == ["Akita", "Beagle"])
  }

  @Test func withARollbackJournalAContextStaysUnpinned() throws {
    let other = try SharedStore(journalMode: .delete)
    let stack = try other.open()
    try stack.addBreeds(["Akita"])
    let reader = stack.context()
    try reader.setQueryGeneration(from: .current)
    #expect(try reader.all("Breed").count == 1)
    try stack.addBreeds(["Beagle"])
    #expect(try reader.all("Breed").count == 2)
    #expect(reader.queryGenerationToken == nil)
  }
}
