public import ManagedObjects
public import ObjectModel

/// One thing that every store has to do, told as a sentence.
///
/// The tests of a store run all of them: `@Test(arguments: StoreConformanceCase.all)`, and hand over how to make an empty store.
public struct StoreConformanceCase: Sendable, CustomStringConvertible {
  /// Makes an empty, writable store for a model, which is frozen already.
  public typealias StoreFactory = (ManagedObjectModel) throws -> any PersistentStore

  /// The behaviour, as a sentence.
  public let description: String
  let check: @Sendable (ConformanceStack) throws -> Void

  init(_ description: String, _ check: @escaping @Sendable (ConformanceStack) throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Runs the case on a new store; failures are recorded as issues of the running test.
  public func run(makeStore: StoreFactory) throws {
    let model = ConformanceModel.make()
    model.freeze()
    let stack = ConformanceStack(
      store: try makeStore(model),
      coordinator: PersistentStoreCoordinator(managedObjectModel: model)
    )
    try stack.coordinator.addPersistentStore(stack.store)
    try check(stack)
    try stack.coordinator.remove(stack.store)
  }

  /// All cases.
  public static let all = savingCases + relationshipCases + fetchingCases + conflictCases
}

/// A store under a coordinator, with short words for what the cases do all the time.
final class ConformanceStack {
  let store: any PersistentStore
  let coordinator: PersistentStoreCoordinator
  private var contexts: [ManagedObjectContext] = []

  init(store: any PersistentStore, coordinator: PersistentStoreCoordinator) {
    self.store = store
    self.coordinator = coordinator
  }

  /// A new context, kept until the case ends, because objects do not keep theirs.
  func context() -> ManagedObjectContext {
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    contexts.append(context)
    return context
  }
}

extension ManagedObjectContext {
  /// Makes a new object with these values; a wrong key or type fails the case.
  func make(_ entityName: String, _ values: [String: Any] = [:]) throws -> ManagedObject {
    let object = ManagedObjectContext.insertNewObject(forEntityName: entityName, into: self)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  func all(_ entityName: String, _ configure: (inout FetchRequest<ManagedObject>) -> Void = { _ in }) throws
    -> [ManagedObject]
  {
    var request = FetchRequest<ManagedObject>(entityName: entityName)
    configure(&request)
    return try fetch(request)
  }
}

extension ManagedObject {
  func text(_ key: String) -> String? { value(forKey: key) as? String }
  func number(_ key: String) -> Int? { value(forKey: key) as? Int }
  func members(_ key: String) -> Set<ManagedObject> { value(forKey: key) as? Set<ManagedObject> ?? [] }
  func list(_ key: String) -> [ManagedObject] { value(forKey: key) as? [ManagedObject] ?? [] }
}

extension Sequence where Element == ManagedObject {
  /// The names, sorted.
  var names: [String] { compactMap { $0.text("name") }.sorted() }
}
