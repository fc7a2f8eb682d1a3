internal import FoundationEssentials
public import ManagedObjects
public import ObjectModel
internal import SystemErrors

/// A store whose file is read whole when it is opened and written whole at each save: Core Data's `NSAtomicStore`, as its XML and binary stores.
///
/// ```swift
/// AtomicStore.register()  // once, before the first store is opened
/// let store = try coordinator.addPersistentStore(type: .xml, at: path)
/// let count = (store as? AtomicStore)?.objectCount ?? 0
/// ```
///
/// `XMLStore` and `BinaryStore` are its two forms. All objects are in memory as long as the store is open, so that every fetch is answered there, as
/// `InMemoryStore` does it.
///
/// The file keeps no versions of objects: every object has version 1 when the store is opened. Of two programs that have the same file open, the one
/// that saves first wins; the other one's save fails with `AtomicStoreError.changedElsewhere`, and nothing of the file is lost.
public class AtomicStore: PersistentStore {
  /// The type of the stores of this class.
  class var storeType: StoreType { .xml }
  class var format: StoreFormat { .xml }

  public var type: StoreType { Self.storeType }
  public var number: UInt32 { memory.number }
  public var identifier: String { memory.identifier }
  /// The file.
  public let location: String
  public var isReadOnly: Bool { memory.isReadOnly }
  public var configurationName: String? { memory.configurationName }
  public var metadata: StoreMetadata

  let model: ManagedObjectModel
  /// What the store holds.
  let memory: InMemoryStore
  private var savedMetadata: StoreMetadata
  /// The greatest number that was given to an object.
  private var lastNumber: Int64
  /// The file as it was when it was read or written last; `nil` for a file that is not there yet.
  private var stamp: FileStamp?
  private var isClosed = false
  /// How many callers keep saves in memory.
  private var suspensions = 0

  required init(
    memory: InMemoryStore,
    header: StoreHeader,
    model: ManagedObjectModel,
    location: String,
    stamp: FileStamp?
  ) {
    self.memory = memory
    self.model = model
    self.location = location
    self.stamp = stamp
    metadata = header.metadata
    savedMetadata = header.metadata
    lastNumber = header.lastNumber
  }

  /// How many objects the store holds.
  public var objectCount: Int { memory.objectCount }

  public var hasUnsavedMetadata: Bool { metadata != savedMetadata }

  public func close() throws {
    isClosed = true
    memory.close()
  }

  // MARK: Keys

  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    let first = lastNumber + 1
    lastNumber += Int64(count)
    return (0..<Int64(count)).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + $0) }
  }

  /// All entities share one sequence.
  package func lastKey(of entity: EntityDescription) throws -> Int64 { lastNumber }

  package func skipKeys(through key: Int64, for entity: EntityDescription) throws { lastNumber = max(lastNumber, key) }

  // MARK: Reading

  public func canExecute(_ fetch: StoreFetch) -> Bool { true }
  public func rows(for fetch: StoreFetch) throws -> [StoreRow] { try memory.rows(for: fetch) }
  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] { try memory.objectIDs(for: fetch) }
  public func count(for fetch: StoreFetch) throws -> Int { try memory.count(for: fetch) }
  public func row(for objectID: ManagedObjectID) throws -> StoreRow? { memory.row(for: objectID) }
  public func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID] {
    memory.members(of: owner, toManySlot: slot)
  }
  public func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    try memory.forEachRow(for: fetch, body)
  }

  // MARK: Writing

  /// Writes the file as the store is now.
  ///
  /// - Throws: `AtomicStoreError`. The file is as it was then.
  func write() throws {
    var header = StoreHeader(identifier: identifier, metadata: metadata, lastNumber: lastNumber)
    header.metadata.frameworkVersion = metadata.frameworkVersion ?? StoreEntries.frameworkVersion
    do {
      stamp = try FileWriter.replace(location, ifStill: stamp) { file in
        try Self.format.write(memory, header, model: model, path: location, to: file)
      }
    } catch is FileChangedError {
      throw AtomicStoreError(stamp == nil ? .alreadyExists : .changedElsewhere, path: location)
    } catch let error as FileWriteError {
      throw AtomicStoreError(.unwritable(reason: SystemReason.text(of: error)), path: location)
    }
    savedMetadata = metadata
  }

  /// Keeps all later saves in memory, until `write()` is called.
  func suspendWriting() { suspensions += 1 }

  /// Writes metadata that were changed, now instead of with the next save.
  ///
  /// - Throws: `AtomicStoreError`; `PersistentStoreError.readOnly`.
  public func saveMetadata() throws {
    if isReadOnly { throw PersistentStoreError.readOnly(location: location) }
    try write()
  }
}

extension AtomicStore: VersionRaisingStore {
  public func save(_ request: StoreSaveRequest) throws { _ = try saveRaisingVersions(request.withoutChangedMembers) }

  /// Applies the request in memory and writes the file; if that fails, memory is as it was.
  ///
  /// - Complexity: O(objects of the store).
  package func saveRaisingVersions(
    _ request: StoreSaveRequest,
    committingAfter others: () throws -> Void
  ) throws -> [ManagedObjectID] {
    if isReadOnly { throw PersistentStoreError.readOnly(location: location) }
    if isClosed { throw AtomicStoreError(.unwritable(reason: "the store is closed"), path: location) }
    let before = suspensions == 0 ? memory.contents : nil
    let raised = try memory.saveRaisingVersions(request, committingAfter: others)
    for row in request.inserted { lastNumber = max(lastNumber, row.objectID.reference) }
    guard let before else { return raised }
    do {
      try write()
    } catch {
      memory.contents = before
      throw error
    }
    return raised
  }
}

extension AtomicStore: WholeFileStore, KeyKeepingStore {
  package func writingOnce(_ body: () throws -> Void) throws {
    suspensions += 1
    do {
      defer { suspensions -= 1 }
      try body()
    }
    if suspensions == 0 { try write() }
  }
}

/// A store in an XML file: Core Data's `NSXMLStoreType`.
///
/// ```swift
/// AtomicStore.register()  // once, before the first store is opened
/// let store = try coordinator.addPersistentStore(type: .xml, at: path) as? XMLStore
/// ```
///
/// `docs/store-types.md` says what of the form is known from files that Core Data wrote.
public final class XMLStore: AtomicStore {}

/// A store in a file of two keyed archives: Core Data's `NSBinaryStoreType`.
///
/// ```swift
/// AtomicStore.register()  // once, before the first store is opened
/// let store = try coordinator.addPersistentStore(type: .binary, at: path) as? BinaryStore
/// ```
///
/// `docs/store-types.md` says what of the form is known from files that Core Data wrote.
public final class BinaryStore: AtomicStore {
  override class var storeType: StoreType { .binary }
  override class var format: StoreFormat { .binary }
}
