internal import AttributeValues
internal import ObjectModel

/// Finds for each property of an entity what it was in the entity's older version.
struct PropertyInference {
  private let origin: EntityDescription
  private let entity: EntityDescription
  /// What names and renaming identifiers do not say.
  private(set) var openQuestions: [(property: String, obstacle: MigrationObstacle)] = []

  init(from origin: EntityDescription, to entity: EntityDescription) {
    self.origin = origin
    self.entity = entity
  }

  private func slot(of property: PropertyDescription) -> EntityLayout.Slot? {
    origin.predecessor(of: property).flatMap { origin.layout.slot(named: $0.name) }
  }

  private mutating func note(_ property: PropertyDescription, _ reason: String, concernsCoreDataOnly: Bool = false) {
    let obstacle = MigrationObstacle(
      reason: "\(entity.name).\(property.name) \(reason)",
      concernsCoreDataOnly: concernsCoreDataOnly
    )
    openQuestions.append((property.name, obstacle))
  }

  /// Where the value of an attribute comes from.
  mutating func attribute(_ attribute: AttributeDescription) -> MappingModel.Origin {
    if attribute is DerivedAttributeDescription || attribute.isTransient { return .value(.null) }
    guard case .attribute(let slot)? = slot(of: attribute) else {
      if slot(of: attribute) != nil {
        note(attribute, "is an attribute and was none")
      } else if !attribute.isOptional, attribute.defaultValue.isNull {
        note(attribute, "is new and required, and has no default value")
      }
      return .value(attribute.defaultValue)
    }
    let old = origin.layout.attributes[slot]
    if old.attributeType != attribute.attributeType {
      note(
        attribute,
        "was \(old.attributeType.modelName) and is \(attribute.attributeType.modelName)",
        concernsCoreDataOnly: Self.canConvert(from: old.attributeType, to: attribute.attributeType)
      )
    }
    if attribute.isOptional || !old.isOptional { return .slot(slot) }
    if attribute.defaultValue.isNull { note(attribute, "has become required and has no default value") }
    return .slotOr(slot, attribute.defaultValue)
  }

  /// Whether every value of the old type is one of the new. Apple's documentation does not say that Core Data changes types.
  private static func canConvert(from old: AttributeType, to new: AttributeType) -> Bool {
    let integers: [AttributeType] = [.integer16, .integer32, .integer64]
    switch (integers.firstIndex(of: old), integers.firstIndex(of: new)) {
    case (let from?, let to?): return from <= to
    case (_?, nil): return [.double, .decimal].contains(new)
    default: return old == .float && new == .double
    }
  }

  /// Which relationship of the source a to-one relationship was; `nil` for a new one.
  mutating func toOne(_ relationship: RelationshipDescription) -> Int? {
    switch slot(of: relationship) {
    case .toOne(let slot)?:
      noteNeed(of: relationship, before: origin.layout.toOneRelationships[slot])
      return slot
    case nil:
      if !relationship.isOptional { note(relationship, "is new and required") }
    default: note(relationship, "is a to-one relationship and was none")
    }
    return nil
  }

  /// Which relationship of the source a to-many relationship was; `nil` for a new one.
  mutating func toMany(_ relationship: RelationshipDescription) -> EntityLayout.Slot? {
    switch slot(of: relationship) {
    case .toOne(let slot)?:
      noteNeed(of: relationship, before: origin.layout.toOneRelationships[slot])
      return .toOne(slot)
    case .toMany(let slot)?:
      noteNeed(of: relationship, before: origin.layout.toManyRelationships[slot])
      return .toMany(slot)
    case nil: return nil
    default:
      note(relationship, "is a relationship and was none")
      return nil
    }
  }

  /// Notes a relationship that has become required: whether objects have what it asks for is seen when they are copied. Apple's documentation does not say
  /// that Core Data migrates it.
  private mutating func noteNeed(of relationship: RelationshipDescription, before old: RelationshipDescription) {
    guard relationship.needsObject, !old.needsObject else { return }
    note(relationship, "has become required", concernsCoreDataOnly: true)
  }
}
