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
    note([property.name], reason, concernsCoreDataOnly: concernsCoreDataOnly)
  }

  /// - Parameter path: The property's name, or an attribute's and those of its elements from the outside in.
  private mutating func note(_ path: [String], _ reason: String, concernsCoreDataOnly: Bool = false) {
    let obstacle = MigrationObstacle(
      reason: "\(entity.name).\(path.joined(separator: ".")) \(reason)",
      concernsCoreDataOnly: concernsCoreDataOnly
    )
    openQuestions.append((path[0], obstacle))
  }

  /// Where the value of an attribute comes from. No store has values of one that was transient.
  mutating func attribute(_ attribute: AttributeDescription) -> MappingModel.Origin {
    if attribute is DerivedAttributeDescription || attribute.isTransient { return .value(.null) }
    let olds = origin.layout.attributes
    switch slot(of: attribute) {
    case .attribute(let slot)? where !olds[slot].isTransient:
      return value(of: attribute, at: [attribute.name], from: slot, of: olds)
    case .attribute?, nil: return value(of: attribute, at: [attribute.name], from: nil, of: olds)
    default:
      note(attribute, "is an attribute and was none")
      return .value(attribute.defaultValue)
    }
  }

  /// Where the value of an attribute comes from, or of an element of a composite one.
  ///
  /// - Parameters:
  ///   - path: Its name, or the attribute's and those of elements from the outside in.
  ///   - slot: Its place among `olds`; `nil` for a new one.
  ///   - olds: The older entity's attributes, or the elements of the composite attribute that they belong to.
  private mutating func value(
    of attribute: AttributeDescription,
    at path: [String],
    from slot: Int?,
    of olds: [AttributeDescription]
  ) -> MappingModel.Origin {
    guard let slot else {
      if !attribute.isOptional, attribute.defaultValue.isNull {
        note(path, "is new and required, and has no default value")
      }
      return .value(attribute.defaultValue)
    }
    let old = olds[slot]
    if old.attributeType != attribute.attributeType {
      note(
        path,
        "was \(old.attributeType.modelName) and is \(attribute.attributeType.modelName)",
        concernsCoreDataOnly: Self.canConvert(from: old.attributeType, to: attribute.attributeType)
      )
    }
    let hasBecomeRequired = !attribute.isOptional && old.isOptional
    if hasBecomeRequired, attribute.defaultValue.isNull { note(path, "has become required and has no default value") }
    let other = hasBecomeRequired ? attribute.defaultValue : .null
    guard let composite = attribute as? CompositeAttributeDescription,
      let before = old as? CompositeAttributeDescription
    else { return hasBecomeRequired ? .slotOr(slot, other) : .slot(slot) }
    var elements: [MappingModel.Origin] = []
    for element in composite.elements {
      let former = EntityDescription.predecessor(of: element, among: before.elements)
      let place = before.elements.firstIndex { $0 === former }
      elements.append(value(of: element, at: path + [element.name], from: place, of: before.elements))
    }
    return .composite(slot, names: before.elements.map(\.name), elements: elements, or: other)
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
      if !relationship.isOptional {
        note(relationship, "is new and required", concernsCoreDataOnly: isSaidByInverse(relationship))
      }
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

  /// Whether the other end of a new relationship was there, from which its objects come.
  private func isSaidByInverse(_ relationship: RelationshipDescription) -> Bool {
    guard let inverse = relationship.inverseRelationship, let owner = inverse.entity else { return false }
    return origin.managedObjectModel?.predecessor(of: owner)?.predecessor(of: inverse) is RelationshipDescription
  }

  /// Notes a relationship that has become required: whether objects have what it asks for is seen when they are copied. Apple's documentation does not say
  /// that Core Data migrates it.
  private mutating func noteNeed(of relationship: RelationshipDescription, before old: RelationshipDescription) {
    guard relationship.needsObject, !old.needsObject else { return }
    note(relationship, "has become required", concernsCoreDataOnly: true)
  }
}
