internal import AttributeValues
internal import ObjectModel

/// The rows of one hierarchy of entities, by key, and who holds their unique values.
struct InMemoryTable {
  /// The uniqueness constraints of the hierarchy.
  let constraints: [UniquenessConstraint]
  private var rows: [Int64: StoreRow] = [:]
  /// The last key that was given.
  private(set) var lastKey: Int64 = 0
  /// Who holds the values of each constraint.
  private var holders: [[[AttributeValue]: Int64]]

  init(root: EntityDescription) {
    constraints = UniquenessConstraint.all(in: root)
    holders = Array(repeating: [:], count: constraints.count)
  }

  /// All rows, in no order.
  var allRows: some Collection<StoreRow> { rows.values }

  subscript(key: Int64) -> StoreRow? { rows[key] }

  /// The object that holds the values of the constraint with this number.
  func holder(of values: [AttributeValue], constraint: Int) -> ManagedObjectID? {
    holders[constraint][values].flatMap { rows[$0]?.objectID }
  }

  /// The first of so many keys that are handed out.
  mutating func takeKeys(_ count: Int) -> Int64 {
    lastKey += Int64(count)
    return lastKey - Int64(count) + 1
  }

  /// Gives no key up to this one.
  mutating func skipKeys(through key: Int64) { lastKey = max(lastKey, key) }

  /// Puts a row in the place of the one with its key, if there is one.
  mutating func put(_ row: StoreRow) {
    let key = row.objectID.reference
    release(rows[key])
    rows[key] = row
    lastKey = max(lastKey, key)
    for (index, constraint) in constraints.enumerated() {
      if let values = constraint.key(of: row) { holders[index][values] = key }
    }
  }

  mutating func remove(_ key: Int64) { release(rows.removeValue(forKey: key)) }

  /// Gives up the unique values of a row that goes or changes.
  private mutating func release(_ row: StoreRow?) {
    guard let row else { return }
    for (index, constraint) in constraints.enumerated() {
      guard let key = constraint.key(of: row), holders[index][key] == row.objectID.reference else { continue }
      holders[index][key] = nil
    }
  }
}

/// The tables of an in-memory store, by the root entities of their hierarchies.
struct InMemoryTables {
  private var tables: [ObjectIdentifier: InMemoryTable] = [:]

  /// The table of an entity's hierarchy; `nil` while nothing was ever in it.
  subscript(entity: EntityDescription) -> InMemoryTable? { tables[ObjectIdentifier(entity.rootEntity)] }

  /// How many rows there are.
  var objectCount: Int { tables.values.reduce(0) { $0 + $1.allRows.count } }

  /// All rows, in no order.
  var allRows: [StoreRow] { tables.values.flatMap(\.allRows) }

  /// Works on the table of an entity's hierarchy in place; makes it if it is new.
  mutating func withTable<Result>(for entity: EntityDescription, _ body: (inout InMemoryTable) -> Result) -> Result {
    let root = entity.rootEntity
    return body(&tables[ObjectIdentifier(root), default: InMemoryTable(root: root)])
  }

  mutating func removeAll() { tables.removeAll() }
}
