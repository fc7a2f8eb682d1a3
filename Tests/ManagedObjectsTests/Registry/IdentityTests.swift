import ManagedObjects
import StoreConformance
import Testing

@Suite struct IdentityTests {
  @Test func aContextHasOneObjectPerRow() throws {
    let stack = try ConformanceStack.inMemory()
    let saved = try stack.context().make("Breed", ["name": "Akita"])
    try saved.managedObjectContext?.save()
    let context = stack.context()
    let byID = context.object(with: saved.objectID)
    let fetched = try context.all("Breed")
    #expect(fetched.count == 1 && fetched.first === byID)
    #expect(try context.existingObject(with: saved.objectID) === byID)
    #expect(stack.context().object(with: saved.objectID) !== byID)
  }

  @Test func aNewObjectHasATemporaryIDUntilItIsSaved() throws {
    let stack = try ConformanceStack.inMemory()
    let breed = try stack.context().make("Breed", ["name": "Akita"])
    let temporary = breed.objectID
    #expect(temporary.isTemporaryID)
    try breed.managedObjectContext?.save()
    #expect(!breed.objectID.isTemporaryID)
    #expect(breed.managedObjectContext?.registeredObject(for: breed.objectID) === breed)
    #expect(breed.managedObjectContext?.registeredObject(for: temporary) == nil)
  }

  @Test func permanentIDsObtainedEarlyAreKeptByTheSave() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.obtainPermanentIDs(for: [breed])
    let permanent = breed.objectID
    #expect(!permanent.isTemporaryID && breed.isInserted)
    try context.save()
    #expect(breed.objectID == permanent)
    #expect(try stack.store.row(for: permanent) != nil)
  }

  @Test func theURIOfAPermanentIDLeadsBackToTheObject() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    #expect(breed.objectID.uriRepresentation().hasPrefix("x-coredata:///Breed/t"))
    try context.save()
    let uri = breed.objectID.uriRepresentation()
    #expect(uri == "x-coredata://\(stack.store.identifier)/Breed/p1")
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == breed.objectID)
    for wrong in [
      "", "x-coredata://", "x-coredata://A/Breed/p1", "http://a/b/c", "x-coredata://\(stack.store.identifier)/Cat/p1",
    ] {
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: wrong) == nil, "\(wrong)")
    }
  }

  @Test func unchangedObjectsLiveOnlyAsLongAsSomebodyHoldsThem() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    for number in 1...100 { try context.make("Breed", ["name": "Breed \(number)"]) }
    #expect(context.registeredObjects.count == 100)
    try context.save()
    #expect(context.registeredObjects.isEmpty)
    context.retainsRegisteredObjects = true
    _ = try context.all("Breed")
    #expect(context.registeredObjects.count == 100)
  }

  @Test func resetLeavesObjectsWithoutContext() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    context.reset()
    #expect(breed.managedObjectContext == nil && breed.text("name") == nil)
    #expect(!context.hasChanges && context.registeredObjects.isEmpty)
    try context.save()
    #expect(try context.all("Breed").isEmpty)
  }

  @Test func anObjectOutlivesItsContextWithoutValues() throws {
    let stack = try ConformanceStack.inMemory()
    var context: ManagedObjectContext? = ManagedObjectContext(persistentStoreCoordinator: stack.coordinator)
    let breed = try #require(context).make("Breed", ["name": "Akita"])
    context = nil
    #expect(breed.managedObjectContext == nil)
    #expect(breed.value(forKey: "name") == nil)
  }

  @Test func manyObjectsAreFoundAgainByTheirIDs() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    var kept: [ManagedObject] = []
    for number in 1...3000 {
      let breed = try context.make("Breed", ["name": "Breed \(number)"])
      if number % 7 == 0 { kept.append(breed) }
    }
    try context.save()
    #expect(context.registeredObjects.count == kept.count)
    for breed in kept { #expect(context.registeredObject(for: breed.objectID) === breed) }
  }
}
