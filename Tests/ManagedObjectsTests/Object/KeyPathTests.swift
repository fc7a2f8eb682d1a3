import AttributeValues
import ManagedObjects
import ObjectModel
import StoreConformance
import Testing

@Suite struct KeyPathTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext
  private let group: ManagedObject

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
    group = try context.make("Group", ["name": "Hound"])
    for (name, height, popularity) in [("Beagle", 33.0, 5), ("Basset", 35, 9), ("Whippet", 49, 5)] {
      try context.make("Breed", ["name": name, "height": height, "popularity": popularity, "group": group])
    }
    try context.make("Breed", ["name": "Saluki", "group": group])
  }

  @Test func collectionOperatorsMakeOneValueOfTheMembers() throws {
    #expect(group.value(forKeyPath: "breeds.@count") as? Int == 4)
    #expect(group.value(forKeyPath: "breeds.@sum.height") as? Double == 117)
    #expect(group.value(forKeyPath: "breeds.@min.height") as? Double == 33)
    #expect(group.value(forKeyPath: "breeds.@max.name") as? String == "Whippet")
    // A missing value counts as 0 in an average, as Apple documents it.
    #expect(group.value(forKeyPath: "breeds.@avg.height") as? Double == 117.0 / 4)
  }

  @Test func unionsCollectTheMembersValues() throws {
    let all = try #require(group.value(forKeyPath: "breeds.@unionOfObjects.popularity") as? [Int])
    #expect(all.sorted() == [5, 5, 9])
    let distinct = try #require(group.value(forKeyPath: "breeds.@distinctUnionOfObjects.popularity") as? [Int])
    #expect(distinct.sorted() == [5, 9])
  }

  @Test func operatorsStandAtTheEndOfAPathThroughObjects() throws {
    let breed = try #require(context.insertedObjects.first { $0.text("name") == "Beagle" })
    #expect(breed.value(forKeyPath: "group.breeds.@count") as? Int == 4)
    #expect(breed.value(forKeyPath: "group.breeds.group") as? Set<ManagedObject> == [group])
    #expect(try context.make("Breed").value(forKeyPath: "group.breeds.@count") == nil)
  }

  @Test func anOrderedRelationshipsValuesAreInItsOrder() throws {
    let dogs = try ["Rex", "Ada", "Max"].map { try context.make("Dog", ["name": $0]) }
    let person = try context.make("Person", ["name": "Ann", "dogs": dogs])
    #expect(person.value(forKeyPath: "dogs.name") as? [String] == ["Rex", "Ada", "Max"])
  }

  @Test(arguments: [
    "nmae", "group.nmae", "group.breeds.nmae", "group.breeds.@avg.nmae", "group.breeds.@median.height", "",
  ])
  func anUnknownNameInAPathThrows(_ keyPath: String) throws {
    let breed = try #require(context.insertedObjects.first { $0.text("name") == "Beagle" })
    #expect(throws: PropertyAccessError.self) { try breed.checkedValue(forKeyPath: keyPath) }
  }

  @Test func anOperatorWithoutSenseThrowsWithThePath() throws {
    let error = #expect(throws: PropertyAccessError.self) { try group.checkedValue(forKeyPath: "breeds.@sum.name") }
    #expect(
      error?.description == "The key path \"breeds.@sum.name\" cannot be followed from Group: "
        + "@sum cannot be applied to a string."
    )
  }

  @Test func elementsOfCompositesAreReadAndSetByPath() throws {
    let home = CompositeAttributeDescription(
      name: "home",
      elements: [
        AttributeDescription(name: "city", type: .string),
        CompositeAttributeDescription(
          name: "place",
          elements: [AttributeDescription(name: "latitude", type: .double)]
        ),
      ]
    )
    let entity = EntityDescription(name: "Kennel")
    entity.declaredProperties = [home]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [entity]))
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let kennel = try context.make("Kennel", ["home": ["city": "Turku", "place": ["latitude": 60.45]]])
    #expect(kennel.value(forKeyPath: "home.place.latitude") as? Double == 60.45)
    try kennel.setValue("Oulu", forKeyPath: "home.city")
    let shown = try #require(kennel.value(forKey: "home") as? [String: Any])
    #expect(shown["city"] as? String == "Oulu")
    // What was read can be set again.
    try kennel.setValue(shown, forKey: "home")
    #expect(throws: PropertyAccessError.unknownKey(entity: "Kennel", key: "home.town")) {
      try kennel.setValue("Oulu", forKeyPath: "home.town")
    }
    #expect(throws: PropertyAccessError.self) { try kennel.setValue(5, forKeyPath: "home.city") }
    #expect(throws: PropertyAccessError.self) { try kennel.setValue(["city": 5], forKey: "home") }
    try context.save()
    #expect(kennel.value(forKeyPath: "home.city") as? String == "Oulu")
  }
}
