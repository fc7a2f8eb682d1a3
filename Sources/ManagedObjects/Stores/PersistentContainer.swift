public import ObjectModel

/// A model, a coordinator, its stores and a context to begin with, set up together: Core Data's `NSPersistentContainer`.
public final class PersistentContainer {
  public let name: String
  public let managedObjectModel: ManagedObjectModel
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context for the code that made the container.
  public private(set) lazy var viewContext = makeContext()

  /// Makes a container without stores.
  public init(
    name: String,
    managedObjectModel: ManagedObjectModel,
    objectClasses: [String: ManagedObject.Type] = [:]
  ) {
    self.name = name
    self.managedObjectModel = managedObjectModel
    persistentStoreCoordinator = PersistentStoreCoordinator(
      managedObjectModel: managedObjectModel,
      objectClasses: objectClasses
    )
  }

  /// Makes a container over `stores`.
  ///
  /// - Throws: `PersistentStoreError` when a store does not fit the model.
  public convenience init(
    name: String,
    managedObjectModel: ManagedObjectModel,
    stores: [any PersistentStore],
    objectClasses: [String: ManagedObject.Type] = [:]
  ) throws {
    self.init(name: name, managedObjectModel: managedObjectModel, objectClasses: objectClasses)
    for store in stores { try persistentStoreCoordinator.addPersistentStore(store) }
  }

  /// Makes another context over the container's stores, for work beside the view context.
  public func newBackgroundContext() -> ManagedObjectContext { makeContext() }

  private func makeContext() -> ManagedObjectContext {
    ManagedObjectContext(persistentStoreCoordinator: persistentStoreCoordinator)
  }
}
