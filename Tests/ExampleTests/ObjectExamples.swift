import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// Managed objects, their values and their identifiers.
@Suite struct ObjectExamples {
  private let showcase: Showcase
  private let context: ManagedObjectContext

  init() throws {
    showcase = try Showcase()
    context = showcase.context
  }

  // example: ManagedObject
  final class Breed: ManagedObject {
    var name: String? {
      get { attribute("name") }
      set { setAttribute("name", to: newValue) }
    }
    var group: ManagedObject? { related("group") }

    override func awakeFromInsert() { name = "A new breed" }
  }
  // end

  @Test func aSubclassHasTypedProperties() throws {
    let model = Showcase.model()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model, objectClasses: ["Breed": Breed.self])
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let breed = Breed(context: context)
    #expect(breed.name == "A new breed" && breed.group == nil)
    breed.name = "Pug"
    #expect(breed.value(forKey: "name") as? String == "Pug")
  }

  final class HoundOfTheExample: ManagedObject {}

  @Test func classesAreFoundByTheModelsNames() throws {
    typealias Hound = HoundOfTheExample
    let model = Showcase.model()
    let entity = try #require(model.entitiesByName["Breed"])
    entity.managedObjectClassName = "HoundOfTheExample"
    // example: ManagedObjectClasses
    ManagedObjectClasses.register(Hound.self, named: "HoundOfTheExample")  // the class that the model names
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // end
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(context.insert(entity) is Hound)
  }

  @Test func anObjectIsFoundAgainByItsURI() throws {
    let beagle = try showcase.breed("Beagle")
    let coordinator = showcase.coordinator
    // example: ManagedObjectID
    let uri = beagle.objectID.uriRepresentation()  // x-coredata://UUID/Breed/p3
    let identifier: ManagedObjectID? = coordinator.managedObjectID(forURIRepresentation: uri)
    let found = try identifier.map { try context.existingObject(with: $0) }
    // end
    #expect(found === beagle && uri.hasPrefix("x-coredata://"))
  }

  @Test func theMembersOfARelationshipChange() throws {
    let beagle = try showcase.breed("Beagle")
    let terriers = try #require(try showcase.breed("Border Terrier").value(forKey: "group") as? ManagedObject)
    // example: MutableManagedObjectSet
    let breeds: MutableManagedObjectSet = terriers.mutableSetValue(forKey: "breeds")
    breeds.add(beagle)  // its group follows
    let names = breeds.compactMap { $0.value(forKey: "name") as? String }.sorted()
    // end
    #expect(names == ["Airedale Terrier", "Beagle", "Border Terrier"])
    #expect(beagle.value(forKey: "group") as? ManagedObject === terriers)
  }

  @Test func aWrongKeyIsAnErrorWithTheRightOne() throws {
    let beagle = try showcase.breed("Beagle")
    var suggestion: String?
    // example: PropertyAccessError
    do {
      try beagle.setValue("United Kingdom", forKey: "contry")
    } catch PropertyAccessError.unknownKey(_, _, let nearest) {
      suggestion = nearest.name  // "country"
    }
    // end
    #expect(suggestion == "country")
  }

  // example: AttributeConvertible
  struct Centimetres: AttributeConvertible {
    var value: Double
    init?(attributeValue: AttributeValue) {
      guard case .double(let number) = attributeValue else { return nil }
      value = number
    }
    var attributeValue: AttributeValue { .double(value) }
  }
  // end

  @Test func aTypeOfOnesOwnIsAnAttributesValue() throws {
    let height: Centimetres? = try showcase.breed("Beagle").attribute("heightMax")
    #expect(height?.value == 38.1)
  }

  @Test func awakesFromSnapshots() throws {
    // example: SnapshotEventType
    final class Breed: ManagedObject {
      var shownName = ""
      override func awake(fromSnapshotEvents events: SnapshotEventType) {
        if events.contains(.undoUpdate) || events.contains(.rollback) { shownName = attribute("name") ?? "" }
      }
    }
    // end
    let model = Showcase.model()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model, objectClasses: ["Breed": Breed.self])
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let breed = Breed(context: context)
    try breed.setValue("Pug", forKey: "name")
    try context.save()
    try breed.setValue("Pugg", forKey: "name")
    context.rollback()
    #expect(breed.shownName == "Pug")
  }

  @Test func archivesValuesThatAModelDoesNotName() throws {
    // example: KeyedArchiveTransformer
    let transformer = KeyedArchiveTransformer()
    let archive = try transformer.transformedValue(["friendly", "curious", "merry"])
    let words = try transformer.reverseTransformedValue(archive) as? [String]
    // end
    #expect(words == ["friendly", "curious", "merry"])
  }
}
