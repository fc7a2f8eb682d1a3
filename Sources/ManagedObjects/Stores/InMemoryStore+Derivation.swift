internal import ObjectModel

/// The derived attributes of an entity: those that are worked out when a row is saved, because they depend on the clock, and all others, which are when it
/// is read.
struct Derivations {
  let timestamps: [DerivedValue]
  let others: [DerivedValue]

  init(of entity: EntityDescription) {
    let all = DerivedValue.all(of: entity)
    timestamps = all.filter { $0.dependence == .clock }
    others = all.filter { $0.dependence != .clock }
  }
}

extension InMemoryStore {
  /// The row with its derived attributes worked out from what the store holds now.
  func deriving(_ row: StoreRow) -> StoreRow { evaluate(\.others, in: row, now: nil) }

  /// The row with the time of its save, in seconds since 2001-01-01 00:00:00 UTC.
  func stamping(_ row: StoreRow, now: Double) -> StoreRow { evaluate(\.timestamps, in: row, now: now) }

  private func evaluate(_ choice: KeyPath<Derivations, [DerivedValue]>, in row: StoreRow, now: Double?) -> StoreRow {
    let derived = derivations(of: row.objectID.entity)[keyPath: choice]
    // A derivation looks at stored values only, never at other derivations, which might look back.
    if derived.isEmpty || isDeriving { return row }
    isDeriving = true
    defer { isDeriving = false }
    var row = row
    row.derive(derived, in: self, now: now)
    return row
  }

  private func derivations(of entity: EntityDescription) -> Derivations {
    if let known = derivationsByEntity[ObjectIdentifier(entity)] { return known }
    let derivations = Derivations(of: entity)
    derivationsByEntity[ObjectIdentifier(entity)] = derivations
    return derivations
  }
}
