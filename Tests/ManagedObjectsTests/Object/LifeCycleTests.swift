import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

/// What an object says about itself, and which hooks it hears, from its insertion to the save of its deletion.
@Suite struct LifeCycleTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory(
      objectClasses: ["Breed": WitnessingBreed.self, "Fish": RestlessFish.self, "Bird": SelfDeletingBird.self]
    )
    context = stack.context()
  }

  @Test(arguments: [false, true])
  func anObjectIsDeletedUntilTheSave(withUndo: Bool) throws {
    if withUndo { context.undoManager = UndoManager() }
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle"])
    try context.save()
    context.delete(group)
    #expect(group.isDeleted)
    try context.save()
    #expect(!group.isDeleted && !group.hasChanges && group.managedObjectContext == nil)
    #expect(throws: PropertyAccessError.foreignObject(entity: "Breed", key: "group")) {
      try breed.setValue(group, forKey: "group")
    }
    if withUndo {
      context.undo()
      #expect(group.isInserted && !group.isDeleted && group.text("name") == "Hound")
    }
  }

  @Test func aValueThatIsChangedBackIsNoPersistentChange() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    try breed.setValue("Shiba", forKey: "name")
    #expect(breed.hasPersistentChangedValues)
    try breed.setValue("Akita", forKey: "name")
    #expect(!breed.hasPersistentChangedValues && breed.hasChanges)
  }

  @Test(arguments: [false, true])
  func aCascadePreparesAllObjectsBeforeItTakesAnyRelationshipAway(atEndOfEvent: Bool) throws {
    context.propagatesDeletesAtEndOfEvent = atEndOfEvent
    let group = try context.make("Group", ["name": "Hound"])
    let names = ["Basset", "Beagle"]
    for name in names { try context.make("Breed", ["name": name, "group": group]) }
    try context.save()
    let breeds = try context.all("Breed").compactMap { $0 as? WitnessingBreed }
    context.delete(group)
    context.processPendingChanges()
    #expect(breeds.count == 2 && breeds.allSatisfy { $0.isDeleted })
    #expect(breeds.map(\.witnessed) == [[names], [names]])
    try context.save()
    #expect(breeds.map(\.witnessed.count) == [1, 1])
    #expect(try stack.context().all("Breed").isEmpty)
  }

  @Test func aHookThatDeletesItsOwnObjectIsCalledOnce() throws {
    let bird = try #require(try context.make("Bird", ["name": "Wren"]) as? SelfDeletingBird)
    try context.save()
    context.delete(bird)
    #expect(bird.preparations == 1 && bird.isDeleted)
    try context.save()
    #expect(bird.preparations == 1)
  }

  @Test func anObjectThatChangesInEveryWillSaveMakesTheSaveFail() throws {
    let fish = try #require(try context.make("Fish", ["name": "Cod"]) as? RestlessFish)
    let error = #expect(throws: PersistentStoreError.self) { try context.save() }
    #expect(error?.description.contains("Fish") == true)
    #expect(context.hasChanges && fish.isInserted)
    #expect(try stack.context().all("Fish").isEmpty)
    fish.isAtRest = true
    try context.save()
    #expect(try stack.context().all("Fish").count == 1)
  }

  @Test func aSaveAfterOneThatFailedAsksTheObjectsAgain() throws {
    let fish = try #require(try context.make("Fish") as? RestlessFish)
    fish.isAtRest = true
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(fish.askings == 2)
  }

  @Test func theDescriptionNamesEntityIDAndValues() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Basset Hound", "group": group, "height": 38.5])
    try context.save()
    let text = "\(breed)"
    #expect(text.hasPrefix("<WitnessingBreed: 0x"))
    let rest = text.drop { $0 != ">" }
    let store = stack.store.identifier
    #expect(
      rest == """
        > (entity: Breed; id: <x-coredata://\(store)/Breed/p1>; data: {
            group = "<x-coredata://\(store)/Group/p1>";
            height = "38.5";
            isRare = 0;
            name = "Basset Hound";
            popularity = nil;
            recognised = nil;
            weight = nil;
        })
        """
    )
    let other = stack.context()
    let fault = other.object(with: group.objectID)
    #expect("\(fault)".hasSuffix("(entity: Group; id: <x-coredata://\(store)/Group/p1>; data: <fault>)"))
    #expect(fault.isFault)
    _ = fault.text("name")
    #expect("\(fault)".contains("breeds = \"<relationship fault: 'breeds'>\";\n    code = nil;\n    name = Hound;\n"))
  }

  @Test func insertedObjectsAreRetainedIfAllAre() throws {
    context.retainsRegisteredObjects = true
    func make(_ name: String) throws -> ManagedObjectID {
      let group = try context.make("Group", ["name": name])
      try context.save()
      return group.objectID
    }
    let identifier = try make("Hound")
    #expect(context.registeredObject(for: identifier) != nil)
    context.delete(try #require(context.registeredObject(for: identifier)))
    try context.save()
    #expect(context.registeredObjects.isEmpty)
    let other = try make("Toy")
    context.retainsRegisteredObjects = false
    #expect(context.registeredObject(for: other) == nil)
  }
}

/// Keeps what it sees of its group when it is deleted.
final class WitnessingBreed: ManagedObject {
  var witnessed: [[String]] = []

  override func prepareForDeletion() {
    witnessed.append(related("group")?.members("breeds").names.sorted() ?? [])
  }
}

/// Deletes itself once more while it is being deleted.
final class SelfDeletingBird: ManagedObject {
  var preparations = 0

  override func prepareForDeletion() {
    preparations += 1
    if preparations < 10 { managedObjectContext?.delete(self) }
  }
}

/// Changes in every `willSave`.
final class RestlessFish: ManagedObject {
  var isAtRest = false
  var askings = 0

  override func willSave() {
    askings += 1
    guard !isAtRest else { return }
    try? setValue((value(forKey: "depth") as? Double ?? 0) + 1, forKey: "depth")
  }
}
