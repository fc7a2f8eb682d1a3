internal import Dispatch
internal import Synchronization
public import ObjectModel

/// Connects contexts with stores: Core Data's `NSPersistentStoreCoordinator`.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(InMemoryStore())
/// let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// ```
///
/// It owns the frozen model and decides which store an object goes to. Contexts on any thread may share it: one call at a time reaches a
/// store.
public final class PersistentStoreCoordinator: @unchecked Sendable {
  // `@unchecked`: the model and the runtimes do not change after `init`; everything else is read and written under `lock`.

  /// The model, which cannot be changed any more.
  public let managedObjectModel: ManagedObjectModel
  /// A name for people.
  public var name: String? {
    get { lock.withLock { label } }
    set { lock.withLock { label = newValue } }
  }
  private var label: String?
  let runtimes: [ObjectIdentifier: EntityRuntime]
  let entityNames: [String: EntityDescription]
  let mergeListeners = MergeListeners()
  let lock = RecursiveLock()
  private let queue = DispatchQueue(label: "studbook.persistent-store-coordinator")
  private var stores: [any PersistentStore] = []
  /// Whether every store holds all entities.
  private var areUndivided = true
  private var isMissingStores = false

  /// Freezes `model` and resolves it.
  ///
  /// - Parameters:
  ///   - model: What the stores' objects are.
  ///   - objectClasses: Classes for entities by the entity's name; they win over those that `ManagedObjectClasses` knows.
  public init(managedObjectModel model: ManagedObjectModel, objectClasses: [String: ManagedObject.Type] = [:]) {
    model.freeze()
    managedObjectModel = model
    entityNames = model.entitiesByName
    var runtimes: [ObjectIdentifier: EntityRuntime] = [:]
    for entity in model.entities {
      let objectClass = objectClasses[entity.name] ?? ManagedObjectClasses.class(for: entity)
      runtimes[ObjectIdentifier(entity)] = EntityRuntime(entity: entity, objectClass: objectClass, model: model)
    }
    // Parents last: of entities that share a class, the class stands for the highest.
    for entity in model.entities.sorted(by: { $0.depth > $1.depth }) {
      guard let objectClass = runtimes[ObjectIdentifier(entity)]?.objectClass else { continue }
      ManagedObjectClasses.note(objectClass, entityName: entity.name)
    }
    self.runtimes = runtimes
  }

