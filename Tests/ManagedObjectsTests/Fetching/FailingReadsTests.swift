import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import StoreConformance
import Testing

/// What cannot be read is not taken for what is not there (issue 18, number 14).
@Suite struct FailingReadsTests {
  private let model = ConformanceModel.make()
  private let base = InMemoryStore()

  /// A context over a store with two groups, two breeds of one and an animal, some of whose reads fail.
  private func context(
    failing read: FailingStore.Read,
    executes: Bool = false
  ) throws -> (context: ManagedObjectContext, store: FailingStore) {
    let store = FailingStore(base, failing: read, executes: executes)
    store.isFailing = false
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let group = try context.make("Group", ["name": "Hound"])
    try context.make("Group", ["name": "Toy"])
    for name in ["Beagle", "Basset"] { try context.make("Breed", ["name": name, "group": group]) }
    try context.make("Bird", ["name": "Rex"])
    try context.save()
    context.reset()
    store.isFailing = true
    return (context, store)
  }

  @Test(arguments: ["group.name == 'Hound'", "group.name != 'Toy'"])
  func aPredicateOverWhatCannotBeReadFails(_ predicate: String) throws {
    let (context, store) = try context(failing: .row)
    #expect(throws: FailingStore.Failure.self) {
      try context.all("Breed") { $0.predicate = try? ObjectPredicate(format: predicate) }
    }
    store.isFailing = false
    #expect(try context.all("Breed") { $0.predicate = try? ObjectPredicate(format: predicate) }.count == 2)
  }

  @Test func aSortByWhatCannotBeReadFails() throws {
    let (context, _) = try context(failing: .members)
    #expect(throws: FailingStore.Failure.self) {
      try context.all("Group") {
        $0.sortDescriptors = [SortKey("breeds.@count"), SortKey("name")]
        $0.predicate = try? ObjectPredicate(format: "name != nil")
      }
    }
  }

  /// A property cannot throw; who saves nothing asks the context.
  @Test func whoOnlyReadsIsToldOfWhatCouldNotBeRead() throws {
    let (context, store) = try context(failing: .members)
    let group = try #require(try context.all("Group").first { $0.text("name") == "Hound" })
    try context.throwReadFailure()
    #expect(group.members("breeds").isEmpty && store.failures > 0)
    #expect(throws: FailingStore.Failure.self) { try context.throwReadFailure() }
    try context.throwReadFailure()
    store.isFailing = false
    context.refreshAllObjects()
    #expect(group.members("breeds").count == 2)
    try context.throwReadFailure()
  }

  /// An object that could not be read has no values; once that was said, it is read again.
  @Test func anObjectThatCouldNotBeReadIsReadAgain() throws {
    let (context, store) = try context(failing: .row)
    let breeds = try context.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    context.refreshAllObjects()
    #expect(breeds.names.isEmpty && store.failures == 2)
    #expect(throws: FailingStore.Failure.self) { try context.throwReadFailure() }
    store.isFailing = false
    #expect(breeds.names == ["Basset", "Beagle"])
    #expect((breeds[0].value(forKey: "group") as? ManagedObject)?.text("name") == "Hound")
    try context.throwReadFailure()
  }

  /// A change of an object that could not be read leaves its other values as they are in the store, and is no reason to keep it empty.
  @Test(arguments: [true, false]) func aChangeOfWhatCouldNotBeReadChangesNothingElse(_ isSaved: Bool) throws {
    let (context, store) = try context(failing: .row)
    let breeds = try context.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    context.refreshAllObjects()
    try breeds[0].setValue("Harrier", forKey: "name")
    #expect(throws: FailingStore.Failure.self) { try context.save() }
    store.isFailing = false
    if isSaved { try context.save() } else { context.rollback() }
    let reader = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
    let stored = try reader.all("Breed") { $0.sortDescriptors = [SortKey("name")] }
    for objects in [stored, breeds] {
      #expect(objects.names == [isSaved ? "Harrier" : "Basset", "Beagle"].sorted())
      #expect(objects.map { ($0.value(forKey: "group") as? ManagedObject)?.text("name") } == ["Hound", "Hound"])
    }
    try context.throwReadFailure()
  }

  /// A delete rule that cannot be followed to the end is followed by the next save.
  @Test(arguments: [true, false]) func aDeletionWhoseRulesCannotBeFollowedIsNotSaved(_ isTried: Bool) throws {
    let (context, store) = try context(failing: .members)
    let hound = try #require(try context.all("Group").first { $0.text("name") == "Hound" })
    context.delete(hound)
    if isTried { context.processPendingChanges() }
    #expect(throws: FailingStore.Failure.self) { try context.save() }
    #expect(store.failures > 0)
    store.isFailing = false
    try context.save()
    let reader = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
    #expect(try reader.all("Group").names == ["Toy"] && reader.all("Breed").isEmpty)
  }

  /// What a deleted object that could not be read refers to is known to the next save, which leaves no reference to what is gone.
  @Test(arguments: [true, false]) func rulesOfADeletedObjectThatCouldNotBeReadAreFollowedLater(_ isTried: Bool) throws {
    let (context, store) = try context(failing: .row)
    store.isFailing = false
    let ann = try context.make("Person", ["name": "Ann"])
    try context.make("Person", ["name": "Bob", "partner": ann])
    try context.save()
    context.refreshAllObjects()
    store.isFailing = true
    context.delete(ann)
    if isTried { context.processPendingChanges() }
    #expect(throws: FailingStore.Failure.self) { try context.save() }
    #expect(throws: FailingStore.Failure.self) { try context.save() }
    store.isFailing = false
    try context.save()
    let reader = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
    let people = try reader.all("Person")
    #expect(people.names == ["Bob"] && people.first?.related("partner") == nil)
    try reader.throwReadFailure()
  }

  @Test func rowsOfValuesThatCannotBeReadFail() throws {
    let (context, store) = try context(failing: .row, executes: true)
    var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
    request.propertiesToFetch = [.keyPath("name"), .keyPath("group.name")]
    #expect(throws: FailingStore.Failure.self) { try context.fetch(request) }
    request.propertiesToFetch = [
      .keyPath("group.name"), .expression(name: "count", try ObjectExpression(format: "count:(name)")),
    ]
    request.propertiesToGroupBy = ["group.name"]
    #expect(throws: FailingStore.Failure.self) { try context.fetch(request) }
    store.isFailing = false
    #expect(try context.fetch(request).count == 1)
  }

  @Test func aBatchUpdateFromWhatCannotBeReadChangesNothing() throws {
    let (context, store) = try context(failing: .row, executes: true)
    let update = BatchUpdateRequest(
      entityName: "Breed",
      propertiesToUpdate: ["name": try ObjectExpression(format: "group.name")]
    )
    #expect(throws: FailingStore.Failure.self) { try context.execute(update) }
    store.isFailing = false
    #expect(try context.all("Breed").compactMap { $0.text("name") }.sorted() == ["Basset", "Beagle"])
  }

  /// The result stays, and who saves next is told.
  @Test func aResultThatCannotBeFetchedAgainStays() throws {
    let (context, store) = try context(failing: .rows)
    store.isFailing = false
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: "name != nil")
    let controller = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    try controller.performFetch()
    store.isFailing = true
    try controller.fetchedObjects.first?.setValue("Harrier", forKey: "name")
    context.processPendingChanges()
    #expect(controller.fetchedObjects.count == 2 && store.failures > 0)
    #expect(throws: FailingStore.Failure.self) { try context.save() }
    store.isFailing = false
    try context.save()
  }

  /// An ID of a URI may name an entity above the object's own; the store is asked, and its failure is kept.
  @Test func anObjectThatCannotBeLookedForMakesTheSaveFail() throws {
    let (context, store) = try context(failing: .row)
    store.isFailing = false
    let rex = try #require(try context.all("Bird").first).objectID
    let uri = rex.uriRepresentation().replacingOccurrences(of: "/Bird/", with: "/Animal/")
    let coordinator = context.persistentStoreCoordinator
    store.isFailing = true
    let objectID = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    context.reset()
    _ = context.object(with: objectID)
    #expect(store.failures > 0)
    #expect(throws: FailingStore.Failure.self) { try context.save() }
  }

  /// A relationship that cannot be read is not given up by a migration.
  @Test(arguments: [FailingStore.Read.row, .members]) func aMigrationOfWhatCannotBeReadFails(_ read: FailingStore.Read)
    throws
  {
    let (_, store) = try context(failing: read, executes: true)
    let newer = ConformanceModel.make()
    var mapping = MappingModel(from: model, to: newer)
    try mapping.customize("Breed") { try $0.map("name", to: .expression("group.name")) }
    // Breeds before their groups, whose rows are read one by one then.
    mapping.entityMappings.reverse()
    let target = InMemoryStore()
    #expect(throws: FailingStore.Failure.self) { try mapping.migrate(store, to: target) }
  }
}
