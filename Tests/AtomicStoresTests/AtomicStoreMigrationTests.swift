import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// XML and binary stores are taken to the next version of their model.
@Suite struct AtomicStoreMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Store") }
  private static let types = [StoreType.xml, .binary]

  init() throws {
    folder = try TemporaryFolder()
    SQLiteStore.register()
    AtomicStore.register()
  }

  private func model(_ change: (EntityDescription, EntityDescription) -> Void = { _, _ in }) -> ManagedObjectModel {
    let (dog, person) = (EntityDescription(name: "Dog"), EntityDescription(name: "Person"))
    let kennel = EntityDescription(name: "Kennel")
    let owner = RelationshipDescription(name: "owner", destination: person)
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "chip", type: .integer64), owner,
    ]
    person.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    kennel.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    change(dog, kennel)
    return ManagedObjectModel(entities: [dog, person, kennel])
  }

  private func migrate(_ type: StoreType, to newer: ManagedObjectModel) throws {
    let mapping = try MappingModel.inferred(from: model(), to: newer)
    if type == .xml {
      try XMLStore.migrate(storeAt: path, with: mapping)
    } else {
      try BinaryStore.migrate(storeAt: path, with: mapping)
    }
  }

  @Test(arguments: types) func aRelationshipThatLeadsElsewhereIsNotTakenOver(_ type: StoreType) throws {
    let context = try ManagedObjectContext.opening(type, at: path, model())
    try context.make("Dog", ["name": "Rex", "owner": try context.make("Person", ["name": "Ann"])])
    try context.save()
    try context.closeStores()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let newer = model { dog, kennel in
      (dog.declaredProperties[2] as? RelationshipDescription)?.destinationEntity = kennel
    }
    let reason = "Dog.owner leads to Kennel and led to Person, which is no Kennel"
    #expect(throws: PersistentStoreError.migrationImpossible(reason: reason)) { try migrate(type, to: newer) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  /// All entities share one sequence of numbers.
  @Test(arguments: types) func numbersOfDeletedObjectsAreNotGivenAgain(_ type: StoreType) throws {
    var context = try ManagedObjectContext.opening(type, at: path, model())
    try context.make("Person", ["name": "Ann"])
    try context.save()
    let rex = try context.make("Dog", ["name": "Rex"])
    try context.save()
    let last = rex.objectID.reference
    context.delete(rex)
    try context.save()
    try context.closeStores()
    let newer = model { dog, _ in dog.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    try migrate(type, to: newer)
    context = try ManagedObjectContext.opening(type, at: path, newer)
    let zoe = try context.make("Dog", ["name": "Zoe"])
    try context.save()
    #expect(zoe.objectID.reference == last + 1)
    // As a store of another type, too.
    let store = try #require(context.persistentStoreCoordinator.persistentStores.first)
    context.delete(zoe)
    try context.save()
    try context.persistentStoreCoordinator.migratePersistentStore(store, to: folder.file("Store.sqlite"), type: .sqlite)
    context.reset()
    let max = try context.make("Dog", ["name": "Max"])
    try context.save()
    #expect(max.objectID.reference == last + 2)
  }

  /// The decimals of these stores have all digits.
  @Test(arguments: types) func greatIntegersBecomeDecimalsAndNoFloatingPointNumbers(_ type: StoreType) throws {
    var context = try ManagedObjectContext.opening(type, at: path, model())
    let rex = try context.make("Dog", ["name": "Rex", "chip": 9_007_199_254_740_993])
    try context.save()
    try context.closeStores()
    func changed(_ type: AttributeType) -> ManagedObjectModel {
      model { dog, _ in (dog.declaredProperties[1] as? AttributeDescription)?.attributeType = type }
    }
    let error = #expect(throws: PersistentStoreError.self) { try migrate(type, to: changed(.double)) }
    #expect(error?.description.contains("/Dog/p\(rex.objectID.reference) has the value") == true)
    let newer = changed(.decimal)
    try migrate(type, to: newer)
    context = try ManagedObjectContext.opening(type, at: path, newer)
    #expect(try context.all("Dog").first?.value(forKey: "chip") as? Decimal == Decimal(9_007_199_254_740_993))
  }
}
