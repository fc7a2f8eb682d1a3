import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct CheckedAccessTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory(objectClasses: ["Breed": NicknamedBreed.self])
    context = stack.context()
  }

  @Test func aNameFromOutsideThrowsInsteadOfEndingTheProgram() throws {
    let tag = try context.make("Tag")
    #expect(throws: PropertyAccessError.unknownKey(entity: "Tag", key: "nmae")) { try tag.checkedValue(forKey: "nmae") }
    #expect(throws: PropertyAccessError.unknownKey(entity: "Tag", key: "poeple")) {
      try tag.checkedMutableSetValue(forKey: "poeple")
    }
    #expect(throws: PropertyAccessError.notToMany(entity: "Tag", key: "name")) {
      try tag.checkedMutableSetValue(forKey: "name")
    }
    #expect(throws: PropertyAccessError.unknownKey(entity: "Tag", key: "x")) {
      try tag.dictionaryWithValues(forKeys: ["x"])
    }
    #expect(throws: PropertyAccessError.unknownKey(entity: "Tag", key: "name")) {
      try tag.objectIDs(forRelationshipNamed: "name")
    }
  }

  @Test func aSubclassMayKnowNamesThatTheEntityDoesNot() throws {
    let breed = try context.make("Breed", ["name": "Akita"])
    try breed.setValue("Aki", forKey: "nickname")
    #expect(breed.value(forKey: "nickname") as? String == "Aki")
    #expect(try breed.checkedValue(forKey: "nickname") as? String == "Aki")
    #expect(throws: PropertyAccessError.unknownKey(entity: "Breed", key: "nmae")) {
      try breed.checkedValue(forKey: "nmae")
    }
  }

  @Test func severalValuesAreReadAndSetAtOnce() throws {
    let breed = try context.make("Breed")
    try breed.setValuesForKeys(["name": "Akita", "height": 66.0, "weight": nil])
    let values = try breed.dictionaryWithValues(forKeys: ["name", "height", "weight"])
    #expect(values["name"] as? String == "Akita" && values["height"] as? Double == 66 && values["weight"] == nil)
  }

  @Test func anObjectOfAnotherContextIsRefused() throws {
    let stranger = try stack.context().make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Akita"])
    #expect(throws: PropertyAccessError.foreignObject(entity: "Breed", key: "group")) {
      try breed.setValue(stranger, forKey: "group")
    }
    let group = try context.make("Group", ["name": "Toy"])
    let other = try stack.context().make("Breed", ["name": "Pug"])
    #expect(throws: PropertyAccessError.foreignObject(entity: "Group", key: "breeds")) {
      try group.setValue(Set([other]), forKey: "breeds")
    }
  }

  @Test func aNumberThatTheTypeCannotHoldIsRefused() throws {
    let sample = try context.make("Sample")
    #expect(throws: PropertyAccessError.self) { try sample.setValue(1e300, forKey: "valueFloat") }
    #expect(throws: PropertyAccessError.self) { try sample.setValue(1e300, forKey: "valueDecimal") }
    #expect(throws: PropertyAccessError.self) { try sample.setValue(Double.nan, forKey: "valueDecimal") }
    try sample.setValue(Double.infinity, forKey: "valueFloat")
    #expect(sample.value(forKey: "valueFloat") as? Float == .infinity)
  }

  @Test func anAttributeWithoutTypeTakesAnyScalar() throws {
    let entity = EntityDescription(name: "Note")
    let mood = AttributeDescription(name: "mood", type: .undefined)
    mood.isTransient = true
    entity.declaredProperties = [mood]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [entity]))
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let note = try context.make("Note")
    for value: any Hashable in ["glad", 5, 2.5, true, Date(timeIntervalSinceReferenceDate: 9), Data([1]), UUID()] {
      try note.setValue(value, forKey: "mood")
      #expect(note.value(forKey: "mood") as? AnyHashable == AnyHashable(value))
    }
    try context.save()
  }

  @Test func relatedIDsAreToldWithoutReadingTheObjects() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let breeds = try ["Beagle", "Basset"].map { try context.make("Breed", ["name": $0, "group": group]) }
    try context.save()
    let reader = stack.context()
    let found = try reader.existingObject(with: group.objectID)
    #expect(try found.hasFault(forRelationshipNamed: "breeds"))
    #expect(try Set(found.objectIDs(forRelationshipNamed: "breeds")) == Set(breeds.map(\.objectID)))
    #expect(try found.hasFault(forRelationshipNamed: "breeds"))
    #expect(reader.registeredObjects == [found])
    let boxer = try reader.make("Breed", ["name": "Boxer", "group": found])
    try reader.object(with: breeds[0].objectID).setValue(nil, forKey: "group")
    #expect(try Set(found.objectIDs(forRelationshipNamed: "breeds")) == [breeds[1].objectID, boxer.objectID])
    #expect(reader.registeredObject(for: breeds[1].objectID) == nil)
    reader.rollback()
    let breed = try reader.existingObject(with: breeds[0].objectID)
    #expect(try breed.objectIDs(forRelationshipNamed: "group") == [group.objectID])
  }
}

final class NicknamedBreed: ManagedObject {
  private var nickname: String?

  override func value(forUndefinedKey key: String) throws(PropertyAccessError) -> Any? {
    if key == "nickname" { return nickname }
    return try super.value(forUndefinedKey: key)
  }

  override func setValue(_ value: Any?, forUndefinedKey key: String) throws(PropertyAccessError) {
    guard key == "nickname" else { return try super.setValue(value, forUndefinedKey: key) }
    nickname = value as? String
  }
}