  /// Freezes `model` and resolves it for plain `ManagedObject`s, whatever classes it names: for a migration, beside the application's own coordinator.
  package init(plainObjectsOf model: ManagedObjectModel) {
    model.freeze()
    managedObjectModel = model
    entityNames = model.entitiesByName
    runtimes = Dictionary(
      model.entities.map { (ObjectIdentifier($0), EntityRuntime(entity: $0, objectClass: nil, model: model)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The stores in the order in which they were added.
  public var persistentStores: [any PersistentStore] { lock.withLock { stores } }

  /// Adds an opened store.
  ///
  /// - Throws: `PersistentStoreError.unknownConfiguration` when the model does not have the store's configuration; `missingDestination` for a model that
  ///   no store can keep.
  public func addPersistentStore(_ store: any PersistentStore) throws {
    try requireDestinations()
    if let name = store.configurationName, managedObjectModel.entityNamesByConfiguration[name] == nil {
      throw PersistentStoreError.unknownConfiguration(name)
    }
    lock.withLock {
      stores.append(store)
      if store.configurationName != nil { areUndivided = false }
    }
    StoreIdentifiers.register(store.identifier, number: store.number)
  }

  /// Makes sure that every relationship of the model leads to an entity.
  ///
  /// - Throws: `PersistentStoreError.missingDestination`.
  func requireDestinations() throws(PersistentStoreError) {
    for entity in managedObjectModel.entities {
      for case let relationship as RelationshipDescription in entity.declaredProperties
      where relationship.destinationEntity == nil {
        throw .missingDestination(entity: entity.name, relationship: relationship.name)
      }
    }
  }

  /// Takes a store out and closes it. Objects that came from it can no longer be read.
  ///
  /// - Throws: The store's error when it cannot close.
  public func remove(_ store: any PersistentStore) throws {
    try lock.withLock {
      stores.removeAll { $0 === store }
      isMissingStores = true
      try store.close()
    }
  }

  /// Whether contexts may have objects of stores that were removed.
  var hasRemovedStores: Bool { lock.withLock { isMissingStores } }

  /// Runs `block` while nobody else reaches a store of this coordinator, and waits for it; may be called from inside another block.
  ///
  /// - Throws: What `block` throws.
  public func performAndWait<Value, Failure: Error>(
    _ block: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome: Result<Value, Failure> = lock.withLock {
      do throws(Failure) {
        return .success(try block())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Runs `block` some time later, on another thread, while nobody else reaches a store of this coordinator; one block after the other.
  public func perform(_ block: @escaping @Sendable () -> Void) { queue.async { self.performAndWait(block) } }

  /// Runs `block` as `perform(_:)` does and returns its value.
  ///
  /// - Throws: What `block` throws.
  public func perform<Value: Sendable, Failure: Error>(
    _ block: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
      perform {
        do throws(Failure) {
          continuation.resume(returning: .success(try block()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try outcome.get()
  }

  /// The store with this number; `nil` for temporary IDs and for stores that were removed.
  func store(number: UInt32) -> (any PersistentStore)? {
    lock.withLock { stores.first { $0.number == number } }
  }

  /// The stores that may hold objects of `entity` or of entities below it.
  func stores(for entity: EntityDescription) -> [any PersistentStore] {
    lock.withLock {
      if areUndivided { return stores }
      return stores.filter { store in
        guard let name = store.configurationName else { return true }
        return managedObjectModel.entities(forConfiguration: name).contains {
          $0.isKind(of: entity) || entity.isKind(of: $0)
        }
      }
    }
  }

  /// The store that takes new objects of `entity`: the one that was chosen for them, else the first writable one that holds the entity.
  ///
  /// - Throws: `PersistentStoreError.noStore`; `readOnly` if only stores that cannot be written hold it; `entityNotInStore` if the
  ///   chosen one does not hold it.
  func storeForInsertion(of entity: EntityDescription, assigned: UInt32? = nil) throws -> any PersistentStore {
    let candidates = stores(for: entity)
    if let assigned {
      guard let store = candidates.first(where: { $0.number == assigned }) else {
        throw PersistentStoreError.entityNotInStore(entity: entity.name, location: store(number: assigned)?.location)
      }
      if store.isReadOnly { throw PersistentStoreError.readOnly(location: store.location) }
      return store
    }
    if let store = candidates.first(where: { !$0.isReadOnly }) { return store }
    if let store = candidates.first { throw PersistentStoreError.readOnly(location: store.location) }
    throw PersistentStoreError.noStore(entity: entity.name)
  }

  /// The entity's resolved layout; `entity` must be one of the model's.
  func runtime(for entity: EntityDescription) -> EntityRuntime {
    guard let runtime = runtimes[ObjectIdentifier(entity)] else {
      preconditionFailure("The entity \(entity.name) belongs to another model.")
    }
    return runtime
  }

  /// The ID that a URI names; `nil` if it names no store or entity of this coordinator.
  ///
  /// The store is asked only if there are entities below the one that the URI names: the object may be of one of them.
  public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
    guard let parts = ManagedObjectID.parts(ofURI: uri) else { return nil }
    guard let entity = managedObjectModel.entities.first(where: { $0.name == parts.entity }) else { return nil }
    guard let store = persistentStores.first(where: { $0.identifier == parts.store }) else { return nil }
    let objectID = ManagedObjectID(ofFamily: entity, storeNumber: store.number, reference: parts.reference)
    // An ID of the family is right, too; that the store cannot be read is said when the object is looked at.
    guard objectID.mayBeOfSubentity, let row = try? row(for: objectID) else { return objectID }
    return row.objectID
  }
}
