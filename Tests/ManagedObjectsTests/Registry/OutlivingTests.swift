import ManagedObjects
import StoreConformance
import Testing

/// What becomes of objects that somebody holds when their context goes.
@Suite struct OutlivingTests {
  private let stack: ConformanceStack

  init() throws { stack = try ConformanceStack.inMemory() }

  /// What `make` returns after the context that it got, which has 3 groups in its store, is gone.
  private func survivors(_ make: (ManagedObjectContext) throws -> [ManagedObject]) throws -> [ManagedObject] {
    let writer = stack.context()
    for name in ["Hound", "Toy", "Terrier"] { try writer.make("Group", ["name": name]) }
    try writer.save()
    var context: ManagedObjectContext? = ManagedObjectContext(persistentStoreCoordinator: stack.coordinator)
    let objects = try make(#require(context))
    weak let gone = context
    context = nil
    #expect(gone == nil)
    return objects
  }

  private func expectNoContext(_ objects: [ManagedObject], sourceLocation: SourceLocation = #_sourceLocation) {
    for object in objects {
      #expect(object.managedObjectContext == nil, sourceLocation: sourceLocation)
      #expect(!object.hasChanges || object.isDeleted, sourceLocation: sourceLocation)
    }
  }

  @Test func objectsInEveryStateLoseTheirContext() throws {
    let objects = try survivors { context in
      let fault = try #require(try context.all("Group").first)
      let groups = try context.all("Group") { $0.returnsObjectsAsFaults = false }
      let new = try context.make("Breed", ["name": "Beagle", "group": fault])
      try groups[1].setValue("Basset", forKey: "name")
      context.delete(groups[2])
      let alone = try context.make("Breed", ["name": "Pug"])
      context.delete(alone)
      return groups + [new, alone]
    }
    #expect(objects.count == 5)
    expectNoContext(objects)
    #expect(objects.allSatisfy { $0.text("name") == nil })
  }

  @Test func anObjectWhoseDeletionWasSavedHasNoContext() throws {
    let objects = try survivors { context in
      let group = try #require(try context.all("Group").first)
      context.delete(group)
      try context.save()
      #expect(group.managedObjectContext == nil)
      return [group]
    }
    expectNoContext(objects)
  }

  @Test func anObjectWhoseDeletionCouldBeUndoneLosesItsContextToo() throws {
    let undoManager = UndoManager()
    let objects = try survivors { context in
      context.undoManager = undoManager
      let group = try #require(try context.all("Group").first)
      let new = try context.make("Breed", ["name": "Beagle", "group": group])
      try context.save()
      context.delete(group)
      context.delete(new)
      try context.save()
      return [group, new]
    }
    expectNoContext(objects)
    undoManager.undo()
    expectNoContext(objects)
  }

  @Test func anUndoManagerMayOutliveItsContext() throws {
    let undoManager = UndoManager()
    let objects = try survivors { context in
      context.undoManager = undoManager
      return [try context.make("Breed", ["name": "Beagle"])]
    }
    #expect(!undoManager.canUndo)
    undoManager.undo()
    undoManager.redo()
    undoManager.beginUndoGrouping()
    undoManager.endUndoGrouping()
    expectNoContext(objects)
  }

  @Test func resetTakesTheContextFromDeletedObjectsThatUndoKept() throws {
    let context = stack.context()
    context.undoManager = UndoManager()
    let group = try context.make("Group", ["name": "Hound"])
    try context.save()
    context.delete(group)
    try context.save()
    context.reset()
    #expect(group.managedObjectContext == nil && !group.isDeleted)
  }
}
