import ManagedObjects
import StoreConformance
import Testing

@Suite struct RollbackTests {
  @Test func rollbackTakesEveryKindOfChangeBack() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let hound = try context.make("Group", ["name": "Hound"])
    let toy = try context.make("Group", ["name": "Toy"])
    let beagle = try context.make("Breed", ["name": "Beagle", "group": hound])
    let pug = try context.make("Breed", ["name": "Pug", "group": toy])
    try context.save()
    try beagle.setValue("Bigle", forKey: "name")
    try beagle.setValue(toy, forKey: "group")
    context.delete(pug)
    let basset = try context.make("Breed", ["name": "Basset", "group": hound])
    #expect(hound.members("breeds") == [basset])
    context.rollback()
    #expect(!context.hasChanges)
    #expect(beagle.text("name") == "Beagle" && beagle.related("group") === hound)
    #expect(hound.members("breeds") == [beagle] && toy.members("breeds") == [pug])
    #expect(!pug.isDeleted && basset.managedObjectContext == nil)
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Beagle", "Pug"])
  }

  @Test func aFailedSaveKeepsTheChanges() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed")
    #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(breed.isInserted && context.hasChanges)
    try breed.setValue("Akita", forKey: "name")
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Akita"])
  }
}

extension RollbackTests {
  @Test func whatWasChangedBackIsNotWritten() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    try breed.setValue("Shiba", forKey: "name")
    try breed.setValue("Akita", forKey: "name")
    try context.save()
    #expect(try stack.store.row(for: breed.objectID)?.version == 1)
    #expect(!context.hasChanges)
    try breed.setValue("Shiba", forKey: "name")
    try context.save()
    #expect(try stack.store.row(for: breed.objectID)?.version == 2)
  }
}
