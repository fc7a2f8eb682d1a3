import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Migrations through several versions of a model (issue 17).
@Suite struct StagedMigrationTests {
  private let folder: TemporaryFolder
  private let versions: [ManagedObjectModel]
  private var path: String { folder.file("Breeds.sqlite") }

  /// A height that was a text, then optional beside a number, then gone.
  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    let attributes: [[String: AttributeType]] = [
      ["text": .string], ["text": .string, "height": .double], ["height": .double],
    ]
    versions = attributes.map { attributes in
      let breed = EntityDescription(name: "Breed")
      breed.declaredProperties = [AttributeDescription(name: "name", type: .string)]
      for (name, type) in attributes.sorted(by: { $0.key < $1.key }) {
        breed.declaredProperties.append(AttributeDescription(name: name, type: type))
      }
      return ManagedObjectModel(entities: [breed])
    }
    // In the last version every breed has a height.
    versions[2].entities[0].propertiesByName["height"]?.isOptional = false
    let coordinator = PersistentStoreCoordinator(managedObjectModel: versions[0])
    let store = try SQLiteStore.create(at: path, model: versions[0])
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Breed", ["name": "Beagle", "text": "38.5"])
    try context.make("Breed", ["name": "Mastiff", "text": "75"])
    try context.save()
    try coordinator.remove(store)
  }

  private func read(_ model: ManagedObjectModel) throws -> [String?: Double?] {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    defer { try? coordinator.remove(store) }
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let hasHeight = model.entities[0].attributesByName["height"] != nil
    return try Dictionary(
      uniqueKeysWithValues: context.all("Breed").map { breed in
        (breed.text("name"), hasHeight ? breed.value(forKey: "height") as? Double : nil)
      }
    )
  }

  private func stages() -> StagedMigration {
    var migration = StagedMigration(versions: versions)
    migration.stages[0].didMigrate = { context in
      for breed in try context.all("Breed") { try breed.setValue(Double(breed.text("text") ?? ""), forKey: "height") }
    }
    var mapping = MappingModel(from: versions[1], to: versions[2])
    try? mapping.customize("Breed") { try $0.map("height", to: .property("height")) }
    migration.stages[1].mapping = mapping
    return migration
  }

  @Test func valuesAreCarriedThroughEveryVersion() throws {
    try SQLiteStore.migrate(storeAt: path, through: stages())
    #expect(try read(versions[2]) == ["Beagle": 38.5, "Mastiff": 75])
    #expect(folder.names() == ["Breeds.sqlite"])
    // A store of the last version stays as it is, one of another begins where it stands.
    try SQLiteStore.migrate(storeAt: path, through: stages())
    #expect(try read(versions[2]) == ["Beagle": 38.5, "Mastiff": 75])
  }

  @Test func openingAStoreCarriesOutItsStages() throws {
    var description = PersistentStoreDescription(location: path)
    description.options[SQLiteStore.stagedMigrationKey] = stages()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: versions[2])
    let store = try coordinator.addPersistentStore(with: description)
    try coordinator.remove(store)
    #expect(try read(versions[2]).count == 2)
  }

  @Test func aStageMayChangeTheStoreBeforehand() throws {
    var stage = MigrationStage(from: versions[0], to: versions[1])
    stage.willMigrate = { context in
      for breed in try context.all("Breed") where breed.text("name") == "Mastiff" { context.delete(breed) }
    }
    try SQLiteStore.migrate(storeAt: path, through: StagedMigration([stage]))
    #expect(try read(versions[1]) == ["Beagle": nil])
  }

  private struct Refusal: Error {}

  @Test func whatFailsInAStageLeavesTheOldStore() throws {
    var failing = stages()
    failing.stages[1].willMigrate = { _ in throw Refusal() }
    #expect(throws: Refusal.self) { try SQLiteStore.migrate(storeAt: path, through: failing) }
    var open = stages()
    open.stages[1].mapping = nil
    let open1 = open
    #expect(
      throws: PersistentStoreError.migrationImpossible(
        reason: "Breed.height has become required and has no default value"
      )
    ) {
      try SQLiteStore.migrate(storeAt: path, through: open1)
    }
    let late = StagedMigration(versions: Array(versions[1...]))
    #expect(
      throws: PersistentStoreError.migrationImpossible(reason: "no stage begins with the model of the store")
    ) {
      try SQLiteStore.migrate(storeAt: path, through: late)
    }
    let gap = StagedMigration([
      MigrationStage(from: versions[0], to: versions[1]), MigrationStage(from: versions[2], to: versions[1]),
    ])
    // The last stage ends with a version that the store does not have, and begins with another than the first ends with.
    #expect(
      throws: PersistentStoreError.migrationImpossible(
        reason: "a stage does not begin with the model of the one before"
      )
    ) {
      try SQLiteStore.migrate(storeAt: path, through: gap)
    }
    #expect(folder.names() == ["Breeds.sqlite"])
    #expect(try read(versions[0]).count == 2)
  }

  @Test func whatOthersSaveMeanwhileIsNotLost() throws {
    let (path, older) = (path, versions[0])
    var stage = MigrationStage(from: versions[0], to: versions[1])
    stage.didMigrate = { _ in
      let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
      let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
      let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      try context.make("Breed", ["name": "Pug"])
      try context.save()
      try coordinator.remove(store)
    }
    let changing = stage
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteStore.migrate(storeAt: path, through: StagedMigration([changing]))
    }
    #expect(error?.kind == .busy(message: "it was changed while it was migrated"))
    #expect(try read(versions[0]).count == 3)
    #expect(folder.names() == ["Breeds.sqlite"])
  }
}
