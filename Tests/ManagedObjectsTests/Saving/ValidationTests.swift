import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct ValidationTests {
  @Test func aSaveReportsEveryFailureOfEveryObjectTogether() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let nameless = try context.make("Breed", ["height": 500.0])
    let short = try context.make("Breed", ["name": "A"])
    let tag = try context.make("Tag")
    let error = try #require(#expect(throws: ValidationErrors.self) { try context.save() })
    let found = error.errors.map { "\($0.objectID.entity.name).\($0.key ?? "") \($0.code)" }
    #expect(
      found == [
        "Breed.name missingMandatoryProperty", "Breed.height numberTooLarge", "Breed.name stringTooShort",
        "Tag.name missingMandatoryProperty",
      ]
    )
    #expect(error.errors.map(\.objectID) == [nameless, nameless, short, tag].map(\.objectID))
    #expect(try stack.context().all("Tag").isEmpty)
  }

  @Test func aChangeIsValidatedAgain() throws {
    let context = try ConformanceStack.inMemory()
    let writer = context.context()
    let breed = try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    try breed.setValue(nil, forKey: "name")
    #expect(throws: ValidationErrors.self) { try writer.save() }
    try breed.setValue("Akita Inu", forKey: "name")
    try writer.save()
  }

  @Test func requiredRelationshipsAndCountsAreChecked() throws {
    let model = ConformanceModel.make()
    let group = try #require(model.entitiesByName["Breed"]?.relationshipsByName["group"])
    group.isOptional = false
    let tags = try #require(model.entitiesByName["Person"]?.relationshipsByName["tags"])
    tags.minCount = 2
    tags.maxCount = 3
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Breed", ["name": "Akita"])
    let allTags = try (1...4).map { try context.make("Tag", ["name": "tag \($0)"]) }
    let person = try context.make("Person", ["name": "Ann", "tags": Set([allTags[0]])])
    var error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty, .relationshipLacksMinimumCount])
    try person.setValue(Set(allTags), forKey: "tags")
    error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty, .relationshipExceedsMaximumCount])
    // An optional relationship may have no objects at all, whatever its minimum.
    try person.setValue(Set<ManagedObject>(), forKey: "tags")
    error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty])
  }

  /// Of a to-many relationship the least count alone says whether it may be empty (issue 17).
  @Test func aListThatIsNotOptionalMayBeEmpty() throws {
    let model = ConformanceModel.make()
    let breeds = try #require(model.entitiesByName["Group"]?.relationshipsByName["breeds"])
    breeds.isOptional = false
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Group", ["name": "Hound"])
    try context.save()
    #expect(try context.all("Group").count == 1)
  }

  @Test func aSubclassValidatesReplacesAndHooksIntoSaves() throws {
    let stack = try ConformanceStack.inMemory(objectClasses: ["Breed": TestBreed.self])
    let context = stack.context()
    let breed = try #require(try context.make("Breed", ["name": " Akita "]) as? TestBreed)
    #expect(breed.events == ["awakeFromInsert"])
    try context.save()
    #expect(breed.text("name") == "Akita")
    #expect(breed.events == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
    try breed.setValue("Forbidden", forKey: "name")
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.managedObjectValidation])
    #expect(error?.errors.first?.key == "name")
    context.rollback()
    breed.events = []
    context.delete(breed)
    try context.save()
    #expect(breed.events == ["prepareForDeletion", "willSave", "validateForDelete", "didSave"])
  }

  @Test func aSubclassIsMadeForFetchedObjectsToo() throws {
    let stack = try ConformanceStack.inMemory(objectClasses: ["Breed": TestBreed.self])
    let writer = stack.context()
    try writer.make("Breed", ["name": "Akita"])
    try writer.save()
    let found = try stack.context().fetch(FetchRequest<TestBreed>(entityName: "Breed"))
    let breed = try #require(found.first)
    #expect(breed.events.isEmpty)
    #expect(breed.text("name") == "Akita")
    #expect(breed.events == ["awakeFromFetch"])
    #expect(!breed.hasChanges)
  }

  @Test func willSaveMayChangeObjects() throws {
    let stack = try ConformanceStack.inMemory(objectClasses: ["Breed": CountingBreed.self])
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Akita"])
    try context.save()
    #expect(breed.number("popularity") == 1)
    #expect(!context.hasChanges)
  }

  @Test func aClassIsFoundByTheNameThatTheModelGives() throws {
    ManagedObjectClasses.register(RegisteredBreed.self)
    let model = ConformanceModel.make()
    try #require(model.entitiesByName["Breed"]).managedObjectClassName = "Kennel.RegisteredBreed"
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(try context.make("Breed") is RegisteredBreed)
    #expect(RegisteredBreed(context: context).entity.name == "Breed")
  }
}

final class TestBreed: ManagedObject {
  var events: [String] = []

  override func awakeFromInsert() {
    super.awakeFromInsert()
    events.append("awakeFromInsert")
  }
  override func awakeFromFetch() {
    super.awakeFromFetch()
    events.append("awakeFromFetch")
  }
  override func willSave() { events.append("willSave") }
  override func didSave() { events.append("didSave") }
  override func prepareForDeletion() { events.append("prepareForDeletion") }
  override func validateForInsert() throws {
    events.append("validateForInsert")
    try super.validateForInsert()
  }
  override func validateForDelete() throws {
    events.append("validateForDelete")
    try super.validateForDelete()
  }
  override func validateValue(_ value: inout Any?, forKey key: String) throws {
    guard key == "name", let name = value as? String else { return }
    if name == "Forbidden" { throw ForbiddenName() }
    value = String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

struct ForbiddenName: Error {}

final class CountingBreed: ManagedObject {
  override func willSave() {
    guard number("popularity") == nil else { return }
    try? setValue(1, forKey: "popularity")
  }
}

final class RegisteredBreed: ManagedObject {}
