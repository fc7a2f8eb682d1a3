internal import Synchronization
public import ObjectModel
public import PredicateLanguage

/// What the coordinator asks of a store: Core Data's `NSPersistentStore`.
///
/// ```swift
/// func names(in store: any PersistentStore) throws -> [AttributeValue] {
///   var fetch = StoreFetch(entity: breed)
///   fetch.predicate = try ObjectPredicate(format: "weightMax < 10")
///   fetch.sortKeys = [SortKey("name")]
///   return try store.rows(for: fetch).map { (row: StoreRow) in row.attributes[0] }  // in the entity's order
/// }
/// ```
///
/// A store keeps rows; it knows no managed object and no context. The coordinator calls it from one thread at a time. In-memory,
/// SQLite, XML and binary stores conform to it, and one conformance suite runs against every implementation.
public protocol PersistentStore: AnyObject {
  /// Which kind of store this is, such as `SQLite` or `InMemory`.
  var type: StoreType { get }
  /// The store's number in this process, from 1, unique; it stands in the IDs of the store's objects.
  var number: UInt32 { get }
  /// The store's UUID, upper case, as it stands in object URIs and metadata.
  var identifier: String { get }
  /// Where the store is kept; a path, or a name for stores without a file.
  var location: String { get }
  /// Whether saving is refused.
  var isReadOnly: Bool { get }
  /// The configuration whose entities the store holds; `nil` for all.
  var configurationName: String? { get }
  /// The metadata, as `StoreMetadata` describes it; changes are written by the next save.
  var metadata: StoreMetadata { get set }

  /// Whether the metadata differ from what was saved.
  var hasUnsavedMetadata: Bool { get }

  /// Hands out keys for `count` new objects of `entity`, in ascending order. Keys that are never saved are lost.
  func obtainPermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID]

  /// Hands out keys as `obtainPermanentIDs` does, and sees to it that nobody else gets them, not even another process, before they are saved.
  func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID]

  /// Applies the whole request in one transaction, or nothing of it.
  ///
  /// - Throws: `StoreConflictError` when a version is not the expected one or a uniqueness constraint fails; the store's own error when
  ///   it cannot write.
  func save(_ request: StoreSaveRequest) throws

  /// The rows that a fetch selects, in its order.
  func rows(for fetch: StoreFetch) throws -> [StoreRow]

  /// The IDs that a fetch selects, in its order.
  func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID]

  /// How many objects a fetch selects, its limit and offset applied.
  func count(for fetch: StoreFetch) throws -> Int

  /// The current row of an object; `nil` if the store has none.
  func row(for objectID: ManagedObjectID) throws -> StoreRow?

  /// The members of a to-many relationship, in order when it is ordered, else by key.
  ///
  /// - Parameters:
  ///   - owner: The object whose relationship it is.
  ///   - slot: The relationship's slot among the owner's to-many relationships.
  func members(of owner: ManagedObjectID, toManySlot slot: Int) throws -> [ManagedObjectID]

  /// The members of a to-many relationship of several objects of one entity, each in the order of `members(of:toManySlot:)`; objects
  /// without members may be missing.
  func members(of owners: [ManagedObjectID], toManySlot slot: Int) throws -> [ManagedObjectID: [ManagedObjectID]]

  /// Calls `body` with every row that a fetch selects, in its order, without keeping them; `body` returns whether to go on.
  func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws

  /// Does what `forEachRow` does, if the store can answer the fetch by itself; returns whether it could. `body` was not called otherwise.
  ///
  /// A store that reads rows from elsewhere need not make their values here: a row makes them when they are asked for.
  func forEachRowIfExecutable(_ fetch: StoreFetch, _ body: (borrowing FetchedRow) throws -> Bool) throws -> Bool

  /// The values of the groups' keys and behind them of their statistics, a row for each group, in the order of the groups' first objects; `nil`
  /// if the store cannot give the very values that the predicate language defines. The context then reads the objects' rows and sums them up.
  func rows(for summary: StoreSummary) throws -> [[FetchedValue]]?

  /// Whether the store can answer the fetch by itself. If not, the context loads the entity's objects and evaluates in memory.
  func canExecute(_ fetch: StoreFetch) -> Bool

  /// The store as it is now, for reading only, under the same number: what others save does not change it. `nil` if the store cannot do that.
  func pinnedView() throws -> (any PersistentStore)?

  /// A number that changes whenever somebody else, such as another process, has changed the store; saves through this store leave it as it is. `nil` if the
  /// store is nobody else's.
  func foreignChangeNumber() throws -> Int64?

  /// Releases what the store holds open.
  func close() throws
}

extension PersistentStore {
  public var hasUnsavedMetadata: Bool { false }

