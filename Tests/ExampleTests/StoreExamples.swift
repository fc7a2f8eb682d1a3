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
      try coordinator.addPersistentStore(type: StoreType(rawValue: "XML"), at: path)
    } catch PersistentStoreError.unknownStoreType(let name) {
      unknown = name
    }
    // end
    #expect(unknown == "XML")
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
    let obstacles: [MigrationObstacle] = MappingModel.obstacles(from: older, to: newer)
    let reasons = obstacles.map(\.reason)  // Breed.country has become required and has no default value
    // end
    #expect(reasons == ["Breed.country has become required and has no default value"])
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
