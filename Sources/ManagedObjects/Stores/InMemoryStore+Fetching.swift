internal import ObjectModel
internal import PredicateLanguage

extension InMemoryStore {
  public func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    var rows = savedRows(of: fetch.entity).filter { fetch.covers($0.objectID.entity) }
      .sorted { $0.objectID.reference < $1.objectID.reference }.map(deriving)
    // Reading from memory does not fail.
    let failure = ReadFailure()
    if let predicate = fetch.predicate {
      rows = try rows.filter { row in
        try predicate.evaluate(with: StoredRowSubject(row: row, store: self, failure: failure))
      }
    }
    if !fetch.sortKeys.isEmpty {
      rows = SortKey.sort(rows, by: fetch.sortKeys) { row, path in
        StoredRowSubject(row: row, store: self, failure: failure).sortValue(at: path)
      }
    }
    guard fetch.limit > 0 || fetch.offset > 0 else { return rows }
    let rest = rows.dropFirst(max(fetch.offset, 0))
    return Array(fetch.limit > 0 ? rest.prefix(fetch.limit) : rest)
  }

  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] { try rows(for: fetch).map(\.objectID) }

  public func count(for fetch: StoreFetch) throws -> Int {
    var unsorted = fetch
    unsorted.sortKeys = []
    return try rows(for: unsorted).count
  }

  public func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    for row in try rows(for: fetch) {
      guard try body(row) else { return }
    }
  }

  public func members(of owner: ManagedObjectID, toManySlot slot: Int) -> [ManagedObjectID] {
    // The row's own entity tells the layout, even when the ID was made for a parent entity.
    let owner = row(for: owner)?.objectID ?? owner
    let relationship = owner.entity.layout.toManyRelationships[slot]
    guard let inverse = relationship.inverseRelationship, !inverse.isToMany, let source = inverse.entity,
      case .toOne(let inverseSlot)? = source.layout.slot(named: inverse.name)
    else {
      let linked = linked(owner, slot: slot)
      return relationship.isOrdered ? linked : linked.sorted { $0.reference < $1.reference }
    }
    let members = referrers(to: owner, by: inverse, of: source, slot: inverseSlot)
    guard relationship.isOrdered else { return members }
    let present = Set(members)
    let ordered = linked(owner, slot: slot).filter(present.contains)
    let placed = Set(ordered)
    return ordered + members.filter { !placed.contains($0) }
  }
}
