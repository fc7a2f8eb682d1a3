import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Containers, coordinators, documents and what they need to know of stores.
@Suite struct StoreExamples {
  private let folder: TemporaryFolder
  private let model = Showcase.model()

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
  }

  @Test @MainActor func aContainerOpensAStore() throws {
    let path = folder.file("DogBreeds.sqlite")
    // example: PersistentContainer
    SQLiteStore.register()  // once, before the first store is opened
    let container = PersistentContainer(name: "DogBreeds", managedObjectModel: model)
    container.persistentStoreDescriptions = [PersistentStoreDescription(location: path)]
    try container.loadPersistentStores()
    let context = container.viewContext
    let beagle = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
    try beagle.setValue("Beagle", forKey: "name")
    try context.save()
    // end
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func aDescriptionSaysHowAStoreIsOpened() throws {
    let path = folder.file("DogBreeds.sqlite")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    // example: PersistentStoreDescription
    var description = PersistentStoreDescription(location: path)
    description.shouldMigrateStoreAutomatically = false
    description.options[SQLiteStore.optionsKey] = SQLiteStoreOptions()
    let store = try coordinator.addPersistentStore(with: description)
    // end
    #expect(store.location == path && store.type == .sqlite)
  }

  @Test func aCoordinatorHoldsStores() throws {
    // example: PersistentStoreCoordinator, InMemoryStore
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    // end
    try Showcase.addBreeds(to: context)
    #expect(coordinator.persistentStores.count == 1)
  }

  @Test func aStoreThatCannotBeOpenedSaysWhy() throws {
    let path = folder.file("DogBreeds.store")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var unknown = ""
    // example: StoreType, PersistentStoreError
    do {
      try coordinator.addPersistentStore(type: StoreType(rawValue: "Ledger"), at: path)
    } catch PersistentStoreError.unknownStoreType(let name) {
      unknown = name
    }
    // end
    #expect(unknown == "Ledger")
  }

  @Test func aStoreKeepsValuesOfTheAppsOwn() throws {
    let path = folder.file("DogBreeds.sqlite")
    try SQLiteStore.create(at: path, model: model).close()
    // example: StoreMetadata, MetadataValue
    var metadata: StoreMetadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: path)
    metadata.userValues["edition"] = MetadataValue.integer(2026)
    try PersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreAt: path)
    // end
    #expect(try SQLiteStore.metadata(ofStoreAt: path).metadata.userValues["edition"] == .integer(2026))
  }

  @Test func anEarlierModelIsMappedToTheNextOne() throws {
    let older = Showcase.model()
    let newer = Showcase.model()
    newer.entitiesByName["AKCGroup"]?.name = "Group"
    newer.entitiesByName["Group"]?.renamingIdentifier = "AKCGroup"
    // example: MappingModel
    let mapping = try MappingModel.inferred(from: older, to: newer)
    let names = mapping.entityMappings.map { "\($0.source.name) → \($0.destination.name)" }
    // end
    #expect(names.sorted() == ["AKCGroup → Group", "Breed → Breed"] && mapping.removedEntityNames.isEmpty)
  }

  @Test func obstaclesKeepAStoreFromBeingMigrated() throws {
    let (older, newer) = (Showcase.model(), Showcase.model())
    newer.entitiesByName["Breed"]?.attributesByName["country"]?.isOptional = false
    // example: MigrationObstacle
    let obstacles: [MigrationObstacle] = MappingModel(from: older, to: newer).obstacles
    let reasons = obstacles.map(\.reason)  // Breed.country has become required and has no default value
    // end
    #expect(reasons == ["Breed.country has become required and has no default value"])
  }

  /// A store of the older version, and the next version, in which breeds have a summary.
  private func olderStore() throws -> (path: String, older: ManagedObjectModel, newer: ManagedObjectModel) {
    let (path, older, newer) = (folder.file("Older.sqlite"), Showcase.model(), Showcase.model())
    newer.entitiesByName["Breed"]?.declaredProperties.append(AttributeDescription(name: "summary", type: .string))
    let store = try SQLiteStore.create(at: path, model: older)
    let showcase = try Showcase(store, model: older)
    try showcase.context.save()
    try showcase.coordinator.remove(store)
    return (path, older, newer)
  }

  /// The values of an attribute of all breeds, sorted.
  private func values(of key: String, in path: String, _ model: ManagedObjectModel) throws -> [String] {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: path)
    defer { try? coordinator.remove(store) }
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    return try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed"))
      .compactMap { $0.value(forKey: key) as? String }.sorted()
  }

  @Test func aMappingIsChangedWhereNamesDoNotSayAll() throws {
    let (path, older, newer) = try olderStore()
    let names = try values(of: "name", in: path, older)
    // example: PropertyMapping
    var mapping = MappingModel(from: older, to: newer)
    try mapping.customize("Breed") { (breed: inout MappingModel.EntityMapping) in
      try breed.map("summary", to: PropertyMapping.expression("name"))
      breed.predicate = try ObjectPredicate(format: "name != 'Wolf'")
    }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    // end
    #expect(try values(of: "summary", in: path, newer) == names)
  }

  @Test func aStoreIsMigratedObjectByObject() throws {
    let (path, older, newer) = try olderStore()
    let newPath = folder.file("Newer.sqlite")
    // example: MigrationManager
    var mapping = MappingModel(from: older, to: newer)
    try mapping.customize("Breed") { breed in
      try breed.map("summary", to: .computed { source, _ in "\(source.value(forKey: "name") ?? ""), a breed" })
    }
    try MigrationManager.migrateStore(at: path, with: mapping, to: newPath)
    // end
    #expect(try values(of: "summary", in: newPath, newer).allSatisfy { $0.hasSuffix(", a breed") })
  }

  // example: EntityMigrationPolicy
  final class UpperCasePolicy: EntityMigrationPolicy {
    override func createDestinationInstances(
      forSource source: ManagedObject,
      in mapping: MappingModel.EntityMapping,
      manager: MigrationManager
    ) throws {
      try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
      for breed in manager.destinationInstances(forEntityMapping: mapping.name, sourceInstances: [source]) {
        try breed.setValue((breed.value(forKey: "name") as? String)?.uppercased(), forKey: "name")
      }
    }
  }
  // end

  @Test func aPolicyMakesTheObjectsOfAnEntity() throws {
    let (path, older, newer) = try olderStore()
    let names = try values(of: "name", in: path, older)
    var mapping = MappingModel(from: older, to: newer)
    try mapping.customize("Breed") { $0.migrationPolicy = UpperCasePolicy.self }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    #expect(try values(of: "name", in: path, newer) == names.map { $0.uppercased() })
  }

  @Test func aMappingModelOfXcodeMayBeMissing() throws {
    let (path, older, newer) = try olderStore()
    let folder = folder.path
    var kind: MappingModelError.Kind?
    // example: MappingModelError
    do {
      let mapping = try MappingModel(contentsOf: folder + "/Breeds1to2.xcmappingmodel", from: older, to: newer)
      try SQLiteStore.migrate(storeAt: path, with: mapping)
    } catch let error as MappingModelError {
      kind = error.kind  // .unreadable
    }
    // end
    #expect(kind == .unreadable)
  }

  @Test func versionsFollowEachOther() throws {
    let (path, older, newer) = try olderStore()
    // example: StagedMigration
    var migration = StagedMigration(versions: [older, newer])
    migration.stages[0].didMigrate = { (context: ManagedObjectContext) in
      for breed in try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed")) {
        try breed.setValue("Not described", forKey: "summary")
      }
    }
    try SQLiteStore.migrate(storeAt: path, through: migration)
    // end
    #expect(Set(try values(of: "summary", in: path, newer)) == ["Not described"])
  }

  @Test func aStageBeginsWithWhatIsToBeDoneBefore() throws {
    let (path, older, newer) = try olderStore()
    // example: MigrationStage
    var stage = MigrationStage(from: older, to: newer)
    stage.willMigrate = { context in
      for breed in try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed")) {
        try breed.setValue("Unknown", forKey: "country")
      }
    }
    try SQLiteStore.migrate(storeAt: path, through: StagedMigration([stage]))
    // end
    #expect(Set(try values(of: "country", in: path, newer)) == ["Unknown"])
  }

  @Test func aDocumentIsAFolderWithAStore() throws {
    let path = folder.file("Kennel.document")
    // example: ManagedDocument
    let document = ManagedDocument(fileURL: path, managedObjectModel: model, contextType: .confinement)
    try document.save(to: path, for: .forCreating)
    let context = document.managedObjectContext
    try ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context).setValue("Beagle", forKey: "name")
    try document.close()  // saves what is new
    // end
    let again = ManagedDocument(fileURL: path, managedObjectModel: Showcase.model(), contextType: .confinement)
    try again.open()
    #expect(try again.managedObjectContext.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 1)
  }

  @Test func aMissingDocumentIsAnError() throws {
    let path = folder.file("None.document")
    var missing: String?
    // example: ManagedDocumentError
    let document = ManagedDocument(fileURL: path, managedObjectModel: model, contextType: .confinement)
    do {
      try document.open()
    } catch ManagedDocumentError.missing(let path) {
      missing = path
    }
    // end
    #expect(missing == path)
  }

  @Test func aContextGoesOnReadingTheStateThatItBeganWith() throws {
    var options = SQLiteStoreOptions()
    options.journalMode = .wal
    let path = folder.file("DogBreeds.sqlite")
    let showcase = try Showcase(try SQLiteStore.create(at: path, model: model, options: options), model: model)
    let coordinator = showcase.coordinator
    let editor = showcase.context
    // example: QueryGenerationToken
    let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try reader.setQueryGeneration(from: QueryGenerationToken.current)
    let before = try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))
    editor.delete(try showcase.breed("Beagle"))
    try editor.save()
    let after = try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))  // the same
    // end
    #expect(before == 5 && after == 5)
    try reader.setQueryGeneration(from: nil)
    #expect(try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 4)
  }

  // MARK: What a store of one's own gets

  @Test func aStoreIsAskedForRows() throws {
    let model = Showcase.model()
    let store: any PersistentStore = InMemoryStore()
    let showcase = try Showcase(store, model: model)
    let breed = try #require(model.entitiesByName["Breed"])
    // example: PersistentStore, StoreFetch, StoreRow
    func names(in store: any PersistentStore) throws -> [AttributeValue] {
      var fetch = StoreFetch(entity: breed)
      fetch.predicate = try ObjectPredicate(format: "weightMax < 10")
      fetch.sortKeys = [SortKey("name")]
      return try store.rows(for: fetch).map { (row: StoreRow) in row.attributes[0] }  // in the entity's order
    }
    // end
    #expect(try names(in: store) == [.string("Border Terrier")])
    #expect(showcase.coordinator.persistentStores.count == 1)
  }

  @Test func aStoreIsAskedForRowsOneByOne() throws {
    let model = Showcase.model()
    let store = try SQLiteStore.create(at: folder.file("Rows.sqlite"), model: model)
    let showcase = try Showcase(store, model: model)
    let breed = try #require(model.entitiesByName["Breed"])
    // example: FetchedRow
    var names: [AttributeValue] = []
    let isAnswered = try store.forEachRowIfExecutable(StoreFetch(entity: breed)) { (row: borrowing FetchedRow) in
      names.append(row.attribute(0))  // nothing else of the row is made
      return true
    }
    // end
    let count = try showcase.context.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))
    #expect(isAnswered && names.count == count)
  }

  @Test func aStoreIsAskedForGroups() throws {
    let model = Showcase.model()
    let breed = try #require(model.entitiesByName["Breed"])
    let store = try SQLiteStore.create(at: folder.file("Groups.sqlite"), model: model)
    let showcase = try Showcase(store, model: model)
    // example: StoreSummary
    let heaviest = FetchedProperty.expression(name: "heaviest", try ObjectExpression(format: "max:(weightMax)"))
    let summary = StoreSummary(fetch: StoreFetch(entity: breed), groupKeys: ["country"], statistics: [heaviest])
    let rows = try store.rows(for: summary)  // nil if the store leaves the summing up to others
    // end
    #expect(rows?.count == 2 && showcase.context.hasChanges == false)
  }

  @Test func aStoreSavesRows() throws {
    let group = EntityDescription(name: "AKCGroup")
    group.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    let model = ManagedObjectModel(entities: [group])
    let store = try SQLiteStore.create(at: folder.file("Groups.sqlite"), model: model)
    // example: StoreSaveRequest
    var request = StoreSaveRequest()
    for objectID in try store.obtainPermanentIDs(for: group, count: 1) {
      request.inserted.append(StoreRow(objectID: objectID, version: 1, attributes: [.string("Toy Group")], toOne: []))
    }
    request.author = "importer"
    try store.save(request)
    // end
    #expect(try store.count(for: StoreFetch(entity: group)) == 1)
  }

  @Test func aStoreSavesMembers() throws {
    let model = Showcase.model()
    let store = try SQLiteStore.create(at: folder.file("Members.sqlite"), model: model)
    let showcase = try Showcase(store, model: model)
    let beagle = try showcase.breed("Beagle").objectID
    let terriers = try #require(try showcase.breed("Border Terrier").value(forKey: "group") as? ManagedObject).objectID
    // example: StoreToManyChange
    // The first to-many relationship of the entity has slot 0.
    let change = StoreToManyChange(owner: terriers, slot: 0, added: [beagle], removed: [])
    var request = StoreSaveRequest()
    request.toManyChanges = [change]
    // end
    #expect(!request.isEmpty && change.added == [beagle])
    #expect(try store.members(of: terriers, toManySlot: 0).count == 2)
  }

  // example: LocatedPersistentStore
  /// Opens every store of a type as if it were in memory: for tests of an app that asks for `.sqlite`.
  func useMemory(for type: StoreType) {
    let storeClass: any LocatedPersistentStore.Type = InMemoryStore.self
    PersistentStoreCoordinator.registerStoreClass(storeClass, type: type)
  }
  // end

  @Test func aStoreClassIsRegisteredForAType() throws {
    useMemory(for: StoreType(rawValue: "example"))
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: StoreType(rawValue: "example"), at: "nowhere")
    #expect(store is InMemoryStore)
  }
}
