internal import AttributeValues
internal import Dispatch
package import ObjectModel
internal import Synchronization

/// A store in front of another that saves on a thread of its own, so that whoever fills it makes the next objects meanwhile.
///
/// For loading in bulk, where nobody else reads the store: a save returns before it is written. Everything else waits until all saves
/// are written, and throws the error of one that failed; so does `finish()`, which a caller has to call before it believes anything. At most a
/// few saves wait at a time; after that, saving waits too.
package final class WriteBehindStore: PackedRowStore, RowEditingStore, RowKeepingStore, @unchecked Sendable {
  // `@unchecked`: `base` is used by the queue alone while saves wait, and by the caller only after it has waited for the queue; the keys are
  // the caller's own.
  private let base: any PersistentStore
  private let queue = DispatchQueue(label: "studbook.write-behind")
  private let room: DispatchSemaphore
  private let failure = Mutex<(any Error)?>(nil)
  private var lastKeys: [ObjectIdentifier: Int64] = [:]
  /// Whether saves may wait to be written; the caller's own.
  private var mayWait = false

  /// Puts a store in front of `base`.
  ///
  /// - Parameter waitingSaves: How many saves may wait to be written.
  package init(_ base: any PersistentStore, waitingSaves: Int = 2) {
    self.base = base
    room = DispatchSemaphore(value: max(1, waitingSaves))
  }

  /// Waits until everything is written.
  ///
  /// - Throws: The error of the first save that failed; the store must not be used any more then.
  package func finish() throws {
    if mayWait { queue.sync {} }
    mayWait = false
    try failure.withLock { error in
      if let error { throw error }
    }
  }

  package func save(_ request: StoreSaveRequest) throws {
    try failure.withLock { error in
      if let error { throw error }
    }
    room.wait()
    mayWait = true
    queue.async { [self] in
      defer { room.signal() }
      // After a failure the rest is not written: it may depend on what is missing.
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        try base.save(request)
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// `nil` also where the store behind takes none.
  package func packedRows(of entity: EntityDescription) -> (any PackedRows)? {
    (base as? any PackedRowStore)?.packedRows(of: entity)
  }

  /// Inserts at once, behind the saves that wait: most of the work has been done when rows were packed.
  package func insert(_ rows: any PackedRows, _ chosen: [(row: Int, key: Int64)]) throws {
    try finish()
    guard let base = base as? any PackedRowStore else { preconditionFailure("The rows are those of another store.") }
    try base.insert(rows, chosen)
  }

  package func keepRows(of entity: EntityDescription, through key: Int64, count: Int) throws {
    try finish()
    guard let base = base as? any RowKeepingStore else { preconditionFailure("The store keeps no rows.") }
    try base.keepRows(of: entity, through: key, count: count)
  }

  /// Counts keys itself, so that a new object need not wait for the saves; the store learns of the keys as they are saved.
  package func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    let table = ObjectIdentifier(entity.rootEntity)
    var last: Int64
    if let known = lastKeys[table] {
      last = known
    } else {
      try finish()
      last = try base.obtainPermanentIDs(for: entity, count: 1).first.map { $0.reference - 1 } ?? 0
    }
    let first = last + 1
    last += Int64(count)
    lastKeys[table] = last
    return (0..<count).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + Int64($0)) }
  }

  // MARK: Everything else waits

  package var type: StoreType { base.type }
  package var number: UInt32 { base.number }
  package var identifier: String { base.identifier }
  package var location: String { base.location }
  package var isReadOnly: Bool { base.isReadOnly }
  package var configurationName: String? { base.configurationName }

  package var metadata: StoreMetadata {
    get {
      queue.sync {}
      return base.metadata
    }
    set {
      queue.sync {}
      base.metadata = newValue
    }
  }

  package func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    try finish()
    return try base.rows(for: fetch)
  }

  package func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    try finish()
    return try base.objectIDs(for: fetch)
  }

  package func count(for fetch: StoreFetch) throws -> Int {
    try finish()
    return try base.count(for: fetch)
  }

  package func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try finish()
    return try base.row(for: objectID)
  }

  package func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    try finish()
    return try base.members(of: owner, toManySlot: slot)
  }

  package func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    try finish()
    return try base.members(of: owners, toManySlot: slot)
  }

  package func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    try finish()
    try base.forEachRow(for: fetch, body)
  }

  package func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws -> Bool {
    try finish()
    return try base.forEachRowIfExecutable(fetch, body)
  }

  package func canExecute(_ fetch: StoreFetch) -> Bool { base.canExecute(fetch) }

  package func editor(of entity: EntityDescription, slots: [Int]) throws -> (any RowEditor)? {
    try finish()
    return try (base as? any RowEditingStore)?.editor(of: entity, slots: slots).map { WaitingEditor($0, self) }
  }

  /// An editor that waits for the saves before it.
  private final class WaitingEditor: RowEditor {
    private let base: any RowEditor
    private let store: WriteBehindStore

    init(_ base: any RowEditor, _ store: WriteBehindStore) {
      self.base = base
      self.store = store
    }

    func look(at reference: Int64) throws -> Bool {
      if store.mayWait { try store.finish() }
      return try base.look(at: reference)
    }

    func value(_ slot: Int) throws -> AttributeValue { try base.value(slot) }
    func hasValue(_ slot: Int) -> Bool { base.hasValue(slot) }
    func has(_ value: borrowing AttributeValue, _ slot: Int) throws -> Bool { try base.has(value, slot) }
    func replace(_ values: [(slot: Int, value: AttributeValue)]) throws { try base.replace(values) }
  }

  package func close() throws {
    try finish()
    try base.close()
  }
}
