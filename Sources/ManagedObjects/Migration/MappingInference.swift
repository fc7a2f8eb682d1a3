internal import AttributeValues
internal import ObjectModel

/// Finds for each entity and property of a new model what it was in the old one.
struct MappingInference {
  let source: ManagedObjectModel
  private var taken: [String: String] = [:]

  init(source: ManagedObjectModel) { self.source = source }

  /// The mapping to `entity`; `nil` if the entity is new.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`.
  mutating func mapping(to entity: EntityDescription) throws -> MappingModel.EntityMapping? {
    guard let origin = origin(of: entity), !origin.isAbstract else { return nil }
    if let rival = taken.updateValue(entity.name, forKey: origin.name) {
      throw Self.impossible("both \(rival) and \(entity.name) were \(origin.name)")
    }
    let layout = entity.layout
    return MappingModel.EntityMapping(
      source: origin,
      destination: entity,
      attributes: try layout.attributes.map { try Self.attribute($0, in: entity, from: origin) },
      toOne: try layout.toOneRelationships.map { try toOne($0, in: entity, from: origin) },
      toMany: try layout.toManyRelationships.map { try toMany($0, in: entity, from: origin) }
    )
  }

  private func origin(of entity: EntityDescription) -> EntityDescription? {
    let name = entity.renamingIdentifier ?? entity.name
    return source.entities.first { ($0.renamingIdentifier ?? $0.name) == name }
      ?? source.entities.first { $0.name == name }
  }

  private static func slot(of property: PropertyDescription, in origin: EntityDescription) -> EntityLayout.Slot? {
    let name = property.renamingIdentifier ?? property.name
    let match =
      origin.properties.last { ($0.renamingIdentifier ?? $0.name) == name }
      ?? origin.properties.last { $0.name == name }
    return match.flatMap { origin.layout.slot(named: $0.name) }
  }

  private static func impossible(_ reason: String) -> PersistentStoreError { .migrationImpossible(reason: reason) }

  // MARK: Properties

  private static func attribute(
    _ attribute: AttributeDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) throws -> MappingModel.Origin {
    let name = "\(entity.name).\(attribute.name)"
    if attribute is DerivedAttributeDescription || attribute.isTransient { return .value(.null) }
    guard case .attribute(let slot)? = slot(of: attribute, in: origin) else {
      if Self.slot(of: attribute, in: origin) != nil {
        throw impossible("\(name) is an attribute and was none")
      }
      guard attribute.isOptional || !attribute.defaultValue.isNull else {
        throw impossible("\(name) is new and required, and has no default value")
      }
      return .value(attribute.defaultValue)
    }
    let old = origin.layout.attributes[slot]
    guard canConvert(from: old, to: attribute) else {
      throw impossible("\(name) was \(old.attributeType.modelName) and is \(attribute.attributeType.modelName)")
    }
    if attribute.isOptional || !old.isOptional { return .slot(slot) }
    guard !attribute.defaultValue.isNull else {
      throw impossible("\(name) has become required and has no default value")
    }
    return .slotOr(slot, attribute.defaultValue)
  }

  /// Whether every value of the old attribute is one of the new.
  private static func canConvert(from old: AttributeDescription, to new: AttributeDescription) -> Bool {
    if old.attributeType == new.attributeType { return true }
    let integers: [AttributeType] = [.integer16, .integer32, .integer64]
    switch (integers.firstIndex(of: old.attributeType), integers.firstIndex(of: new.attributeType)) {
    case (let from?, let to?): return from <= to
    case (_?, nil): return [.double, .decimal].contains(new.attributeType)
    default: return old.attributeType == .float && new.attributeType == .double
    }
  }

  private func toOne(
    _ relationship: RelationshipDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) throws -> Int? {
    switch Self.slot(of: relationship, in: origin) {
    case .toOne(let slot)?: return slot
    case nil:
      guard relationship.isOptional else {
        throw Self.impossible("\(entity.name).\(relationship.name) is new and required")
      }
      return nil
    default: throw Self.impossible("\(entity.name).\(relationship.name) is a to-one relationship and was none")
    }
  }

  private func toMany(
    _ relationship: RelationshipDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) throws -> EntityLayout.Slot? {
    switch Self.slot(of: relationship, in: origin) {
    case .toOne(let slot)?: return .toOne(slot)
    case .toMany(let slot)?: return .toMany(slot)
    case nil: return nil
    default: throw Self.impossible("\(entity.name).\(relationship.name) is a relationship and was none")
    }
  }
}
