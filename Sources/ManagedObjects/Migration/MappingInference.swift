internal import AttributeValues
internal import ObjectModel

/// Finds for each entity and property of a new model what it was in the old one.
struct MappingInference {
  let source: ManagedObjectModel
  private var taken: [String: String] = [:]
  /// What keeps a store from being migrated by the mapping.
  private(set) var obstacles: [MigrationObstacle] = []

  init(source: ManagedObjectModel) { self.source = source }

  /// The mapping to `entity`; `nil` if the entity is new. It is of use only where there are no obstacles but Core Data's own.
  mutating func mapping(to entity: EntityDescription) -> MappingModel.EntityMapping? {
    guard let origin = source.predecessor(of: entity), !origin.isAbstract else { return nil }
    if let rival = taken.updateValue(entity.name, forKey: origin.name) {
      note("both \(rival) and \(entity.name) were \(origin.name)")
    }
    let layout = entity.layout
    return MappingModel.EntityMapping(
      source: origin,
      destination: entity,
      attributes: layout.attributes.map { attribute($0, in: entity, from: origin) },
      toOne: layout.toOneRelationships.map { toOne($0, in: entity, from: origin) },
      toMany: layout.toManyRelationships.map { toMany($0, in: entity, from: origin) }
    )
  }

  /// Notes where two hierarchies of the source become one, which Core Data refuses: the rows of one table come from one table.
  mutating func checkHierarchies(of mappings: [MappingModel.EntityMapping]) {
    var roots: [String: String] = [:]
    for mapping in mappings {
      let (old, new) = (mapping.source.rootEntity.name, mapping.destination.rootEntity.name)
      guard let known = roots.updateValue(old, forKey: new), known != old else { continue }
      note("\(known) and \(old) get the common parent \(new)", concernsCoreDataOnly: true)
    }
  }

  private mutating func note(_ reason: String, concernsCoreDataOnly: Bool = false) {
    obstacles.append(MigrationObstacle(reason: reason, concernsCoreDataOnly: concernsCoreDataOnly))
  }

  private static func slot(of property: PropertyDescription, in origin: EntityDescription) -> EntityLayout.Slot? {
    origin.predecessor(of: property).flatMap { origin.layout.slot(named: $0.name) }
  }

  // MARK: Properties

  private mutating func attribute(
    _ attribute: AttributeDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) -> MappingModel.Origin {
    let name = "\(entity.name).\(attribute.name)"
    if attribute is DerivedAttributeDescription || attribute.isTransient { return .value(.null) }
    guard case .attribute(let slot)? = Self.slot(of: attribute, in: origin) else {
      if Self.slot(of: attribute, in: origin) != nil {
        note("\(name) is an attribute and was none")
      } else if !attribute.isOptional, attribute.defaultValue.isNull {
        note("\(name) is new and required, and has no default value")
      }
      return .value(attribute.defaultValue)
    }
    let old = origin.layout.attributes[slot]
    if old.attributeType != attribute.attributeType {
      note(
        "\(name) was \(old.attributeType.modelName) and is \(attribute.attributeType.modelName)",
        concernsCoreDataOnly: Self.canConvert(from: old.attributeType, to: attribute.attributeType)
      )
    }
    if attribute.isOptional || !old.isOptional { return .slot(slot) }
    if attribute.defaultValue.isNull { note("\(name) has become required and has no default value") }
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

  private mutating func toOne(
    _ relationship: RelationshipDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) -> Int? {
    switch Self.slot(of: relationship, in: origin) {
    case .toOne(let slot)?: return slot
    case nil:
      if !relationship.isOptional { note("\(entity.name).\(relationship.name) is new and required") }
    default: note("\(entity.name).\(relationship.name) is a to-one relationship and was none")
    }
    return nil
  }

  private mutating func toMany(
    _ relationship: RelationshipDescription,
    in entity: EntityDescription,
    from origin: EntityDescription
  ) -> EntityLayout.Slot? {
    switch Self.slot(of: relationship, in: origin) {
    case .toOne(let slot)?: return .toOne(slot)
    case .toMany(let slot)?: return .toMany(slot)
    case nil: return nil
    default:
      note("\(entity.name).\(relationship.name) is a relationship and was none")
      return nil
    }
  }
}