  public func reservePermanentIDs(for entity: EntityDescription, count: Int) throws -> [ManagedObjectID] {
    try obtainPermanentIDs(for: entity, count: count)
  }

  public func rows(for summary: StoreSummary) throws -> [[FetchedValue]]? { nil }

  public func pinnedView() throws -> (any PersistentStore)? { nil }

  public func foreignChangeNumber() throws -> Int64? { nil }

  public func forEachRowIfExecutable(
    _ fetch: StoreFetch,
    _ body: (borrowing FetchedRow) throws -> Bool
  ) throws -> Bool {
    guard canExecute(fetch) else { return false }
    try forEachRow(for: fetch) { try body(FetchedRow(copy $0)) }
    return true
  }

  public func members(
    of owners: [ManagedObjectID],
    toManySlot slot: Int
  ) throws -> [ManagedObjectID: [ManagedObjectID]] {
    var result: [ManagedObjectID: [ManagedObjectID]] = [:]
    for owner in owners { result[owner] = try members(of: owner, toManySlot: slot) }
    return result
  }
}

/// The kind of a store.
///
/// ```swift
/// do {
///   try coordinator.addPersistentStore(type: StoreType(rawValue: "Ledger"), at: path)
/// } catch PersistentStoreError.unknownStoreType(let name) {
///   unknown = name
/// }
/// ```
public struct StoreType: RawRepresentable, Sendable, Hashable {
  /// The name as it stands in a store's metadata.
  public let rawValue: String
  /// Makes a type of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A file with Core Data's tables: `SQLiteStore`.
  public static let sqlite = StoreType(rawValue: "SQLite")
  /// An XML file, read and written whole: `XMLStore`.
  public static let xml = StoreType(rawValue: "XML")
  /// A keyed archive, read and written whole: `BinaryStore`.
  public static let binary = StoreType(rawValue: "Binary")
  /// Rows in memory: `InMemoryStore`.
  public static let inMemory = StoreType(rawValue: "InMemory")
}

/// What a store is asked to select.
///
/// ```swift
/// func names(in store: any PersistentStore) throws -> [AttributeValue] {
///   var fetch = StoreFetch(entity: breed)
///   fetch.predicate = try ObjectPredicate(format: "weightMax < 10")
///   fetch.sortKeys = [SortKey("name")]
///   return try store.rows(for: fetch).map { (row: StoreRow) in row.attributes[0] }  // in the entity's order
/// }
/// ```
public struct StoreFetch: Sendable {
  /// The entity whose objects are selected from.
  public var entity: EntityDescription
  /// Whether objects of the entities below it are selected from, too.
  public var includesSubentities = true
  /// `nil` selects every object.
  public var predicate: ObjectPredicate?
  /// The order; the store's own without any.
  public var sortKeys: [SortKey] = []
  /// The most objects to return; 0 for no limit.
  public var limit = 0
  /// How many objects to skip.
  public var offset = 0
  /// Asked now and then by a store that works on the fetch for long; once it is true, the store ends with `CancellationError`.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Selects every object of an entity.
  public init(entity: EntityDescription) { self.entity = entity }
}

/// One criterion of an order: Core Data's `NSSortDescriptor`.
///
/// ```swift
/// request.sortDescriptors = [
///   SortKey("group.name", ascending: false),
///   SortKey("name", comparison: .localizedStandard),
/// ]
/// ```
public struct SortKey: Sendable, Hashable {
  /// How strings compare.
  public enum Comparison: Sendable, Hashable {
    /// By Unicode scalar value.
    case binary
    /// Ignoring case: `caseInsensitiveCompare:`.
    case caseInsensitive
    /// As file managers sort names: `localizedStandardCompare:`. The same in every language.
    case localizedStandard
    /// As a language sorts words, such as `sv_SE`, where ä comes after z: `localizedCompare:`, which takes the user's language,
    /// `Locale.current.identifier`. Objects are sorted in memory, whatever the store.
    case localized(locale: String)
    /// As `localized`, ignoring case: `localizedCaseInsensitiveCompare:`.
    case localizedCaseInsensitive(locale: String)
  }

  /// An attribute's name, or a key path through to-one relationships.
  public var keyPath: String
  /// Whether lesser values come first.
  public var ascending: Bool
  /// How strings compare.
  public var comparison: Comparison

  /// Makes a criterion; ascending and by binary comparison unless it says otherwise.
  public init(_ keyPath: String, ascending: Bool = true, comparison: Comparison = .binary) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.comparison = comparison
  }
}

/// Numbers for stores, unique in this process.
package enum StoreNumber {
  private static let last = Mutex<UInt32>(0)

  /// The next free number, from 1.
  package static func next() -> UInt32 {
    last.withLock { number in
      number += 1
      return number
    }
  }
}
