import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// One coordinator over two stores: breeds and groups in one, everything else in the other.
@Suite struct SeveralStoresTests {
  private let folder: TemporaryFolder
  private let coordinator: PersistentStoreCoordinator
  private let breeds: any PersistentStore
  private let others: any PersistentStore
  private let context: ManagedObjectContext

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    let model = ConformanceModel.make()
    model.entityNamesByConfiguration = ["Breeds": ["Breed", "Group"], "Others": ["Person", "Dog", "Tag", "Breed"]]
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    breeds = try coordinator.addPersistentStore(
      type: .sqlite,
      configuration: "Breeds",
      at: folder.file("Breeds.sqlite")
    )
    others = try coordinator.addPersistentStore(type: .inMemory, configuration: "Others", at: "others")
    context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  @Test func anObjectGoesToTheStoreWhoseConfigurationHasItsEntity() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let person = try context.make("Person", ["name": "Ann"])
    try context.save()
    #expect(try breeds.row(for: group.objectID) != nil && others.row(for: person.objectID) != nil)
    #expect(group.objectID.uriRepresentation().contains(breeds.identifier))
    #expect(person.objectID.uriRepresentation().contains(others.identifier))
  }

  @Test func anEntityOfTwoStoresGoesToTheFirstUnlessAssigned() throws {
    let first = try context.make("Breed", ["name": "Akita"])
    let second = try context.make("Breed", ["name": "Beagle"])
    context.assign(second, to: others)
    try context.save()
    #expect(try breeds.row(for: first.objectID) != nil && others.row(for: second.objectID) != nil)
  }

  /// A new object may have the address of one that was given up.
  @Test(arguments: [true, false]) func theStoreThatWasChosenForAnObjectIsNoOthers(_ isRolledBack: Bool) throws {
    for number in 0..<100 {
      context.assign(try context.make("Breed", ["name": "Gone"]), to: others)
      if isRolledBack { context.rollback() } else { try context.all("Breed").forEach(context.delete) }
      context.processPendingChanges()
      try context.make("Breed", ["name": "Breed \(number)"])
      if isRolledBack || number % 10 == 9 { try context.save() }
    }
    try context.save()
    let breed = try #require(coordinator.managedObjectModel.entitiesByName["Breed"])
    #expect(try others.count(for: StoreFetch(entity: breed)) == 0)
    #expect(try breeds.count(for: StoreFetch(entity: breed)) == (isRolledBack ? 100 : 1))
  }

  @Test func aFetchAsksEveryStoreAndSortsAcrossThem() throws {
    for (name, store) in [("Corgi", breeds), ("Akita", others), ("Beagle", breeds)] {
      context.assign(try context.make("Breed", ["name": name]), to: store)
    }
    try context.save()
    let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let sorted = try reader.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    #expect(sorted.compactMap { $0.text("name") } == ["Akita", "Beagle", "Corgi"])
    let page = try reader.all("Breed") {
      $0.sortDescriptors = [SortKey("name")]
      $0.fetchOffset = 1
      $0.fetchLimit = 1
    }
    #expect(page.compactMap { $0.text("name") } == ["Beagle"])
    #expect(try reader.all("Breed") { $0.affectedStores = [others] }.names == ["Akita"])
    #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 3)
  }

  /// What has been done with an object whose store is removed.
  enum Work: CaseIterable { case insertion, change, deletion, newMember }

  @Test(arguments: Work.allCases) func changesForAStoreThatWasRemovedMakeTheSaveFail(_ work: Work) throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let calm = try context.make("Tag", ["name": "calm"])
    try context.save()
    switch work {
    case .insertion: try context.obtainPermanentIDs(for: [context.make("Dog", ["name": "Rex"])])
    case .change: try ann.setValue("Anne", forKey: "name")
    case .deletion: context.delete(ann)
    case .newMember: try ann.setValue(Set([calm]), forKey: "tags")
    }
    try context.make("Group", ["name": "Hound"])
    try coordinator.remove(others)
    #expect(throws: PersistentStoreError.self) { try context.save() }
    #expect(context.hasChanges)
    // Nothing has been written to the store that is still there.
    let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(try reader.all("Group").isEmpty)
    context.rollback()
    try context.make("Group", ["name": "Toy"])
    try context.save()
    #expect(try reader.all("Group").names == ["Toy"])
  }

  @Test func aRemovedStoreWithoutPendingChangesIsNoObstacle() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    try context.save()
    try coordinator.remove(others)
    try context.make("Group", ["name": "Hound"])
    try context.save()
    #expect(ann.text("name") == "Ann")
  }

  @Test func aRelationshipBetweenStoresIsRefused() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    context.assign(breed, to: others)
    let error = #expect(throws: PersistentStoreError.self) { try context.save() }
    #expect(error == .crossStoreRelationship(entity: "Breed", relationship: "group"))
    #expect(try breeds.count(for: StoreFetch(entity: group.entity)) == 0)
    try breed.setValue(nil, forKey: "group")
    try context.save()
  }

  @Test func aStoreWithoutTheEntityCannotBeChosen() throws {
    let group = try context.make("Group", ["name": "Hound"])
    context.assign(group, to: others)
    #expect(throws: PersistentStoreError.entityNotInStore(entity: "Group", location: "others")) { try context.save() }
    context.assign(group, to: InMemoryStore())
    #expect(throws: PersistentStoreError.entityNotInStore(entity: "Group", location: nil)) { try context.save() }
    context.assign(group, to: breeds)
    try context.save()
  }

  @Test func anEntityThatNoStoreHoldsCannotBeSaved() throws {
    try context.make("Bird", ["name": "Wren"])
    #expect(throws: PersistentStoreError.noStore(entity: "Bird")) { try context.save() }
  }

  @Test func aReadOnlyStoreTakesNoNewObjects() throws {
    try coordinator.remove(others)
    let fixed = InMemoryStore(configurationName: "Others", isReadOnly: true)
    try coordinator.addPersistentStore(fixed)
    try context.make("Person", ["name": "Ann"])
    #expect(throws: PersistentStoreError.readOnly(location: "memory")) { try context.save() }
  }
}
