import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct DeletionTests {
  /// A stack whose `breeds` relationship has this rule.
  private func stack(_ rule: DeleteRule) throws -> ConformanceStack {
    let model = ConformanceModel.make()
    try #require(model.entitiesByName["Group"]?.relationshipsByName["breeds"]).deleteRule = rule
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  private func groupWithBreed(_ stack: ConformanceStack) throws -> (ManagedObject, ManagedObject) {
    let context = stack.context()
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    try context.save()
    return (group, breed)
  }

  @Test func nullifyClearsTheInverse() throws {
    let stack = try stack(.nullify)
    let (group, breed) = try groupWithBreed(stack)
    let context = try #require(group.managedObjectContext)
    context.delete(group)
    try context.save()
    #expect(breed.related("group") == nil)
    #expect(try stack.store.row(for: breed.objectID)?.version == 2)
  }

  @Test func cascadeDeletesRelatedObjects() throws {
    let stack = try stack(.cascade)
    let (group, breed) = try groupWithBreed(stack)
    let context = try #require(group.managedObjectContext)
    context.delete(group)
    #expect(!breed.isDeleted)
    context.processPendingChanges()
    #expect(breed.isDeleted && context.deletedObjects == [group, breed])
    try context.save()
    #expect(try stack.context().all("Breed").isEmpty)
  }

  @Test func cascadeFollowsAtOnceWhenAsked() throws {
    let stack = try stack(.cascade)
    let (group, breed) = try groupWithBreed(stack)
    group.managedObjectContext?.propagatesDeletesAtEndOfEvent = false
    group.managedObjectContext?.delete(group)
    #expect(breed.isDeleted)
  }

  @Test func denyFailsTheSaveWhileThereAreRelatedObjects() throws {
    let stack = try stack(.deny)
    let (group, breed) = try groupWithBreed(stack)
    let context = try #require(group.managedObjectContext)
    context.delete(group)
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.relationshipDeniedDelete])
    #expect(error?.errors.first?.objectID == group.objectID && error?.errors.first?.key == "breeds")
    context.delete(breed)
    try context.save()
    #expect(try stack.context().all("Group").isEmpty)
  }

  @Test func noActionLeavesRelatedObjectsAlone() throws {
    let stack = try stack(.noAction)
    let (group, breed) = try groupWithBreed(stack)
    let context = try #require(group.managedObjectContext)
    context.delete(group)
    try context.save()
    #expect(try stack.store.row(for: breed.objectID)?.version == 1)
  }

  @Test func deletingANewObjectLeavesNothingToSave() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed")
    context.delete(breed)
    #expect(!context.hasChanges && context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
    try context.save()
    #expect(breed.managedObjectContext == nil)
  }

  @Test func aDeletedObjectHasNoContextAfterTheSave() throws {
    let stack = try stack(.nullify)
    let (group, _) = try groupWithBreed(stack)
    let context = try #require(group.managedObjectContext)
    context.delete(group)
    #expect(group.isDeleted && group.managedObjectContext === context)
    try context.save()
    #expect(group.managedObjectContext == nil)
  }

  @Test func cyclesOfCascadesEnd() throws {
    let model = ConformanceModel.make()
    let person = try #require(model.entitiesByName["Person"])
    try #require(person.relationshipsByName["friends"]).deleteRule = .cascade
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let people = try (1...20).map { try context.make("Person", ["name": "Person \($0)"]) }
    for index in people.indices { people[index].mutableSetValue(forKey: "friends").add(people[(index + 1) % 20]) }
    try context.save()
    context.delete(people[0])
    try context.save()
    #expect(try context.all("Person").isEmpty)
  }
}
