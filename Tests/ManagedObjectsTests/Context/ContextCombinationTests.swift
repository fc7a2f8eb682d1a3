import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

// What contexts, undo and merging do to each other.
@Suite struct ContextCombinationTests {
  private let stack: ConformanceStack

  init() throws {
    stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let hound = try context.make("Group", ["name": "Hound"])
    for name in ["Beagle", "Basset"] { try context.make("Breed", ["name": name, "group": hound]) }
    try context.save()
  }

  private func group(in context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.all("Group").first)
  }

  @Test func undoOfASavedCascadeBringsTheWholeGraphBack() throws {
    let context = stack.context()
    context.undoManager = UndoManager()
    let breeds = try context.all("Breed")
    context.delete(try group(in: context))
    try context.save()
    #expect(try stack.context().all("Breed").isEmpty)
    context.undo()
    #expect(breeds.filter(\.isInserted).count == 2)
    try context.save()
    let restored = try group(in: stack.context())
    #expect(restored.members("breeds").names == ["Basset", "Beagle"])
    context.redo()
    try context.save()
    #expect(try stack.context().all("Group").isEmpty && stack.context().all("Breed").isEmpty)
  }

  @Test func rollbackOfAChildTakesACascadeBackAndLeavesTheParentsChanges() throws {
    let parent = stack.context()
    let child = stack.context(parent: parent)
    try group(in: parent).setValue("Hounds", forKey: "name")
    let inChild = try group(in: child)
    #expect(inChild.text("name") == "Hounds")
    child.delete(inChild)
    _ = try child.make("Breed", ["name": "Whippet"])
    child.processPendingChanges()
    #expect(child.deletedObjects.count == 3)
    child.rollback()
    #expect(!child.hasChanges && parent.hasChanges)
    #expect(inChild.text("name") == "Hounds" && inChild.members("breeds").names == ["Basset", "Beagle"])
    try child.save()
    try parent.save()
    #expect(try group(in: stack.context()).text("name") == "Hounds")
  }

  @Test func aMergedDeletionEndsAnObjectWithItsChanges() throws {
    let writer = stack.context()
    let reader = stack.context()
    let changed = try #require(try reader.all("Breed").first { $0.text("name") == "Beagle" })
    try changed.setValue(7, forKey: "popularity")
    let token = writer.observe(.didSave) { reader.mergeChanges(fromContextDidSave: $0) }
    let doomed = writer.object(with: changed.objectID)
    writer.delete(doomed)
    try writer.save()
    token.cancel()
    #expect(changed.isDeleted && reader.updatedObjects.isEmpty)
    try reader.save()
    #expect(try stack.context().all("Breed").names == ["Basset"])
    #expect(try group(in: reader).members("breeds").names == ["Basset"])
  }

  @Test func whatIsNotValidStopsAtTheLevelWhereItIsSaved() throws {
    let root = stack.context()
    let middle = stack.context(parent: root)
    let leaf = stack.context(parent: middle)
    try leaf.make("Breed", ["name": "A"])
    try leaf.make("Breed", ["name": "Akita", "height": 500.0])
    let errors = #expect(throws: ValidationErrors.self) { try leaf.save() }
    #expect(errors?.errors.count == 2)
    #expect(leaf.insertedObjects.count == 2 && !middle.hasChanges && !root.hasChanges)
    for breed in leaf.insertedObjects {
      try breed.setValue("Akita", forKey: "name")
      try breed.setValue(60.0, forKey: "height")
    }
    try leaf.save()
    // What the level below it passed on may still be broken here.
    for breed in middle.insertedObjects { try breed.setValue(nil, forKey: "name") }
    #expect(throws: ValidationErrors.self) { try middle.save() }
    #expect(middle.insertedObjects.count == 2 && !root.hasChanges)
    middle.rollback()
    #expect(!middle.hasChanges && !leaf.hasChanges)
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func aUniqueValueThatAChildMadeIsSettledWhenTheParentIsSaved(_ policy: MergePolicy) throws {
    let context = stack.context()
    try context.make("Tag", ["name": "calm", "weight": 1])
    try context.save()
    let parent = stack.context()
    parent.mergePolicy = policy
    let child = stack.context(parent: parent)
    try child.make("Tag", ["name": "calm", "weight": 9])
    try child.save()
    try parent.save()
    let tags = try stack.context().all("Tag")
    #expect(tags.map { $0.number("weight") } == [9])
  }

  @Test func aChildReadsWhatItFetchedWithoutAskingForEachObject() throws {
    let parent = stack.context()
    let child = stack.context(parent: parent)
    var breeds: [ManagedObject] = []
    let fetching = try stack.store.count { breeds = try child.all("Breed") }
    #expect(fetching == 1)
    #expect(stack.store.count { _ = breeds.names } == 0)
    #expect(breeds.names == ["Basset", "Beagle"])
  }
}
