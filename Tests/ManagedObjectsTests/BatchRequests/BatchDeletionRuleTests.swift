import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// What the rules of `Group.breeds` do to a batch deletion of groups.
@Suite struct BatchDeletionRuleTests {
  private func stack(_ rule: DeleteRule, isRequired: Bool = false) throws -> (ConformanceStack, ManagedObjectID) {
    let model = ConformanceModel.make()
    try #require(model.entitiesByName["Group"]?.relationshipsByName["breeds"]).deleteRule = rule
    try #require(model.entitiesByName["Breed"]?.relationshipsByName["group"]).isOptional = !isRequired
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    let stack = ConformanceStack(store: store, coordinator: coordinator)
    let context = stack.context()
    let group = try context.make("Group", ["name": "Hound"])
    try context.make("Breed", ["name": "Beagle", "group": group])
    try context.save()
    return (stack, group.objectID)
  }

  @Test func nullifyClearsTheInverse() throws {
    let (stack, group) = try stack(.nullify)
    _ = try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
    #expect(try stack.context().all("Breed").map { $0.related("group") } == [nil])
  }

  @Test func nullifyOfARequiredInverseIsRefused() throws {
    let (stack, group) = try stack(.nullify, isRequired: true)
    let error = #expect(throws: BatchDeletionError.self) {
      try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
    }
    #expect(error?.description.contains("must have an object at group") == true)
    #expect(try stack.context().all("Group").count == 1)
    let breed = try #require(try stack.context().all("Breed").first?.objectID)
    _ = try stack.context().execute(BatchDeleteRequest(objectIDs: [breed]))
    _ = try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
  }

  @Test func denyIsRefusedWhileThereAreRelatedRows() throws {
    let (stack, group) = try stack(.deny)
    #expect(throws: BatchDeletionError.denied(group, relationship: "breeds")) {
      try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
    }
    _ = try stack.context().execute(BatchDeleteRequest(fetchRequest: FetchRequest(entityName: "Breed")))
    _ = try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
    #expect(try stack.context().all("Group").isEmpty)
  }

  @Test func noActionLeavesTheReference() throws {
    let (stack, group) = try stack(.noAction)
    _ = try stack.context().execute(BatchDeleteRequest(objectIDs: [group]))
    let breed = try #require(try stack.context().all("Breed").first)
    #expect(try stack.store.row(for: breed.objectID)?.toOne == [group])
  }
}
