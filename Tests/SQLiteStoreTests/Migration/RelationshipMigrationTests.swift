import AttributeValues
import Findings
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Relationships that lead to other entities in the next version of a model, or ask for more objects.
@Suite struct RelationshipMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Beings.sqlite") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
  }

  /// A version of the model: dogs and cats, which are beings, with mothers, tags, and owners, who have them in an order.
  private struct Version {
    let being = EntityDescription(name: "Being")
    let dog = EntityDescription(name: "Dog")
    let cat = EntityDescription(name: "Cat")
    let person = EntityDescription(name: "Person")
    let kennel = EntityDescription(name: "Kennel")
    let tag = EntityDescription(name: "Tag")
    let owner: RelationshipDescription
    let beings: RelationshipDescription
    let mother: RelationshipDescription
    let kids: RelationshipDescription
    let tags: RelationshipDescription
    let tagged: RelationshipDescription
    /// Which dog a person likes best; nothing leads back.
    let favourite: RelationshipDescription
    let model: ManagedObjectModel

    init(_ change: (Version) -> Void = { _ in }) {
      owner = RelationshipDescription(name: "owner", destination: person)
      beings = RelationshipDescription(name: "beings", destination: being, toMany: true)
      beings.isOrdered = true
      mother = RelationshipDescription(name: "mother", destination: being)
      kids = RelationshipDescription(name: "kids", destination: being, toMany: true)
      tags = RelationshipDescription(name: "tags", destination: tag, toMany: true)
      tagged = RelationshipDescription(name: "tagged", destination: being, toMany: true)
      favourite = RelationshipDescription(name: "favourite", destination: dog)
      for (one, other) in [(owner, beings), (mother, kids), (tags, tagged)] {
        one.inverseRelationship = other
        other.inverseRelationship = one
      }
      func name() -> AttributeDescription { AttributeDescription(name: "name", type: .string) }
      being.declaredProperties = [name(), owner, mother, kids, tags]
      being.isAbstract = true
      being.subentities = [dog, cat]
      person.declaredProperties = [name(), beings, favourite]
      kennel.declaredProperties = [name()]
      tag.declaredProperties = [name(), tagged]
      model = ManagedObjectModel(entities: [being, dog, cat, person, kennel, tag])
      change(self)
    }

    /// Lets a relationship of beings lead to another entity, which gets the other side.
    func lead(_ relationship: RelationshipDescription, to entity: EntityDescription) {
      guard let inverse = relationship.inverseRelationship else { return }
      relationship.destinationEntity?.declaredProperties.removeAll { $0 === inverse }
      entity.declaredProperties.append(inverse)
      relationship.destinationEntity = entity
    }
  }

  /// Makes a store of the first version. Ann has Tom, Rex and Ace in this order; nobody has Max.
  private func fill() throws {
    let model = Version().model
    let store = try SQLiteStore.create(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Kennel", ["name": "North"])
    let black = try context.make("Tag", ["name": "black"])
    let rex = try context.make("Dog", ["name": "Rex", "tags": Set([black])])
    try context.save()
    let ace = try context.make("Dog", ["name": "Ace", "mother": rex])
    let tom = try context.make("Cat", ["name": "Tom", "mother": rex, "tags": Set([black])])
    try context.make("Dog", ["name": "Max", "mother": tom])
    try context.make("Person", ["name": "Ann", "beings": [tom, rex, ace], "favourite": ace])
    try context.save()
    try coordinator.remove(store)
  }

  private func migrate(to version: Version) throws -> ManagedObjectContext {
    try SQLiteStore.migrate(storeAt: path, from: Version().model, to: version.model)
    let errors = try StoreInspection.verify(path, model: version.model).filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
    return try ManagedObjectContext.opening(.sqlite, at: path, version.model)
  }

  // MARK: Destinations

  @Test func aRelationshipThatLeadsElsewhereIsNotTakenOver() throws {
    try fill()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let wrong: [(version: Version, reasons: [String])] = [
      (
        Version { $0.lead($0.owner, to: $0.kennel) },
        ["Dog", "Cat"].map { "\($0).owner leads to Kennel and led to Person, which is no Kennel" }
      ),
      (
        Version { $0.lead($0.tags, to: $0.person) },
        ["Dog", "Cat"].map { "\($0).tags leads to Person and led to Tag, which is no Person" }
      ),
      (
        Version { $0.lead($0.mother, to: $0.dog) },
        ["Dog", "Cat"].map { "\($0).mother leads to Dog and led to Cat, which is no Dog" }
      ),
      (
        Version { $0.favourite.destinationEntity = $0.being.subentities[1] },
        ["Person.favourite leads to Cat and led to Dog, which is no Cat"]
      ),
    ]
    for (version, reasons) in wrong {
      let obstacles = MappingModel(from: Version().model, to: version.model).obstacles
      #expect(obstacles.map(\.reason) == reasons)
      #expect(obstacles.allSatisfy { !$0.concernsCoreDataOnly })
      let error = PersistentStoreError.migrationImpossible(reason: reasons.joined(separator: "; "))
      #expect(throws: error) { try SQLiteStore.migrate(storeAt: path, from: Version().model, to: version.model) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func aRelationshipMayLeadToAParentOrARenamedEntity() throws {
    try fill()
    let version = Version {
      $0.favourite.destinationEntity = $0.being
      $0.person.name = "Human"
      $0.person.renamingIdentifier = "Person"
      $0.being.name = "Creature"
      $0.being.renamingIdentifier = "Being"
    }
    #expect(MappingModel(from: Version().model, to: version.model).obstacles == [])
    let context = try migrate(to: version)
    #expect(try context.related("favourite", of: "Human") == ["Ann": ["Ace"]])
    #expect(try context.related("beings", of: "Human") == ["Ann": ["Tom", "Rex", "Ace"]])
    #expect(try context.related("tagged", of: "Tag") == ["black": ["Rex", "Tom"]])
    let mothers = ["Rex": [], "Ace": ["Rex"], "Tom": ["Rex"], "Max": ["Tom"]]
    #expect(try context.related("mother", of: "Creature") == mothers)
  }

  /// Their own side of the relationship is gone, which `removedPropertyNames` says.
  @Test func entitiesThatLeaveTheHierarchyLeaveItsRelationships() throws {
    try fill()
    let version = Version {
      $0.being.subentities = [$0.cat]
      $0.dog.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    }
    let mapping = MappingModel(from: Version().model, to: version.model)
    #expect(mapping.obstacles == [])
    #expect(mapping.removedPropertyNames == ["Dog.owner", "Dog.mother", "Dog.kids", "Dog.tags"])
    let context = try migrate(to: version)
    #expect(try context.related("beings", of: "Person") == ["Ann": ["Tom"]])
    #expect(try context.related("favourite", of: "Person") == ["Ann": ["Ace"]])
    #expect(try context.related("mother", of: "Being") == ["Tom": []])
    #expect(try context.related("tagged", of: "Tag") == ["black": ["Tom"]])
  }

  /// What names do not say, a mapping may: people become kennels.
  @Test func aMappingMayLetARelationshipLeadElsewhere() throws {
    try fill()
    let version = Version { version in
      version.lead(version.owner, to: version.kennel)
      version.model.entities.removeAll { $0 === version.person }
    }
    let older = Version()
    var mapping = MappingModel(from: older.model, to: version.model)
    mapping.entityMappings.removeAll { $0.source === older.kennel }
    mapping.entityMappings.append(MappingModel.EntityMapping(from: older.person, to: version.kennel))
    #expect(mapping.obstacles == [])
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    #expect(
      try ManagedObjectContext.opening(.sqlite, at: path, version.model).related("beings", of: "Kennel") == [
        "Ann": ["Tom", "Rex", "Ace"]
      ]
    )
  }

  /// Nothing is guessed about a store that has such a reference: it leads to whoever has that number.
  @Test func aReferenceToAnObjectOfAnotherEntityIsNotTakenOver() throws {
    let version = Version()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: version.model)
    let memory = InMemoryStore()
    try coordinator.addPersistentStore(memory)
    let tag = try #require(memory.obtainPermanentIDs(for: version.tag, count: 1).first)
    let person = try #require(memory.obtainPermanentIDs(for: version.person, count: 1).first)
    var request = StoreSaveRequest()
    request.inserted = [
      StoreRow(objectID: tag, version: 1, attributes: [.null], toOne: []),
      StoreRow(objectID: person, version: 1, attributes: [.null], toOne: [tag]),
    ]
    try memory.save(request)
    let reason = "\(person) leads to \(tag) by favourite, and Tag is no Dog"
    #expect(throws: PersistentStoreError.migrationImpossible(reason: reason)) {
      try coordinator.migratePersistentStore(memory, to: path, type: .sqlite)
    }
    #expect(folder.names() == [])
  }

  // MARK: Counts

  @Test func aRelationshipMayBecomeRequiredWhereEveryObjectHasIt() throws {
    try fill()
    let context = try ManagedObjectContext.opening(.sqlite, at: path, Version().model)
    let ann = try #require(try context.all("Person").first)
    try context.all("Dog").first { $0.text("name") == "Max" }?.setValue(ann, forKey: "owner")
    try context.save()
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    let version = Version {
      $0.owner.isOptional = false
      $0.beings.isOptional = false
      $0.beings.minCount = 4
    }
    let obstacles = MappingModel(from: Version().model, to: version.model).obstacles
    let properties = ["Dog.owner", "Cat.owner", "Person.beings"]
    #expect(obstacles.map(\.reason) == properties.map { "\($0) has become required" })
    #expect(obstacles.map(\.concernsCoreDataOnly) == [true, true, true])
    let beings = try migrate(to: version).related("beings", of: "Person")
    #expect(beings["Ann"]?.count == 4)
  }

  @Test func anObjectWithoutWhatHasBecomeRequiredIsNamed() throws {
    try fill()
    let advice = "change that in the store first, or let the model allow it"
    let wrong: [(version: Version, entity: String, name: String, reason: String)] = [
      (Version { $0.owner.isOptional = false }, "Dog", "Max", "has no object in owner, which has to have 1"),
      (
        Version { ($0.tags.isOptional, $0.tags.minCount) = (false, 1) }, "Dog", "Ace",
        "has no object in tags, which has to have 1"
      ),
      (
        Version { ($0.beings.isOptional, $0.beings.minCount) = (false, 5) }, "Person", "Ann",
        "has 3 objects in beings, which has to have 5"
      ),
      (Version { $0.beings.maxCount = 2 }, "Person", "Ann", "has 3 objects in beings, which may have 2"),
    ]
    for (version, entity, name, reason) in wrong {
      let context = try ManagedObjectContext.opening(.sqlite, at: path, Version().model)
      let object = try #require(try context.all(entity).first { $0.text("name") == name }).objectID
      try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
      let error = #expect(throws: PersistentStoreError.self) {
        try SQLiteStore.migrate(storeAt: path, from: Version().model, to: version.model)
      }
      guard case .migrationImpossible(let given)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(given.hasPrefix("\(entity)/p\(object.reference) \(reason); \(advice)"), "\(given)")
      #expect(try SQLiteStore.isStore(at: path, of: Version().model))
      #expect(folder.names() == ["Beings.sqlite"])
    }
  }

  /// Real stores have objects that their own model does not allow.
  @Test func whatWasWrongBeforeIsInNobodysWay() throws {
    try fill()
    let required = { (version: Version) in
      version.owner.isOptional = false
      (version.tags.isOptional, version.tags.minCount) = (false, 1)
    }
    let older = Version(required)
    // Counts are part of the version hashes.
    let store = try SQLiteStore.open(at: path, model: Version().model)
    store.metadata.versionHashes = older.model.entityVersionHashesByName
    try store.saveMetadata()
    try store.close()
    let newer = Version {
      required($0)
      $0.kennel.declaredProperties.append(AttributeDescription(name: "since", type: .date))
    }
    try SQLiteStore.migrate(storeAt: path, from: older.model, to: newer.model)
    #expect(
      try ManagedObjectContext.opening(.sqlite, at: path, newer.model).related("owner", of: "Dog") == [
        "Rex": ["Ann"], "Ace": ["Ann"], "Max": [],
      ]
    )
  }
}
