/// A state of the stores that contexts can go on reading while others save: Core Data's `NSQueryGenerationToken`.
///
/// ```swift
/// let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// try reader.setQueryGeneration(from: QueryGenerationToken.current)
/// let before = try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))
/// editor.delete(try showcase.breed("Beagle"))
/// try editor.save()
/// let after = try reader.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))  // the same
/// ```
///
/// A token keeps what it needs of the stores as long as somebody holds it, so that a context that is pinned to it holds back the store's
/// cleaning up after its saves.
public final class QueryGenerationToken: @unchecked Sendable {
  // `@unchecked`: the views are only used, and closed, under the coordinator's lock.

  /// Stands for the state of the stores at the context's next read.
  public static let current = QueryGenerationToken()

  /// What each store is read through, by its number; a store that keeps no generations stands here itself.
  let readers: [UInt32: any PersistentStore]
  private let views: [any PersistentStore]
  private let lock: RecursiveLock

  private init() {
    readers = [:]
    views = []
    lock = RecursiveLock()
  }

  /// Pins every store that can be pinned.
  ///
  /// - Throws: The store's error.
  init(stores: [any PersistentStore], lock: RecursiveLock) throws {
    self.lock = lock
    var readers: [UInt32: any PersistentStore] = [:]
    var views: [any PersistentStore] = []
    try lock.withLock {
      for store in stores {
        if let view = try store.pinnedView() {
          views.append(view)
          readers[store.number] = view
        } else {
          readers[store.number] = store
        }
      }
    }
    self.readers = readers
    self.views = views
  }

  deinit {
    // A view only gives back what it holds; there is nobody to tell that this failed.
    lock.withLock { for view in views { try? view.close() } }
  }

  /// Whether the token pins anything at all.
  var isPinned: Bool { !views.isEmpty }
}

extension QueryGenerationToken: Hashable {
  /// Whether both are the same token; two tokens of the same state of a store differ.
  public static func == (left: QueryGenerationToken, right: QueryGenerationToken) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
