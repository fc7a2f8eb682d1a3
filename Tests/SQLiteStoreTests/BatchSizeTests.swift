import AttributeValues
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// What a file holds does not depend on the number of saves that filled it.
@Suite("Saves of different sizes give the same file")
struct BatchSizeTests {
  /// Walks and dogs that know each other.
  private static func model(isOrdered: Bool) -> ManagedObjectModel {
    let walk = EntityDescription(name: "Walk")
    let dog = EntityDescription(name: "Dog")
    walk.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("dogs", to: dog, many: true),
    ]
    dog.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("walks", to: walk, many: true),
    ]
    KennelModel.inverse(walk, "dogs", dog, "walks")
    if isOrdered {
      KennelModel.ordered(walk, "dogs")
      KennelModel.ordered(dog, "walks")
    }
    return ManagedObjectModel(entities: [walk, dog])
  }

  /// A change of the objects that are found by their names.
  private typealias Step = (_ object: (String) throws -> ManagedObject, ManagedObjectContext) throws -> Void

  /// Takes steps, saves after each of them or once, and returns the tables of the finished file.
  private func tables(
    _ names: [String],
    of model: ManagedObjectModel,
    savesEachStep: Bool,
    _ steps: [Step]
  ) throws -> [[[SQLiteValue]]] {
    var options = SQLiteStoreOptions()
    options.bulkLoading = true
    let kennel = try Kennel(model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(kennel.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let entities = model.entitiesByName.keys.sorted()
    for step in steps {
      try step(
        { name in
          let all = try entities.flatMap { try context.fetch(FetchRequest<ManagedObject>(entityName: $0)) }
          return try #require(all.first { $0.value(forKey: "name") as? String == name })
        },
        context
      )
      if savesEachStep {
        try context.save()
        context.reset()
      }
    }
    try context.save()
    try kennel.store.finishBulkLoading()
    return try names.map { try kennel.store.raw("SELECT rowid, * FROM \($0) ORDER BY rowid") }
  }

  private func expectSameTables(_ names: [String], of model: ManagedObjectModel, _ steps: [Step]) throws {
    let one = try tables(names, of: model, savesEachStep: false, steps)
    let many = try tables(names, of: model, savesEachStep: true, steps)
    for ((name, first), second) in zip(zip(names, one), many) {
      #expect(!first.isEmpty)
      #expect(first == second, "\(name)")
    }
  }

  private static func insert(_ entity: String, _ names: String...) -> Step {
    { _, context in
      for name in names {
        let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
        try object.setValue(name, forKey: "name")
      }
    }
  }

  private static func add(_ members: String..., to key: String, of owner: String) -> Step {
    { object, _ in
      let owner = try object(owner)
      for name in members { owner.mutableSetValue(forKey: key).add(try object(name)) }
    }
  }

  private static func append(_ members: String..., to key: String, of owner: String) -> Step {
    { object, _ in
      let owner = try object(owner)
      let old = owner.value(forKey: key) as? [ManagedObject] ?? []
      try owner.setValue(old + members.map { try object($0) }, forKey: key)
    }
  }

  @Test func linksFromBothSides() throws {
    try expectSameTables(
      ["ZDOG", "ZWALK", "Z_1WALKS"],
      of: Self.model(isOrdered: false),
      [
        Self.insert("Dog", "Rex", "Ace"), Self.insert("Walk", "Hill", "Park"), Self.add("Park", to: "walks", of: "Rex"),
        Self.add("Rex", to: "dogs", of: "Hill"), Self.add("Hill", to: "walks", of: "Ace"),
        Self.insert("Dog", "Max"), Self.add("Max", "Ace", to: "dogs", of: "Park"),
      ]
    )
  }

  @Test func linksThatWentAgain() throws {
    try expectSameTables(
      ["Z_1WALKS"],
      of: Self.model(isOrdered: false),
      [
        Self.insert("Dog", "Rex", "Ace"), Self.insert("Walk", "Hill"), Self.add("Hill", to: "walks", of: "Rex"),
        Self.add("Hill", to: "walks", of: "Ace"), { object, _ in try object("Rex").setValue([], forKey: "walks") },
      ]
    )
  }

  @Test func orderOnBothSides() throws {
    try expectSameTables(
      ["ZDOG", "ZWALK", "Z_1WALKS"],
      of: Self.model(isOrdered: true),
      [
        Self.insert("Walk", "Hill", "Park"), Self.insert("Dog", "Rex", "Ace"),
        Self.append("Park", "Hill", to: "walks", of: "Rex"), Self.append("Rex", "Ace", to: "dogs", of: "Hill"),
        Self.append("Ace", to: "dogs", of: "Park"),
      ]
    )
  }

  @Test func ownersOfMembersWithoutInverse() throws {
    let person = EntityDescription(name: "Person")
    let dog = EntityDescription(name: "Dog")
    person.declaredProperties = [KennelModel.attribute("name", .string)]
    dog.declaredProperties = [
      KennelModel.attribute("name", .string), KennelModel.relationship("sitters", to: person, many: true),
    ]
    try expectSameTables(
      ["ZDOG", "ZPERSON"],
      of: ManagedObjectModel(entities: [person, dog]),
      [
        Self.insert("Person", "Ann", "Bob", "Eve"), Self.insert("Dog", "Rex", "Ace"),
        Self.add("Ann", "Eve", to: "sitters", of: "Ace"), Self.add("Ann", "Bob", to: "sitters", of: "Rex"),
        Self.add("Bob", to: "sitters", of: "Ace"), Self.add("Eve", to: "sitters", of: "Rex"),
        Self.add("Eve", to: "sitters", of: "Ace"),
      ]
    )
  }
}
