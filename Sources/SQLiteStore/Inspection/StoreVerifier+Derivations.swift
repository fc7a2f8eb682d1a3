internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess
internal import SystemErrors

extension StoreVerifier {
  /// Works the derived attributes that no trigger keeps out again and compares them with what the store holds. Times of saves cannot be.
  ///
  /// - Complexity: O(rows) of the entities that have such attributes.
  mutating func verifyComputedAttributes() throws {
    var adapted = schema
    try adapted.adapt(to: connection, path: path)
    var checked = schema
    // What the file's own triggers keep in ways of their own is left to them.
    checked.otherDerivationTriggers = adapted.otherDerivationTriggers
    let derivations = ComputedDerivations(schema: checked)
    let values = zip(derivations.own, derivations.related).map { own, related in
      (own + related).filter { $0.dependence != .clock }
    }
    guard values.contains(where: { !$0.isEmpty }) else { return }
    let store = try SQLiteStore.view(of: connection, header: header, schema: adapted, model: model, path: path)
    for (entity, values) in zip(adapted.entities, values) where !values.isEmpty && !entity.entity.isAbstract {
      var fetch = StoreFetch(entity: entity.entity)
      fetch.includesSubentities = false
      try store.forEachRow(for: fetch) { row in
        for value in values where try !value.holds(in: row, of: store) {
          add(
            .derivation(attribute: value.attribute.name),
            table: schema.tables[entity.table].name,
            key: row.objectID.reference,
            entity: entity.entity.name,
            property: value.attribute.name
          )
        }
        return true
      }
    }
  }

  /// Works the derived attributes that triggers keep out again, in a copy of the store, and compares them with what the store holds.
  ///
  /// - Complexity: copies the file; O(rows) for each such attribute.
  mutating func verifyDerivedAttributes() throws {
    let statements = schema.derivationTriggers.compactMap(\.backfill)
    guard !statements.isEmpty else { return }
    let copy = TemporaryItem()
    defer { copy.remove() }
    try connection.vacuum(into: copy.path)
    let calculation = try SQLiteConnection(path: copy.path, mode: .readWrite)
    defer { calculation.close() }
    try calculation.setPragma("synchronous", to: "off")
    try calculation.setJournalMode(.off)
    // The triggers would call functions of Core Data.
    for trigger in try calculation.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'").compactMap({
      $0[0].text
    }) {
      try calculation.execute("DROP TRIGGER \(SQLIdentifier.quoted(trigger))")
    }
    let derived = keptValues()
    for (index, value) in derived.enumerated() {
      try calculation.execute(
        "CREATE TEMP TABLE kept\(index) AS SELECT Z_PK AS key, \(value.column) AS value FROM \(value.table)"
      )
    }
    for statement in statements { try calculation.execute(statement) }
    for (index, value) in derived.enumerated() {
      // No members may be kept as no value, and sums depend on the order of their terms in the last digits.
      let rows = try calculation.rows(
        """
        SELECT t.Z_PK FROM \(value.table) AS t JOIN temp.kept\(index) AS k ON k.key = t.Z_PK \
        WHERE ifnull(k.value, 0) <> ifnull(t.\(value.column), 0) \
        AND NOT (typeof(k.value) = 'real' AND abs(k.value - t.\(value.column)) <= 1e-9 * abs(k.value)) ORDER BY t.Z_PK
        """
      )
      for row in rows {
        add(
          .derivation(attribute: value.attribute.name),
          table: schema.tables[value.entity.table].name,
          key: row[0].integer,
          entity: value.entity.entity.name,
          property: value.attribute.name
        )
      }
    }
  }

  /// The derived attributes that triggers keep, once each, with their table and column as SQL spells them.
  private func keptValues() -> [(entity: StoreEntity, attribute: AttributeDescription, table: String, column: String)] {
    schema.entities.flatMap { entity in
      schema.keptDerivations(of: entity).compactMap { slot in
        let attribute = entity.entity.layout.attributes[slot]
        guard attribute.entity === entity.entity, case .column(let column) = entity.attributes[slot] else { return nil }
        let table = schema.tables[entity.table]
        return (
          entity, attribute, SQLIdentifier.spelled(table.name), SQLIdentifier.spelled(table.columns[column.index].name)
        )
      }
    }
  }
}

extension DerivedValue {
  /// Whether a row has the value that the derivation gives. Sums depend on the order of their terms in the last digits.
  ///
  /// - Throws: The store's error, where related rows cannot be read.
  fileprivate func holds(in row: borrowing StoreRow, of store: SQLiteStore) throws -> Bool {
    let stored = row.attributes[slot]
    let failure = ReadFailure()
    let derived = value(for: copy row, in: store, failure: failure, now: nil)
    try failure.check()
    if case .double(let stored) = stored, case .double(let derived) = derived {
      return abs(stored - derived) <= 1e-9 * abs(stored)
    }
    return stored == derived
  }
}

extension SQLiteStore {
  /// A store over a connection that is open already, for reading only.
  static func view(
    of connection: SQLiteConnection,
    header: StoreFile,
    schema: StoreSchema,
    model: ManagedObjectModel,
    path: String
  ) throws -> SQLiteStore {
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    let store = try SQLiteStore(
      location: path,
      model: model,
      schema: schema,
      configuration: nil,
      options: options,
      connection: connection,
      identifier: header.identifier,
      metadata: header.metadata,
      history: nil
    )
    try store.configureConnection()
    return store
  }
}
