internal import ObjectModel
internal import Synchronization
internal import SystemErrors

// Stores by type and place: which class opens which type of store has to be registered, because a store's target stands above this one.
extension PersistentStoreCoordinator {
  private static let storeClasses = Mutex<[StoreType: any LocatedPersistentStore.Type]>([.inMemory: InMemoryStore.self])

  /// The classes that open stores, by their types.
  public static var registeredStoreTypes: [StoreType: any LocatedPersistentStore.Type] { storeClasses.withLock { $0 } }

  /// Lets coordinators open stores of `type`; a later class for the same type wins. In-memory stores need no registration, SQLite stores are
  /// registered with `SQLiteStore.register()`.
  public static func registerStoreClass(_ storeClass: any LocatedPersistentStore.Type, type: StoreType) {
    storeClasses.withLock { $0[type] = storeClass }
  }

  static func storeClass(for type: StoreType) throws -> any LocatedPersistentStore.Type {
    guard let storeClass = registeredStoreTypes[type] else {
      throw PersistentStoreError.unknownStoreType(type.rawValue)
    }
    return storeClass
  }

  /// Opens the store that `description` names, or makes it, and adds it.
  ///
  /// - Throws: `PersistentStoreError`; the store's error.
  @discardableResult
  public func addPersistentStore(with description: PersistentStoreDescription) throws -> any PersistentStore {
    if let name = description.configuration, managedObjectModel.entityNamesByConfiguration[name] == nil {
      throw PersistentStoreError.unknownConfiguration(name)
    }
    try requireDestinations()
    if description.type != .inMemory, persistentStore(at: description.location) != nil {
      throw PersistentStoreError.storeInUse(location: description.location)
    }
    let store = try Self.storeClass(for: description.type).load(description, model: managedObjectModel)
    try addPersistentStore(store)
    return store
  }

  /// The key of an option (`Bool`): whether a store of another version of the model is migrated; Core Data's `NSMigratePersistentStoresAutomaticallyOption`.
  public static let migratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
  /// The key of an option (`Bool`): whether such a migration may work out a mapping; Core Data's `NSInferMappingModelAutomaticallyOption`.
  public static let inferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

  /// Opens the store of a type at a place, or makes it, and adds it.
  ///
  /// A store that was made for another version of the model is refused, unless the options ask for a migration; a `PersistentStoreDescription` asks for
  /// one of itself, as Core Data's does.
  ///
  /// - Throws: `PersistentStoreError`; the store's error.
  @discardableResult
  public func addPersistentStore(
    type: StoreType,
    configuration: String? = nil,
    at location: String,
    options: [String: any Sendable] = [:]
  ) throws -> any PersistentStore {
    var description = PersistentStoreDescription(location: location, type: type, configuration: configuration)
    description.options = options
    description.shouldMigrateStoreAutomatically =
      options[Self.migratePersistentStoresAutomaticallyOption] as? Bool ?? false
    description.shouldInferMappingModelAutomatically =
      options[Self.inferMappingModelAutomaticallyOption] as? Bool ?? false
    return try addPersistentStore(with: description)
  }

  /// The coordinator's store at a place; `nil` if there is none.
  public func persistentStore(at location: String) -> (any PersistentStore)? {
    persistentStores.first { $0.location == location }
  }

  /// Removes the store at a place with everything that belongs to it. It must not be one of this coordinator's; remove it first.
  ///
  /// - Throws: `PersistentStoreError.storeInUse`; the store's error, also for what is missing or no store, which stays as it is.
  public func destroyPersistentStore(at location: String, type: StoreType) throws {
    if persistentStore(at: location) != nil { throw PersistentStoreError.storeInUse(location: location) }
    try Self.storeClass(for: type).destroy(at: location)
  }

  /// Puts a copy of the store at `source` in the place of the one at `location`, which must not be one of this coordinator's.
  ///
  /// - Throws: `PersistentStoreError.storeInUse`; the store's error. The old store is intact then.
  public func replacePersistentStore(
    at location: String,
    withPersistentStoreFrom source: String,
    type: StoreType
  ) throws {
    if persistentStore(at: location) != nil { throw PersistentStoreError.storeInUse(location: location) }
    try Self.storeClass(for: type).replace(at: location, withStoreAt: source)
  }

  /// The metadata of a store that need not be open.
  ///
  /// - Throws: `PersistentStoreError.unknownStoreType`; the store's error.
  public static func metadataForPersistentStore(type: StoreType, at location: String) throws -> StoreMetadata {
    try storeClass(for: type).storedMetadata(at: location).metadata
  }

  /// Copies everything in one of this coordinator's stores to a new store of another place or type, and goes on with that one: the old store is
  /// removed from the coordinator and stays where it is.
  ///
  /// Objects of the old store have other IDs in the new one. Contexts have to be saved before and reset after; an object of the old store has
  /// no row any more.
  ///
  /// - Returns: The new store.
  /// - Throws: `PersistentStoreError`; the stores' errors. The coordinator has its old store then, and what was made of the new one is removed.
  @discardableResult
  public func migratePersistentStore(
    _ store: any PersistentStore,
    to location: String,
    type: StoreType,
    options: [String: any Sendable] = [:]
  ) throws -> any PersistentStore {
    try lock.withLock {
      guard persistentStores.contains(where: { $0 === store }) else {
        throw PersistentStoreError.invalidRequest("The store \(store.location) is not one of the coordinator's.")
      }
      var description = PersistentStoreDescription(
        location: location,
        type: type,
        configuration: store.configurationName
      )
      description.options = options
      // A store that is there already is refused, and must not be changed before.
      description.shouldMigrateStoreAutomatically = false
      if type != .inMemory, persistentStore(at: location) != nil {
        throw PersistentStoreError.storeInUse(location: location)
      }
      let storeClass = try Self.storeClass(for: type)
      // A store that was there, and cannot be looked at, does not go.
      var isToGo = try type == .inMemory || !Files.exists(location)
      let target = try storeClass.load(description, model: managedObjectModel)
      do {
        guard try StoreCopier.isEmpty(target, model: managedObjectModel) else {
          throw PersistentStoreError.storeInUse(location: location)
        }
        isToGo = true
        try StoreCopier(from: store, to: target, mapping: MappingModel(identityOf: managedObjectModel)).run()
      } catch {
        // What failed is the error to say.
        try? target.close()
        if isToGo { try? storeClass.destroy(at: location) }
        throw error
      }
      try addPersistentStore(target)
      try remove(store)
      return target
    }
  }
}
