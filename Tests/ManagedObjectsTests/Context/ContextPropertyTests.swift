import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct ContextPropertyTests {
  @Test func aContextKeepsItsNameAndWhateverTheApplicationGivesIt() throws {
    let context = try ConformanceStack.inMemory().context()
    #expect(context.name == nil && context.userInfo.isEmpty && context.transactionAuthor == nil)
    context.name = "import"
    context.userInfo["source"] = "breeds.csv"
    #expect(context.name == "import" && context.userInfo["source"] as? String == "breeds.csv")
  }

  @Test func theAuthorGoesWithEverySaveAndEveryBatch() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Breed", ["name": "Akita"])
    try context.save()
    context.transactionAuthor = "importer"
    try context.make("Breed", ["name": "Beagle"])
    try context.save()
    _ = try context.execute(BatchUpdateRequest(entityName: "Breed", propertiesToUpdate: ["popularity": 1]))
    _ = try context.execute(BatchInsertRequest(entityName: "Breed", objects: [["name": "Corgi"]]))
    _ = try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest(entityName: "Breed")))
    #expect(store.authors == [nil, "importer", "importer", "importer", "importer"])
  }

  @Test func hasChangesTellsWhetherASaveWouldDoAnything() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    #expect(!context.hasChanges)
    let breed = try context.make("Breed", ["name": "Akita"])
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    try breed.setValue("Shiba", forKey: "name")
    #expect(context.hasChanges && context.updatedObjects == [breed])
    context.refresh(breed, mergeChanges: false)
    #expect(!context.hasChanges)
    context.delete(breed)
    #expect(context.hasChanges && context.deletedObjects == [breed])
    context.rollback()
    #expect(!context.hasChanges)
  }

  @Test func refreshAllObjectsKeepsChangesAndRereadsTheRest() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let akita = try writer.make("Breed", ["name": "Akita", "popularity": 1])
    let beagle = try writer.make("Breed", ["name": "Beagle"])
    try writer.save()
    let context = stack.context()
    let (mine, other) = (context.object(with: akita.objectID), context.object(with: beagle.objectID))
    #expect(other.text("name") == "Beagle")
    try mine.setValue("Mine", forKey: "name")
    let new = try context.make("Breed", ["name": "New"])
    try akita.setValue(2, forKey: "popularity")
    try beagle.setValue("Bigle", forKey: "name")
    try writer.save()
    context.refreshAllObjects()
    #expect(mine.text("name") == "Mine" && mine.number("popularity") == 2 && mine.isUpdated)
    #expect(other.isFault && other.text("name") == "Bigle")
    #expect(new.isInserted && new.text("name") == "New")
  }

  @Test func pendingChangesAreFoundOrLeftOutAsARequestAsks() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let akita = try context.make("Breed", ["name": "Akita"])
    let beagle = try context.make("Breed", ["name": "Beagle"])
    try context.save()
    try akita.setValue("Shiba", forKey: "name")
    context.delete(beagle)
    try context.make("Breed", ["name": "Corgi"])
    #expect(try context.all("Breed").names == ["Corgi", "Shiba"])
    let stored = try context.all("Breed") { $0.includesPendingChanges = false }
    #expect(Set(stored.map(\.objectID)) == [akita.objectID, beagle.objectID])
  }

  @Test func weakContextsForgetUnheldObjectsAndStrongOnesKeepThem() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let objectID = try writer.make("Breed", ["name": "Akita"]).objectID
    #expect(objectID.isTemporaryID)
    try writer.save()
    let weak = stack.context()
    weak.object(with: try #require(writer.all("Breed").first).objectID).willAccessValue(forKey: nil)
    #expect(weak.registeredObjects.isEmpty)
    let strong = stack.context()
    strong.retainsRegisteredObjects = true
    let kept = try #require(try strong.all("Breed").first).objectID
    #expect(strong.registeredObject(for: kept) != nil)
    strong.retainsRegisteredObjects = false
    #expect(strong.registeredObjects.isEmpty)
  }

  @Test func changedObjectsAreKeptThoughNobodyHoldsThem() throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    let context = stack.context()
    try context.all("Breed").first?.setValue("Shiba", forKey: "name")
    #expect(context.registeredObjects.names == ["Shiba"])
    try context.save()
    #expect(context.registeredObjects.isEmpty)
    #expect(try stack.context().all("Breed").names == ["Shiba"])
  }
}
