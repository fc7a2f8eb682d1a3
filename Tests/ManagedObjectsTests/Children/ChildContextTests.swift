import ManagedObjects
import StoreConformance
import Testing

@Suite struct ChildContextTests {
  private let stack: ConformanceStack
  private let parent: ManagedObjectContext
  private let child: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory()
    parent = stack.context()
    child = stack.context(parent: parent)
  }

  @Test func aSaveOfAChildReachesTheParentAndNoStore() throws {
    let group = try child.make("Group", ["name": "Hound"])
    try child.make("Breed", ["name": "Beagle", "group": group])
    try child.save()
    #expect(!child.hasChanges && parent.hasChanges)
    #expect(parent.insertedObjects.names == ["Beagle", "Hound"])
    #expect(try stack.context().all("Breed").isEmpty)
    try parent.save()
    let read = try #require(try stack.context().all("Breed").first)
    #expect(read.related("group")?.text("name") == "Hound")
  }

  @Test func aDeletionInAChildFollowsItsRulesInTheParentAndItsStore() throws {
    let group = try parent.make("Group", ["name": "Hound"])
    for name in ["Beagle", "Basset"] { try parent.make("Breed", ["name": name, "group": group]) }
    try parent.make("Breed", ["name": "Akita"])
    try parent.save()
    let seen = try #require(try child.all("Group").first)
    child.delete(seen)
    #expect(try child.all("Breed").names == ["Akita"] && parent.all("Breed").count == 3)
    try child.save()
    #expect(parent.deletedObjects.names == ["Basset", "Beagle", "Hound"])
    #expect(try parent.all("Breed").names == ["Akita"] && stack.context().all("Breed").count == 3)
    try parent.save()
    #expect(try stack.context().all("Breed").names == ["Akita"] && stack.context().all("Group").isEmpty)
  }

  @Test func versionsThatAreKeptForChildrenGoWithTheLastChild() throws {
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Beagle"])
    try context.save()
    var scratchPad: ManagedObjectContext? = ManagedObjectContext(parent: context)
    _ = try scratchPad?.all("Breed").names
    try breed.setValue("Basset", forKey: "name")
    try context.save()
    #expect(context.keptVersionCount == 1)
    scratchPad = nil
    try breed.setValue("Briard", forKey: "name")
    try context.save()
    #expect(context.keptVersionCount == 0)
  }

  @Test func permanentIDsThatAreKeptForChildrenGoWithTheLastChild() throws {
    let stack = try ConformanceStack.inMemory()
    let parent = stack.context()
    var child: ManagedObjectContext? = ManagedObjectContext(parent: parent)
    var identifiers: [ManagedObjectID] = []
    for number in 0..<5 {
      identifiers.append(try #require(try child?.make("Breed", ["name": "Breed \(number)"])).objectID)
    }
    try child?.save()
    try parent.save()
    #expect(parent.keptIDCount == 5)
    #expect(child?.object(with: identifiers[3]).text("name") == "Breed 3")
    child = nil
    try parent.make("Breed", ["name": "Akita"])
    try parent.save()
    #expect(parent.keptIDCount == 0)
  }

  @Test func aChildSeesTheParentsUnsavedChanges() throws {
    let breed = try parent.make("Breed", ["name": "Beagle"])
    let seen = try #require(try child.all("Breed").first)
    #expect(seen !== breed && seen.objectID == breed.objectID && seen.text("name") == "Beagle")
    try seen.setValue("Basset", forKey: "name")
    #expect(breed.text("name") == "Beagle")
    try child.save()
    #expect(breed.text("name") == "Basset")
  }

  @Test func rollbackOfAChildLeavesTheParentAlone() throws {
    let breed = try parent.make("Breed", ["name": "Beagle"])
    try parent.save()
    let seen = child.object(with: breed.objectID)
    try seen.setValue("Basset", forKey: "name")
    child.delete(try child.make("Breed", ["name": "Pug"]))
    child.rollback()
    #expect(seen.text("name") == "Beagle" && !child.hasChanges && !parent.hasChanges)
  }

  @Test func changesDeletionsAndRelationshipsGoUp() throws {
    let hound = try parent.make("Group", ["name": "Hound"])
    let beagle = try parent.make("Breed", ["name": "Beagle", "group": hound])
    let pug = try parent.make("Breed", ["name": "Pug", "group": hound])
    try parent.save()
    let toy = try child.make("Group", ["name": "Toy"])
    try child.object(with: pug.objectID).setValue(toy, forKey: "group")
    child.delete(child.object(with: beagle.objectID))
    try child.save()
    #expect(beagle.isDeleted && pug.related("group")?.text("name") == "Toy")
    #expect(hound.members("breeds").isEmpty)
    try parent.save()
    let reader = stack.context()
    #expect(try reader.all("Breed").names == ["Pug"])
    #expect(reader.object(with: pug.objectID).related("group")?.text("name") == "Toy")
  }

  @Test func aChildsObjectsStayUsableAfterTheParentWasSaved() throws {
    let breed = try child.make("Breed", ["name": "Beagle"])
    try child.save()
    try parent.save()
    #expect(breed.objectID.isTemporaryID)
    try breed.setValue("Basset", forKey: "name")
    try child.save()
    try parent.save()
    #expect(try stack.context().all("Breed").names == ["Basset"])
    child.refresh(breed, mergeChanges: false)
    #expect(breed.text("name") == "Basset")
  }

  @Test func manyToManyAndOrderedRelationshipsGoUp() throws {
    let ann = try parent.make("Person", ["name": "Ann"])
    let rex = try parent.make("Dog", ["name": "Rex", "owner": ann])
    try parent.save()
    let person = child.object(with: ann.objectID)
    person.mutableSetValue(forKey: "tags").add(try child.make("Tag", ["name": "calm"]))
    let ace = try child.make("Dog", ["name": "Ace"])
    person.mutableOrderedSetValue(forKey: "dogs").insert(ace, at: 0)
    try child.save()
    #expect(ann.members("tags").names == ["calm"])
    #expect(ann.list("dogs").compactMap { $0.text("name") } == ["Ace", "Rex"] && ann.list("dogs").last === rex)
    try parent.save()
    let read = stack.context().object(with: ann.objectID)
    #expect(read.list("dogs").compactMap { $0.text("name") } == ["Ace", "Rex"])
    #expect(read.members("tags").names == ["calm"])
  }

  @Test func grandchildrenSaveThroughTheirParents() throws {
    let grandchild = stack.context(parent: child)
    try grandchild.make("Breed", ["name": "Beagle"])
    try grandchild.save()
    #expect(child.hasChanges && !parent.hasChanges)
    try child.save()
    try parent.save()
    #expect(try stack.context().all("Breed").names == ["Beagle"])
  }

  @Test func aChildIsValidatedWhenItIsSaved() throws {
    try child.make("Breed")
    #expect(throws: ValidationErrors.self) { try child.save() }
    #expect(!parent.hasChanges)
  }

  @Test func aChildMayObtainPermanentIDsThatParentAndStoreKeep() throws {
    let breed = try child.make("Breed", ["name": "Beagle"])
    try child.obtainPermanentIDs(for: [breed])
    let promised = breed.objectID
    #expect(!promised.isTemporaryID)
    try child.save()
    #expect(parent.registeredObject(for: promised)?.isInserted == true)
    try parent.save()
    #expect(try stack.context().existingObject(with: promised).text("name") == "Beagle")
  }

  @Test func aTemporaryIDThatTheChildHandedOutLeadsToTheSavedObject() throws {
    let breed = try child.make("Breed", ["name": "Beagle"])
    let temporary = breed.objectID
    try child.save()
    #expect(parent.registeredObject(for: temporary) != nil)
    try parent.save()
    let permanent = try #require(try parent.all("Breed").first).objectID
    #expect(!permanent.isTemporaryID)
    child.reset()
    #expect(try child.all("Breed").map(\.objectID) == [permanent])
  }

  @Test func rollbackOfTheParentTakesTheChildsSaveBack() throws {
    let breed = try parent.make("Breed", ["name": "Beagle"])
    try parent.save()
    try child.object(with: breed.objectID).setValue("Basset", forKey: "name")
    try child.save()
    #expect(breed.text("name") == "Basset" && parent.hasChanges)
    parent.rollback()
    #expect(breed.text("name") == "Beagle")
    child.refreshAllObjects()
    #expect(child.object(with: breed.objectID).text("name") == "Beagle")
  }

  /// An object that the parent has given up since cannot be changed or related there; what else the child has to save waits, too.
  @Test(arguments: ["name", "partner", "friends", "dogs"])
  func whatTheParentHasGivenUpLeavesItAsItWas(_ key: String) throws {
    let ann = try child.make("Person", ["name": "Ann"])
    let dog = try child.make("Dog", ["name": "Rex"])
    try child.save()
    parent.rollback()
    let bob = try child.make("Person", ["name": "Bob"])
    switch key {
    case "partner": try bob.setValue(ann, forKey: "partner")
    case "friends": try bob.setValue([ann], forKey: "friends")
    case "dogs": try bob.setValue([dog], forKey: "dogs")
    default: try ann.setValue("Anna", forKey: "name")
    }
    #expect(throws: PersistentStoreError.self) { try child.save() }
    #expect(!parent.hasChanges && child.hasChanges)
    #expect(try parent.all("Person").isEmpty)
  }

  @Test func aConflictOfTheParentsSaveIsSeenThereAndNotInTheChild() throws {
    let breed = try parent.make("Breed", ["name": "Beagle"])
    try parent.save()
    try child.object(with: breed.objectID).setValue("Basset", forKey: "name")
    let other = stack.context()
    try other.object(with: breed.objectID).setValue("Bigle", forKey: "name")
    try other.save()
    try child.save()
    #expect(throws: SaveConflictError.self) { try parent.save() }
    parent.mergePolicy = .mergeByPropertyObjectTrump
    try parent.save()
    #expect(try stack.context().all("Breed").names == ["Basset"])
  }

  @Test func whatTheParentDeletedIsGoneForTheChild() throws {
    let breed = try parent.make("Breed", ["name": "Beagle"])
    try parent.save()
    let seen = child.object(with: breed.objectID)
    parent.delete(breed)
    parent.processPendingChanges()
    #expect(seen.value(forKey: "name") == nil && seen.isDeleted)
    #expect(try child.all("Breed").isEmpty)
  }
}
