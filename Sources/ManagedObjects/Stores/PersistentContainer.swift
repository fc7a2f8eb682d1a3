public import ObjectModel

/// A model, a coordinator, its stores and a context to begin with, set up together: Core Data's `NSPersistentContainer`.
public final class PersistentContainer: Sendable {
  public let name: String
  public let managedObjectModel: ManagedObjectModel
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context for the code that made the container.
  ///
  /// It is made for the main queue in a program with a run loop; pass another type to `init` in a tool.
  public let viewContext: ManagedObjectContext

  /// Makes a container without stores.
  public init(
    name: String,
    managedObjectModel: ManagedObjectModel,
    objectClasses: [String: ManagedObject.Type] = [:],
    viewContextType: ManagedObjectContext.ConcurrencyType = .mainQueue
  ) {
    self.name = name
    self.managedObjectModel = managedObjectModel
    persistentStoreCoordinator = PersistentStoreCoordinator(
      managedObjectModel: managedObjectModel,
      objectClasses: objectClasses
    )
    viewContext = ManagedObjectContext(viewContextType, persistentStoreCoordinator: persistentStoreCoordinator)
  }

  /// Makes a container over `stores`.
  ///
  /// - Throws: `PersistentStoreError` when a store does not fit the model.
  public convenience init(
    name: String,
    managedObjectModel: ManagedObjectModel,
    stores: [any PersistentStore],
    objectClasses: [String: ManagedObject.Type] = [:],
    viewContextType: ManagedObjectContext.ConcurrencyType = .mainQueue
  ) throws {
    self.init(
      name: name,
      managedObjectModel: managedObjectModel,
      objectClasses: objectClasses,
      viewContextType: viewContextType
    )
    for store in stores { try persistentStoreCoordinator.addPersistentStore(store) }
  }

  /// Makes another context over the container's stores, with a queue of its own, for work beside the view context.
  public func newBackgroundContext() -> ManagedObjectContext {
    ManagedObjectContext(.privateQueue, persistentStoreCoordinator: persistentStoreCoordinator)
  }

  /// Runs `block` on the queue of a new context and returns its value.
  ///
  /// - Throws: What `block` throws.
  public func performBackgroundTask<Value: Sendable, Failure: Error>(
    _ block: @escaping @Sendable (ManagedObjectContext) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let context = newBackgroundContext()
    return try await context.perform { () throws(Failure) in try block(context) }
  }
}
