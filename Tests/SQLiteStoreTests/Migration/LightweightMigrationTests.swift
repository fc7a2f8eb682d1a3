import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// A store of one version of a model is opened with the next.
@Suite struct LightweightMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Kennel.sqlite") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
  }

  /// The first version: kennels with dogs in order, dogs with friends.
  private func model(_ change: (EntityDescription, EntityDescription) -> Void = { _, _ in }) -> ManagedObjectModel {
    let kennel = EntityDescription(name: "Kennel")
    let dog = EntityDescription(name: "Dog")
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    dogs.isOrdered = true
    let owner = RelationshipDescription(name: "kennel", destination: kennel)
    dogs.inverseRelationship = owner
    owner.inverseRelationship = dogs
    let friends = RelationshipDescription(name: "friends", destination: dog, toMany: true)
    friends.inverseRelationship = friends
    kennel.declaredProperties = [AttributeDescription(name: "name", type: .string), dogs]
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .integer16), owner,
      friends,
    ]
    let model = ManagedObjectModel(entities: [kennel, dog])
    change(kennel, dog)
    return model
  }

  private func open(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(with: PersistentStoreDescription(location: path))
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    context.userInfo["folder"] = folder
    return context
  }

  /// Makes a store of the first version; returns its UUID.
  @discardableResult
  private func fill() throws -> String {
    let context = try open(model())
    let rex = try context.make("Dog", ["name": "Rex", "weight": 30])
    let ace = try context.make("Dog", ["name": "Ace", "friends": Set([rex])])
    let max = try context.make("Dog", ["name": "Max", "weight": 12])
    try context.make("Kennel", ["name": "North", "dogs": [max, rex, ace]])
    try context.save()
    let store = try #require(context.persistentStoreCoordinator.persistentStores.first)
    try context.persistentStoreCoordinator.remove(store)
    return store.identifier
  }

  @Test func anAddedAttributeStartsWithItsDefaultAndTheRestIsAsItWas() throws {
    let identifier = try fill()
    let context = try open(
      model { _, dog in
        let legs = AttributeDescription(name: "legs", type: .integer16)
        legs.isOptional = false
        legs.defaultValue = .integer(4)
        dog.declaredProperties.append(legs)
      }
    )
    let kennel = try #require(try context.all("Kennel").first)
    #expect(kennel.list("dogs").compactMap { $0.text("name") } == ["Max", "Rex", "Ace"])
    #expect(kennel.list("dogs").map { $0.number("weight") } == [12, 30, nil])
    #expect(kennel.list("dogs").map { $0.number("legs") } == [4, 4, 4])
    #expect(kennel.list("dogs")[1].members("friends").names == ["Ace"])
    let store = try #require(context.persistentStoreCoordinator.persistentStores.first)
    #expect(store.identifier == identifier)
    #expect(try StoreInspection.info(path).journalMode == "wal")
    #expect(!folder.names().contains { $0.contains("migrating") || $0.contains("replacing") })
    kennel.mutableOrderedSetValue(forKey: "dogs").add(try context.make("Dog", ["name": "Zoe"]))
    try context.save()
  }

  @Test func renamedEntitiesAttributesAndRelationshipsKeepTheirContent() throws {
    try fill()
    let context = try open(
      model { kennel, dog in
        dog.name = "Hound"
        dog.renamingIdentifier = "Dog"
        let mass = dog.declaredProperties[1]
        mass.name = "mass"
        mass.renamingIdentifier = "weight"
        kennel.declaredProperties[1].name = "hounds"
        kennel.declaredProperties[1].renamingIdentifier = "dogs"
      }
    )
    let kennel = try #require(try context.all("Kennel").first)
    #expect(kennel.list("hounds").map { $0.number("mass") } == [12, 30, nil])
    #expect(kennel.list("hounds").map(\.entity.name) == ["Hound", "Hound", "Hound"])
  }

  @Test func removedPropertiesAndEntitiesAreGivenUp() throws {
    try fill()
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    let context = try open(ManagedObjectModel(entities: [dog]))
    #expect(try context.all("Dog").names == ["Ace", "Max", "Rex"])
  }

  @Test func anOptionalAttributeMayBecomeRequiredWithADefault() throws {
    try fill()
    let context = try open(
      model { _, dog in
        dog.declaredProperties[1].isOptional = false
        (dog.declaredProperties[1] as? AttributeDescription)?.defaultValue = .integer(1)
      }
    )
    let dogs = try context.all("Dog") { $0.sortDescriptors = [SortKey("name")] }
    #expect(dogs.map { $0.number("weight") } == [1, 12, 30])
  }

  @Test func aToOneRelationshipMayBecomeToMany() throws {
    try fill()
    let context = try open(
      model { kennel, dog in
        (dog.declaredProperties[2] as? RelationshipDescription)?.maxCount = 0
        (kennel.declaredProperties[1] as? RelationshipDescription)?.isOrdered = false
      }
    )
    let rex = try #require(try context.all("Dog").first { $0.text("name") == "Rex" })
    #expect(rex.members("kennel").names == ["North"])
    #expect(try context.all("Kennel").first?.members("dogs").names == ["Ace", "Max", "Rex"])
  }

  @Test func entitiesMayGetACommonParent() throws {
    try fill()
    let context = try open(
      {
        let model = model()
        let thing = EntityDescription(name: "Thing")
        thing.isAbstract = true
        thing.subentities = model.entities
        model.entities = [thing] + model.entities
        return model
      }()
    )
    #expect(try context.all("Thing").names == ["Ace", "Max", "North", "Rex"])
    #expect(try context.all("Kennel").first?.list("dogs").count == 3)
    #expect(Set(try context.all("Thing").map(\.objectID)).count == 4)
  }

  @Test func whatCannotBeWorkedOutIsNamedAndTheStoreStaysAsItWas() throws {
    try fill()
    let wrong: [(String, ManagedObjectModel)] = [
      (
        "Dog.legs is new and required, and has no default value",
        model { _, dog in
          let legs = AttributeDescription(name: "legs", type: .integer16)
          legs.isOptional = false
          dog.declaredProperties.append(legs)
        }
      ),
      (
        "Dog.weight was Integer 16 and is String",
        model { _, dog in (dog.declaredProperties[1] as? AttributeDescription)?.attributeType = .string }
      ),
      (
        "Dog.weight has become required and has no default value", model { $1.declaredProperties[1].isOptional = false }
      ),
    ]
    for (reason, model) in wrong {
      #expect(throws: PersistentStoreError.migrationImpossible(reason: reason)) { _ = try open(model) }
    }
    #expect(try open(model()).all("Dog").count == 3)
  }

  /// All that is in the way is named at once, and what only Core Data refuses is told apart (issue 17).
  @Test func obstaclesAreNamedAllAtOnce() throws {
    let changed = model { kennel, dog in
      kennel.declaredProperties[0].isOptional = false
      (dog.declaredProperties[1] as? AttributeDescription)?.attributeType = .integer64
      (dog.declaredProperties[0] as? AttributeDescription)?.attributeType = .date
    }
    let thing = EntityDescription(name: "Thing")
    thing.subentities = changed.entities
    changed.entities.append(thing)
    let obstacles = MappingModel(from: model(), to: changed).obstacles
    #expect(
      obstacles.map(\.reason) == [
        "Kennel.name has become required and has no default value", "Dog.name was String and is Date",
        "Dog.weight was Integer 16 and is Integer 64", "Kennel and Dog get the common parent Thing",
      ]
    )
    #expect(obstacles.map(\.concernsCoreDataOnly) == [false, false, true, true])
    let reason = "Kennel.name has become required and has no default value; Dog.name was String and is Date"
    #expect(throws: PersistentStoreError.migrationImpossible(reason: reason)) {
      try MappingModel.inferred(from: model(), to: changed)
    }
    #expect(MappingModel(from: model(), to: model()).obstacles == [])
  }

  /// `addPersistentStore(type:at:)` migrates only if its options ask for it; Core Data answers with error 134100 (issue 17).
  @Test func aStoreOfAnotherVersionIsRefusedUnlessTheOptionsAskForAMigration() throws {
    try fill()
    let changed = model { kennel, dog in
      kennel.declaredProperties.removeLast()
      dog.declaredProperties.remove(at: 2)
    }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: changed)
    let migrates = PersistentStoreCoordinator.migratePersistentStoresAutomaticallyOption
    let infers = PersistentStoreCoordinator.inferMappingModelAutomaticallyOption
    for options in [[:], [migrates: false, infers: true], [migrates: true], [infers: true]] as [[String: Bool]] {
      let error = #expect(throws: SQLiteStoreError.self) {
        try coordinator.addPersistentStore(type: .sqlite, at: path, options: options)
      }
      #expect(error?.kind == .incompatibleModel(differing: ["Dog", "Kennel"], missing: [], unexpected: []))
    }
    let context = try open(model())
    #expect(try context.all("Kennel").first?.list("dogs").count == 3)
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    try coordinator.addPersistentStore(type: .sqlite, at: path, options: [migrates: true, infers: true])
    #expect(try ManagedObjectContext(persistentStoreCoordinator: coordinator).all("Dog").count == 3)
  }

  @Test func withoutPermissionAnOlderStoreIsNotOpened() throws {
    try fill()
    var description = PersistentStoreDescription(location: path)
    description.shouldMigrateStoreAutomatically = false
    let changed = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: changed)
    let error = #expect(throws: SQLiteStoreError.self) { try coordinator.addPersistentStore(with: description) }
    guard case .incompatibleModel(["Dog"], [], [])? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func bothSidesOfAManyToManyRelationshipKeepTheirOrders() throws {
    func model(_ more: Int) -> ManagedObjectModel {
      let reader = EntityDescription(name: "Reader")
      let book = EntityDescription(name: "Book")
      let books = RelationshipDescription(name: "books", destination: book, toMany: true)
      let readers = RelationshipDescription(name: "readers", destination: reader, toMany: true)
      (books.isOrdered, readers.isOrdered) = (true, true)
      books.inverseRelationship = readers
      readers.inverseRelationship = books
      reader.declaredProperties = [AttributeDescription(name: "name", type: .string), books]
      book.declaredProperties = [AttributeDescription(name: "name", type: .string), readers]
      for number in 0..<more {
        reader.declaredProperties.append(AttributeDescription(name: "more\(number)", type: .string))
      }
      return ManagedObjectModel(entities: [reader, book])
    }
    var context = try open(model(0))
    let books = try ["A", "B", "C"].map { try context.make("Book", ["name": $0]) }
    let readers = try ["X", "Y", "Z"].map { try context.make("Reader", ["name": $0]) }
    for reader in readers { try reader.setValue([2, 0, 1].map { books[$0] }, forKey: "books") }
    for book in books { try book.setValue([1, 2, 0].map { readers[$0] }, forKey: "readers") }
    try context.save()
    func orders() throws -> [[String?]] {
      try context.all("Reader").map { $0.list("books").map { $0.text("name") } }
        + context.all("Book").map { $0.list("readers").map { $0.text("name") } }
    }
    let before = try orders()
    #expect(before.allSatisfy { $0.count == 3 })
    let store = try #require(context.persistentStoreCoordinator.persistentStores.first)
    try context.persistentStoreCoordinator.remove(store)
    context = try open(model(1))
    #expect(try orders() == before)
  }

  /// Kennels with a photo that is kept in a file beside the store.
  private func photographed(_ change: (EntityDescription) -> Void = { _ in }) -> ManagedObjectModel {
    model { kennel, _ in
      let photo = AttributeDescription(name: "photo", type: .binaryData)
      photo.allowsExternalBinaryDataStorage = true
      kennel.declaredProperties.append(photo)
      change(kennel)
    }
  }

  @Test(arguments: [false, true]) func largeValuesAreMigratedWithTheirFiles(_ isCustom: Bool) throws {
    let (older, newer) = (
      photographed(),
      photographed {
        $0.name = "Home"; $0.renamingIdentifier = "Kennel"
      }
    )
    let bytes = Data(repeating: 7, count: 300_000)
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 1000
    let store = try SQLiteStore.create(at: path, model: older, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    try coordinator.addPersistentStore(store)
    var context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Kennel", ["name": "North", "photo": bytes])
    try context.make("Kennel", ["name": "South", "photo": Data([1])])
    try context.save()
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    let files = { folder.names().filter { $0.contains("_EXTERNAL_DATA/") } }
    #expect(files().count == 1)
    var mapping = MappingModel(from: older, to: newer)
    if isCustom { try mapping.customize("Home") { try $0.map("name", to: .expression("name")) } }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    #expect(files().count == 1)
    context = try open(newer)
    let photos = try context.all("Home") { $0.sortDescriptors = [SortKey("name")] }
    #expect(photos.map { $0.value(forKey: "photo") as? Data } == [bytes, Data([1])])
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    // A value whose file is not there would be lost for good.
    let file = try #require(files().first)
    try FileManager.default.removeItem(atPath: folder.file(file))
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteStore.migrate(storeAt: path, from: newer, to: older)
    }
    guard case .externalDataMissing? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try SQLiteStore.isStore(at: path, of: newer))
    #expect(!folder.names().contains { $0.contains("migrating") || $0.contains("replacing") })
  }

  @Test func aStoreThatRecordsItsHistoryGoesOnRecording() throws {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    let store = try SQLiteStore.create(at: path, model: model(), options: options)
    try store.close()
    let newer = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    try SQLiteStore.migrate(storeAt: path, from: model(), to: newer)
    #expect(try StoreInspection.info(path).recordsHistory)
    let context = try open(newer)
    try context.make("Dog", ["name": "Rex"])
    try context.save()
    let opened = try #require(context.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
    #expect(try opened.execute(.fetchHistory(after: nil)).count == 1)
  }

  /// A store that is in the way is refused as it is (issue 17).
  @Test func copyingAStoreDoesNotMigrateTheOneThatIsThere() throws {
    try fill()
    let newer = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: newer)
    let memory = try coordinator.addPersistentStore(type: .inMemory, at: "memory")
    #expect(throws: SQLiteStoreError.self) {
      try coordinator.migratePersistentStore(memory, to: path, type: .sqlite)
    }
    #expect(try SQLiteStore.isStore(at: path, of: model()))
  }

  /// Names beyond ASCII have no version hash that is known; such a store is told by its tables.
  @Test func aStoreWithoutVersionHashesIsMigratedToo() throws {
    func model(_ names: [String]) -> ManagedObjectModel {
      let entity = EntityDescription(name: "Größe")
      entity.declaredProperties = names.map { AttributeDescription(name: $0, type: .string) }
      return ManagedObjectModel(entities: [entity])
    }
    let (older, newer) = (model(["name"]), model(["name", "unit"]))
    #expect(older.entityVersionHashesByName.isEmpty)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    let store = try SQLiteStore.create(at: path, model: older)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try context.make("Größe", ["name": "Höhe"])
    try context.save()
    try coordinator.remove(store)
    #expect(try SQLiteStore.isStore(at: path, of: older))
    #expect(try !SQLiteStore.isStore(at: path, of: newer))
    try SQLiteStore.migrate(storeAt: path, through: StagedMigration(versions: [older, newer]))
    #expect(try SQLiteStore.isStore(at: path, of: newer))
    #expect(try open(newer).all("Größe").count == 1)
  }

  // MARK: Keys

  /// Apps may remember the numbers of objects that are no more.
  @Test func keysOfDeletedObjectsAreNotGivenAgain() throws {
    try fill()
    var context = try open(model())
    let last = try context.all("Dog").map(\.objectID.reference).max()
    for dog in try context.all("Dog") { context.delete(dog) }
    try context.save()
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    let newer = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    try SQLiteStore.migrate(storeAt: path, from: model(), to: newer)
    context = try open(newer)
    let (dog, kennel) = (try context.make("Dog", ["name": "Zoe"]), try context.make("Kennel", ["name": "South"]))
    try context.save()
    #expect(last == 3 && dog.objectID.reference == 4)
    #expect(kennel.objectID.reference == 2)
  }

  /// Where hierarchies are joined and divided, each object has a key of its own, and no key comes again.
  @Test func keysOfHierarchiesThatAreJoinedAndDividedDoNotMeet() throws {
    func model(_ isJoined: Bool) -> ManagedObjectModel {
      let names = ["Animal", "Cat", "Dog", "Plant", "Oak", "Ash"]
      let entities = Dictionary(
        uniqueKeysWithValues: names.map { name -> (String, EntityDescription) in
          let entity = EntityDescription(name: name)
          entity.declaredProperties = [AttributeDescription(name: "name", type: .string)]
          return (name, entity)
        }
      )
      // Dogs leave the animals for the plants, to which ashes come that had no parent.
      let parents =
        isJoined
        ? [("Animal", ["Cat"]), ("Plant", ["Oak", "Ash", "Dog"])] : [("Animal", ["Cat", "Dog"]), ("Plant", ["Oak"])]
      for (parent, children) in parents { entities[parent]?.subentities = children.compactMap { entities[$0] } }
      for (_, children) in parents { for child in children { entities[child]?.declaredProperties = [] } }
      return ManagedObjectModel(entities: names.compactMap { entities[$0] })
    }
    var context = try open(model(false))
    for name in ["Cat", "Dog", "Oak", "Ash", "Plant", "Dog"] { try context.make(name, ["name": name]) }
    try context.save()
    try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    let newer = model(true)
    try SQLiteStore.migrate(storeAt: path, from: model(false), to: newer)
    context = try open(newer)
    #expect(try context.all("Plant").names == ["Ash", "Dog", "Dog", "Oak", "Plant"])
    let keys = try context.all("Plant").map(\.objectID.reference)
    #expect(Set(keys).count == 5)
    let plant = try context.make("Plant")
    try context.save()
    #expect(plant.objectID.reference > keys.max() ?? 0)
  }

  // MARK: Numbers

  /// Of floating-point numbers, and of the decimals of this kind of store, not all integers are one.
  @Test(arguments: [AttributeType.double, .decimal], [false, true])
  func anIntegerThatWouldBeRoundedIsNotMigrated(_ type: AttributeType, _ isCustom: Bool) throws {
    func model(_ type: AttributeType) -> ManagedObjectModel {
      self.model { $1.declaredProperties.append(AttributeDescription(name: "chip", type: type)) }
    }
    var context = try open(model(.integer64))
    let (exact, rounded) = (9_007_199_254_740_992, 9_007_199_254_740_993)
    try context.make("Dog", ["name": "Ace", "chip": exact])
    try context.make("Dog", ["name": "Max", "chip": -7])
    let rex = try context.make("Dog", ["name": "Rex", "chip": rounded])
    try context.save()
    let (older, newer) = (model(.integer64), model(type))
    var mapping = MappingModel(from: older, to: newer)
    if isCustom { try mapping.customize("Dog") { try $0.map("name", to: .expression("name")) } }
    func close() throws {
      try context.persistentStoreCoordinator.remove(context.persistentStoreCoordinator.persistentStores[0])
    }
    let reason = """
      /Dog/p\(rex.objectID.reference) has the value \(rounded) for chip, \
      which a \(type.modelName) would not keep to the last digit; change the value first, or let the attribute be an Integer 64.
      """
    try close()
    let error = #expect(throws: PersistentStoreError.self) { try SQLiteStore.migrate(storeAt: path, with: mapping) }
    #expect(error?.description.hasSuffix(reason) == true, "\(String(describing: error))")
    context = try open(model(.integer64))
    #expect(try context.all("Dog").compactMap { $0.value(forKey: "chip") as? Int }.sorted() == [-7, exact, rounded])
    try context.all("Dog").first { $0.text("name") == "Rex" }?.setValue(nil, forKey: "chip")
    try context.save()
    try close()
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    context = try open(newer)
    let numbers = try context.all("Dog") { $0.sortDescriptors = [SortKey("name")] }.map { dog -> Decimal? in
      dog.value(forKey: "chip").flatMap { ($0 as? Double).map { Decimal($0) } ?? $0 as? Decimal }
    }
    #expect(numbers == [Decimal(exact), -7, nil])
  }

  // MARK: Files

  private func mode(_ file: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
  }

  @Test(arguments: [0o600, 0o640]) func aPrivateStoreStaysPrivate(_ mode: Int) throws {
    try fill()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let newer = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    let folder = folder
    var stage = MigrationStage(from: model(), to: newer)
    // The files of the moment are nobody else's business either.
    stage.willMigrate = { _ in #expect((try? Self.modes(of: folder)) == [mode]) }
    stage.didMigrate = { _ in #expect((try? Self.modes(of: folder)) == [mode]) }
    try SQLiteStore.migrate(storeAt: path, through: StagedMigration([stage]))
    #expect(try self.mode(path) == mode)
    #expect(try open(newer).all("Dog").count == 3)
  }

  /// The permissions of the stores in a folder.
  private static func modes(of folder: TemporaryFolder) throws -> Set<Int> {
    Set(
      try folder.names().filter { $0.contains("sqlite") }.compactMap {
        try FileManager.default.attributesOfItem(atPath: folder.file($0))[.posixPermissions] as? Int
      }
    )
  }

  @Test func aSymbolicLinkLeadsToTheMigratedStore() throws {
    try fill()
    try FileManager.default.createDirectory(atPath: folder.file("Real"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: path, toPath: folder.file("Real/Store.sqlite"))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "Real/Store.sqlite")
    let newer = model { $1.declaredProperties.append(AttributeDescription(name: "legs", type: .integer16)) }
    try SQLiteStore.migrate(storeAt: path, from: model(), to: newer)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "Real/Store.sqlite")
    #expect(try SQLiteStore.isStore(at: folder.file("Real/Store.sqlite"), of: newer))
    #expect(folder.names() == ["Kennel.sqlite", "Real", "Real/Store.sqlite"])
    #expect(try open(newer).all("Dog").count == 3)
  }

  /// Values that are kept in files are beside the store, not beside the link to it.
  @Test func largeValuesOfAStoreBehindALinkAreMigrated() throws {
    let (older, newer) = (
      photographed(),
      photographed {
        $0.name = "Home"; $0.renamingIdentifier = "Kennel"
      }
    )
    let real = folder.file("Store.sqlite")
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 10
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    let store = try SQLiteStore.create(at: real, model: older, options: options)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let bytes = Data(repeating: 7, count: 100)
    try context.make("Kennel", ["name": "North", "photo": bytes])
    try context.save()
    try coordinator.remove(store)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "Store.sqlite")
    try SQLiteStore.migrate(storeAt: path, from: older, to: newer)
    let files = folder.names().filter { $0.contains("_EXTERNAL_DATA/") }
    #expect(files.count == 1 && files.first?.hasPrefix(".Store_SUPPORT/") == true)
    for file in files { #expect(try mode(folder.file(file)) == 0o600) }
    let opened = PersistentStoreCoordinator(managedObjectModel: newer)
    try opened.addPersistentStore(type: .sqlite, at: real)
    let reader = ManagedObjectContext(persistentStoreCoordinator: opened)
    #expect(try reader.all("Home").first?.value(forKey: "photo") as? Data == bytes)
  }
}
