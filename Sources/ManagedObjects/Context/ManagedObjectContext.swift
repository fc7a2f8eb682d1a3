public import ObjectModel

/// A scratch pad of objects over a coordinator's stores, or over a parent context: Core Data's `NSManagedObjectContext`.
///
/// ```swift
/// let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// let pug = ManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
/// try pug.setValue("Pug", forKey: "name")
/// try pug.setValue(33.0, forKey: "heightMax")
/// try context.save()
/// let count = try context.count(for: FetchRequest<ManagedObject>(entityName: "Breed"))
/// ```
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
///
/// The context itself holds settings and connects the parts that do its work, each of which keeps its own state.
public final class ManagedObjectContext: @unchecked Sendable {
  // `@unchecked`: what may change is used on the context's queue only, which debug builds check. From any thread, `perform` uses `queue` and a child that
  // goes `children`, of which the one does not change and the other counts atomically.

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
  /// Whether a fault whose row is gone becomes a deleted object without values; otherwise the next save fails.
  public var shouldDeleteInaccessibleFaults = true
  /// Asked what becomes of a fault whose row is gone; `nil`, the default, lets `shouldDeleteInaccessibleFaults` say it. Core Data has a method of this name
  /// for subclasses.
  ///
  /// It gets the fault, its ID, and the property that was asked for if it was one. After `true`, the fault is a deleted object without values; after
  /// `false`, the next save fails with `PersistentStoreError.missingObject`.
  public var shouldHandleInaccessibleFault: (@Sendable (ManagedObject, ManagedObjectID, PropertyDescription?) -> Bool)?
  /// Whether a deletion reaches related objects at the end of the event (the next fetch, save or `processPendingChanges`, and for a context on the main queue
  /// the main queue's next turn) or at once.
  public var propagatesDeletesAtEndOfEvent = true
  /// Whether what other contexts save into this context's parent (its coordinator's stores, or its parent context) is merged into it, on its
  /// own queue, soon after. A context without a queue is never merged into behind its back; it calls `mergeChanges` itself.
  public var automaticallyMergesChangesFromParent = false {
    didSet { listenToParent(automaticallyMergesChangesFromParent) }
  }
  /// Whether a save validates objects that have no class of their own. An import that has validated what it changes turns this off.
  package var validatesOnSave = true

  // MARK: Parts

  /// Where the context may be used.
  let queue: ContextQueue
  /// The objects that belong to the context.
  let registry = ObjectRegistry()
  /// What the next save writes.
  let changes = PendingChanges()
  /// Records single changes, for undo and observers.
  let recorder = ChangeRecorder()
  /// Who hears of the context's notifications.
  let observers = ContextObservers()
  /// What the stores are read through.
  let storeReader: StoreReader
  /// Reads rows for faults.
  let faults: FaultLoader
  /// What is kept for child contexts.
  let children = ChildRecords()
  /// Whether the end of the current event stands on the main queue.
  var isEventEndScheduled = false
  /// How many permanent IDs the contexts above had handed out when this one last asked for those of its objects.
  var learnedIDCount = 0
  /// Who has the members of relationships without inverse.
  let memberOwners = MemberOwners()
  /// Which stores were chosen for new objects.
  let storeAssignments = StoreAssignments()
  /// The children that want to hear of this context's saves.
  let mergeListeners = MergeListeners()
  /// Tells the object's initialiser that it makes a fault, not a new object.
  private(set) var isMakingFault = false
  /// Tells the object's initialiser the row that it makes a fault for; it takes it. Lives as long as `makeFault(_:)` runs.
  @exclusivity(unchecked) private var rowOfFault: Unmanaged<PackedValues>?
  /// What was asked for last; asked for every object, and therefore not checked for exclusivity, nor counted: the coordinator keeps it.
  @exclusivity(unchecked) private var lastRuntime:
    (entity: Unmanaged<EntityDescription>, runtime: Unmanaged<EntityRuntime>)?

  /// Makes a context that reads from and saves to the coordinator's stores.
  public convenience init(
    _ concurrencyType: ConcurrencyType = .confinement,
    persistentStoreCoordinator: PersistentStoreCoordinator
  ) {
    self.init(concurrencyType, coordinator: persistentStoreCoordinator, parent: nil)
  }

  /// Makes a child context: it reads through `parent`, and its saves change the parent's objects, not a store.
  public convenience init(_ concurrencyType: ConcurrencyType = .confinement, parent: ManagedObjectContext) {
    self.init(concurrencyType, coordinator: parent.persistentStoreCoordinator, parent: parent)
  }

  private init(
    _ concurrencyType: ConcurrencyType,
    coordinator: PersistentStoreCoordinator,
    parent: ManagedObjectContext?
  ) {
    persistentStoreCoordinator = coordinator
    self.parent = parent
    queue = ContextQueue(concurrencyType)
    storeReader = StoreReader(coordinator)
    faults = FaultLoader(parent: parent, stores: storeReader, registry: registry)
    parent?.children.childComes()
    if concurrencyType == .mainQueue { recorder.eventDidBegin = { [unowned self] in endEventSoon() } }
  }

