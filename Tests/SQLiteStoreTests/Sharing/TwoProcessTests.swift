import Foundation
import ManagedObjects
import SQLiteAccess
import SQLiteStore
import StoreConformance
import Synchronization
import TestSupport
import Testing

/// A second process changes the file between what this one reads and what it saves.
@Suite struct TwoProcessTests {
  static let journals: [SQLiteStoreOptions.JournalMode] = [.delete, .wal]

  @Test(arguments: journals) func eachProcessSeesWhatTheOtherSaved(_ mode: SQLiteStoreOptions.JournalMode) async throws
  {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open()
    try stack.addBreeds(["Akita"])
    let path = shared.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let stack = try SharedStore.open(path)
      #expect(try stack.breeds() == ["Akita"])
      try stack.addBreeds(["Beagle"])
    }
    #expect(try stack.breeds() == ["Akita", "Beagle"])
  }

  @Test(arguments: journals) func keysHandedOutBeforeTheOtherProcessSavedAreReplaced(
    _ mode: SQLiteStoreOptions.JournalMode
  ) async throws {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open()
    let context = stack.context()
    try context.make("Tag", ["name": "calm"])
    try context.save()
    // A save that fails has given the new objects their keys already; nobody else knows of them.
    let breed = try context.make("Breed", ["name": "Akita"])
    let rival = try context.make("Tag", ["name": "calm"])
    #expect(throws: SaveConflictError.self) { try context.save() }
    #expect(breed.objectID.uriRepresentation().hasSuffix("/Breed/p1"))
    let path = shared.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try SharedStore.open(path).addBreeds(["Beagle", "Corgi"])
    }
    context.delete(rival)
    try context.save()
    #expect(breed.objectID.uriRepresentation().hasSuffix("/Breed/p3"))
    #expect(try stack.breeds() == ["Akita", "Beagle", "Corgi"])
  }

  @Test func permanentIDsThatWereAskedForStayThoughTheOtherProcessSavesFirst() async throws {
    let shared = try SharedStore()
    let stack = try shared.open()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.obtainPermanentIDs(for: [breed])
    let promised = breed.objectID
    let path = shared.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try SharedStore.open(path).addBreeds(["Beagle", "Corgi"])
    }
    try context.save()
    #expect(breed.objectID == promised)
    #expect(try stack.context().existingObject(with: promised).text("name") == "Akita")
    #expect(try stack.breeds() == ["Akita", "Beagle", "Corgi"])
  }

  static let outcomes: [(MergePolicy, String)] = [
    (.mergeByPropertyStoreTrump, "Theirs 2 65.0"), (.mergeByPropertyObjectTrump, "Mine 2 65.0"),
    (.overwrite, "Mine 1 65.0"), (.rollback, "Theirs 2 60.0"),
  ]

  @Test(arguments: outcomes) func aPolicyResolvesWhatTheOtherProcessChanged(
    _ policy: MergePolicy,
    _ outcome: String
  ) async throws {
    let (stack, mine) = try await conflict()
    let context = try #require(mine.managedObjectContext)
    context.mergePolicy = policy
    try context.save()
    #expect(try picture(of: #require(stack.context().all("Breed").first)) == outcome)
    #expect(picture(of: mine) == outcome && !context.hasChanges)
  }

  @Test func withoutAPolicyTheSaveFailsAndNoChangeOfTheOtherProcessIsLost() async throws {
    let (stack, mine) = try await conflict()
    let context = try #require(mine.managedObjectContext)
    #expect(throws: SaveConflictError.self) { try context.detectConflicts(for: mine) }
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    guard case .version(let objectID, 1, 2)? = error?.conflicts.first else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(objectID == mine.objectID && picture(of: mine) == "Mine 1 65.0" && context.hasChanges)
    #expect(try picture(of: #require(stack.context().all("Breed").first)) == "Theirs 2 60.0")
  }

  @Test func aChangeOfAnObjectThatTheOtherProcessDeletedFails() async throws {
    let (stack, mine) = try await conflict(deletes: true)
    let context = try #require(mine.managedObjectContext)
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    guard case .version(_, 1, nil)? = error?.conflicts.first else {
      Issue.record("\(String(describing: error))")
      return
    }
    context.mergePolicy = .rollback
    try context.save()
    #expect(try stack.breeds().isEmpty && mine.managedObjectContext == nil)
  }

  @Test func aSaveOverAnotherCoordinatorIsMergedWithoutReadingWhatDidNotChange() throws {
    let shared = try SharedStore()
    let (own, other) = (try shared.open(), try shared.open())
    try own.addBreeds(["Akita", "Beagle"])
    let (reader, writer) = (own.context(), other.context())
    reader.retainsRegisteredObjects = true
    let seen = try reader.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    #expect(seen.names == ["Akita", "Beagle"])
    let token = writer.observe(.didSave) { reader.mergeChanges(fromContextDidSave: $0) }
    let changed = try writer.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    try changed[0].setValue("Shiba", forKey: "name")
    writer.delete(changed[1])
    let bird = try writer.make("Bird", ["name": "Robin"])
    try writer.save()
    token.cancel()
    #expect(seen[0].text("name") == "Shiba" && seen[1].isDeleted)
    #expect(reader.registeredObjects.map(\.objectID.description).contains(bird.objectID.description))
    try reader.save()
  }

  @Test(arguments: journals) func whatTheOtherProcessSavesIsToldAndWhatThisOneSavesIsNot(
    _ mode: SQLiteStoreOptions.JournalMode
  ) async throws {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open()
    try stack.coordinator.addPersistentStore(InMemoryStore())
    let told = Told()
    let observation = stack.coordinator.observeRemoteChanges(every: 0.01) { store in
      told.stores.withLock { $0.append(store) }
    }
    let context = stack.context()
    context.assign(try context.make("Breed", ["name": "Akita"]), to: stack.store)
    try context.save()
    try await Task.sleep(for: .milliseconds(60))
    #expect(told.stores.withLock { $0 }.isEmpty)
    let path = shared.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      try SharedStore.open(path).addBreeds(["Beagle"])
    }
    for _ in 0..<1000 where told.stores.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    observation.cancel()
    #expect(Set(told.stores.withLock { $0 }) == [stack.store.identifier])
    #expect(try stack.breeds() == ["Akita", "Beagle"])
  }

  private final class Told: Sendable {
    let stores = Mutex<[String]>([])
  }

  @Test func aUniqueValueThatTheOtherProcessTookIsAConflict() async throws {
    let shared = try SharedStore()
    let stack = try shared.open()
    let context = stack.context()
    try context.make("Tag", ["name": "calm", "weight": 5])
    let path = shared.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let context = try SharedStore.open(path).context()
      try context.make("Tag", ["name": "calm", "weight": 1])
      try context.save()
    }
    #expect(throws: SaveConflictError.self) { try context.save() }
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try stack.context().all("Tag").map { $0.number("weight") } == [5])
  }

  @Test(arguments: journals) func processesThatSaveAtTheSameTimeLoseNothing(
    _ mode: SQLiteStoreOptions.JournalMode
  ) async throws {
    let shared = try SharedStore(journalMode: mode)
    let stack = try shared.open()
    let path = shared.path
    async let other: Void = TwoProcessTests.addBreedsElsewhere(path)
    let context = stack.context()
    for number in 0..<40 {
      try context.make("Breed", ["name": "Here \(number)"])
      try context.save()
    }
    await other
    #expect(try stack.breeds().count == 80)
    let keys = try stack.context().all("Breed").map { $0.objectID.uriRepresentation() }
    #expect(Set(keys).count == 80)
  }

  private static func addBreedsElsewhere(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let context = try SharedStore.open(path).context()
      for number in 0..<40 {
        try context.make("Breed", ["name": "There \(number)"])
        try context.save()
      }
    }
  }

  /// This process has changed a breed's name and height; meanwhile the other has changed its name and popularity, or deleted it.
  private func conflict(deletes: Bool = false) async throws -> (ConformanceStack, ManagedObject) {
    let shared = try SharedStore()
    let stack = try shared.open()
    let context = stack.context()
    let mine = try context.make("Breed", ["name": "Akita", "popularity": 1, "height": 60.0])
    try context.save()
    try mine.setValue("Mine", forKey: "name")
    try mine.setValue(65.0, forKey: "height")
    let path = shared.path
    if deletes {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let context = try SharedStore.open(path).context()
        for breed in try context.all("Breed") { context.delete(breed) }
        try context.save()
      }
    } else {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let context = try SharedStore.open(path).context()
        for breed in try context.all("Breed") {
          try breed.setValue("Theirs", forKey: "name")
          try breed.setValue(2, forKey: "popularity")
        }
        try context.save()
      }
    }
    // The folder goes with the last who holds it.
    context.userInfo["folder"] = shared.folder
    return (stack, mine)
  }

  private func picture(of breed: ManagedObject) -> String {
    "\(breed.text("name") ?? "") \(breed.number("popularity") ?? 0) \(breed.value(forKey: "height") as? Double ?? 0)"
  }
}
