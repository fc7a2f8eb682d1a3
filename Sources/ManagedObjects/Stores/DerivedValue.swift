package import AttributeValues
internal import FoundationEssentials
package import ObjectModel
package import PredicateLanguage

/// A derived attribute of an entity, its expression parsed once: how both stores work its value out.
package struct DerivedValue: Sendable {
  /// What a derivation looks at, which says when it has to be worked out again.
  package enum Dependence: Sendable, Hashable {
    /// The time of the save.
    case clock
    /// The object's own attributes.
    case object
    /// Related objects too, at the end of these key paths and of each part of them from the beginning.
    case related(keyPaths: [[String]])
  }

  /// The attribute's slot in the entity's layout.
  package let slot: Int
  package let attribute: AttributeDescription
  package let dependence: Dependence
  /// The slots of the object's own attributes that it looks at.
  package let ownSlots: [Int]
  /// The slot of the attribute that it is a copy of. The store copies the value as it is, without a conversion to the type of the derived attribute.
  package let copiedSlot: Int?
  private let expression: ObjectExpression

  /// The derived attributes of an entity that have an expression of the language. Those with a filtering predicate are left out: which
  /// objects it is for is not documented.
  package static func all(of entity: EntityDescription) -> [DerivedValue] {
    entity.layout.attributes.enumerated().compactMap { slot, attribute in
      guard let derived = attribute as? DerivedAttributeDescription, derived.filteringPredicateText == nil,
        let expression = try? ObjectExpression(format: derived.derivationExpressionText)
      else { return nil }
      return DerivedValue(slot: slot, attribute: derived, expression: expression, entity: entity)
    }
  }

  private init(slot: Int, attribute: AttributeDescription, expression: ObjectExpression, entity: EntityDescription) {
    self.slot = slot
    self.attribute = attribute
    self.expression = expression
    if case .function(.now, _) = expression {
      dependence = .clock
      ownSlots = []
      copiedSlot = nil
      return
    }
    var keyPaths: [[String]] = []
    var ownSlots: [Int] = []
    expression.visit { part in
      guard case .keyPath(let path, _) = part else { return }
      if let name = path.components.first, case .attribute(let slot)? = entity.layout.slot(named: name) {
        ownSlots.append(slot)
      }
      // Collection operators stand between the relationships and the value.
      let names = path.components.filter { !$0.hasPrefix("@") }
      let relationships = Self.relationships(names, from: entity)
      if !relationships.isEmpty { keyPaths.append(relationships) }
    }
    self.ownSlots = ownSlots
    if case .keyPath(let path, _) = expression, path.components.count == 1 {
      copiedSlot = ownSlots.first
    } else {
      copiedSlot = nil
    }
    dependence = keyPaths.isEmpty ? .object : .related(keyPaths: keyPaths)
  }

  /// The names at the beginning of a key path that are relationships.
  private static func relationships(_ names: [String], from entity: EntityDescription) -> [String] {
    var current: EntityDescription? = entity
    return Array(
      names.prefix { name in
        guard let relationship = current?.propertiesByName[name] as? RelationshipDescription else { return false }
        current = relationship.destinationEntity
        return true
      }
    )
  }

  /// The value for a row; `.null` where the expression has none, as in SQL.
  ///
  /// - Parameters:
  ///   - store: Where related rows are read.
  ///   - failure: Where it is noted that they could not be; to be looked at afterwards.
  ///   - now: What `now()` gives, in seconds since 2001-01-01 00:00:00 UTC; `nil` for the clock.
  package func value(
    for row: StoreRow,
    in store: any PersistentStore,
    failure: ReadFailure,
    now: Double?
  ) -> AttributeValue {
    value(of: StoredRowSubject(row: row, store: store, failure: failure), now: now)
  }

  /// The value for an object of the entity, whose properties `subject` knows by name.
  package func value(of subject: any PredicateSubject, now: Double?) -> AttributeValue {
    // What cannot be evaluated has no value, as in SQL; a subject that cannot read its properties says so by itself.
    guard let found = try? expression.value(with: subject, now: now) else { return .null }
    let value = FetchedValue(found).attributeValue
    if attribute.attributeType.integerRange != nil, case .double(let number) = value {
      // An average of whole numbers in an attribute of whole numbers is cut off, as SQL's CAST does it.
      return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? .null
    }
    return AttributeValue(value.anyValue, type: attribute.attributeType) ?? .null
  }
}

extension StoreRow {
  /// Works derived attributes out.
  ///
  /// - Parameter failure: Where it is noted that related rows could not be read; to be looked at afterwards.
  package mutating func derive(
    _ values: [DerivedValue],
    in store: any PersistentStore,
    failure: ReadFailure,
    now: Double? = nil
  ) {
    // All look at the row as it was: a derivation of a derivation might look back.
    let row = self
    for value in values { attributes[value.slot] = value.value(for: row, in: store, failure: failure, now: now) }
  }
}
