/// What a context tells its observers: Core Data's notifications of `NSManagedObjectContext`, typed.
///
/// ```swift
/// let observation: ContextObservation = context.observe(.didSave) { (notification: ContextNotification) in
///   inserted += notification.identifiers.inserted
/// }
/// let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try pug.setValue("Pug", forKey: "name")
/// try context.save()
/// observation.cancel()
/// ```
public struct ContextNotification {
  /// Which notification it is.
  public enum Name: Sendable, Hashable {
    /// Objects changed since the last such notification; sent at the end of the event.
    case objectsDidChange
    /// A save is about to validate and write.
    case willSave
    /// A save was written; objects have their permanent IDs.
    case didSave
    /// Changes that were saved elsewhere were taken over; the notification has their IDs only.
    case didMergeChanges
  }

  /// Which notification it is.
  public let name: Name
  /// The context that sent it.
  public let context: ManagedObjectContext
  /// Objects that became new; in `didSave` those that were new.
  public internal(set) var insertedObjects: Set<ManagedObject> = []
  /// Objects that changed.
  public internal(set) var updatedObjects: Set<ManagedObject> = []
  /// Objects that were deleted.
  public internal(set) var deletedObjects: Set<ManagedObject> = []
  /// Objects that were refreshed without a change of their own; only in `objectsDidChange`.
  public internal(set) var refreshedObjects: Set<ManagedObject> = []
  /// Whether the context was reset: all its objects are invalid; only in `objectsDidChange`.
  public internal(set) var invalidatedAllObjects = false
  /// The IDs of saved objects that were not merged, because no store of the context's coordinator has them; only in `didMergeChanges`.
  public internal(set) var unmergedIdentifiers: [ManagedObjectID] = []
  /// The IDs of the saved objects, which may cross threads; only in `didSave` and `didMergeChanges`. Deleted objects stand there alone, having lost theirs.
  public internal(set) var identifiers = SavedObjectIDs()
}

/// Which objects a save changed, by their IDs: safe to pass to another context's thread.
///
/// ```swift
/// let saved = SavedObjectIDs(updated: [beagle.objectID])
/// other.mergeChanges(fromContextDidSave: saved)
/// ```
public struct SavedObjectIDs: Sendable {
  /// The new objects, under their permanent IDs.
  public var inserted: [ManagedObjectID] = []
  /// The changed objects.
  public var updated: [ManagedObjectID] = []
  /// The deleted objects.
  public var deleted: [ManagedObjectID] = []

  /// Makes a set of changes, empty unless given.
  public init(
    inserted: [ManagedObjectID] = [],
    updated: [ManagedObjectID] = [],
    deleted: [ManagedObjectID] = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }
}

/// Keeps an observation alive; it ends when the token goes or `cancel()` is called.
///
/// ```swift
/// let observation: ContextObservation = context.observe(.didSave) { (notification: ContextNotification) in
///   inserted += notification.identifiers.inserted
/// }
/// let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try pug.setValue("Pug", forKey: "name")
/// try context.save()
/// observation.cancel()
/// ```
public final class ContextObservation {
  private weak var context: ManagedObjectContext?
  private let number: Int

  init(context: ManagedObjectContext, number: Int) {
    self.context = context
    self.number = number
  }

  deinit { cancel() }

  /// Ends the observation.
  public func cancel() { context?.removeObserver(number) }
}
