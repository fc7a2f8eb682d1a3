internal import Dispatch
internal import Synchronization
package import ObjectModel

/// A scratch pad of objects over a coordinator's stores, or over a parent context: Core Data's `NSManagedObjectContext`.
///
/// Within a context there is one object per row. Changes stay in the context until `save()`, which validates all of them and writes them
/// in one transaction per store, or not at all.
///
/// A context is confined: it and its objects are used by one thread at a time, and nothing here takes a lock. The lists of changes keep
/// changed objects alive; unchanged ones live as long as somebody holds them, unless `retainsRegisteredObjects` is set. Objects do not keep
/// their context alive.
///
/// As in Apple's framework, the class is `Sendable` so that any thread may call `perform` and `performAndWait`, which run their block on the
/// context's queue; everything else belongs inside such a block, and debug builds check that it is (`assertConfinement`).
public final class ManagedObjectContext: @unchecked Sendable {
  /// Where the context may be used.
  public let concurrencyType: ConcurrencyType
  /// The coordinator at the end of the chain of parents.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context that this one saves to; `nil` when it saves to the coordinator's stores.
  public let parent: ManagedObjectContext?

  /// A name for people, such as in an error.
  public var name: String?
  /// Whatever the application wants to keep with the context; not used here.
  public var userInfo: [String: Any] = [:]
  /// Who makes this context's changes, for stores that keep a history: it goes with every save.
  public var transactionAuthor: String?
  /// What a save does when somebody else changed the same rows; by default it fails.
  public var mergePolicy = MergePolicy.error
  /// Whether the context keeps every object that it read alive, even one that nobody else holds.
  public var retainsRegisteredObjects: Bool {
    get { registry.retainsReadObjects }
    set { registry.retainsReadObjects = newValue }
  }
  /// Whether a fault whose row is gone becomes a deleted object without values; otherwise the next save fails.
  public var shouldDeleteInaccessibleFaults = true
  /// Whether a deletion reaches related objects at the end of the event (the next fetch, save or `processPendingChanges`) or at once.
  public var propagatesDeletesAtEndOfEvent = true
  /// Records changes so that they can be undone; `nil`, the default, records nothing.
  public var undoManager: UndoManager? {
    didSet {
      oldValue?.context = nil
      undoManager?.context = self
      updateTracking()
    }
  }

  /// Whether a save validates objects that have no class of their own. An import that has validated what it changes turns this off.
  package var validatesOnSave = true

  /// Whether the objects of an entity have a class of their own, whose hooks a save calls.
  package func hasClass(for entity: EntityDescription) -> Bool { runtime(for: entity).objectClass != nil }

  /// The objects that belong to this context.
  let registry = ObjectRegistry()
  /// New, changed and deleted objects in the order in which they became so. An object's flags say whether it still is.
  var inserted: [ManagedObject] = []
  var updated: [ManagedObject] = []
  var deleted: [ManagedObject] = []
  /// Deleted objects whose relationships have not been followed yet.
  var unpropagatedDeletions: [ManagedObject] = []
  /// A read that failed while a fault fired, where nothing could be thrown; the next save throws it.
  var faultFailure: (any Error)?
  /// Whether each change is recorded, for undo or for observers.
  var tracksChanges = false
  /// The objects of the next did-change notification.
  var noted: [ManagedObject] = []
  /// What objects were like when the current event first changed them; kept while changes are tracked.
  var eventSnapshots: [ObjectIdentifier: EventSnapshot] = [:]
  var observers: [ContextObserver] = []
  var observerCount = 0
  var isMergingAutomatically = false
  let mergeListeners = MergeListeners()
  /// The permanent IDs of objects that children know under these temporary references. Forgotten by the first save after the last child is
  /// gone: as long as there is one, it may ask for any of its objects by the ID that it has.
  var permanentIDs: [Int64: ManagedObjectID] = [:]
  /// Whether a child that may still live has read from this context, or saved to it.
  var hasChildren = false
  /// How many child contexts there are now; they may go on any thread.
  let livingChildren = Atomic<Int>(0)
  /// The versions of the rows that this context wrote since it has children, which cannot tell these writes from those of others. Forgotten by
  /// the first save after the last child is gone.
  var savedVersions: [ManagedObjectID: Int64] = [:]
  /// The objects that are read together with others when they are faults, each with its batch.
  var faultBatches: [ManagedObjectID: FaultBatch] = [:]
  /// Who has the members of relationships without inverse.
  var memberOwners = MemberOwners()
  /// Stores that were chosen for new objects by `assign(_:to:)`.
  var assignedStores: [ObjectIdentifier: UInt32] = [:]
  /// The state of the stores that the context reads; `nil` for the newest.
  var generation: QueryGenerationToken?
  var greatestAge: Double = -1
  /// When the rows of faults were read, while `stalenessInterval` asks for it.
  var readTimes: [ObjectIdentifier: ContinuousClock.Instant] = [:]
  /// What the age of rows is measured by.
  package var now: () -> ContinuousClock.Instant = { .now }
  /// How many `perform` blocks are running inside each other.
  var performDepth = 0
  private(set) var queue: DispatchQueue?
  /// Whether the parent's queue is at work on this context's objects while its own thread waits.
  var isLentToParent = false
  /// Tells the object's initialiser that it makes a fault, not a new object.
  private(set) var isMakingFault = false
  private var lastRuntime: EntityRuntime?

