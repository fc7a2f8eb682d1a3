import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Migrations of which names and renaming identifiers do not say all (issue 17).
@Suite struct MappingModelTests {
  private let folder: TemporaryFolder
  private let older = Self.older()
  private var path: String { folder.file("Kennel.sqlite") }
  private var newPath: String { folder.file("New.sqlite") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    let store = try SQLiteStore.create(at: path, model: older)
    store.metadata.userValues["edition"] = .integer(7)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let rex = try context.make("Dog", ["name": "Rex", "weight": 30, "owner": "Ann"])
    let ace = try context.make("Dog", ["name": "Ace", "weight": 7, "owner": "Bob", "friends": Set([rex])])
    let max = try context.make("Dog", ["name": "Max", "owner": "Ann"])
    try context.make("Kennel", ["name": "North", "dogs": [max, rex, ace]])
    try context.save()
    try coordinator.remove(store)
  }

  /// Kennels with dogs in order, dogs with friends.
  private static func older() -> ManagedObjectModel {
    let (kennel, dog) = (EntityDescription(name: "Kennel"), EntityDescription(name: "Dog"))
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    dogs.isOrdered = true
    let home = RelationshipDescription(name: "kennel", destination: kennel)
    dogs.inverseRelationship = home
    home.inverseRelationship = dogs
    let friends = RelationshipDescription(name: "friends", destination: dog, toMany: true)
    friends.inverseRelationship = friends
    kennel.declaredProperties = [AttributeDescription(name: "name", type: .string), dogs]
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .integer16),
      AttributeDescription(name: "owner", type: .string), home, friends,
    ]
    return ManagedObjectModel(entities: [kennel, dog])
  }

  /// The weight as a text, and the owners as objects of their own.
  private static func newer() -> ManagedObjectModel {
    let model = older()
    guard let dog = model.entitiesByName["Dog"] else { return model }
    let person = EntityDescription(name: "Person")
    let owner = RelationshipDescription(name: "owner", destination: person)
    owner.isOptional = false
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    owner.inverseRelationship = dogs
    dogs.inverseRelationship = owner
    dog.declaredProperties[1] = AttributeDescription(name: "weight", type: .string)
    dog.declaredProperties[2] = owner
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    person.declaredProperties = [name, dogs]
    model.entities.append(person)
    return model
  }

  private func read(_ path: String, _ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    return ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  /// Makes each owner once.
  private final class OwnerPolicy: EntityMigrationPolicy {
    override func createDestinationInstances(
      forSource source: ManagedObject,
      in mapping: MappingModel.EntityMapping,
      manager: MigrationManager
    ) throws {
      let name = try #require(source.value(forKey: "owner") as? String)
      var owners = manager.userInfo["owners"] as? [String: ManagedObject] ?? [:]
      let owner = owners[name] ?? manager.destinationContext.insert(mapping.destination)
      try owner.setValue(name, forKey: "name")
      owners[name] = owner
      manager.userInfo["owners"] = owners
      manager.associate(sourceInstance: source, withDestinationInstance: owner, for: mapping)
    }

    override func createRelationships(
      forDestination destination: ManagedObject,
      in mapping: MappingModel.EntityMapping,
      manager: MigrationManager
    ) throws {}

    override func performCustomValidation(
      forMapping mapping: MappingModel.EntityMapping,
      manager: MigrationManager
    ) throws {
      #expect(manager.currentEntityMapping?.name == "DogToPerson")
      #expect(manager.destinationInstances(forEntityMapping: "DogToDog").count == 3)
    }
  }

  private func mapping(_ newer: ManagedObjectModel) throws -> MappingModel {
    var mapping = MappingModel(from: older, to: newer)
    #expect(
      mapping.obstacles.map(\.reason) == [
        "Dog.weight was Integer 16 and is String", "Dog.owner is a to-one relationship and was none",
      ]
    )
    try mapping.customize("Dog") { dog in
      try dog.map("weight", to: .expression("CAST(weight, 'NSString')"))
      try dog.map(
        "owner",
        to: .computed { source, manager in
          manager.destinationInstances(forEntityMapping: "DogToPerson", sourceInstances: [source]).first
        }
      )
    }
    let (dog, person) = (try #require(older.entitiesByName["Dog"]), try #require(newer.entitiesByName["Person"]))
    var owners = MappingModel.EntityMapping(from: dog, to: person)
    owners.migrationPolicy = OwnerPolicy.self
    mapping.entityMappings.append(owners)
    #expect(mapping.obstacles == [])
    return mapping
  }

  private func check(_ context: ManagedObjectContext) throws {
    let kennel = try #require(try context.all("Kennel").first)
    #expect(kennel.list("dogs").compactMap { $0.text("name") } == ["Max", "Rex", "Ace"])
    #expect(kennel.list("dogs").map { $0.text("weight") } == [nil, "30", "7"])
    #expect(kennel.list("dogs")[2].members("friends").names == ["Rex"])
    let people = try context.all("Person") { $0.sortDescriptors = [SortKey("name")] }
    #expect(people.map { $0.text("name") } == ["Ann", "Bob"])
    #expect(people.map { $0.members("dogs").names } == [["Max", "Rex"], ["Ace"]])
    #expect(context.persistentStoreCoordinator.persistentStores[0].metadata.userValues["edition"] == .integer(7))
  }

  @Test func expressionsFunctionsAndPoliciesSayWhatNamesDoNot() throws {
    let newer = Self.newer()
    try SQLiteStore.migrate(storeAt: path, with: mapping(newer))
    try check(read(path, newer))
    #expect(folder.names() == ["Kennel.sqlite"])
  }

  @Test func aStoreIsMigratedToAnotherPlaceAndType() throws {
    let newer = Self.newer()
    try MigrationManager.migrateStore(at: path, with: mapping(newer), to: newPath)
    try check(read(newPath, newer))
    #expect(try read(path, older).all("Dog").count == 3)
    #expect(throws: PersistentStoreError.storeInUse(location: newPath)) {
      try MigrationManager.migrateStore(at: path, with: mapping(newer), to: newPath)
    }
  }

  @Test func aMappingAmongTheOptionsIsTakenBeforeOneIsWorkedOut() throws {
    let newer = Self.newer()
    var description = PersistentStoreDescription(location: path)
    description.options[SQLiteStore.mappingModelsKey] = [try mapping(newer)]
    description.shouldInferMappingModelAutomatically = false
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    try coordinator.addPersistentStore(with: description)
    try check(ManagedObjectContext(persistentStoreCoordinator: coordinator))
  }

  @Test func partOfTheObjectsIsMappedAndRelationshipsToTheRestAreGivenUp() throws {
    let newer = Self.older()
    var mapping = MappingModel(from: older, to: newer)
    try mapping.customize("Dog") { dog in
      dog.predicate = try ObjectPredicate(format: "weight > 10")
      try dog.map("owner", to: .property("name"))
      try dog.map("friends", to: .expression("$source.kennel.dogs"))
    }
    try MigrationManager.migrateStore(at: path, with: mapping, to: newPath)
    let context = try read(newPath, newer)
    let dogs = try context.all("Dog")
    #expect(dogs.names == ["Rex"])
    #expect(dogs.map { $0.text("owner") } == ["Rex"])
    #expect(dogs[0].members("friends").names == ["Rex"])
    #expect(try context.all("Kennel").first?.list("dogs") == dogs)
  }

  @Test func whatIsSaidOfOneEndOfARelationshipHoldsForTheOther() throws {
    let newer = Self.older()
    func kennels(_ mapped: PropertyMapping, in path: String) throws -> [String] {
      var mapping = MappingModel(from: older, to: newer)
      try mapping.customize("Dog") { try $0.map("kennel", to: mapped) }
      try MigrationManager.migrateStore(at: self.path, with: mapping, to: path)
      let context = try read(path, newer)
      return try context.all("Kennel").flatMap { $0.list("dogs").compactMap { $0.text("name") } }
    }
    #expect(try kennels(.nothing, in: newPath) == [])
    #expect(
      try kennels(.expression("TERNARY(name == 'Max', nil, kennel)"), in: folder.file("Other.sqlite")) == [
        "Rex", "Ace",
      ]
    )
  }

  @Test func anEntityIsDividedByPredicates() throws {
    let newer = Self.older()
    let big = EntityDescription(name: "BigDog")
    big.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    newer.entities.append(big)
    var mapping = MappingModel(from: older, to: newer)
    try mapping.customize("Dog") { $0.predicate = try ObjectPredicate(format: "weight < 20 OR weight == nil") }
    var other = MappingModel.EntityMapping(from: try #require(older.entitiesByName["Dog"]), to: big, name: "large")
    other.predicate = try ObjectPredicate(format: "weight >= 20")
    mapping.entityMappings.append(other)
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    let context = try read(path, newer)
    #expect(try context.all("Dog").names == ["Ace", "Max"])
    #expect(try context.all("BigDog").names == ["Rex"])
  }

  private struct Refusal: Error {}

  private final class RefusingPolicy: EntityMigrationPolicy {
    override func end(_ mapping: MappingModel.EntityMapping, manager: MigrationManager) throws { throw Refusal() }
  }

  @Test func whatFailsLeavesTheOldStoreAndNothingElse() throws {
    let newer = Self.newer()
    var wrong = try mapping(newer)
    wrong.entityMappings[2].migrationPolicy = RefusingPolicy.self
    try wrong.customize("Person") { try $0.map("name", to: .property("owner")) }
    #expect(throws: Refusal.self) { try SQLiteStore.migrate(storeAt: path, with: wrong) }
    #expect(throws: Refusal.self) { try MigrationManager.migrateStore(at: path, with: wrong, to: newPath) }
    var empty = try mapping(newer)
    // A required relationship that nobody sets is found when the new store is saved.
    try empty.customize("Dog") { try $0.map("owner", to: .computed { _, _ in nil }) }
    #expect(throws: (any Error).self) { try SQLiteStore.migrate(storeAt: path, with: empty) }
    var mistyped = try mapping(newer)
    try mistyped.customize("Dog") { try $0.map("weight", to: .computed { _, _ in 5 }) }
    #expect(throws: PropertyAccessError.self) { try SQLiteStore.migrate(storeAt: path, with: mistyped) }
    let open = MappingModel(from: older, to: newer)
    #expect(
      throws: PersistentStoreError.migrationImpossible(
        reason: "Dog.weight was Integer 16 and is String; Dog.owner is a to-one relationship and was none"
      )
    ) {
      try SQLiteStore.migrate(storeAt: path, with: open)
    }
    #expect(folder.names() == ["Kennel.sqlite"])
    #expect(try read(path, older).all("Dog").count == 3)
  }

  @Test func aMappingThatCannotBeIsRefusedWhenItIsMade() throws {
    var mapping = MappingModel(from: older, to: Self.newer())
    #expect(throws: PersistentStoreError.unknownEntity("Cat")) { try mapping.customize("Cat") { _ in } }
    for (property, value, reason) in [
      ("legs", .property("name"), "Dog has no property named legs."),
      ("weight", .property("mass"), "Dog has no attribute named mass, which Dog.weight asks for."),
      ("friends", .property("name"), "Dog has no relationship named name, which Dog.friends asks for."),
    ] as [(String, PropertyMapping, String)] {
      #expect(throws: PersistentStoreError.invalidRequest(reason)) {
        try mapping.customize("Dog") { try $0.map(property, to: value) }
      }
    }
    #expect(throws: PersistentStoreError.self) {
      try mapping.customize("Dog") { try $0.map("name", to: .expression("(")) }
    }
  }
}
