import ManagedObjects
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
