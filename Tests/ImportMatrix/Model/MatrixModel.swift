package import AttributeValues

/// A model as the matrix sees it: plain values that can be drawn at random, made smaller and written as a model file.
package struct MatrixModel: Sendable, Hashable {
  /// The entities; a parent stands before its sub-entities.
  package var entities: [MatrixEntity]

  package init(_ entities: [MatrixEntity]) { self.entities = entities }
}

/// An entity of a `MatrixModel`.
package struct MatrixEntity: Sendable, Hashable {
  package var name: String
  package var parent: String?
  package var isAbstract = false
  /// Its own attributes.
  package var attributes: [MatrixAttribute]
  /// Its own relationships.
  package var relationships: [MatrixRelationship]
  /// Its own uniqueness constraints, over attributes and to-one relationships.
  package var constraints: [[String]]

  package init(
    _ name: String,
    parent: String? = nil,
    isAbstract: Bool = false,
    attributes: [MatrixAttribute] = [],
    relationships: [MatrixRelationship] = [],
    constraints: [[String]] = []
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.relationships = relationships
    self.constraints = constraints
  }
}

/// An attribute of a `MatrixModel`.
package struct MatrixAttribute: Sendable, Hashable {
  /// What a derived attribute is worked out from.
  package enum Derivation: Sendable, Hashable {
    /// `canonical:(name)`: without case and accents.
    case canonical(String)
    /// `uppercase:(name)`.
    case uppercase(String)
    /// `relationship.@count`.
    case count(String)

    /// The property that it looks at.
    package var property: String {
      switch self {
      case .canonical(let name), .uppercase(let name), .count(let name): name
      }
    }
  }

  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  package var defaultValue: AttributeValue
  /// Limits of numbers and dates, lengths of texts.
  package var minimum: AttributeValue?
  package var maximum: AttributeValue?
  /// A regular expression of the form that `ReferenceValues.matches` understands.
  package var pattern: String?
  package var derivation: Derivation?
  /// The elements of a composite attribute.
  package var elements: [MatrixAttribute] = []

  package init(
    _ name: String,
    _ type: AttributeType = .string,
    isOptional: Bool = true,
    defaultValue: AttributeValue = .null,
    minimum: AttributeValue? = nil,
    maximum: AttributeValue? = nil,
    pattern: String? = nil,
    derivation: Derivation? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.pattern = pattern
    self.derivation = derivation
  }
}

/// A relationship of a `MatrixModel`.
package struct MatrixRelationship: Sendable, Hashable {
  package enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    case noAction = "No Action"
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
  }

  package var name: String
  package var destination: String
  package var inverse: String?
  package var isToMany: Bool
  package var isOrdered: Bool
  package var isOptional: Bool
  package var minCount: Int
  /// 0 for no limit.
  package var maxCount: Int
  package var deleteRule: DeleteRule

  package init(
    _ name: String,
    to destination: String,
    inverse: String? = nil,
    isToMany: Bool = false,
    isOrdered: Bool = false,
    isOptional: Bool = true,
    minCount: Int = 0,
    maxCount: Int = 0,
    deleteRule: DeleteRule = .nullify
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.minCount = minCount
    self.maxCount = maxCount
    self.deleteRule = deleteRule
  }
}

// MARK: Looking things up

extension MatrixModel {
  /// The entity with this name.
  package func entity(_ name: String) -> MatrixEntity? { entities.first { $0.name == name } }

  /// The entity and its parents, the topmost first.
  package func lineage(_ name: String) -> [MatrixEntity] {
    guard let entity = entity(name) else { return [] }
    return (entity.parent.map { lineage($0) } ?? []) + [entity]
  }

  /// Whether an entity is another one or inherits from it.
  package func isKind(_ name: String, of other: String) -> Bool { lineage(name).contains { $0.name == other } }

  /// All attributes, inherited ones first.
  package func attributes(of entity: String) -> [MatrixAttribute] { lineage(entity).flatMap(\.attributes) }

  /// All attributes that a source can fill.
  package func storedAttributes(of entity: String) -> [MatrixAttribute] {
    attributes(of: entity).filter { $0.derivation == nil && $0.type != .composite }
  }

  /// The attributes that an object has to have a value of.
  package func requiredAttributes(of entity: String) -> [MatrixAttribute] {
    attributes(of: entity).filter { $0.derivation == nil && !$0.isOptional }
  }

  /// All relationships, inherited ones first.
  package func relationships(of entity: String) -> [MatrixRelationship] { lineage(entity).flatMap(\.relationships) }

  /// All uniqueness constraints with the entities whose objects they are about: from the highest ancestor on that has all of the properties,
  /// because all of them stand in one table of the store.
  package var constraints: [(entity: String, names: [String])] {
    entities.flatMap { entity in
      entity.constraints.map { names in
        let highest = lineage(entity.name).first { ancestor in
          let known = attributes(of: ancestor.name).map(\.name) + relationships(of: ancestor.name).map(\.name)
          return names.allSatisfy(known.contains)
        }
        return (highest?.name ?? entity.name, names)
      }
    }
  }

  /// An attribute by its name.
  package func attribute(_ name: String, of entity: String) -> MatrixAttribute? {
    attributes(of: entity).first { $0.name == name }
  }

  /// A relationship by its name.
  package func relationship(_ name: String, of entity: String) -> MatrixRelationship? {
    relationships(of: entity).first { $0.name == name }
  }
}
