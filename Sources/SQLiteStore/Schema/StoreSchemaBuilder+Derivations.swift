internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

extension StoreSchemaBuilder {
  /// Adds the triggers of derived attributes.
  ///
  /// Real stores show those of counts over a to-many relationship and of key paths over one to-one relationship. Sums and the like, and
  /// longer key paths, get triggers of the same make. How Core Data keeps functions of values and `now()` is not known; a `SQLiteStore`
  /// works them out itself when it saves.
  mutating func addDerivationTriggers() {
    for entity in order {
      for attribute in storedAttributes(entity) {
        guard let derived = attribute as? DerivedAttributeDescription,
          let column = columns[.property(ObjectIdentifier(derived))]
        else { continue }
        let source = DerivationSource(
          table: tables[column.table].name,
          entity: entity.name,
          attribute: derived.name,
          column: column.name,
          isInteger: derived.attributeType.integerRange != nil,
          entityNumbers: entity.superentity == nil ? nil : subtree(entity).map(number)
        )
        guard let made = triggers(of: derived, source: source, entity: entity) else {
          note(
            derived,
            "the derivation \(derived.derivationExpressionText): how Core Data keeps it is not known, so no trigger is made"
          )
          continue
        }
        if made.contains(where: { !$0.isProven }) {
          note(derived, "the derivation \(derived.derivationExpressionText): the form of its triggers is inferred")
        }
        derivationTriggers += made.map { trigger in
          var trigger = trigger
          (trigger.table, trigger.entity, trigger.attribute) = (source.table, source.entity, source.attribute)
          return trigger
        }
      }
    }
  }

  private func triggers(
    of derived: DerivedAttributeDescription,
    source: DerivationSource,
    entity: EntityDescription
  ) -> [DerivationTrigger]? {
    guard derived.filteringPredicateText == nil, let path = Self.path(of: derived.derivationExpressionText) else {
      return nil
    }
    if let place = path.firstIndex(where: { $0.hasPrefix("@") }) {
      return statisticTriggers(path, operation: place, source: source, entity: entity)
    }
    guard let (steps, value) = steps(path, from: entity) else { return nil }
    if steps.count == 1 { return DerivationTrigger.path(source, steps[0], value: value) }
    return DerivationTrigger.longPath(source, steps, value: value)
  }

  /// `pages.@count`, `pages.@sum.words`, `pages.words.@sum`.
  private func statisticTriggers(
    _ path: [String],
    operation place: Int,
    source: DerivationSource,
    entity: EntityDescription
  ) -> [DerivationTrigger]? {
    let rest = path.enumerated().filter { $0.offset != place }.map(\.element)
    guard let first = rest.first, place > 0,
      let relationship = entity.propertiesByName[first] as? RelationshipDescription,
      relationship.isToMany, let inverse = relationship.inverseRelationship, !inverse.isToMany,
      let member = columns[.property(ObjectIdentifier(inverse))]
    else { return nil }
    let step = DerivationStep(table: tables[member.table].name, link: member.name)
    if path[place] == "@count" { return rest.count == 1 ? DerivationTrigger.count(source, step) : nil }
    guard rest.count == 2, let function = DerivationTrigger.statistics[path[place]],
      let destination = relationship.destinationEntity, let value = column(of: destination, path: rest[1])
    else { return nil }
    return DerivationTrigger.statistic(source, step, function: function, value: value)
  }

  /// The to-one relationships of a key path and the column at its end.
  private func steps(_ path: [String], from entity: EntityDescription) -> (steps: [DerivationStep], value: String)? {
    var steps: [DerivationStep] = []
    var current = entity
    for name in path.dropLast() {
      guard let relationship = current.propertiesByName[name] as? RelationshipDescription, !relationship.isToMany,
        let link = columns[.property(ObjectIdentifier(relationship))], let next = relationship.destinationEntity,
        let table = roots.firstIndex(where: { $0 === next.rootEntity })
      else { return nil }
      steps.append(DerivationStep(table: tables[table].name, link: link.name))
      current = next
    }
    guard let last = path.last, current.propertiesByName[last] is AttributeDescription,
      let value = column(of: current, path: last)
    else { return nil }
    return (steps, value)
  }

  /// The components of a derivation that is a key path; `count:(pages)` reads as `pages.@count`, as it is compiled from it.
  private static func path(of expression: String) -> [String]? {
    switch try? ObjectExpression(format: expression) {
    case .keyPath(let path, .evaluatedObject): path.components
    case .function(let function, let arguments):
      if case .keyPath(let path, .evaluatedObject)? = arguments.first, let operation = operators[function] {
        path.components + [operation]
      } else {
        nil
      }
    default: nil
    }
  }

  private static let operators: [PredicateFunction: String] = [
    .count: "@count", .sum: "@sum", .average: "@avg", .minimum: "@min", .maximum: "@max",
  ]
}

/// The derived attribute that a trigger keeps.
struct DerivationSource {
  var table: String
  var entity: String
  var attribute: String
  var column: String
  /// Whether the attribute holds whole numbers.
  var isInteger: Bool
  /// The numbers of the entities that have the attribute, when they share their table with others.
  var entityNumbers: [Int64]?

  /// The WHERE clause for rows of those entities.
  var restriction: String {
    entityNumbers.map { " WHERE Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
  }
}

/// A relationship that a derivation follows: the table at its other end, and the column that holds the link. Of a to-one relationship that
/// is a column of the table before, of a to-many one the members' own.
struct DerivationStep {
  var table: String
  var link: String
}
