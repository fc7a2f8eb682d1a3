import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// A small part of the showcase: a few groups and breeds, in a model that is made in code.
final class Showcase {
  let model: ManagedObjectModel
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  /// Keeps the breeds in `store`, or in memory.
  init(_ store: any PersistentStore = InMemoryStore(), model: ManagedObjectModel = Showcase.model()) throws {
    self.model = model
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try Self.addBreeds(to: context)
  }

  /// Groups with their breeds.
  static func model() -> ManagedObjectModel {
    let group = EntityDescription(name: "AKCGroup")
    let breed = EntityDescription(name: "Breed")
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    let owner = RelationshipDescription(name: "group", destination: group)
    breeds.inverseRelationship = owner
    breeds.deleteRule = .cascade
    owner.inverseRelationship = breeds
    group.declaredProperties = [
      required("name", .string), AttributeDescription(name: "yearEstablished", type: .integer16), breeds,
    ]
    let height = AttributeDescription(name: "heightMax", type: .double)
    height.constraints.minimum = .double(10)
    height.constraints.maximum = .double(120)
    breed.declaredProperties = [
      required("name", .string), AttributeDescription(name: "country", type: .string), height,
      AttributeDescription(name: "weightMax", type: .double), owner,
    ]
    breed.uniquenessConstraints = [["name"]]
    return ManagedObjectModel(entities: [group, breed])
  }

  private static func required(_ name: String, _ type: AttributeType) -> AttributeDescription {
    let attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = false
    return attribute
  }

  /// Inserts two groups and five of their breeds, and saves.
  static func addBreeds(to context: ManagedObjectContext) throws {
    for (name, year) in [("Hound Group", 1930), ("Terrier Group", 1924)] {
      let group = ManagedObjectContext.insertNewObject(forEntityName: "AKCGroup", into: context)
      try group.setValuesForKeys(["name": name, "yearEstablished": year])
      for (name, country, height, weight) in breeds[name] ?? [] {
        let breed = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
        try breed.setValuesForKeys([
          "name": name, "country": country, "heightMax": height, "weightMax": weight, "group": group,
        ])
      }
    }
    try context.save()
  }

  private static let breeds: [String: [(name: String, country: String, height: Double, weight: Double)]] = [
    "Hound Group": [
      ("Beagle", "Great Britain", 38.1, 13.6), ("Borzoi", "Russia", 71.1, 47.6),
      ("Whippet", "Great Britain", 55.9, 18.1),
    ],
    "Terrier Group": [
      ("Airedale Terrier", "Great Britain", 58.4, 31.8), ("Border Terrier", "Great Britain", 38.1, 7),
    ],
  ]

  /// The breed of that name.
  func breed(_ name: String, in context: ManagedObjectContext? = nil) throws -> ManagedObject {
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: "name == %@", name)
    return try #require(try (context ?? self.context).fetch(request).first)
  }
}