  deinit {
    undoManager?.removeAllActions()
    undoManager = nil
    detachAll()
    parent?.children.childGoes()
  }
}

extension ManagedObjectContext {
  /// Where the context may be used.
  public var concurrencyType: ConcurrencyType { queue.type }

  /// Whether the context keeps every object that it read or inserted alive, even one that nobody else holds.
  public var retainsRegisteredObjects: Bool {
    get { registry.retainsObjects }
    set { registry.retainsObjects = newValue }
  }

  /// Whether there is anything to save.
  public var hasChanges: Bool { changes.isPending }
  /// The new objects.
  public var insertedObjects: Set<ManagedObject> { Set(changes.inserted.lazy.filter(\.isInserted)) }
  /// The objects that changed since they were read or saved.
  public var updatedObjects: Set<ManagedObject> { Set(changes.updated.lazy.filter(\.isUpdated)) }
  /// The objects that the next save deletes.
  public var deletedObjects: Set<ManagedObject> { Set(changes.deleted.lazy.filter(\.isDeletionPending)) }
  /// All objects that the context knows and somebody holds.
  public var registeredObjects: Set<ManagedObject> { Set(registry.objects) }

  /// Whether the objects of an entity have a class of their own, whose hooks a save calls.
  package func hasClass(for entity: EntityDescription) -> Bool { runtime(for: entity).objectClass != nil }
  /// What the age of rows is measured by.
  package var now: () -> ContinuousClock.Instant {
    get { faults.clock }
    set { faults.clock = newValue }
  }
  /// How many versions are kept for children.
  package var keptVersionCount: Int { children.versionCount }
  /// How many permanent IDs are kept for children.
  package var keptIDCount: Int { children.idCount }
  /// How many objects belong to a batch of faults.
  package var batchedObjectCount: Int { faults.batchedObjectCount }
}

extension ManagedObjectContext {
  /// What is resolved about `entity`, which must belong to the coordinator's model.
  ///
  /// - Complexity: O(1); for the same entity as in the last call a comparison.
  func runtime(for entity: EntityDescription) -> EntityRuntime { uncountedRuntime(for: entity).takeUnretainedValue() }

  /// `runtime(for:)` for as long as the coordinator lives.
  @inline(__always)
  private func uncountedRuntime(for entity: EntityDescription) -> Unmanaged<EntityRuntime> {
    if let lastRuntime, lastRuntime.entity.toOpaque() == Unmanaged.passUnretained(entity).toOpaque() {
      return lastRuntime.runtime
    }
    let runtime = Unmanaged.passUnretained(persistentStoreCoordinator.runtime(for: entity))
    lastRuntime = (Unmanaged.passUnretained(entity), runtime)
    return runtime
  }

  /// Makes an object without values.
  func makeFault(_ objectID: ManagedObjectID) -> ManagedObject {
    let objectClass = runtime(for: objectID.entity).objectClass ?? ManagedObject.self
    isMakingFault = true
    let object = objectClass.init(entity: objectID.entity, insertInto: self)
    isMakingFault = false
    object.state.becomeFault(isTracked: recorder.isRecording)
    registry.insert(object, readAs: objectID, into: self)
    return object
  }

  /// Makes an object for a row that was just read; the row's values wait in it until they are needed.
  func makeFault(_ row: PackedValues) -> ManagedObject {
    rowOfFault = Unmanaged.passUnretained(row)
    let object = uncountedRuntime(for: row.head.pointee.layout.entity)._withUnsafeGuaranteedRef { runtime in
      if let objectClass = runtime.objectClass { return objectClass.init(entity: runtime.entity, insertInto: self) }
      return ManagedObject(entity: runtime.entity, insertInto: self)
    }
    registry.insert(read: object)
    faults.noteReading(of: object)
    return object
  }

  /// The row that the object which is being made is a fault for, once; `nil` for an object that is no such fault.
  func takeRowOfFault() -> Unmanaged<PackedValues>? {
    guard let row = rowOfFault else { return nil }
    rowOfFault = nil
    return row
  }

  /// Gives an object another ID, which children that know it learn too.
  func rename(_ object: ManagedObject, reference: Int64, storeNumber: UInt32) {
    if object.flags.contains(.knownToChild), object.storeNumber == 0, storeNumber != 0 {
      let permanent = ManagedObjectID(entity: object.entity, storeNumber: storeNumber, reference: reference)
      children.notePermanentID(permanent, for: object.reference)
    }
    registry.rename(object, reference: reference, storeNumber: storeNumber)
  }

  /// Lets go of an object that goes away.
  func forget(_ object: ManagedObject) {
    registry.remove(object)
    faults.forget(object)
    recorder.observations?.forget(object)
  }

  /// Takes the context out of all its objects, which lose their values, and forgets all that it knows of them.
  func detachAll() {
    recorder.observations?.noteChanges(ofAll: registry.objects)
    recorder.observations?.forgetAll()
    registry.detachAll()
    // An object that was deleted and saved is in no registry any more, but may still be in a list.
    changes.removeAll()
    recorder.forgetEvent()
    storeAssignments.removeAll()
    memberOwners.removeAll()
    faults.forgetAll()
  }
}
