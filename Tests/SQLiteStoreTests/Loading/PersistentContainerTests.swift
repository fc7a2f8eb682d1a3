import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import Synchronization
import TestSupport
import Testing

@Suite struct PersistentContainerTests {
  private let folder: TemporaryFolder
  private let container: PersistentContainer

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    container = PersistentContainer(
      name: "Kennel",
      managedObjectModel: ConformanceModel.make(),
      viewContextType: .confinement
    )
  }

  @Test func withoutDescriptionsTheStoreIsAFileNamedAfterTheContainer() {
    let location = container.persistentStoreDescriptions.map(\.location)
    #expect(location == [PersistentContainer.defaultDirectory() + "/Kennel.sqlite"])
    #expect(container.persistentStoreDescriptions.map(\.type) == [.sqlite])
  }

  @Test func storesAreLoadedWithTheFoldersTheyNeed() throws {
    let path = folder.file("deep/down/Kennel.sqlite")
    container.persistentStoreDescriptions = [PersistentStoreDescription(location: path)]
    try container.loadPersistentStores()
    try container.loadPersistentStores()
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    try container.viewContext.make("Breed", ["name": "Akita"])
    try container.viewContext.save()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func eachStoreIsToldWithItsErrorAndTheOthersAreLoaded() throws {
    let wrong = try folder.write("no database", to: "Wrong.sqlite")
    container.persistentStoreDescriptions = [
      PersistentStoreDescription(location: wrong), PersistentStoreDescription(location: "memory", type: .inMemory),
    ]
    let told = Mutex<[String]>([])
    container.loadPersistentStores { description, error in
      told.withLock { $0.append("\(description.type.rawValue) \(error == nil ? "loaded" : "failed")") }
    }
    #expect(told.withLock { $0 } == ["SQLite failed", "InMemory loaded"])
    #expect(throws: SQLiteStoreError.self) { try container.loadPersistentStores() }
    #expect(try String(contentsOfFile: wrong, encoding: .utf8) == "no database")
  }

  @Test func aStoreMayBeLoadedOnAnotherThread() async throws {
    var description = PersistentStoreDescription(location: folder.file("Kennel.sqlite"))
    description.shouldAddStoreAsynchronously = true
    container.persistentStoreDescriptions = [description]
    let error = await withCheckedContinuation { continuation in
      container.loadPersistentStores { _, error in continuation.resume(returning: error) }
    }
    #expect(error == nil)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func backgroundWorkIsSeenByTheViewContextAfterItsSave() async throws {
    container.persistentStoreDescriptions = [PersistentStoreDescription(location: folder.file("Kennel.sqlite"))]
    try container.loadPersistentStores()
    let objectID = try await container.performBackgroundTask { context in
      #expect(context.concurrencyType == .privateQueue)
      let breed = try context.make("Breed", ["name": "Akita"])
      try context.save()
      return breed.objectID
    }
    #expect(container.viewContext.object(with: objectID).text("name") == "Akita")
    #expect(container.newBackgroundContext() !== container.newBackgroundContext())
  }
}
