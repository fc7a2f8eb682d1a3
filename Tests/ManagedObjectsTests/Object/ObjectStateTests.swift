import ManagedObjects
import StoreConformance
import Testing

@Suite struct ObjectStateTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory(objectClasses: ["Breed": SnapshotBreed.self])
    context = stack.context()
  }

  @Test func aSaveTurnsTheTemporaryIDIntoAPermanentOne() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    #expect(breed.objectID.isTemporaryID)
    #expect(breed.objectID.uriRepresentation().hasPrefix("x-coredata:///Breed/t"))
    try context.save()
    #expect(!breed.objectID.isTemporaryID)
    let uri = breed.objectID.uriRepresentation()
    #expect(uri == "x-coredata://\(stack.store.identifier)/Breed/p1")
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == breed.objectID)
  }

  @Test func permanentIDsCanBeHadBeforeTheSave() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.obtainPermanentIDs(for: [breed])
    let identifier = breed.objectID
    #expect(!identifier.isTemporaryID && breed.isInserted)
    try context.save()
    #expect(breed.objectID == identifier)
  }

  @Test(
    arguments: [
      "", "x-coredata://", "x-coredata://A/Breed", "x-coredata://A/Breed/p", "x-coredata://A/Breed/p0",
      "x-coredata://A/Breed/p99999999999999999999", "x-coredata:///Breed/t1", "https://example.org/Breed/p1",
    ]
  )
  func aTextThatIsNoURIOfAnObjectNamesNone(_ uri: String) {
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
  }

  @Test func flagsTellNewChangedAndDeletedObjectsApart() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    #expect(breed.isInserted && !breed.isUpdated && !breed.isDeleted && breed.hasPersistentChangedValues)
    try context.save()
    #expect(!breed.isInserted && !breed.hasChanges && !breed.hasPersistentChangedValues)
    try breed.setValue(60.0, forKey: "height")
    #expect(breed.isUpdated && breed.hasChanges && breed.hasPersistentChangedValues)
    context.delete(breed)
    #expect(breed.isDeleted && !breed.isUpdated)
    try context.save()
    #expect(breed.managedObjectContext == nil)
  }

  @Test func changedAndCommittedValuesTellNewAndOld() throws {
    let group = try context.make("Group", ["name": "Working"])
    let breed = try context.make("Breed", ["name": "Akita", "group": group])
    try context.save()
    #expect(breed.changedValues().isEmpty)
    try breed.setValue("Shiba", forKey: "name")
    try breed.setValue(nil, forKey: "group")
    let changed = breed.changedValues()
    #expect(Set(changed.keys) == ["name", "group"])
    #expect(changed["name"] as? String == "Shiba")
    let committed = breed.committedValues(forKeys: ["name", "group"])
    #expect(committed["name"] as? String == "Akita" && committed["group"] as? ManagedObject === group)
    #expect(Set(group.changedValues().keys) == ["breeds"])
    try breed.setValue("Akita", forKey: "name")
    #expect(Set(breed.changedValues().keys) == ["group"])
  }

  @Test func theCurrentEventsChangesBeginWhereTheLastOneEnded() throws {
    context.undoManager = UndoManager()
    let hounds = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    try breed.setValue("Shiba", forKey: "name")
    context.processPendingChanges()
    #expect(breed.changedValuesForCurrentEvent().isEmpty)
    try breed.setValue("Kai", forKey: "name")
    try breed.setValue(hounds, forKey: "group")
    let changes = breed.changedValuesForCurrentEvent()
    #expect(Set(changes.keys) == ["name", "group"])
    #expect(changes["name"] as? String == "Shiba")
    #expect(hounds.changedValuesForCurrentEvent()["breeds"] as? Set<ManagedObject> == [])
    #expect(breed.committedValues(forKeys: ["name"])["name"] as? String == "Akita")
  }

  @Test func anAccessorOfASubclassAnnouncesItsChanges() throws {
    let breed = try #require(try context.make("Breed", ["name": "Akita"]) as? SnapshotBreed)
    try context.save()
    context.undoManager = UndoManager()
    breed.name = "Shiba"
    #expect(breed.isUpdated && breed.name == "Shiba")
    #expect(breed.committedValues(forKeys: ["name"])["name"] as? String == "Akita")
    context.undo()
    #expect(breed.name == "Akita" && !breed.hasChanges)
  }

  @Test func whatTookAChangeBackIsToldToTheObject() throws {
    let breed = try #require(try context.make("Breed", ["name": "Akita"]) as? SnapshotBreed)
    try context.save()
    context.undoManager = UndoManager()
    breed.name = "Shiba"
    context.undo()
    #expect(breed.events == [.undoUpdate])
    breed.name = "Kai"
    context.rollback()
    #expect(breed.events == [.undoUpdate, .rollback])
    context.delete(breed)
    context.undo()
    #expect(breed.events.last?.contains(.undoDeletion) == true)
    breed.name = "Kishu"
    context.refresh(breed, mergeChanges: true)
    #expect(breed.events.last == .refresh && breed.name == "Kishu")
  }

  @Test func aDeletedObjectsFaultStateAndURIStayReadable() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    #expect(breed.faultingState == 0)
    context.refresh(breed, mergeChanges: false)
    #expect(breed.isFault && breed.faultingState != 0)
    #expect(breed.text("name") == "Akita" && !breed.isFault)
  }
}

final class SnapshotBreed: ManagedObject {
  var events: [SnapshotEventType] = []

  var name: String? {
    get {
      willAccessValue(forKey: "name")
      defer { didAccessValue(forKey: "name") }
      return primitiveValue(forKey: "name") as? String
    }
    set {
      willChangeValue(forKey: "name")
      try? setPrimitiveValue(newValue, forKey: "name")
      didChangeValue(forKey: "name")
    }
  }

  override func awake(fromSnapshotEvents events: SnapshotEventType) {
    super.awake(fromSnapshotEvents: events)
    self.events.append(events)
  }
}
