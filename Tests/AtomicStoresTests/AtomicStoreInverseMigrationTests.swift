import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import StoreConformance
import TestSupport
import Testing

/// Relationships of XML and binary stores that get another inverse, and elements of their composite attributes, in the next version of a model.
@Suite struct AtomicStoreInverseMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Store") }
  private static let types = [StoreType.xml, .binary]

  init() throws {
    folder = try TemporaryFolder()
    AtomicStore.register()
  }

  /// People with pets and a best one; of each of the inverses of these there is a name, if there is one.
  private struct Version {
    var owner: String?
    var people: String?
    var bestOf: String?
    var isOrdered = false
    var elements = ["height", "label"]

    var model: ManagedObjectModel {
      let (person, pet) = (EntityDescription(name: "Person"), EntityDescription(name: "Pet"))
      let pets = RelationshipDescription(name: "pets", destination: pet, toMany: true)
      pets.isOrdered = isOrdered
      let best = RelationshipDescription(name: "best", destination: pet)
      person.declaredProperties = [AttributeDescription(name: "name", type: .string), pets, best]
      let size = CompositeAttributeDescription(
        name: "size",
        elements: elements.map { AttributeDescription(name: $0, type: .string) }
      )
      if elements.contains("tall") { size.elements[0].renamingIdentifier = "height" }
      pet.declaredProperties = [AttributeDescription(name: "name", type: .string), size]
      for (name, relationship, isToMany) in [(owner, pets, false), (people, pets, true), (bestOf, best, false)] {
        guard let name else { continue }
        let inverse = RelationshipDescription(name: name, destination: person, toMany: isToMany)
        pet.declaredProperties.append(inverse)
        relationship.inverseRelationship = inverse
        inverse.inverseRelationship = relationship
      }
      return ManagedObjectModel(entities: [person, pet])
    }
  }

  /// Makes a store of Ann and Bob, and of the pets Rex and Tom, all of which are then related.
  private func fill(
    _ model: ManagedObjectModel,
    _ type: StoreType,
    _ relate: ([String: ManagedObject]) throws -> Void
  ) throws {
    let context = try ManagedObjectContext.opening(type, at: path, model)
    var objects: [String: ManagedObject] = [:]
    for (entity, name) in [("Person", "Ann"), ("Person", "Bob"), ("Pet", "Rex"), ("Pet", "Tom")] {
      objects[name] = try context.make(entity, ["name": name])
    }
    try objects["Rex"]?.setValue(["height": "60", "label": "big"], forKey: "size")
    try relate(objects)
    try context.save()
    try context.closeStores()
  }

  private func migrate(_ type: StoreType, from older: ManagedObjectModel, to newer: ManagedObjectModel) throws {
    let mapping = try MappingModel.inferred(from: older, to: newer)
    if type == .xml {
      try XMLStore.migrate(storeAt: path, with: mapping)
    } else {
      try BinaryStore.migrate(storeAt: path, with: mapping)
    }
  }

  @Test(arguments: types) func linksAreThoseOfTheEndThatWasThere(_ type: StoreType) throws {
    for (older, newer, key) in [
      (Version(), Version(owner: "owner"), "owner"), (Version(owner: "owner"), Version(owner: "master"), "master"),
      (Version(people: "people"), Version(owner: "owner"), "owner"),
      (Version(isOrdered: true), Version(owner: "owner", isOrdered: true), "owner"),
      (Version(people: "people", isOrdered: true), Version(owner: "owner", isOrdered: true), "owner"),
    ] {
      let (source, destination) = (older.model, newer.model)
      try fill(source, type) { objects in
        let pets = ["Tom", "Rex"].compactMap { objects[$0] }
        try objects["Ann"]?.setValue(older.isOrdered ? pets as Any : Set(pets), forKey: "pets")
      }
      try migrate(type, from: source, to: destination)
      let context = try ManagedObjectContext.opening(type, at: path, destination)
      let ann = try #require(try context.all("Person").first { $0.text("name") == "Ann" })
      if newer.isOrdered {
        #expect(ann.list("pets").compactMap { $0.text("name") } == ["Tom", "Rex"])
      } else {
        #expect(ann.members("pets").names == ["Rex", "Tom"])
      }
      #expect(try context.all("Pet").map { $0.related(key) } == [ann, ann])
      try context.closeStores()
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// A file with such objects could not be opened again.
  @Test(arguments: types) func aPartnerOfTwoIsNotGivenToOne(_ type: StoreType) throws {
    let (older, newer) = (Version().model, Version(bestOf: "bestOf").model)
    try fill(older, type) { try $0["Ann"]?.setValue($0["Rex"], forKey: "best") }
    try migrate(type, from: older, to: newer)
    var context = try ManagedObjectContext.opening(type, at: path, newer)
    #expect(try context.all("Pet").compactMap { $0.related("bestOf") }.names == ["Ann"])
    try context.closeStores()
    try FileManager.default.removeItem(atPath: path)
    try fill(older, type) { objects in
      for name in ["Ann", "Bob"] { try objects[name]?.setValue(objects["Rex"], forKey: "best") }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = #expect(throws: PersistentStoreError.self) { try migrate(type, from: older, to: newer) }
    let words = "by Person.best, and its inverse Pet.bestOf leads to 1; change that in the store first"
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    context = try ManagedObjectContext.opening(type, at: path, older)
    #expect(try context.all("Person").compactMap { $0.related("best") }.names == ["Rex", "Rex"])
  }

  @Test(arguments: types) func elementsOfCompositeAttributesAreFoundAgain(_ type: StoreType) throws {
    let (older, newer) = (Version().model, Version(elements: ["tall", "unit"]).model)
    try fill(older, type) { _ in }
    try migrate(type, from: older, to: newer)
    let context = try ManagedObjectContext.opening(type, at: path, newer)
    let pets = try context.all("Pet") { $0.sortDescriptors = [SortKey("name")] }
    #expect(pets.map { $0.value(forKeyPath: "size.tall") as? String } == ["60", nil])
    #expect(pets.map { $0.value(forKeyPath: "size.unit") as? String } == [nil, nil])
  }
}
