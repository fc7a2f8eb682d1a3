internal import Dispatch
internal import FoundationEssentials
public import ObjectModel
internal import Synchronization
internal import SystemErrors

/// A model, a coordinator, its stores and a context to begin with, set up together: Core Data's `NSPersistentContainer`.
///
/// ```swift
/// SQLiteStore.register()  // once, before the first store is opened
/// let container = PersistentContainer(name: "DogBreeds", managedObjectModel: model)
/// container.persistentStoreDescriptions = [PersistentStoreDescription(location: path)]
/// try container.loadPersistentStores()
/// let context = container.viewContext
/// let beagle = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try beagle.setValue("Beagle", forKey: "name")
/// try context.save()
/// ```
public final class PersistentContainer: Sendable {
  /// The container's name; a store without another place is called so.
  public let name: String
  /// The model, which cannot be changed any more.
  public let managedObjectModel: ManagedObjectModel
  /// What the stores are added to.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context for the code that made the container.
  ///
  /// It is made for the main queue in a program with a run loop; pass another type to `init` in a tool.
  public let viewContext: ManagedObjectContext
  private let descriptions: Mutex<[PersistentStoreDescription]>

  /// Makes a container without stores; `loadPersistentStores` opens them.
  ///
  /// Unless `persistentStoreDescriptions` is changed, that is one SQLite store, named after the container, in the default directory.
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
    let location = PersistentContainer.defaultDirectory() + "/\(name).sqlite"
    descriptions = Mutex([PersistentStoreDescription(location: location)])
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
    persistentStoreDescriptions = []
    for store in stores { try persistentStoreCoordinator.addPersistentStore(store) }
  }

  /// The folder for stores that are given none: `XDG_DATA_HOME`, else `.local/share` in the home folder, with the program's name.
  public static func defaultDirectory() -> String {
    let environment = ProcessInfo.processInfo.environment
    let root =
      environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (environment["HOME"] ?? FileManager.default.currentDirectoryPath) + "/.local/share"
    let program = CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "studbook"
    return root + "/" + program
  }

  // MARK: Stores

  /// What `loadPersistentStores` opens.
  public var persistentStoreDescriptions: [PersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Opens the stores, or makes them, and calls `completion` once for each of them, with the error of one that could not be opened; the others
  /// are opened all the same.
  ///
  /// The call returns when every store is there, except those that are described as added asynchronously: for these, `completion` is called later,
  /// on another thread. A second call tries again those that failed.
  public func loadPersistentStores(
    completion: @escaping @Sendable (PersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions where !isLoaded(description) {
      if description.shouldAddStoreAsynchronously {
        DispatchQueue.global().async { [self] in completion(description, load(description)) }
      } else {
        completion(description, load(description))
      }
    }
  }

  /// Opens the stores, or makes them, one after the other.
  ///
  /// - Throws: The error of the first store that could not be opened; those before it are open.
  public func loadPersistentStores() throws {
    for description in persistentStoreDescriptions where !isLoaded(description) {
      if let error = load(description) { throw error }
    }
  }

  private func isLoaded(_ description: PersistentStoreDescription) -> Bool {
    persistentStoreCoordinator.persistentStores.contains {
      $0.location == description.location && $0.type == description.type
    }
  }

  private func load(_ description: PersistentStoreDescription) -> (any Error)? {
    do {
      if description.type != .inMemory, !description.isReadOnly {
        let folder = URL(filePath: description.location).deletingLastPathComponent()
        do {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
          throw PersistentStoreError.folderUnwritable(path: folder.path, reason: SystemReason.text(of: error))
        }
      }
      try persistentStoreCoordinator.addPersistentStore(with: description)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Contexts

  /// Makes another context over the container's stores, with a queue of its own, for work beside the view context.
  public func newBackgroundContext() -> ManagedObjectContext {
    ManagedObjectContext(.privateQueue, persistentStoreCoordinator: persistentStoreCoordinator)
  }

  /// Runs `block` on the queue of a new context some time later.
  public func performBackgroundTask(_ block: @escaping @Sendable (ManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
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
