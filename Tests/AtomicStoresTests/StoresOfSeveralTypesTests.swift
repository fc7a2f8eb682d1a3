import AtomicStores
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// One context over stores of several types.
@Suite struct StoresOfSeveralTypesTests {
  private let folder: TemporaryFolder

  init() throws {
    SQLiteStore.register()
    AtomicStore.register()
    folder = try TemporaryFolder()
  }

  /// A conflict in one store leaves the others as they were, so that a save that goes on after it does not repeat them (issue 18, number 14).
  @Test(arguments: [true, false], [StoreType.inMemory, .sqlite, .xml])
  func aConflictInOneStoreIsNoSaveOfTheOthers(_ isResolved: Bool, _ type: StoreType) throws {
    let model = ConformanceModel.make()
    model.entityNamesByConfiguration = ["Breeds": ["Breed", "Group"], "Others": ["Person", "Dog", "Tag"]]
    for isFirst in [true, false] {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      let names = ["Breeds", "Others"]
      for name in isFirst ? names : names.reversed() {
        try coordinator.addPersistentStore(
          type: name == "Breeds" ? .sqlite : type,
          configuration: name,
          at: folder.file("\(name) \(isFirst) \(isResolved) \(type.rawValue)")
        )
      }
      let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      let ann = try context.make("Person", ["name": "Ann"])
      let toy = try context.make("Group", ["name": "Toy"])
      try context.save()
      let other = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      try other.all("Person").first?.setValue("Annie", forKey: "name")
      try other.save()
      try ann.setValue("Anne", forKey: "name")
      try toy.setValue("Toys", forKey: "name")
      let hound = try context.make("Group", ["name": "Hound"])
      let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      if isResolved {
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(try reader.all("Group") { $0.sortDescriptors = [SortKey("name")] }.names == ["Hound", "Toys"])
        #expect(try reader.all("Person").names == ["Anne"])
      } else {
        #expect(throws: SaveConflictError.self) { try context.save() }
        #expect(try reader.all("Group").names == ["Toy"])
        #expect(try reader.all("Person").names == ["Annie"])
        #expect(hound.isInserted && context.hasChanges)
        context.refresh(ann, mergeChanges: false)
        try context.save()
        reader.reset()
        #expect(try reader.all("Group") { $0.sortDescriptors = [SortKey("name")] }.names == ["Hound", "Toys"])
      }
    }
  }
}
