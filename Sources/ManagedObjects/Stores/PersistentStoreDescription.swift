public import ObjectModel

/// Where a store is, of which type, and how to open it: Core Data's `NSPersistentStoreDescription`.
///
/// ```swift
/// var description = PersistentStoreDescription(location: path)
/// description.shouldMigrateStoreAutomatically = false
/// description.options[SQLiteStore.optionsKey] = SQLiteStoreOptions()
/// let store = try coordinator.addPersistentStore(with: description)
/// ```
public struct PersistentStoreDescription: Sendable {
  /// Which class of store opens it.
  public var type: StoreType
  /// The store's file; a name for a store without one.
  public var location: String
  /// The configuration whose entities the store holds; `nil` for all.
  public var configuration: String?
  /// Whether saving is refused.
  public var isReadOnly = false
  /// How many seconds to wait for a lock of another process.
  public var timeout = 2.0
  /// Whether the container loads the store on a thread of its own.
  public var shouldAddStoreAsynchronously = false
  /// Whether a store that was made for another version of the model is migrated when it is opened.
  public var shouldMigrateStoreAutomatically = true
  /// Whether such a migration may work out itself what became of entities and properties.
  public var shouldInferMappingModelAutomatically = true
  /// What only one type of store understands, by the keys that its class names.
  public var options: [String: any Sendable] = [:]

  /// Describes a store; its other settings have their defaults.
  public init(location: String, type: StoreType = .sqlite, configuration: String? = nil) {
    self.location = location
    self.type = type
    self.configuration = configuration
  }
}

/// A store that a coordinator can open, copy over and destroy by its type and place.
///
/// ```swift
/// /// Opens every store of a type as if it were in memory: for tests of an app that asks for `.sqlite`.
/// func useMemory(for type: StoreType) {
///   let storeClass: any LocatedPersistentStore.Type = InMemoryStore.self
///   PersistentStoreCoordinator.registerStoreClass(storeClass, type: type)
/// }
/// ```
public protocol LocatedPersistentStore: PersistentStore, SendableMetatype {
  /// Opens the store that `description` names; one that is not there is made, unless it is to be read only.
  ///
  /// - Throws: The store's error.
  static func load(_ description: PersistentStoreDescription, model: ManagedObjectModel) throws -> any PersistentStore

  /// Removes the store with everything that belongs to it; nothing happens for a type without files.
  ///
  /// - Throws: The store's error, also for what is missing or no store, which stays as it is, and while somebody uses the store.
  static func destroy(at location: String) throws

  /// Puts a copy of the store at `source` in the place of the one at `location`, which need not exist; all or nothing.
  ///
  /// - Throws: The store's error.
  static func replace(at location: String, withStoreAt source: String) throws

  /// The metadata of the store at `location`, with its UUID, without opening it with a model.
  ///
  /// - Throws: The store's error.
  static func storedMetadata(at location: String) throws -> (identifier: String, metadata: StoreMetadata)
}
