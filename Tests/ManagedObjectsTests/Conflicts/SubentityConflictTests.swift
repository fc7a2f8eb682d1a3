import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// Objects of two entities that want the same unique values, because the constraint is that of the entity above both.
@Suite struct SubentityConflictTests {
  /// Animals with a unique name: dogs, pugs among them, and cats.
  private func stack() throws -> ConformanceStack {
    let (animal, dog, pug, cat) = (
      EntityDescription(name: "Animal"), EntityDescription(name: "Dog"), EntityDescription(name: "Pug"),
      EntityDescription(name: "Cat")
    )
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    animal.declaredProperties = [name, AttributeDescription(name: "colour", type: .string)]
    animal.uniquenessConstraints = [["name"]]
    dog.declaredProperties = [
      AttributeDescription(name: "chip", type: .string), AttributeDescription(name: "coat", type: .string),
      RelationshipDescription(name: "chief", destination: dog),
    ]
    pug.declaredProperties = [AttributeDescription(name: "folds", type: .integer16)]
    cat.declaredProperties = [AttributeDescription(name: "lives", type: .integer16)]
    animal.subentities = [dog, cat]
    dog.subentities = [pug]
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(entities: [animal, dog, pug, cat])
    )
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  private func stack(holding entity: String, _ values: [String: Any]) throws -> ConformanceStack {
    let stack = try stack()
    let writer = stack.context()
    try writer.make(entity, values)
    try writer.save()
    return stack
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func aNewObjectDoesNotTakeTheRowOfAnotherEntity(_ policy: MergePolicy) throws {
    let stack = try stack(holding: "Cat", ["name": "Rex", "colour": "white", "lives": 7])
    let context = stack.context()
    context.mergePolicy = policy
    let dog = try context.make("Dog", ["name": "Rex", "chip": "0815", "coat": "short"])
    let error = #expect(throws: SaveConflictError.self) { try context.save() }
    #expect(error?.details.map(\.constraint) == [["name"]])
    #expect(context.insertedObjects == [dog] && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
    let cat = try #require(try stack.context().all("Animal").first)
    #expect(cat.entity.name == "Cat" && cat.text("colour") == "white" && cat.number("lives") == 7)
    // Under a name of its own it can be saved.
    try dog.setValue("Max", forKey: "name")
    try context.save()
    #expect(try stack.context().all("Animal").names == ["Max", "Rex"])
  }

  @Test func aNewObjectGivesItsValuesToOneOfAnEntityBelow() throws {
    let stack = try stack(holding: "Pug", ["name": "Rex", "folds": 3])
    let context = stack.context()
    context.mergePolicy = .mergeByPropertyObjectTrump
    let chief = try context.make("Dog", ["name": "Max"])
    try context.make("Dog", ["name": "Rex", "chip": "0815", "chief": chief])
    try context.save()
    let rex = try #require(try stack.context().all("Pug").first)
    #expect(rex.text("chip") == "0815" && rex.number("folds") == 3 && rex.related("chief")?.text("name") == "Max")
    #expect(try stack.context().all("Animal").names == ["Max", "Rex"])
  }

  @Test func aNewObjectDoesNotTakeTheRowOfAnEntityAbove() throws {
    let stack = try stack(holding: "Dog", ["name": "Rex", "chip": "0815"])
    let context = stack.context()
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.make("Pug", ["name": "Rex", "folds": 3])
    #expect(throws: SaveConflictError.self) { try context.save() }
    context.mergePolicy = .mergeByPropertyStoreTrump
    try context.save()
    #expect(try stack.context().all("Animal").map(\.entity.name) == ["Dog"])
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func aBatchDoesNotTakeTheRowOfAnotherEntity(_ policy: MergePolicy) throws {
    let stack = try stack(holding: "Cat", ["name": "Rex", "lives": 7])
    let context = stack.context()
    context.mergePolicy = policy
    let rows: [[String: Any]] = [["name": "Max"], ["name": "Rex", "chip": "0815", "coat": "short"]]
    #expect(throws: SaveConflictError.self) {
      try context.execute(BatchInsertRequest(entityName: "Dog", objects: rows))
    }
    #expect(try stack.context().all("Animal").map { $0.number("lives") } == [7])
    context.mergePolicy = .mergeByPropertyStoreTrump
    _ = try context.execute(BatchInsertRequest(entityName: "Dog", objects: rows))
    #expect(try stack.context().all("Animal").names == ["Max", "Rex"])
  }

  @Test func aBatchGivesItsValuesToOneOfAnEntityBelow() throws {
    let stack = try stack(holding: "Pug", ["name": "Rex", "folds": 3])
    let context = stack.context()
    context.mergePolicy = .mergeByPropertyObjectTrump
    _ = try context.execute(BatchInsertRequest(entityName: "Dog", objects: [["name": "Rex", "chip": "0815"]]))
    let rex = try #require(try stack.context().all("Dog").first)
    #expect(rex.entity.name == "Pug" && rex.text("chip") == "0815" && rex.number("folds") == 3)
  }
}