  /// Makes a context that reads from and saves to the coordinator's stores.
  public init(
    _ concurrencyType: ConcurrencyType = .confinement,
    persistentStoreCoordinator: PersistentStoreCoordinator
  ) {
    self.concurrencyType = concurrencyType
    self.persistentStoreCoordinator = persistentStoreCoordinator
    parent = nil
    queue = ManagedObjectContext.makeQueue(for: self, concurrencyType)
  }

  /// Makes a child context: it reads through `parent`, and its saves change the parent's objects, not a store.
  public init(_ concurrencyType: ConcurrencyType = .confinement, parent: ManagedObjectContext) {
    self.concurrencyType = concurrencyType
    persistentStoreCoordinator = parent.persistentStoreCoordinator
    self.parent = parent
    parent.livingChildren.add(1, ordering: .relaxed)
    queue = ManagedObjectContext.makeQueue(for: self, concurrencyType)
  }

  deinit {
    undoManager?.context = nil
    undoManager?.removeAllActions()
    detachAll()
    parent?.livingChildren.subtract(1, ordering: .releasing)
  }

  // MARK: State

  /// Whether there is anything to save.
  public var hasChanges: Bool {
    inserted.contains { $0.flags.contains(.inserted) } || deleted.contains { $0.isDeletionPending }
      || updated.contains { $0.isUpdated }
  }
  /// The new objects.
  public var insertedObjects: Set<ManagedObject> { Set(inserted.lazy.filter(\.isInserted)) }
  /// The objects that changed since they were read or saved.
  public var updatedObjects: Set<ManagedObject> { Set(updated.lazy.filter(\.isUpdated)) }
  /// The objects that the next save deletes.
  public var deletedObjects: Set<ManagedObject> { Set(deleted.lazy.filter(\.isDeletionPending)) }
  /// How many versions are kept for children.
  package var keptVersionCount: Int { savedVersions.count }
  /// How many permanent IDs are kept for children.
  package var keptIDCount: Int { permanentIDs.count }
  /// How many objects belong to a batch of faults.
  package var batchedObjectCount: Int { faultBatches.count }
  /// All objects that the context knows and somebody holds.
  public var registeredObjects: Set<ManagedObject> { Set(registry.objects) }
}

extension ManagedObjectContext {
  /// What is resolved about `entity`, which must belong to the coordinator's model.
  ///
  /// - Complexity: O(1); for the same entity as in the last call a comparison.
  func runtime(for entity: EntityDescription) -> EntityRuntime {
    if let lastRuntime, lastRuntime.entity === entity { return lastRuntime }
    let runtime = persistentStoreCoordinator.runtime(for: entity)
    lastRuntime = runtime
    return runtime
  }

  /// Makes an object without values.
  func makeFault(_ objectID: ManagedObjectID) -> ManagedObject {
    let objectClass = runtime(for: objectID.entity).objectClass ?? ManagedObject.self
    isMakingFault = true
    let object = objectClass.init(entity: objectID.entity, insertInto: self)
    isMakingFault = false
    object.flags = tracksChanges ? [.fault, .unchanged, .tracked] : [.fault, .unchanged]
    registry.insert(object, readAs: objectID, into: self)
    return object
  }

  /// Takes an object that goes away out of the registry.
  func forget(_ object: ManagedObject) {
    registry.remove(object)
    if !readTimes.isEmpty { readTimes[ObjectIdentifier(object)] = nil }
    if !faultBatches.isEmpty { faultBatches[object.objectID] = nil }
  }

  /// Takes the context out of all its objects, which lose their values.
  func detachAll() {
    registry.detachAll()
    inserted.removeAll(keepingCapacity: true)
    updated.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    unpropagatedDeletions.removeAll()
    noted.removeAll()
    assignedStores.removeAll()
    memberOwners.removeAll()
    faultBatches.removeAll()
    readTimes.removeAll()
  }
}
