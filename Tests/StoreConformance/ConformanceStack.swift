package import ManagedObjects
package import ObjectModel

/// A store under a coordinator, with short words for what the cases do all the time.
package final class ConformanceStack {
  package let store: CountingStore
  package let coordinator: PersistentStoreCoordinator
  private var contexts: [ManagedObjectContext] = []

  package init(store: CountingStore, coordinator: PersistentStoreCoordinator) {
    self.store = store
    self.coordinator = coordinator
  }

  /// A stack over an empty in-memory store of the conformance model.
  package static func inMemory(objectClasses: [String: ManagedObject.Type] = [:]) throws -> ConformanceStack {
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: ConformanceModel.make(),
      objectClasses: objectClasses
    )
    let store = CountingStore()
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }

  /// A new context, kept until the case ends, because objects do not keep theirs.
  package func context(parent: ManagedObjectContext? = nil) -> ManagedObjectContext {
    let context =
      parent.map { ManagedObjectContext(parent: $0) }
      ?? ManagedObjectContext(persistentStoreCoordinator: coordinator)
    contexts.append(context)
    return context
  }
}

extension ManagedObjectContext {
  /// A context of a coordinator of its own, with the store at `path`, which is made if it is not there.
  package static func opening(_ type: StoreType, at path: String, _ model: ManagedObjectModel) throws
    -> ManagedObjectContext
  {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: path)
    return ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  /// Takes the stores out of the coordinator, which closes them.
  package func closeStores() throws {
    for store in persistentStoreCoordinator.persistentStores { try persistentStoreCoordinator.remove(store) }
  }

  /// Makes a new object with these values; a wrong key or type fails the case.
  @discardableResult
  package func make(_ entityName: String, _ values: [String: Any] = [:]) throws -> ManagedObject {
    let object = ManagedObjectContext.insertNewObject(forEntityName: entityName, into: self)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  /// The objects of an entity, fetched.
  package func all(
    _ entityName: String,
    _ configure: (inout FetchRequest<ManagedObject>) -> Void = { _ in }
  ) throws -> [ManagedObject] {
    var request = FetchRequest<ManagedObject>(entityName: entityName)
    configure(&request)
    return try fetch(request)
  }

  /// The names of what the objects of an entity lead to, by the objects' own names; sorted, but for an ordered relationship.
  package func related(_ key: String, of entityName: String) throws -> [String: [String]] {
    let pairs = try all(entityName).map { object -> (String, [String]) in
      let one = object.related(key).map { [$0] } ?? []
      let names = (one + object.list(key)).compactMap { $0.text("name") } + object.members(key).names
      return (object.text("name") ?? "", names)
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}

extension ManagedObject {
  package func text(_ key: String) -> String? { value(forKey: key) as? String }
  package func number(_ key: String) -> Int? { value(forKey: key) as? Int }
  package func related(_ key: String) -> ManagedObject? { value(forKey: key) as? ManagedObject }
  package func members(_ key: String) -> Set<ManagedObject> { value(forKey: key) as? Set<ManagedObject> ?? [] }
  package func list(_ key: String) -> [ManagedObject] { value(forKey: key) as? [ManagedObject] ?? [] }
}

extension Sequence where Element == ManagedObject {
  /// The names, sorted.
  package var names: [String] { compactMap { $0.text("name") }.sorted() }
}
