import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SystemErrors
import TestSupport
import Testing

/// What happens to the file of a store: conflicts, failures, links, other versions of the model.
@Suite struct AtomicStoreFileTests {
  private let folder: TemporaryFolder
  private let model = FormModel.make()
  static let types = [StoreType.xml, .binary]

  init() throws {
    folder = try TemporaryFolder()
    AtomicStore.register()
  }

  private var path: String { folder.file("Store") }

  private func coordinator(_ type: StoreType) throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: path)
    return coordinator
  }

  private func add(_ name: String, to coordinator: PersistentStoreCoordinator) throws {
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try ManagedObjectContext.insertNewObject(forEntityName: "Tag", into: context).setValue(name, forKey: "name")
    try context.save()
  }

  private func tags(_ coordinator: PersistentStoreCoordinator) throws -> [String] {
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    return try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).compactMap {
      $0.value(forKey: "name") as? String
    }
    .sorted()
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test(arguments: types) func doesNotOverwriteWhatSomebodyElseSaved(_ type: StoreType) throws {
    let (first, second) = (try coordinator(type), try coordinator(type))
    try add("one", to: first)
    let saved = try bytes()
    let error = try #require(throws: AtomicStoreError.self) { try add("two", to: second) }
    #expect(error.kind == .changedElsewhere)
    #expect(try bytes() == saved)
    // What could not be saved is not in the store either; the first one goes on.
    #expect(try tags(second) == [])
    try add("three", to: first)
    #expect(try tags(coordinator(type)) == ["one", "three"])
  }

  /// A link to itself is the plainest path of which the system cannot tell whether anything is there.
  @Test(arguments: types) func makesNoFileWhereTheSystemCannotTell(_ type: StoreType) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let error = try #require(throws: AtomicStoreError.self) { try coordinator(type) }
    #expect(error.kind == .cannotOpen(reason: "Too many levels of symbolic links"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
  }

  @Test(arguments: types) func doesNotMakeARemovedFileAnew(_ type: StoreType) throws {
    let coordinator = try coordinator(type)
    try FileManager.default.removeItem(atPath: path)
    let error = try #require(throws: AtomicStoreError.self) { try add("one", to: coordinator) }
    #expect(error.kind == .changedElsewhere)
    #expect(folder.names() == [])
  }

  @Test(arguments: types) func keepsLinksAndPermissions(_ type: StoreType) throws {
    let coordinator = try coordinator(type)
    try coordinator.remove(coordinator.persistentStores[0])
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: folder.file("Link"), withDestinationPath: "Store")
    try coordinator.addPersistentStore(type: type, at: folder.file("Link"))
    try add("one", to: coordinator)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("Link")) == "Store")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(folder.names() == ["Link", "Store"])
  }

  @Test(arguments: types) func refusesWhatIsThereAlreadyAndWhatIsMissing(_ type: StoreType) throws {
    let storeClass: AtomicStore.Type = type == .xml ? XMLStore.self : BinaryStore.self
    try folder.write("a text", to: "Store")
    #expect(throws: AtomicStoreError(.alreadyExists, path: path)) { _ = try storeClass.create(at: path, model: model) }
    #expect(throws: AtomicStoreError.self) { try storeClass.destroy(at: path) }
    #expect(throws: AtomicStoreError.self) { try storeClass.replace(at: folder.file("Other"), withStoreAt: path) }
    #expect(try folder.text(of: "Store") == "a text")
    var description = PersistentStoreDescription(location: folder.file("None"), type: type)
    description.isReadOnly = true
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let error = try #require(throws: AtomicStoreError.self) { try coordinator.addPersistentStore(with: description) }
    #expect(error.kind == .cannotOpen(reason: "there is no such file"))
    description.location = folder.path
    #expect(throws: AtomicStoreError.self) { try coordinator.addPersistentStore(with: description) }
    #expect(folder.names() == ["Store"])
  }

  @Test(arguments: types) func keepsMetadata(_ type: StoreType) throws {
    let coordinator = try coordinator(type)
    let store = coordinator.persistentStores[0]
    let values: [String: MetadataValue] = [
      "text": .string("a < b & \"c\" é"), "number": .integer(-7), "real": .real(0.1), "truth": .boolean(true),
      "date": .date(259_495_720), "early": .date(-63_113_904_000), "data": .data(Data([0, 255, 17])),
      "list": .array([.string(""), .integer(2), .array([])]),
      "table": .dictionary(["key": .string("value"), "empty": .dictionary([:])]),
    ]
    store.metadata.userValues = values
    #expect(store.hasUnsavedMetadata)
    try add("one", to: coordinator)
    #expect(!store.hasUnsavedMetadata)
    var metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: type, at: path)
    #expect(metadata.userValues == values)
    #expect(metadata.versionHashes == model.entityVersionHashesByName)
    #expect(metadata.versionIdentifiers == ["1"])
    try coordinator.remove(store)

    let storeClass: AtomicStore.Type = type == .xml ? XMLStore.self : BinaryStore.self
    metadata.userValues = ["edition": .integer(13)]
    try storeClass.setMetadata(metadata, ofStoreAt: path)
    let again = try coordinator.addPersistentStore(type: type, at: path)
    #expect(again.metadata == metadata)
    #expect(try tags(coordinator) == ["one"])
  }

  @Test(arguments: types) func refusesAnotherModelAndMigrates(_ type: StoreType) throws {
    let old = try coordinator(type)
    try FormModel.fill(old)
    let identifier = old.persistentStores[0].identifier
    try old.remove(old.persistentStores[0])
    let before = try bytes()

    let newer = FormModel.make(identifier: "2")
    let tag = try #require(newer.entitiesByName["Tag"])
    let label = FormModel.attribute("label", .string)
    label.renamingIdentifier = "name"
    label.isOptional = true
    let extra = FormModel.attribute("extra", .integer32)
    tag.declaredProperties = tag.declaredProperties.filter { $0.name != "name" } + [label, extra]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    let error = try #require(throws: AtomicStoreError.self) { try coordinator.addPersistentStore(type: type, at: path) }
    #expect(error.kind == .incompatibleModel(differing: ["Tag"], missing: [], unexpected: []))
    #expect(try bytes() == before)

    // Without the older model nobody knows what the store has.
    var description = PersistentStoreDescription(location: path, type: type)
    #expect(throws: AtomicStoreError.self) { try coordinator.addPersistentStore(with: description) }
    description.options[AtomicStore.sourceModelsKey] = [FormModel.make()]
    let store = try coordinator.addPersistentStore(with: description)
    #expect(store.identifier == identifier)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let tags = try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
    #expect(tags.compactMap { $0.value(forKey: "label") as? String }.sorted() == ["brown", "loud"])
    let dogs = try context.fetch(FetchRequest<ManagedObject>(entityName: "Dog"))
    #expect(dogs.map { ($0.value(forKey: "tags") as? Set<ManagedObject>)?.count ?? 0 }.sorted() == [0, 1, 2])
    #expect(folder.names() == ["Store"])
  }

  @Test(arguments: types) func goesThroughStages(_ type: StoreType) throws {
    let old = try coordinator(type)
    try add("brown", to: old)
    try old.remove(old.persistentStores[0])
    let newer = FormModel.make(identifier: "2")
    try #require(newer.entitiesByName["Tag"]).declaredProperties.append(FormModel.attribute("length", .integer32))
    var stage = MigrationStage(from: FormModel.make(), to: newer)
    stage.didMigrate = { context in
      for tag in try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")) {
        try tag.setValue((tag.value(forKey: "name") as? String)?.count, forKey: "length")
      }
    }
    var description = PersistentStoreDescription(location: path, type: type)
    description.options[AtomicStore.stagedMigrationKey] = StagedMigration([stage])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    try coordinator.addPersistentStore(with: description)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    #expect(
      try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).map { $0.value(forKey: "length") as? Int } == [
        5
      ]
    )
  }

  @Test(arguments: types) func isDestroyedAndReplaced(_ type: StoreType) throws {
    let coordinator = try coordinator(type)
    try add("one", to: coordinator)
    #expect(throws: PersistentStoreError.storeInUse(location: path)) {
      try coordinator.destroyPersistentStore(at: path, type: type)
    }
    try coordinator.remove(coordinator.persistentStores[0])
    let other = folder.file("Other")
    try coordinator.replacePersistentStore(at: other, withPersistentStoreFrom: path, type: type)
    try coordinator.destroyPersistentStore(at: path, type: type)
    #expect(folder.names() == ["Other"])
    try coordinator.addPersistentStore(type: type, at: other)
    #expect(try tags(coordinator) == ["one"])
  }

  @Test(arguments: types) func holdsTheEntitiesOfAConfiguration(_ type: StoreType) throws {
    let divided = FormModel.make()
    let tag = EntityDescription(name: "Word")
    tag.declaredProperties = [FormModel.attribute("text", .string)]
    divided.entities.append(tag)
    divided.setEntities([tag], forConfigurationName: "Words")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: divided)
    try coordinator.addPersistentStore(type: type, configuration: "Words", at: path)
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: type, at: path)
    #expect(metadata.versionHashes.keys.sorted() == ["Word"])
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try ManagedObjectContext.insertNewObject(forEntityName: "Word", into: context).setValue("x", forKey: "text")
    try context.save()
    let again = PersistentStoreCoordinator(managedObjectModel: divided)
    let store = try again.addPersistentStore(type: type, configuration: "Words", at: path)
    #expect(store.configurationName == "Words")
    #expect(throws: AtomicStoreError.self) {
      try PersistentStoreCoordinator(managedObjectModel: divided).addPersistentStore(type: type, at: path)
    }
  }

  @Test(arguments: types) func readsAndWritesManyObjectsInProportion(_ type: StoreType) throws {
    let coordinator = try coordinator(type)
    let store = try #require(coordinator.persistentStores.first)
    func save(_ count: Int) throws -> Double {
      let kennel = try #require(try store.obtainPermanentIDs(for: model.entitiesByName["Kennel"]!, count: 1).first)
      var request = StoreSaveRequest()
      request.inserted = [
        StoreRow(objectID: kennel, version: 1, attributes: [.string("Home")], toOne: [nil])
      ]
      let dog = try #require(model.entitiesByName["Dog"])
      for id in try store.obtainPermanentIDs(for: dog, count: count) {
        var row = StoreRow(
          objectID: id,
          version: 1,
          attributes: Array(repeating: .null, count: dog.layout.attributes.count),
          toOne: Array(repeating: nil, count: dog.layout.toOneRelationships.count)
        )
        row.toOne[0] = kennel
        request.inserted.append(row)
      }
      let start = ContinuousClock.now
      try store.save(request)
      _ = try AtomicStoreFileTests.open(type, path, model)
      let duration = ContinuousClock.now - start
      return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
    let small = try save(500)
    let large = try save(5_000)
    // A quadratic step would take a hundred times as long.
    #expect(large < max(small, 0.02) * 40)
  }

  private static func open(_ type: StoreType, _ path: String, _ model: ManagedObjectModel) throws -> Int {
    (type == .xml
      ? try XMLStore.open(at: path, model: model) as AtomicStore : try BinaryStore.open(at: path, model: model))
      .objectCount
  }
}
