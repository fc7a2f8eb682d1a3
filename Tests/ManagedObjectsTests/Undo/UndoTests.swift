import ManagedObjects
import StoreConformance
import Testing

@Suite struct UndoTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext
  private let undoManager = UndoManager()

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
    context.undoManager = undoManager
  }

  @Test func undoAndRedoAChangeOfAnAttribute() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    try breed.setValue("Shiba", forKey: "name")
    context.processPendingChanges()
    context.undo()
    #expect(breed.text("name") == "Akita" && !breed.hasChanges)
    context.redo()
    #expect(breed.text("name") == "Shiba" && breed.isUpdated)
  }

  @Test func undoAndRedoTellTheObserversWhatChanged() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    nonisolated(unsafe) var told: [[String]] = []
    let token = context.observe(.objectsDidChange) { notification in
      told.append(notification.updatedObjects.union(notification.refreshedObjects).names)
    }
    try breed.setValue("Shiba", forKey: "name")
    context.processPendingChanges()
    context.undo()
    context.processPendingChanges()
    context.redo()
    context.processPendingChanges()
    #expect(told == [["Shiba"], ["Akita"], ["Shiba"]])
    token.cancel()
  }

  @Test func undoAndRedoAnInsertion() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    context.processPendingChanges()
    context.undo()
    #expect(!context.hasChanges && !breed.isInserted)
    context.redo()
    #expect(breed.isInserted && breed.text("name") == "Akita")
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Akita"])
  }

  @Test func undoADeletionWithItsPropagation() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let breeds = try ["Beagle", "Basset"].map { try context.make("Breed", ["name": $0, "group": group]) }
    try context.save()
    undoManager.removeAllActions()
    context.delete(group)
    context.processPendingChanges()
    #expect(breeds.allSatisfy { $0.isDeleted })
    context.undo()
    #expect(!group.isDeleted && !breeds.contains { $0.isDeleted })
    #expect(breeds.allSatisfy { $0.related("group") === group } && group.members("breeds") == Set(breeds))
    #expect(!context.hasChanges)
    context.redo()
    #expect(group.isDeleted && breeds.allSatisfy { $0.isDeleted })
    try context.save()
    #expect(try stack.context().all("Breed").isEmpty)
  }

  @Test func undoADeletionThatWasSavedMakesANewObject() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    undoManager.removeAllActions()
    context.delete(breed)
    try context.save()
    #expect(try stack.context().all("Breed").isEmpty)
    context.undo()
    #expect(breed.isInserted)
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Akita"])
  }

  @Test func changesOfOneEventAreUndoneTogether() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    context.processPendingChanges()
    try breed.setValue("Shiba", forKey: "name")
    try breed.setValue(12, forKey: "popularity")
    context.processPendingChanges()
    try breed.setValue("Kai", forKey: "name")
    context.undo()
    #expect(breed.text("name") == "Shiba" && breed.number("popularity") == 12)
    context.undo()
    #expect(breed.text("name") == "Akita" && breed.number("popularity") == nil)
  }

  @Test func explicitGroupsAreUndoneAsOne() throws {
    undoManager.groupsByEvent = false
    let breed = try context.make("Breed", ["name": "Akita"])
    undoManager.beginUndoGrouping()
    try breed.setValue("Shiba", forKey: "name")
    context.processPendingChanges()
    undoManager.beginUndoGrouping()
    try breed.setValue(3, forKey: "popularity")
    undoManager.endUndoGrouping()
    undoManager.setActionName("Rename")
    undoManager.endUndoGrouping()
    #expect(undoManager.undoActionName == "Rename")
    context.undo()
    #expect(breed.text("name") == "Akita" && breed.number("popularity") == nil)
    #expect(undoManager.canRedo && !undoManager.canUndo)
  }

  @Test func undoRestoresRelationshipsAndOrders() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let bob = try context.make("Person", ["name": "Bob", "partner": ann])
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
    try ann.setValue(dogs, forKey: "dogs")
    try context.save()
    undoManager.removeAllActions()
    let eve = try context.make("Person", ["name": "Eve", "partner": ann])
    try ann.setValue([dogs[2], dogs[1]], forKey: "dogs")
    #expect(bob.related("partner") == nil)
    context.processPendingChanges()
    context.undo()
    #expect(bob.related("partner") === ann && ann.related("partner") === bob && !eve.isInserted)
    #expect(ann.list("dogs") == dogs)
    context.redo()
    #expect(ann.list("dogs") == [dogs[2], dogs[1]] && dogs[0].related("owner") == nil)
  }

  @Test func anOrderThatAMemberHasByGoingAndComingBackOutlivesAnUndo() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace"].map { try context.make("Dog", ["name": $0, "owner": ann]) }
    try context.save()
    let list = ann.mutableOrderedSetValue(forKey: "dogs")
    list.remove(dogs[0])
    list.add(dogs[0])
    context.processPendingChanges()
    #expect(ann.changedValues().keys.contains("dogs"))
    try ann.setValue("Eve", forKey: "name")
    context.undo()
    #expect(ann.text("name") == "Ann" && ann.isUpdated)
    try context.save()
    #expect(try stack.context().all("Person").first?.list("dogs").compactMap { $0.text("name") } == ["Ace", "Rex"])
  }

  @Test func aMemberComesBackThoughOthersHaveTakenThoseBeforeIt() throws {
    let ann = try context.make("Person", ["name": "Ann"])
    let dogs = try ["Rex", "Ace", "Max"].map { try context.make("Dog", ["name": $0]) }
    try ann.setValue(dogs, forKey: "dogs")
    try context.save()
    ann.mutableOrderedSetValue(forKey: "dogs").remove(dogs[2])
    try context.save()
    let other = stack.context()
    try other.object(with: ann.objectID).setValue([ManagedObject](), forKey: "dogs")
    try other.save()
    context.mergeChanges(fromContextDidSave: SavedObjectIDs(updated: [ann.objectID] + dogs.map(\.objectID)))
    #expect(ann.list("dogs").isEmpty)
    context.undo()
    #expect(ann.list("dogs") == [dogs[2]])
  }

  @Test func aNewChangeEndsRedo() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    context.processPendingChanges()
    try breed.setValue("Shiba", forKey: "name")
    context.undo()
    #expect(undoManager.canRedo)
    try breed.setValue("Kai", forKey: "name")
    #expect(!undoManager.canRedo)
  }

  @Test func levelsOfUndoAreLimited() throws {
    undoManager.levelsOfUndo = 2
    let breed = try context.make("Breed", ["name": "0"])
    for number in 1...5 {
      context.processPendingChanges()
      try breed.setValue("\(number)", forKey: "name")
    }
    for _ in 1...5 { context.undo() }
    #expect(breed.text("name") == "3")
  }

  @Test func rollbackAndResetForgetTheUndoStack() throws {
    try context.make("Breed", ["name": "Akita"])
    context.rollback()
    #expect(!undoManager.canUndo)
    try context.make("Breed", ["name": "Akita"])
    context.reset()
    #expect(!undoManager.canUndo)
  }

  @Test func undoOfASavedChangeIsAChangeAgain() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    try breed.setValue("Shiba", forKey: "name")
    try context.save()
    context.undo()
    #expect(breed.text("name") == "Akita" && breed.isUpdated)
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Akita"])
  }

  @Test func changesAreNotRecordedWhileRegistrationIsOff() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    context.processPendingChanges()
    undoManager.removeAllActions()
    undoManager.disableUndoRegistration()
    try breed.setValue("Shiba", forKey: "name")
    context.processPendingChanges()
    undoManager.enableUndoRegistration()
    #expect(!undoManager.canUndo && breed.text("name") == "Shiba")
  }

  @Test func withoutAnUndoManagerNothingIsRecordedAndUndoDoesNothing() throws {
    let other = stack.context()
    #expect(other.undoManager == nil)
    let breed = try other.make("Breed", ["name": "Akita"])
    other.undo()
    other.redo()
    #expect(breed.isInserted)
  }
}
