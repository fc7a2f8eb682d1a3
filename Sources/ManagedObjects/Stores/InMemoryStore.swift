internal import AttributeValues
internal import FoundationEssentials
public import ObjectModel

/// A store that keeps its rows in memory and forgets them when it goes: Core Data's in-memory store.
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

  /// The rows of one hierarchy of entities, by key.
  struct Table {
    var rows: [Int64: StoreRow] = [:]
    var lastKey: Int64 = 0
    /// Who holds the values of each uniqueness constraint, by the constraint's number in `constraints`.
    var holders: [[[AttributeValue]: Int64]] = []
    var constraints: [UniquenessConstraint] = []
  }

  var tables: [ObjectIdentifier: Table] = [:]
  var isDeriving = false
  var derivationsByEntity: [ObjectIdentifier: Derivations] = [:]
  /// The links of relationships that no to-one reference carries, and the order of ordered ones.
  var links = LinkTable()

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
    let first = withTable(for: entity) { table in
      table.lastKey += Int64(count)
      return table.lastKey - Int64(count) + 1
    }
    return (0..<Int64(count)).map { ManagedObjectID(entity: entity, storeNumber: number, reference: first + $0) }
  }

  public func row(for objectID: ManagedObjectID) -> StoreRow? {
    tables[ObjectIdentifier(objectID.entity.rootEntity)]?.rows[objectID.reference].map(deriving)
  }

  /// Works on the table of an entity's hierarchy in place; makes it if it is new.
  func withTable<Result>(for entity: EntityDescription, _ body: (inout Table) throws -> Result) rethrows -> Result {
    let root = entity.rootEntity
    let key = ObjectIdentifier(root)
    if tables[key] == nil {
      var table = Table()
      table.constraints = UniquenessConstraint.all(in: root)
      table.holders = Array(repeating: [:], count: table.constraints.count)
      tables[key] = table
    }
    return try body(&tables[key, default: Table()])
  }
}

/// A uniqueness constraint of an entity, which holds for the objects of its sub-entities too.
struct UniquenessConstraint {
  let entity: EntityDescription
  let names: [String]
  let slots: [EntityLayout.Slot]

  static func all(in entity: EntityDescription) -> [UniquenessConstraint] {
    let own = entity.uniquenessConstraints.compactMap { names -> UniquenessConstraint? in
      let slots = names.compactMap { entity.layout.slot(named: $0) }
      return slots.count == names.count ? UniquenessConstraint(entity: entity, names: names, slots: slots) : nil
    }
    return own + entity.subentities.flatMap(all)
  }

  /// The values that have to be unique; `nil` if the constraint does not concern the row, or one of them is missing: missing values are
  /// never equal, as in SQL.
  func key(of row: StoreRow) -> [AttributeValue]? {
    guard row.objectID.entity.isKind(of: entity) else { return nil }
    var key: [AttributeValue] = []
    for slot in slots {
      switch slot {
      case .attribute(let slot) where !row.attributes[slot].isNull: key.append(row.attributes[slot])
      case .toOne(let slot):
        guard let related = row.toOne[slot] else { return nil }
        key.append(.integer(related.reference))
      default: return nil
      }
    }
    return key
  }
}
