internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

/// The derived attributes of an entity, parsed once.
struct Derivations {
  let attributes: [(slot: Int, expression: ObjectExpression)]
  /// The derivations that depend on the clock: they are worked out when the row is saved, all others when it is read.
  let timestamps: [(slot: Int, expression: ObjectExpression)]

  init(of entity: EntityDescription) {
    var attributes: [(Int, ObjectExpression)] = []
    var timestamps: [(Int, ObjectExpression)] = []
    for (slot, attribute) in entity.layout.attributes.enumerated() {
      guard let derived = attribute as? DerivedAttributeDescription,
        let expression = try? ObjectExpression(format: derived.derivationExpressionText)
      else { continue }
      if case .function(.now, _) = expression {
        timestamps.append((slot, expression))
      } else {
        attributes.append((slot, expression))
      }
    }
    self.attributes = attributes
    self.timestamps = timestamps
  }
}

extension InMemoryStore {
  /// The row with its derived attributes worked out from what the store holds now.
  func deriving(_ row: StoreRow) -> StoreRow { evaluate(\.attributes, in: row) }

  /// The row with the time of its save.
  func stamping(_ row: StoreRow) -> StoreRow { evaluate(\.timestamps, in: row) }

  private func evaluate(
    _ choice: KeyPath<Derivations, [(slot: Int, expression: ObjectExpression)]>,
    in row: StoreRow
  ) -> StoreRow {
    let derived = derivations(of: row.objectID.entity)[keyPath: choice]
    // A derivation looks at stored values only, never at other derivations, which might look back.
    if derived.isEmpty || isDeriving { return row }
    isDeriving = true
    defer { isDeriving = false }
    var row = row
    for (slot, expression) in derived {
      // An expression that has no value for this row leaves the attribute without one, as SQL would.
      let value = try? expression.value(with: StoredRowSubject(row: row, store: self))
      row.attributes[slot] = value.map { FetchedValue($0).attributeValue } ?? .null
    }
    return row
  }

  private func derivations(of entity: EntityDescription) -> Derivations {
    if let known = derivationsByEntity[ObjectIdentifier(entity)] { return known }
    let derivations = Derivations(of: entity)
    derivationsByEntity[ObjectIdentifier(entity)] = derivations
    return derivations
  }
}
