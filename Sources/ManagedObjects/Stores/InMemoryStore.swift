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
public final class InMemoryStore: PersistentStore {
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
  private let derivations = InMemoryDerivations()

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - identifier: The store's UUID; a new one for `nil`.
  ///   - name: What stands for a location.
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

  public func close() { tables.removeAll() }

  public func canExecute(_ fetch: StoreFetch) -> Bool { true }

  public func obtainPermanentIDs(for entity: EntityDescription, count: Int) -> [ManagedObjectID] {
    let first = tables.withTable(for: entity) { $0.takeKeys(count) }
    return (0..<Int64(count)).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + $0) }
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
  func linked(_ owner: ManagedObjectID, slot: Int) -> [ManagedObjectID] { links[owner, slot] }

  // MARK: Writing

  /// Puts a row into its table, with the time of its save.
  func put(_ row: StoreRow, version: Int64, now: Double) {
    var row = derivations.stamping(row, in: self, now: now)
    row.version = version
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
    tables.withTable(for: objectID.entity) { $0.remove(objectID.reference) }
    links.remove(objectID)
  }

  /// Applies what came, went and was put in order.
  func apply(_ changes: [StoreToManyChange]) {
    for change in changes { links.applyLinks(of: change) }
    for change in changes { links.applyOrder(of: change) }
  }
}
