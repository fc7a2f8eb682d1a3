import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import StoreConformance
import Testing

@Suite struct FetchingTests {
  private let store = CountingStore()
  private let stack: ConformanceStack

  init() throws {
    let model = ConformanceModel.make()
    var template = FetchRequestTemplate(entityName: "Breed", predicateText: "group.name == $GROUP")
    template.sortKeys = [(key: "name", ascending: true)]
    model.fetchRequestTemplatesByName["breedsOfGroup"] = template
    let siblings = FetchRequestTemplate(
      entityName: "Breed",
      predicateText: "group == $FETCH_SOURCE.group AND SELF != $FETCH_SOURCE"
    )
    let breed = try #require(model.entitiesByName["Breed"])
    breed.declaredProperties.append(FetchedPropertyDescription(name: "siblings", fetchRequest: siblings))
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    stack = ConformanceStack(store: store, coordinator: coordinator)
    let context = stack.context()
    for (name, breeds) in [("Hound", ["Beagle", "Basset", "Whippet"]), ("Toy", ["Pug", "Papillon"])] {
      let group = try context.make("Group", ["name": name])
      for (index, breed) in breeds.enumerated() {
        try context.make(
          "Breed",
          ["name": breed, "group": group, "popularity": index + 1, "height": 30.0 + Double(index)]
        )
      }
    }
    try context.save()
  }

  @Test(arguments: ["mood == 'glad'", "NOT mood BEGINSWITH 'g'", "name == 'Rex' AND mood == nil", "mood == name"])
  func aPredicateOverATransientPropertyIsRefused(_ format: String) throws {
    let model = ConformanceModel.make()
    let mood = AttributeDescription(name: "mood", type: .string)
    mood.isTransient = true
    model.entitiesByName["Dog"]?.declaredProperties.append(mood)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let dog = try context.make("Dog", ["name": "Rex", "mood": "glad"])
    let predicate = try ObjectPredicate(format: format)
    for fetching in [context, ManagedObjectContext(parent: context)] {
      let error = #expect(throws: FetchKeyError.self) { try fetching.all("Dog") { $0.predicate = predicate } }
      #expect(error?.problem.key == "mood")
    }
    let owners = try ObjectPredicate(format: "ANY dogs.mood == 'glad'")
    #expect(throws: FetchKeyError.self) { try context.all("Person") { $0.predicate = owners } }
    // Objects in memory have the value.
    #expect(try ObjectPredicate(format: "mood == 'glad'").evaluate(with: dog))
  }

  @Test func aPredicateSelectsAndPendingChangesAreJudgedByTheirNewValues() throws {
    let context = stack.context()
    func names(_ format: String) throws -> [String] {
      try context.all("Breed") { $0.predicate = try? ObjectPredicate(format: format) }.names
    }
    #expect(try names("group.name == 'Hound' AND popularity > 1") == ["Basset", "Whippet"])
    let pug = try #require(
      try context.all("Breed") { $0.predicate = try? ObjectPredicate(format: "name == 'Pug'") }.first
    )
    try pug.setValue("Mops", forKey: "name")
    #expect(try names("name == 'Pug'").isEmpty)
    #expect(try names("name BEGINSWITH 'M'") == ["Mops"])
    let hound = try #require(try context.all("Group") { $0.sortDescriptors = [SortKey("name")] }.first)
    try context.make("Breed", ["name": "Malamute", "group": hound])
    #expect(try names("group.name == 'Hound' AND name BEGINSWITH 'M'") == ["Malamute"])
  }

  @Test func aPredicateComparesObjectsByTheirIDs() throws {
    let context = stack.context()
    let hound = try #require(try context.all("Group") { $0.sortDescriptors = [SortKey("name")] }.first)
    let predicate = try ObjectPredicate(format: "group == %@", hound)
    #expect(try context.all("Breed") { $0.predicate = predicate }.count == 3)
    let byID = try ObjectPredicate(format: "SELF == %@", hound.objectID)
    #expect(try context.all("Group") { $0.predicate = byID } == [hound])
    let anyBreed = try ObjectPredicate(format: "ANY breeds.name == 'Pug'")
    #expect(try context.all("Group") { $0.predicate = anyBreed }.names == ["Toy"])
    let count = try ObjectPredicate(format: "breeds.@count == 3")
    #expect(try context.all("Group") { $0.predicate = count }.names == ["Hound"])
  }

  @Test func aFetchPredicateWithAnUnknownKeyFails() throws {
    let predicate = try ObjectPredicate(format: "nmae == 'Pug'")
    #expect(throws: FetchKeyError.self) { _ = try stack.context().all("Breed") { $0.predicate = predicate } }
    #expect(throws: PersistentStoreError.unknownEntity("Cat")) { _ = try stack.context().all("Cat") }
  }

  @Test func aTemplateOfTheModelBecomesARequest() throws {
    let model = stack.coordinator.managedObjectModel
    let request = try #require(
      try model.fetchRequestFromTemplate(withName: "breedsOfGroup", substitutionVariables: ["GROUP": "Toy"])
    )
    #expect(try stack.context().fetch(request).compactMap { $0.text("name") } == ["Papillon", "Pug"])
    #expect(try model.fetchRequestFromTemplate(withName: "none") == nil)
  }

  @Test func constantsOfATemplateAreValuesOfTheirAttributes() throws {
    let model = ManagedObjectModel(entities: [EntityDescription(name: "Dog")])
    model.entities[0].declaredProperties = [AttributeDescription(name: "born", type: .date)]
    model.setFetchRequestTemplate(
      FetchRequestTemplate(entityName: "Dog", predicateText: "born > '2001-01-02'"),
      forName: "young"
    )
    model.setFetchRequestTemplate(
      FetchRequestTemplate(entityName: "Dog", predicateText: "born > 'now'"),
      forName: "none"
    )
    #expect(
      try model.fetchRequestFromTemplate(withName: "young")?.predicate
        == ObjectPredicate(
          format: "born > CAST(86400, 'NSDate')"
        )
    )
    #expect(throws: PredicateConstantError.self) { try model.fetchRequestFromTemplate(withName: "none") }
  }

  @Test func aFetchedPropertyFetchesWhenAsked() throws {
    let pug = try #require(
      try stack.context().all("Breed") { $0.predicate = try? ObjectPredicate(format: "name == 'Pug'") }.first
    )
    #expect(pug.list("siblings").names == ["Papillon"])
    #expect(throws: PropertyAccessError.readOnly(entity: "Breed", key: "siblings")) {
      try pug.setValue([ManagedObject](), forKey: "siblings")
    }
  }

  @Test func severalStoresAnswerTogether() throws {
    let second = InMemoryStore()
    try stack.coordinator.addPersistentStore(second)
    let context = stack.context()
    let akita = try context.make("Breed", ["name": "Akita", "height": 64.0])
    context.assign(akita, to: second)
    try context.save()
    #expect(second.row(for: akita.objectID) != nil)
    let reader = stack.context()
    let names = try reader.all("Breed") { request in
      request.sortDescriptors = [SortKey("name")]
      request.fetchLimit = 2
    }
    #expect(names.names == ["Akita", "Basset"])
    #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 6)
    #expect(try reader.all("Breed") { $0.affectedStores = [second] }.names == ["Akita"])
  }
}
