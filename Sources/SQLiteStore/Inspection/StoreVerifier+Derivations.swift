internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension StoreVerifier {
  /// Works the derived attributes that triggers keep out again, in a copy of the store, and compares them with what the store holds.
  ///
  /// - Complexity: copies the file; O(rows) for each such attribute.
  mutating func verifyDerivedAttributes() throws {
    let statements = schema.derivationTriggers.compactMap(\.backfill)
    guard !statements.isEmpty else { return }
    let copy = FileManager.default.temporaryDirectory.appending(path: "studbook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try connection.execute("VACUUM INTO ?1", [.text(copy)])
    let calculation = try SQLiteConnection(path: copy, mode: .readWrite)
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
          StoreProblem(
            .derivation,
            "\(value.attribute.name) is not what its derivation gives",
            table: schema.tables[value.entity.table].name,
            key: row[0].integer,
            entity: value.entity.entity.name,
            property: value.attribute.name
          )
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
