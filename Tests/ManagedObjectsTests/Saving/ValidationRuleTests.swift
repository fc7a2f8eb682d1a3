import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import StoreConformance
import Testing

@Suite struct ValidationRuleTests {
  private func context(_ change: (ManagedObjectModel) throws -> Void) throws -> ManagedObjectContext {
    let model = ConformanceModel.make()
    try change(model)
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: model,
      objectClasses: ["Breed": CarefulBreed.self]
    )
    try coordinator.addPersistentStore(InMemoryStore())
    return ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  @Test func validationPredicatesSetInCodeAreReportedWithTheirWarnings() throws {
    let context = try context { model in
      let name = try #require(model.entitiesByName["Tag"]?.attributesByName["name"])
      name.setValidationPredicates(
        [try ObjectPredicate(format: "SELF BEGINSWITH 'A'"), try ObjectPredicate(format: "length < 5")],
        withValidationWarnings: ["The name begins with A", "The name is short"]
      )
      #expect(name.validationWarnings == ["The name begins with A", "The name is short"])
      #expect(name.validationPredicates.count == 2)
    }
    try context.make("Tag", ["name": "Beauceron"])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.message) == ["The name begins with A", "The name is short"])
    #expect(error?.errors.map(\.code) == [.managedObjectValidation, .managedObjectValidation])
    #expect(error?.errors.map(\.key) == ["name", "name"])
  }

  @Test func aPredicateWithoutAWarningSaysItself() throws {
    let context = try context { model in
      let weight = try #require(model.entitiesByName["Tag"]?.attributesByName["weight"])
      weight.setValidationPredicates([try ObjectPredicate(format: "SELF > 3")])
    }
    try context.make("Tag", ["name": "Akita", "weight": 2])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.description == "weight does not meet SELF > 3")
  }

  @Test func predicatesOverRelatedObjectsAreChecked() throws {
    let context = try context { model in
      let dog = try #require(model.entitiesByName["Dog"]?.relationshipsByName["owner"])
      dog.setValidationPredicates(
        [try ObjectPredicate(format: "name != 'Nobody'")],
        withValidationWarnings: ["Somebody owns the dog"]
      )
      let dogs = try #require(model.entitiesByName["Person"]?.relationshipsByName["dogs"])
      dogs.setValidationPredicates(
        [try ObjectPredicate(format: "@count < 3")],
        withValidationWarnings: ["Two dogs are enough"]
      )
    }
    let dogs = try ["Rex", "Ada", "Max"].map { try context.make("Dog", ["name": $0]) }
    let person = try context.make("Person", ["name": "Nobody", "dogs": dogs])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(
      error?.errors.map(\.message).sorted() == [
        "Somebody owns the dog", "Somebody owns the dog", "Somebody owns the dog",
        "Two dogs are enough",
      ]
    )
    try person.setValue("Ann", forKey: "name")
    context.delete(dogs[2])
    try dogs[2].setValue(nil, forKey: "owner")
    try context.save()
  }

  @Test func oneValueIsCheckedOnRequestAgainstTheModelsRules() throws {
    let context = try context { _ in }
    let breed = try context.make("Breed", ["name": "Akita"])
    var height: Any? = 500.0
    let error = #expect(throws: ValidationErrors.self) { try breed.validateValue(&height, forKey: "height") }
    #expect(error?.errors.map(\.code) == [.numberTooLarge])
    height = 60.0
    try breed.validateValue(&height, forKey: "height")
    var wrong: Any? = "tall"
    #expect(throws: PropertyAccessError.self) { try breed.validateValue(&wrong, forKey: "height") }
    #expect(throws: PropertyAccessError.unknownKey(entity: "Breed", key: "hieght")) {
      try breed.validateValue(&height, forKey: "hieght")
    }
    // Nothing was set by that.
    #expect(breed.value(forKey: "height") == nil)
  }

  @Test func hooksReplaceAttributesAndRelatedObjects() throws {
    let context = try context { _ in }
    let breed = try context.make("Breed", ["name": "akita"])
    let group = try context.make("Group", ["name": "Unknown"])
    let working = try context.make("Group", ["name": "Working"])
    try breed.setValue(group, forKey: "group")
    try context.save()
    #expect(breed.text("name") == "Akita")
    #expect(breed.related("group") === working)
    #expect(working.members("breeds") == [breed] && group.members("breeds").isEmpty)
  }

  @Test func hooksAndModelRulesFailTogether() throws {
    let context = try context { _ in }
    let breed = try context.make("Breed", ["name": "Forbidden", "height": 1.0])
    try context.make("Tag")
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.key) == ["name", "height", "name"])
    #expect(error?.errors.map(\.code) == [.managedObjectValidation, .numberTooSmall, .missingMandatoryProperty])
    #expect(error?.errors.first?.objectID == breed.objectID)
  }

  @Test func aReplacementThatTheModelForbidsIsReported() throws {
    let context = try context { _ in }
    try context.make("Breed", ["name": "Erase"])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty])
  }

  @Test func messagesUseTheLocalisationDictionary() throws {
    let context = try context { model in
      model.localizationDictionary = [
        "Entity/Tag": "Marke", "Property/name": "Name", "Property/weight/Entity/Tag": "Gewicht",
        "ErrorString/too light": "Die Marke ist zu leicht",
      ]
      let weight = try #require(model.entitiesByName["Tag"]?.attributesByName["weight"])
      weight.setValidationPredicates([try ObjectPredicate(format: "SELF > 3")], withValidationWarnings: ["too light"])
      weight.constraints.maximum = .integer(9)
    }
    try context.make("Tag", ["weight": 1])
    try context.make("Tag", ["name": "Akita", "weight": 10])
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(
      error?.errors.map(\.message) == [
        "Marke: Name is required and has no value", "Die Marke ist zu leicht", "Marke: Gewicht is greater than 9",
      ]
    )
  }
}

final class CarefulBreed: ManagedObject {
  override func validateValue(_ value: inout Any?, forKey key: String) throws {
    switch (key, value) {
    case ("name", let name as String):
      if name == "Forbidden" { throw ForbiddenName() }
      value = name == "Erase" ? nil : name.prefix(1).uppercased() + name.dropFirst()
    case ("group", let group as ManagedObject) where group.text("name") == "Unknown":
      value = try managedObjectContext?.all("Group").first { $0.text("name") == "Working" }
    default: try super.validateValue(&value, forKey: key)
    }
  }
}
