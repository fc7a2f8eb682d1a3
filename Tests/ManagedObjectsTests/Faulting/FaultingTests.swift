import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct FaultingTests {
  private let stack: ConformanceStack
  private let groupID: ManagedObjectID
  private let breedID: ManagedObjectID

  init() throws {
    stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    try context.save()
    groupID = group.objectID
    breedID = breed.objectID
  }

  @Test func anObjectMadeFromAnIDIsAFaultUntilAValueIsAskedFor() {
    let breed = stack.context().object(with: breedID)
    #expect(breed.isFault && !breed.hasChanges)
    #expect(breed.text("name") == "Beagle")
    #expect(!breed.isFault)
  }

  @Test func fetchedObjectsAreFaultsUnlessAskedOtherwise() throws {
    #expect(try #require(try stack.context().all("Breed").first).isFault)
    #expect(try !#require(try stack.context().all("Breed") { $0.returnsObjectsAsFaults = false }.first).isFault)
  }

  @Test func aRelatedObjectComesAsAFault() throws {
    let breed = stack.context().object(with: breedID)
    let group = try #require(breed.related("group"))
    #expect(group.isFault && group.objectID == groupID)
    #expect(group.text("name") == "Hound")
  }

  @Test func settingAToOneRelationshipDoesNotFireThePartnersFault() throws {
    let context = stack.context()
    let group = context.object(with: groupID)
    let breed = try context.make("Breed", ["name": "Basset", "group": group])
    #expect(group.isFault)
    #expect(group.isUpdated && !group.hasPersistentChangedValues)
    #expect(group.members("breeds") == [breed, context.object(with: breedID)])
  }

  @Test func refreshWithoutMergingForgetsChanges() throws {
    let breed = stack.context().object(with: breedID)
    try breed.setValue("Bigle", forKey: "name")
    breed.managedObjectContext?.refresh(breed, mergeChanges: false)
    #expect(breed.isFault && !breed.hasChanges)
    #expect(breed.text("name") == "Beagle")
  }

  @Test func refreshWithMergingKeepsChangesOnTopOfTheNewRow() throws {
    let context = stack.context()
    let breed = context.object(with: breedID)
    try breed.setValue("Bigle", forKey: "name")
    let other = stack.context()
    try other.object(with: breedID).setValue(12, forKey: "popularity")
    try other.save()
    context.refresh(breed, mergeChanges: true)
    #expect(breed.text("name") == "Bigle" && breed.number("popularity") == 12)
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Bigle"])
  }

  @Test func aFaultWhoseMembersHaveChangedTakesTheNewRow() throws {
    let context = stack.context()
    let group = try #require(try context.all("Group").first)
    try context.make("Breed", ["name": "Basset", "group": group])
    #expect(group.isFault && group.isUpdated)
    let other = stack.context()
    try other.object(with: groupID).setValue("Hounds", forKey: "name")
    try other.save()
    context.mergeChanges(fromContextDidSave: SavedObjectIDs(updated: [groupID]))
    #expect(group.text("name") == "Hounds" && group.members("breeds").count == 2)
    try group.setValue(1900, forKey: "yearEstablished")
    try context.save()
    #expect(try stack.context().all("Group").names == ["Hounds"])
  }

  @Test func aFaultWhoseRowIsGoneBecomesADeletedObjectWithoutValues() throws {
    let context = stack.context()
    let breed = context.object(with: breedID)
    let other = stack.context()
    other.delete(other.object(with: breedID))
    try other.save()
    #expect(breed.value(forKey: "name") == nil)
    #expect(breed.isDeleted && !context.hasChanges)
    try context.save()
  }

  @Test func aFaultWhoseRowIsGoneFailsTheNextSaveWhenAsked() throws {
    let context = stack.context()
    context.shouldDeleteInaccessibleFaults = false
    let breed = context.object(with: breedID)
    let other = stack.context()
    other.delete(other.object(with: breedID))
    try other.save()
    #expect(breed.value(forKey: "name") == nil)
    #expect(throws: PersistentStoreError.missingObject(breedID.description)) { try context.save() }
  }

  @Test func settingTheSameValueLeavesAnObjectUnchanged() throws {
    let breed = stack.context().object(with: breedID)
    try breed.setValue("Beagle", forKey: "name")
    #expect(!breed.hasChanges)
  }

  @Test func changedAndCommittedValuesTellBeforeAndAfter() throws {
    let context = stack.context()
    let breed = context.object(with: breedID)
    let toy = try context.make("Group", ["name": "Toy"])
    try breed.setValue("Bigle", forKey: "name")
    try breed.setValue(toy, forKey: "group")
    let changes = breed.changedValues()
    #expect(Set(changes.keys) == ["name", "group"])
    #expect(changes["name"] as? String == "Bigle")
    let committed = breed.committedValues(forKeys: ["name", "group"])
    #expect(committed["name"] as? String == "Beagle")
    #expect((committed["group"] as? ManagedObject)?.objectID == groupID)
    try context.save()
    #expect(breed.changedValues().isEmpty)
  }

  @Test(arguments: [true, false]) func aProgramMayDecideWhatBecomesOfAFaultWithoutRow(_ isHandled: Bool) throws {
    let stack = try ConformanceStack.inMemory()
    let writer = stack.context()
    let saved = try ["Akita", "Beagle"].map { try writer.make("Breed", ["name": $0]) }
    try writer.save()
    let context = stack.context()
    let faults = saved.map { context.object(with: $0.objectID) }
    for breed in saved { writer.delete(breed) }
    try writer.save()
    nonisolated(unsafe) var asked: [String] = []
    context.shouldHandleInaccessibleFault = { fault, objectID, property in
      #expect(fault.objectID == objectID)
      asked.append(property?.name ?? "none")
      return isHandled
    }
    #expect(faults[0].text("name") == nil && faults[1].related("group") == nil)
    #expect(asked == ["name", "group"])
    #expect(faults.allSatisfy { $0.isDeleted == isHandled })
    if isHandled {
      try context.save()
    } else {
      #expect(throws: PersistentStoreError.self) { try context.save() }
    }
  }
}
