internal import AttributeValues
internal import ObjectModel

/// Reads the rows of a context's faults: from its parent, if it has one, else from the stores.
///
/// It gives rows to objects that belong to the context and makes none.
final class FaultLoader {
  private let parent: ManagedObjectContext?
  private let stores: StoreReader
  private let registry: ObjectRegistry
  // Asked about every object that comes or goes, and calling nobody but the clock: not checked for exclusivity.
  @exclusivity(unchecked) private var batches = FaultBatches()
  @exclusivity(unchecked) private var ages = RowAges()
  /// A read that failed while a fault fired, where nothing could be thrown.
  private var failure: (any Error)?
  /// The objects that have no values for it.
  private var unfilled: [ManagedObject] = []
  /// How many reads have failed where nothing could be thrown.
  private(set) var failureCount = 0

  /// Makes the loader of a context with this parent, which is `nil` for one that reads from the stores.
  init(parent: ManagedObjectContext?, stores: StoreReader, registry: ObjectRegistry) {
    self.parent = parent
    self.stores = stores
    self.registry = registry
  }

  // MARK: Reading

  /// The stored row of an object; `nil` if there is none.
  ///
  /// - Throws: The store's error.
  func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    if let parent { return try parent.performAndWait { try parent.rowForChild(objectID) } }
    return try stores.row(for: objectID)
  }

  /// The members of a to-many relationship as they are stored.
  ///
  /// - Throws: The store's error.
  func members(of objectID: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
    if let parent { return try parent.performAndWait { try parent.membersForChild(of: objectID, slot: slot) } }
    return try stores.members(of: objectID, slot: slot)
  }

  /// Gives a fault its row without ending the fault; the faults of its batch, too.
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: The store's error.
  func readRow(of object: ManagedObject) throws -> Bool {
    if !batches.isEmpty, let batch = batches.batch(of: object) {
      try readAhead(batch.filter { registry.object(for: $0)?.needsRow ?? false })
    }
    if !object.needsRow { return true }
    guard let row = try row(for: object.objectID), row.objectID.entity === object.entity else { return false }
    object.readAhead(row)
    return true
  }

  /// Reads the rows of faults in one request per entity and store, where the store can; a child asks its parent for all of them at once.
  ///
  /// - Throws: The store's error.
  func readAhead(_ identifiers: [ManagedObjectID]) throws {
    guard identifiers.count > 1 else { return }
    if let parent {
      let rows = try parent.performAndWait { try parent.rowsForChild(identifiers) }
      for (asked, row) in rows { readAhead(row, for: asked) }
    } else {
      try stores.forEachRow(of: identifiers) { readAhead($0, for: $0.objectID) }
    }
  }

  private func readAhead(_ row: borrowing StoreRow, for objectID: ManagedObjectID) {
    if let known = registry.object(for: objectID), known.needsRow { known.readAhead(row) }
  }

  // MARK: Batches

  /// How many objects belong to a batch.
  var batchedObjectCount: Int { batches.count }

  /// Lets these objects, which may be faults, be read `size` at a time, the first time and whenever they became faults again.
  func makeBatches(_ identifiers: [ManagedObjectID], size: Int) { batches.add(identifiers, size: size) }

  // MARK: Ages

  /// The most seconds that a row may lie unused; negative for any number.
  var greatestAge: Double {
    get { ages.limit }
    set { ages.limit = newValue }
  }

  /// What the age of rows is measured by.
  var clock: () -> ContinuousClock.Instant {
    get { ages.now }
    set { ages.now = newValue }
  }

  /// Remembers when a fault's row was read, if that will matter.
  func noteReading(of object: ManagedObject) {
    if ages.areKept { ages.noteReading(of: object) }
  }

  /// Whether the row that was read ahead for a fault is too old to be used. Only asked for a fault that has one; asked once.
  func isRowStale(of object: ManagedObject) -> Bool { ages.isStale(object) }

  // MARK: Failures

  /// Keeps an error that could not be thrown where it happened, for the next save to throw; the first of several.
  func noteFailure(_ error: any Error) {
    failureCount += 1
    if failure == nil { failure = error }
  }

  /// Keeps the error for which an object has no values.
  func noteFailure(_ error: any Error, of object: ManagedObject) {
    unfilled.append(object)
    noteFailure(error)
  }

  /// Throws what could not be thrown where it happened, once. Objects that could not be read are read anew by the next access.
  func throwFailure() throws {
    guard let failure else { return }
    forgetFailure()
    throw failure
  }

  /// Does something for which objects may have to be read, where an error can be thrown; what an object could not read ends it.
  ///
  /// - Throws: The store's error, else what `body` throws.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    let earlier = failure
    failure = nil
    defer { failure = earlier }
    let result = Swift.Result { try body() }
    try throwFailure()
    return try result.get()
  }

  /// Forgets what could not be thrown.
  func forgetFailure() {
    failure = nil
    let empty = unfilled.filter(Self.isEmpty)
    unfilled = empty.filter(\.hasChanges)
    for object in empty where !object.hasChanges { object.turnIntoFault() }
  }

  /// Whether nothing has been read of an object since it could not be.
  private static func isEmpty(_ object: ManagedObject) -> Bool {
    !object.isFault && object.committedAttributes.allSatisfy(\.isNull)
  }

  /// Reads the rows of changed objects that could not be read, and puts their changes on top. Of deleted ones, the rules are known only now.
  ///
  /// - Throws: The store's error; the objects are as they were then.
  func fillChanged() throws {
    for object in unfilled where object.hasChanges && Self.isEmpty(object) {
      guard let row = try row(for: object.objectID) else { continue }
      object.rebase(onto: row)
      if object.isDeletionPending { object.owner?.followRulesAgain(of: object) }
    }
    forgetFailure()
    unfilled = []
  }

  // MARK: Forgetting

  /// Forgets an object that goes.
  func forget(_ object: ManagedObject) {
    if ages.areKept { ages.forget(object) }
    if !batches.isEmpty { batches.forget(object) }
  }

  /// Forgets all objects.
  func forgetAll() {
    batches.removeAll()
    ages.removeAll()
  }
}
