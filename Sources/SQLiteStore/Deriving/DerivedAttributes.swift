internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// The derived attributes that no trigger keeps: what they are worked out from, and when.
final class DerivedAttributes {
  private let database: StoreDatabase
  private let bulkLoad: BulkLoad
  private lazy var derivations = ComputedDerivations(schema: database.schema)

  init(database: StoreDatabase, bulkLoad: BulkLoad) {
    self.database = database
    self.bulkLoad = bulkLoad
  }

  /// Whether some are worked out after all rows are written, because they follow from related objects.
  var followsRelationships: Bool { derivations.hasRelated }

  /// Whether attributes of an entity follow from the object alone, so that they change with it.
  func derivesAlone(ofEntity index: Int) -> Bool { !derivations.own[index].isEmpty }

  /// The attributes of an entity that are worked out after all rows are written, because they follow from related objects.
  func relatedSlots(ofEntity index: Int) -> [Int] { derivations.related[index].map(\.slot) }

  /// The rows with the derived attributes that follow from each object alone.
  func deriving(_ rows: [StoreRow], now: Double, in store: SQLiteStore) throws -> [StoreRow] {
    guard derivations.own.contains(where: { !$0.isEmpty }) else { return rows }
    let failure = ReadFailure()
    let derived = try rows.map { row in
      let values = derivations.own[try database.entityIndex(row.objectID.entity)]
      if values.isEmpty { return row }
      var row = row
      row.derive(values, in: store, failure: failure, now: now)
      return row
    }
    try failure.check()
    return derived
  }

  /// The objects whose derived attributes follow from objects that the request changes, as the store stands now: to be asked before and after the request is
  /// applied, since it may move objects from one to another.
  ///
  /// - Complexity: one fetch for each relationship on the way of a derivation.
  func dependents(on request: StoreSaveRequest, in store: SQLiteStore) throws -> Set<ManagedObjectID> {
    // While loading in bulk all of them are worked out at the end.
    guard derivations.hasRelated, !bulkLoad.isActive else { return [] }
    var changed = Set(request.updated.map(\.objectID))
    changed.formUnion(request.inserted.map(\.objectID))
    changed.formUnion(request.deleted.map(\.objectID))
    for change in request.toManyChanges {
      changed.insert(change.owner)
      changed.formUnion(change.added)
      changed.formUnion(change.removed)
    }
    var dependents: Set<ManagedObjectID> = []
    for (entity, values) in zip(database.schema.entities, derivations.related) where !values.isEmpty {
      for objectID in changed where objectID.entity === entity.entity { dependents.insert(objectID) }
      let ways = Set(values.flatMap { $0.keyPaths ?? [] }.flatMap { path in path.indices.map { Array(path[...$0]) } })
      for way in ways { dependents.formUnion(try owners(in: entity.entity, reaching: changed, by: way, in: store)) }
    }
    return dependents
  }

  /// The objects of exactly one entity from which relationships lead to one of some objects.
  private func owners(
    in entity: EntityDescription,
    reaching objects: Set<ManagedObjectID>,
    by way: [String],
    in store: SQLiteStore
  ) throws -> [ManagedObjectID] {
    let relationships = way.indices.compactMap { entity.relationship(at: way[...$0]) }
    guard let destination = relationships.last?.destinationEntity else { return [] }
    let targets = objects.filter { $0.entity.isKind(of: destination) }.sorted { $0.reference < $1.reference }
    guard !targets.isEmpty else { return [] }
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    fetch.predicate = ObjectPredicate(
      PredicateComparison(
        .keyPath(ObjectKeyPath(way)),
        .in,
        .constant(.collection(targets.map { .object(ObjectIdentity($0)) })),
        modifier: relationships.contains(where: \.isToMany) ? .any : .direct
      )
    )
    // Without a translation every object of the entity may be one.
    if !store.canExecute(fetch) { fetch.predicate = nil }
    return try store.objectIDs(for: fetch)
  }

  /// Works the derived attributes of objects out again that follow from related ones; objects that are gone are passed over.
  func refresh(_ objects: some Sequence<ManagedObjectID>, in store: SQLiteStore) throws {
    let failure = ReadFailure()
    for objectID in objects {
      let index = try database.entityIndex(objectID.entity)
      let values = derivations.related[index]
      guard !values.isEmpty, let row = try store.row(for: objectID) else { continue }
      let entity = database.schema.entities[index]
      let table = database.schema.tables[entity.table]
      for value in values {
        let derived = value.value(for: row, in: store, failure: failure, now: nil)
        try failure.check()
        guard case .column(let column) = entity.attributes[value.slot],
          !derived.isIdentical(to: row.attributes[value.slot])
        else { continue }
        let name = SQLIdentifier.spelled(table.columns[column.index].name)
        let sql = "UPDATE \(SQLIdentifier.spelled(table.name)) SET \(name) = ?2 WHERE Z_PK = ?1"
        try database.connection.withStatement(sql) { statement in
          try statement.bind(objectID.reference, at: 1)
          try statement.bind(derived, at: 2)
          try statement.run()
        }
      }
    }
  }

  /// Works the derived attributes of every object out that follow from related ones.
  ///
  /// - Complexity: O(rows) of the entities that have such attributes; a few keys are kept at a time.
  func refreshAll(in store: SQLiteStore) throws {
    for (entity, values) in zip(database.schema.entities, derivations.related) where !values.isEmpty {
      let table = SQLIdentifier.spelled(database.schema.tables[entity.table].name)
      var last: Int64 = 0
      while true {
        let keys = try database.connection.rows(
          "SELECT Z_PK FROM \(table) WHERE Z_PK > ?1 AND Z_ENT = \(entity.number) ORDER BY Z_PK LIMIT 1000",
          [.integer(last)]
        ).compactMap { $0[0].integer }
        guard let greatest = keys.last else { break }
        try refresh(
          keys.map { ManagedObjectID(entity: entity.entity, storeNumber: database.number, reference: $0) },
          in: store
        )
        last = greatest
      }
    }
  }
}

extension EntityDescription {
  /// The relationship at the end of a way of relationships.
  fileprivate func relationship(at way: ArraySlice<String>) -> RelationshipDescription? {
    var found: RelationshipDescription?
    var current: EntityDescription? = self
    for name in way {
      found = current?.propertiesByName[name] as? RelationshipDescription
      current = found?.destinationEntity
    }
    return found
  }
}
