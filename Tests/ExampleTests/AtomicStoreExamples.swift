import AtomicStores
import Foundation
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// XML and binary stores.
@Suite struct AtomicStoreExamples {
  private let folder: TemporaryFolder
  private let model = Showcase.model()

  init() throws { folder = try TemporaryFolder() }

  @Test func aStoreIsReadAndWrittenWhole() throws {
    let path = folder.file("DogBreeds.xml")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // example: AtomicStore
    AtomicStore.register()  // once, before the first store is opened
    let store = try coordinator.addPersistentStore(type: .xml, at: path)
    let count = (store as? AtomicStore)?.objectCount ?? 0
    // end
    #expect(count == 0)
  }

  @Test func anXMLStoreIsOpenedByItsType() throws {
    let path = folder.file("DogBreeds.xml")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // example: XMLStore
    AtomicStore.register()  // once, before the first store is opened
    let store = try coordinator.addPersistentStore(type: .xml, at: path) as? XMLStore
    // end
    #expect(store?.type == .xml)
  }

  @Test func aBinaryStoreIsOpenedByItsType() throws {
    let path = folder.file("DogBreeds.storedata")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // example: BinaryStore
    AtomicStore.register()  // once, before the first store is opened
    let store = try coordinator.addPersistentStore(type: .binary, at: path) as? BinaryStore
    // end
    #expect(store?.type == .binary)
  }

  @Test func aDamagedStoreSaysWhere() throws {
    AtomicStore.register()
    let path = folder.file("DogBreeds.xml")
    try folder.write("<database>\n<databaseInfo>", to: "DogBreeds.xml")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var problem = ""
    // example: AtomicStoreError
    do {
      try coordinator.addPersistentStore(type: .xml, at: path)
    } catch let error as AtomicStoreError {
      if case .damaged(let reason, let place) = error.kind { problem = "\(reason), \(place ?? "somewhere")" }
      print(error)
    }
    // end
    #expect(problem.hasSuffix("line 2"))
  }
}
