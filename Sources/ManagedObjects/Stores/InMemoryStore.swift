internal import AttributeValues
internal import FoundationEssentials
public import ObjectModel

/// A store that keeps its rows in memory and forgets them when it goes: Core Data's in-memory store.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(InMemoryStore())
/// let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// ```
///
/// It answers every fetch by looking at every row of the entity, and enforces versions and uniqueness as the SQLite store does.
public final class InMemoryStore: KeyKeepingStore {
  public let type = StoreType.inMemory
  public let number: UInt32
  public let identifier: String
  public let location: String
  public var isReadOnly: Bool
  public let configurationName: String?
  public var metadata = StoreMetadata()

  private var tables = InMemoryTables()
  /// The links of relationships that no to-one reference carries, and the order of ordered ones.
  private var links = LinkTable()
  /// The members that to-one references say, by relationship, as far as somebody has asked since rows were changed last.
  private var membersByOwner: [ObjectIdentifier: [ManagedObjectID: [ManagedObjectID]]] = [:]
  private let derivations = InMemoryDerivations()

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - configurationName: The configuration whose entities the store holds; `nil` for all.
  ///   - identifier: The store's UUID; a new one for `nil`.
  ///   - name: What stands for a location.
  ///   - isReadOnly: Whether saving is refused.
  public init(
    configurationName: String? = nil,
    identifier: String? = nil,
    name: String = "memory",
    isReadOnly: Bool = false
  ) {
    number = StoreNumber.next()
    self.identifier = identifier ?? UUID().uuidString
    location = name
    self.configurationName = configurationName
    self.isReadOnly = isReadOnly
  }

  public func close() {
    tables.removeAll()
    membersByOwner = [:]
  }

  public func canExecute(_ fetch: StoreFetch) -> Bool { true }

  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) -> [ManagedObjectID] {
    let first = tables.withTable(for: entity) { $0.takeKeys(count) }
    return (0..<Int64(count)).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + $0) }
  }

  package func lastKey(of entity: EntityDescription) -> Int64 { tables[entity]?.lastKey ?? 0 }

  package func skipKeys(through key: Int64, for entity: EntityDescription) {
    tables.withTable(for: entity) { $0.skipKeys(through: key) }
  }

  // MARK: What it holds

  public func row(for objectID: ManagedObjectID) -> StoreRow? {
    tables[objectID.entity]?[objectID.reference].map { derivations.deriving($0, in: self) }
  }

  /// The rows of an entity's hierarchy, as they were saved, in no order.
  func savedRows(of entity: EntityDescription) -> [StoreRow] { tables[entity].map { Array($0.allRows) } ?? [] }

  /// The table of an entity's hierarchy; `nil` while nothing was ever in it.
  func table(of entity: EntityDescription) -> InMemoryTable? { tables[entity] }

  /// The row with its derived attributes worked out from what the store holds now.
  func deriving(_ row: StoreRow) -> StoreRow { derivations.deriving(row, in: self) }

  /// The members that no to-one reference says, or their order.
  package func linked(_ owner: ManagedObjectID, slot: Int) -> [ManagedObjectID] { links[owner, slot] }

  /// The objects whose to-one reference in a slot leads to `owner`, by key; the slot is that of `relationship`, which `source` has.
  ///
  /// - Complexity: O(1) for all but the first call after a change of rows, which is O(rows of the entity).
  func referrers(
    to owner: ManagedObjectID,
    by relationship: RelationshipDescription,
    of source: EntityDescription,
    slot: Int
  )
    -> [ManagedObjectID]
  {
    if let known = membersByOwner[ObjectIdentifier(relationship)] { return known[owner] ?? [] }
    var members: [ManagedObjectID: [ManagedObjectID]] = [:]
    for row in savedRows(of: source) where row.objectID.entity.isKind(of: source) {
      if let owner = row.toOne[slot] { members[owner, default: []].append(row.objectID) }
    }
    for owner in members.keys { members[owner]?.sort { $0.reference < $1.reference } }
    membersByOwner[ObjectIdentifier(relationship)] = members
    return members[owner] ?? []
  }

  // MARK: Writing

  /// Puts a row into its table, with the time of its save.
  func put(_ row: StoreRow, version: Int64, now: Double) {
    var row = derivations.stamping(row, in: self, now: now)
    row.version = version
    putAsItIs(row)
  }

  /// Puts a row into its table, with all its values, also those that are derived.
  package func putAsItIs(_ row: StoreRow) {
    membersByOwner = [:]
    tables.withTable(for: row.objectID.entity) { $0.put(row) }
  }

  /// Raises the version of a row; `false` if there is none.
  func raiseVersion(of objectID: ManagedObjectID) -> Bool {
    tables.withTable(for: objectID.entity) { table in
      guard var row = table[objectID.reference] else { return false }
      row.version = StoreRow.version(after: row.version)
      table.put(row)
      return true
    }
  }

  /// Takes a row out of its table, with its links.
  func remove(_ objectID: ManagedObjectID) {
    membersByOwner = [:]
    tables.withTable(for: objectID.entity) { $0.remove(objectID.reference) }
    links.remove(objectID)
  }

  /// Applies what came, went and was put in order.
  package func apply(_ changes: [StoreToManyChange]) {
    for change in changes { links.applyLinks(of: change) }
    for change in changes { links.applyOrder(of: change) }
  }

  // MARK: All of it

  /// What a store holds, to have it back later.
  package struct Contents {
    fileprivate let tables: InMemoryTables
    fileprivate let links: LinkTable
  }

  /// Everything that the store holds.
  ///
  /// - Complexity: O(1) to read; the next change after that copies the tables that it changes.
  package var contents: Contents {
    get { Contents(tables: tables, links: links) }
    set {
      tables = newValue.tables
      links = newValue.links
      membersByOwner = [:]
    }
  }

  /// How many objects the store holds.
  package var objectCount: Int { tables.objectCount }

  /// All rows, by key, with their derived attributes worked out.
  package var allRows: [StoreRow] {
    tables.allRows.sorted { $0.objectID.reference < $1.objectID.reference }.map(deriving)
  }
}
