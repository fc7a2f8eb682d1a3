internal import ObjectModel

/// Works out the derived attributes of an in-memory store's rows.
final class InMemoryDerivations {
  /// The derived attributes of an entity: those that are worked out when a row is saved, because they depend on the clock, and all others, which are
  /// when it is read.
  private struct Derivations {
    let timestamps: [DerivedValue]
    let others: [DerivedValue]

    init(of entity: EntityDescription) {
      let all = DerivedValue.all(of: entity)
      timestamps = all.filter { $0.dependence == .clock }
      others = all.filter { $0.dependence != .clock }
    }
  }

  private var byEntity: [ObjectIdentifier: Derivations] = [:]
  private var isDeriving = false

  /// The row with its derived attributes worked out from what the store holds now.
  func deriving(_ row: StoreRow, in store: InMemoryStore) -> StoreRow {
    evaluate(derivations(of: row.objectID.entity).others, in: row, of: store, now: nil)
  }

  /// The row with the time of its save, in seconds since 2001-01-01 00:00:00 UTC.
  func stamping(_ row: StoreRow, in store: InMemoryStore, now: Double) -> StoreRow {
    evaluate(derivations(of: row.objectID.entity).timestamps, in: row, of: store, now: now)
  }

  private func evaluate(_ derived: [DerivedValue], in row: StoreRow, of store: InMemoryStore, now: Double?) -> StoreRow
  {
    // A derivation looks at stored values only, never at other derivations, which might look back.
    if derived.isEmpty || isDeriving { return row }
    isDeriving = true
    defer { isDeriving = false }
    var row = row
    // Reading from memory does not fail.
    row.derive(derived, in: store, failure: ReadFailure(), now: now)
    return row
  }

  private func derivations(of entity: EntityDescription) -> Derivations {
    if let known = byEntity[ObjectIdentifier(entity)] { return known }
    let derivations = Derivations(of: entity)
    byEntity[ObjectIdentifier(entity)] = derivations
    return derivations
  }
}
