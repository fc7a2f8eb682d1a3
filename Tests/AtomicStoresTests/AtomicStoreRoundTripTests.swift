import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// What is saved is read again, through every type of store.
@Suite struct AtomicStoreRoundTripTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    SQLiteStore.register()
    AtomicStore.register()
  }

  @Test(arguments: [StoreType.xml, .binary]) func keepsEverything(_ type: StoreType) throws {
    let model = FormModel.make()
    let path = folder.file("Store")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: type, at: path)
    try FormModel.fill(coordinator)
    let contents = try FormModel.contents(of: store, model)
    #expect(contents.count == 6)
    let identifier = store.identifier
    try coordinator.remove(store)

    let again = try coordinator.addPersistentStore(type: type, at: path)
    #expect(try FormModel.contents(of: again, model) == contents)
    #expect(again.identifier == identifier)
    #expect(again.type == type)
    // And once more, with all of it written anew.
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let tag = try #require(
      try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first {
        $0.value(forKey: "name") as? String == "brown"
      }
    )
    try tag.setValue("black", forKey: "name")
    try context.save()
    let changed = try FormModel.contents(of: again, model)
    #expect(changed != contents)
    try coordinator.remove(again)
    let third = try coordinator.addPersistentStore(type: type, at: path)
    #expect(try FormModel.contents(of: third, model) == changed)
  }

  @Test func migratesThroughEveryTypeWithoutLoss() throws {
    let model = FormModel.make()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let first = try coordinator.addPersistentStore(type: .sqlite, at: folder.file("0.sqlite"))
    try FormModel.fill(coordinator)
    first.metadata.userValues["edition"] = .integer(12)
    let contents = try FormModel.contents(of: first, model)
    var store = first
    for (number, type) in [StoreType.xml, .binary, .sqlite, .binary, .xml, .sqlite].enumerated() {
      store = try coordinator.migratePersistentStore(store, to: folder.file("\(number + 1)"), type: type)
      #expect(try FormModel.contents(of: store, model) == contents, "as \(type.rawValue)")
      try coordinator.remove(store)
      store = try coordinator.addPersistentStore(type: type, at: folder.file("\(number + 1)"))
      #expect(try FormModel.contents(of: store, model) == contents, "as \(type.rawValue), opened again")
      #expect(store.metadata.userValues["edition"] == .integer(12))
    }
  }

  @Test(arguments: [StoreType.xml, .binary]) func opensByADescription(_ type: StoreType) throws {
    let container = PersistentContainer(
      name: "Forms",
      managedObjectModel: FormModel.make(),
      viewContextType: .confinement
    )
    var description = PersistentStoreDescription(location: folder.file("sub/Store"), type: type)
    container.persistentStoreDescriptions = [description]
    try container.loadPersistentStores()
    try FormModel.fill(container.persistentStoreCoordinator)
    #expect(try container.viewContext.count(for: FetchRequest<ManagedObject>(entityName: "Animal")) == 3)

    let reader = PersistentStoreCoordinator(managedObjectModel: FormModel.make())
    description.isReadOnly = true
    try reader.addPersistentStore(with: description)
    let context = ManagedObjectContext(persistentStoreCoordinator: reader)
    let dogs = try context.fetch(FetchRequest<ManagedObject>(entityName: "Dog"))
    #expect(dogs.count == 3)
    #expect(
      dogs.compactMap { $0.value(forKey: "kennelName") as? String }
        == Array(repeating: FormModel.difficultText, count: 3)
    )
    #expect(dogs.contains { $0.value(forKey: "traits") as? [String] == ["kind", "<quick>"] })
    try dogs[0].setValue("Max", forKey: "name")
    #expect(throws: PersistentStoreError.self) { try context.save() }
  }

  @Test(arguments: [StoreType.xml, .binary]) func givesEachObjectANumberOfItsOwn(_ type: StoreType) throws {
    let model = FormModel.make()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let sqlite = try coordinator.addPersistentStore(type: .sqlite, at: folder.file("Store.sqlite"))
    // Dogs, kennels and tags have the same keys here, because each has a table of its own.
    try FormModel.fill(coordinator)
    let store = try coordinator.migratePersistentStore(sqlite, to: folder.file("Store"), type: type)
    var references: [Int64] = []
    for entity in model.entities {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      references += try store.rows(for: fetch).map(\.objectID.reference)
    }
    #expect(Set(references).count == 6)
    let next = try store.obtainPermanentIDs(for: model.entities[1], count: 1).first?.reference ?? 0
    #expect(references.allSatisfy { $0 < next })
  }
}
