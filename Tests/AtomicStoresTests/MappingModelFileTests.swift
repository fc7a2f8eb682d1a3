import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PropertyLists
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Mapping models as Xcode writes them, `NAME.xcmappingmodel` (issue 17). The form is that of published files, the content our own.
@Suite struct MappingModelFileTests {
  private let folder: TemporaryFolder
  private let older = Self.older()
  private let newer = Self.newer()
  private var path: String { folder.file("Kennels.sqlite") }
  private var mappingPath: String { folder.file("Kennels1to2.xcmappingmodel") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    let store = try SQLiteStore.create(at: path, model: older)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let rex = try context.make("Dog", ["name": "Rex", "weight": 30])
    let ace = try context.make("Dog", ["name": "Ace", "weight": 7])
    try context.make("Dog", ["name": "Max", "weight": 12])
    try context.make("Kennel", ["name": "North", "note": "by the lake", "dogs": [rex, ace]])
    try context.make("Remark", ["text": "to be given up"])
    try context.save()
    try coordinator.remove(store)
  }

  private static func older() -> ManagedObjectModel {
    let (kennel, dog) = (EntityDescription(name: "Kennel"), EntityDescription(name: "Dog"))
    let remark = EntityDescription(name: "Remark")
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    dogs.isOrdered = true
    let home = RelationshipDescription(name: "kennel", destination: kennel)
    dogs.inverseRelationship = home
    home.inverseRelationship = dogs
    kennel.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "note", type: .string), dogs,
    ]
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .integer16), home,
    ]
    remark.declaredProperties = [AttributeDescription(name: "text", type: .string)]
    return ManagedObjectModel(entities: [kennel, dog, remark])
  }

  /// Kennels are houses, dogs have their weight in grams and their kennel's name, small ones are puppies besides, and there are vets.
  private static func newer() -> ManagedObjectModel {
    let (house, dog) = (EntityDescription(name: "House"), EntityDescription(name: "Dog"))
    let (puppy, vet) = (EntityDescription(name: "Puppy"), EntityDescription(name: "Vet"))
    let residents = RelationshipDescription(name: "residents", destination: dog, toMany: true)
    let home = RelationshipDescription(name: "home", destination: house)
    residents.inverseRelationship = home
    home.inverseRelationship = residents
    let grown = RelationshipDescription(name: "grown", destination: dog)
    let young = RelationshipDescription(name: "young", destination: puppy)
    grown.inverseRelationship = young
    young.inverseRelationship = grown
    let note = AttributeDescription(name: "note", type: .string)
    note.defaultValue = .string("nothing")
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    house.declaredProperties = [AttributeDescription(name: "title", type: .string), note, residents]
    dog.declaredProperties = [
      name, AttributeDescription(name: "grams", type: .integer64), AttributeDescription(name: "legs", type: .integer16),
      AttributeDescription(name: "origin", type: .string), AttributeDescription(name: "size", type: .string), home,
      young,
    ]
    puppy.declaredProperties = [AttributeDescription(name: "name", type: .string), grown]
    vet.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    return ManagedObjectModel(entities: [house, dog, puppy, vet])
  }

  private static let instances = "destinationInstancesForEntityMappingNamed:sourceInstances:"

  /// All that published files show; the weight's kind is asked of a policy.
  private static func entities() -> [MappingModelText.Entity] {
    var house = MappingModelText.Entity("Kennel", "House")
    house.attributes = [("title", .expression(MappingModelText.source("name")))]
    house.relationships = [("residents", .mapping("DogToDog", keyPath: "$source.dogs"))]
    var dog = MappingModelText.Entity("Dog", "Dog")
    dog.policy = "Kennels.SizePolicy"
    dog.userInfo = ["limit": "10"]
    let weight = MappingModelText.source("weight")
    dog.attributes = [
      ("name", nil),
      (
        "grams",
        .expression(MappingModelText.function("multiply:by:", [weight, MappingModelText.constant(.integer(1000))]))
      ),
      ("legs", .expression(MappingModelText.constant(.integer(4)))),
      ("origin", .expression(MappingModelText.source("kennel.name"))),
      (
        "size",
        .expression(MappingModelText.call(MappingModelText.variable("entityPolicy"), "sizeOf:", [weight]))
      ),
    ]
    dog.relationships = [("home", nil), ("young", nil)]
    var puppy = MappingModelText.Entity("Dog", "Puppy")
    puppy.name = "Small"
    puppy.predicate = "weight < 10"
    puppy.attributes = [("name", nil)]
    puppy.relationships = [
      (
        "grown",
        .expression(
          MappingModelText.call(
            MappingModelText.variable("manager"),
            instances,
            [MappingModelText.constant(.string("DogToDog")), MappingModelText.variable("source")]
          )
        )
      )
    ]
    return [house, dog, puppy, MappingModelText.Entity(nil, "Vet"), MappingModelText.Entity("Remark", nil)]
  }

  private final class SizePolicy: EntityMigrationPolicy {
    override func value(ofMethod name: String, arguments: [Any?], manager: MigrationManager) throws -> Any? {
      guard name == "sizeOf:" else { return try super.value(ofMethod: name, arguments: arguments, manager: manager) }
      let limit = Int(manager.currentEntityMapping?.userInfo["limit"] ?? "") ?? 0
      return (arguments[0] as? Int ?? 0) < limit ? "small" : "large"
    }
  }

  private func write(_ entities: [MappingModelText.Entity], to name: String = "Kennels1to2.xcmappingmodel") throws {
    try folder.write(MappingModelText.text(from: older, to: newer, entities), to: name + "/xcmapping.xml")
  }

  private func check(_ path: String) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let dogs = try context.all("Dog") { $0.sortDescriptors = [SortKey("name")] }
    #expect(dogs.map { $0.text("name") } == ["Ace", "Max", "Rex"])
    #expect(dogs.map { $0.number("grams") } == [7000, 12000, 30000])
    #expect(dogs.map { $0.number("legs") } == [4, 4, 4])
    #expect(dogs.map { $0.text("origin") } == ["North", nil, "North"])
    #expect(dogs.map { $0.text("size") } == ["small", "large", "large"])
    let house = try #require(try context.all("House").first)
    #expect(house.text("title") == "North")
    // The file does not list it, though both models have it.
    #expect(house.text("note") == "nothing")
    #expect(Set(house.members("residents").map { $0.text("name") }) == ["Ace", "Rex"])
    let puppies = try context.all("Puppy")
    #expect(puppies.map { $0.text("name") } == ["Ace"] && puppies.map { $0.related("grown") } == [dogs[0]])
    #expect(try context.all("Vet").isEmpty)
  }

  @Test func aStoreIsMigratedAsTheFileSays() throws {
    try write(Self.entities())
    let mapping = try MappingModel(
      contentsOf: mappingPath,
      from: older,
      to: newer,
      policies: ["SizePolicy": SizePolicy.self]
    )
    #expect(mapping.entityMappings.map(\.name) == ["KennelToHouse", "DogToDog", "Small"])
    #expect(mapping.obstacles == [] && mapping.removedEntityNames == ["Remark"])
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    try check(path)
  }

  @Test func theMappingModelThatFitsIsFoundByHashes() throws {
    try write(Self.entities())
    let other = MappingModelText.text(from: older, to: older, [MappingModelText.Entity("Dog", "Dog")])
    try folder.write(other, to: "Kennels1to1.xcmappingmodel/xcmapping.xml")
    let policies = ["Kennels.SizePolicy": SizePolicy.self]
    let found = try MappingModel(
      from: [folder.path],
      forSourceModel: older,
      destinationModel: newer,
      policies: policies
    )
    var description = PersistentStoreDescription(location: path)
    description.options[SQLiteStore.mappingModelsKey] = [try #require(found)]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    try coordinator.remove(try coordinator.addPersistentStore(with: description))
    try check(path)
    #expect(try MappingModel(from: [folder.path], forSourceModel: newer, destinationModel: older) == nil)
    try write(Self.entities(), to: "Twice.xcmappingmodel")
    let error = #expect(throws: MappingModelError.self) {
      try MappingModel(from: [folder.path], forSourceModel: older, destinationModel: newer, policies: policies)
    }
    #expect(error?.kind == .ambiguous)
  }

  @Test func whatTheFileDoesNotSayIsSaidByNames() throws {
    let same = Self.older()
    var dog = MappingModelText.Entity("Dog", "Dog")
    dog.attributes = [("name", nil), ("weight", nil)]
    dog.relationships = [("kennel", nil)]
    var kennel = MappingModelText.Entity("Kennel", "Kennel")
    kennel.attributes = [("name", nil)]
    kennel.relationships = [("dogs", nil)]
    try folder.write(
      MappingModelText.text(from: older, to: same, [dog, kennel]),
      to: "Same.xcmappingmodel/xcmapping.xml"
    )
    let mapping = try MappingModel(contentsOf: folder.file("Same.xcmappingmodel"), from: older, to: same)
    let newPath = folder.file("New.sqlite")
    try MigrationManager.migrateStore(at: path, with: mapping, to: newPath)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: same)
    try coordinator.addPersistentStore(type: .sqlite, at: newPath)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let kennels = try context.all("Kennel")
    #expect(kennels.map { $0.text("name") } == ["North"] && kennels.map { $0.text("note") } == [nil])
    #expect(kennels.first?.list("dogs").map { $0.text("name") } == ["Rex", "Ace"])
    #expect(try context.all("Dog").count == 3 && context.all("Remark").isEmpty)
  }

  /// A value that has become required may be there in every object; one that is not ends the migration.
  @Test func aValueThatHasBecomeRequiredIsLookedAtInEachObject() throws {
    var puppy = MappingModelText.Entity("Dog", "Dog")
    puppy.attributes = [("name", nil)]
    try write([puppy])
    let mapping = try MappingModel(contentsOf: mappingPath, from: older, to: newer)
    #expect(mapping.obstacles == [])
    try MigrationManager.migrateStore(at: path, with: mapping, to: folder.file("New.sqlite"))
    let store = try SQLiteStore.open(at: path, model: older)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Dog", ["weight": 3])
    try context.save()
    try coordinator.remove(store)
    #expect(throws: (any Error).self) {
      try MigrationManager.migrateStore(at: path, with: mapping, to: folder.file("Newer.sqlite"))
    }
    #expect(!folder.names().contains("Newer.sqlite"))
  }

  @Test func whatCannotBeCarriedOutIsRefused() throws {
    typealias Case = (name: String, kind: MappingModelError.Kind, words: String, entities: [MappingModelText.Entity])
    func dog(_ change: (inout MappingModelText.Entity) -> Void) -> [MappingModelText.Entity] {
      var dog = MappingModelText.Entity("Dog", "Dog")
      change(&dog)
      return [dog]
    }
    let cases: [Case] = [
      ("policy", .missingPolicy, "carried out by the class Kennels.SizePolicy", Self.entities()),
      ("adds by a policy", .unsupported, "no entity at one of its ends", [Self.added()]),
      ("predicate", .unsupported, "filter predicate that cannot be read", dog { $0.predicate = "weight >" }),
      (
        "source expression", .unsupported, "source expression of its own",
        dog { $0.sourceExpression = MappingModelText.variable("x") }
      ),
      (
        "unknown property", .unsupported, "maps wings, which Dog does not have",
        dog { $0.attributes = [("wings", nil)] }
      ),
      ("twice", .unsupported, "maps name twice", dog { $0.attributes = [("name", nil), ("name", nil)] }),
      (
        "expression", .unsupported, "The expression for Dog.name cannot be read",
        dog { $0.attributes = [("name", .expression(MappingModelText.block()))] }
      ),
    ]
    for (name, kind, words, entities) in cases {
      try write(entities)
      let error = #expect(throws: MappingModelError.self, "\(name)") {
        try MappingModel(contentsOf: mappingPath, from: older, to: newer)
      }
      #expect(error?.kind == kind, "\(name)")
      #expect(error?.message.contains(words) == true, "\(name): \(error?.description ?? "")")
    }
    try write([MappingModelText.Entity("Dog", "Dog")])
    let error = #expect(throws: MappingModelError.self) {
      try MappingModel(contentsOf: mappingPath, from: newer, to: newer)
    }
    #expect(error?.kind == .otherModels)
    #expect(error?.message.contains("Dog of the old model.") == true)
  }

  private static func added() -> MappingModelText.Entity {
    var vet = MappingModelText.Entity(nil, "Vet")
    vet.policy = "VetPolicy"
    return vet
  }

  /// What nobody can answer is known before a migration begins.
  @Test func callsThatNobodyAnswersAreObstacles() throws {
    for (expression, reason) in [
      (
        "FUNCTION($manager, \"\(Self.instances)\", \"CatToDog\", $source)",
        "asks for the entity mapping CatToDog, which there is not"
      ),
      (
        "FUNCTION($manager, \"deleteEverything\")",
        "calls deleteEverything of the migration manager, which is not known"
      ),
      (
        "FUNCTION($entityPolicy, \"sizeOf:\", 3)", "calls sizeOf: of a migration policy, and the mapping has none"
      ),
    ] {
      var mapping = MappingModel(from: older, to: Self.older())
      try mapping.customize("Dog") { try $0.map("name", to: .expression(expression)) }
      #expect(mapping.obstacles.map(\.reason) == ["the expression for Dog.name \(reason)"])
      #expect(throws: PersistentStoreError.self) { try SQLiteStore.migrate(storeAt: path, with: mapping) }
    }
    var unanswered = MappingModel(from: older, to: Self.older())
    try unanswered.customize("Dog") {
      $0.migrationPolicy = EntityMigrationPolicy.self
      try $0.map("name", to: .expression("FUNCTION($entityPolicy, \"nameOf\")"))
    }
    #expect(
      throws: PersistentStoreError.migrationImpossible(
        reason: "the migration policy EntityMigrationPolicy has no method nameOf"
      )
    ) {
      try SQLiteStore.migrate(storeAt: path, with: unanswered)
    }
  }

  /// What another mapping made may stand anywhere in an expression of the API, too.
  @Test func expressionsMayCallTheManager() throws {
    let same = Self.older()
    var mapping = MappingModel(from: older, to: same)
    try mapping.customize("Dog") { dog in
      try dog.map(
        "name",
        to: .expression(
          "uppercase:(FUNCTION($manager, \"\(Self.instances)\", \"KennelToKennel\", $source.kennel)[0].name)"
        )
      )
    }
    let newPath = folder.file("New.sqlite")
    try MigrationManager.migrateStore(at: path, with: mapping, to: newPath)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: same)
    try coordinator.addPersistentStore(type: .sqlite, at: newPath)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(try context.all("Dog").compactMap { $0.text("name") } == ["NORTH", "NORTH"])
  }

  @Test(arguments: [
    ("", "This is no mapping model of Xcode's"), ("not XML", "This is no mapping model of Xcode's"),
    ("<plist/>", "This is no mapping model of Xcode's"),
    ("<database><databaseInfo><UUID>A</UUID></databaseInfo></database>", "The file has 0 mapping models, not one"),
    (
      "<database><databaseInfo><UUID>A</UUID></databaseInfo><object type=\"CAT\" id=\"z1\"/></database>",
      "This is no mapping model as it is known: the model has no entity CAT (line 1)"
    ),
    (
      "<database><databaseInfo><UUID>A</UUID></databaseInfo><object type=\"XDDEVMAPPINGMODEL\" id=\"z1\"/></database>",
      "The file has no sourceModelData"
    ),
    (
      """
      <database><databaseInfo><UUID>A</UUID></databaseInfo><object type="XDDEVMAPPINGMODEL" id="z1">
      <attribute name="sourcemodeldata" type="binary">AAAA</attribute></object></database>
      """, "The file's sourceModelData cannot be read: This is no archived model of Xcode's editor"
    ),
  ])
  func otherFilesAreNoMappingModels(_ text: String, _ words: String) throws {
    try folder.write(text, to: "Other.xcmappingmodel/xcmapping.xml")
    let error = #expect(throws: MappingModelError.self) {
      try MappingModel(contentsOf: folder.file("Other.xcmappingmodel"), from: older, to: newer)
    }
    #expect(error?.kind == .notAMappingModel)
    #expect(error?.message.hasPrefix(words) == true, "\(error?.message ?? "")")
    let missing = #expect(throws: MappingModelError.self) {
      try MappingModel(contentsOf: folder.file("Missing.xcmappingmodel"), from: older, to: newer)
    }
    #expect(missing?.kind == .unreadable)
  }

  /// A damaged file is refused, or read as what it says; nothing crashes.
  @Test func damagedFilesDoNoHarm() throws {
    let text = Array(MappingModelText.text(from: older, to: newer, Self.entities()).utf8)
    var random = SeededGenerator(seed: 1)
    var refusals = 0
    for round in 0..<90 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 900..<damaged.count, using: &random)
        switch round % 3 {
        case 0: damaged[place] = UInt8.random(in: 0x41...0x7A, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged = Array(damaged[..<place])
        }
        if damaged.count < 1_000 { break }
      }
      try Data(damaged).write(to: URL(fileURLWithPath: folder.file("xcmapping.xml")))
      do {
        _ = try MappingModel(
          contentsOf: folder.file("xcmapping.xml"),
          from: older,
          to: newer,
          policies: ["SizePolicy": SizePolicy.self]
        )
      } catch let error as MappingModelError {
        refusals += 1
        #expect(!error.message.isEmpty)
      }
    }
    #expect(refusals > 30)
  }
}
