internal import AttributeValues
internal import Findings
internal import ObjectModel

// What is no contradiction, but Xcode warns of.
extension ModelInspector {
  mutating func inspectHabits(of entity: EntityDescription) {
    if entity.isAbstract, entity.subentities.isEmpty {
      note(.abstract(entity.name), .note, entity: entity)
    }
    if entity.name.first?.isLowercase == true {
      note(.smallEntity(entity.name), .warning, entity: entity)
    }
    for property in entity.declaredProperties { inspectHabits(of: property, in: entity) }
  }

  private mutating func inspectHabits(of property: PropertyDescription, in entity: EntityDescription) {
    let name = "\(entity.name).\(property.name)"
    if Self.takenNames.contains(property.name) {
      note(.takenName(name), .warning, entity: entity, property: property)
    } else if property.name.first?.isUppercase == true {
      note(.capital(name), .warning, entity: entity, property: property)
    }
    switch property {
    case let relationship as RelationshipDescription where relationship.deleteRule == .noAction:
      let kind = ModelFinding.noAction(relationship: property.name, entity: entity.name)
      note(kind, .warning, entity: entity, property: property)
    case let attribute as AttributeDescription where attribute.attributeType == .transformable:
      let insecure = ["NSKeyedUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName"]
      guard attribute.valueTransformerName.map(insecure.contains) ?? true, !attribute.isTransient else { return }
      note(
        .transformer(of: name),
        .note,
        entity: entity,
        property: property,
        value: attribute.valueTransformerName,
        suggestion: "NSSecureUnarchiveFromData"
      )
    default: break
    }
  }

  /// Names that `NSObject` and `NSManagedObject` have methods for.
  private static let takenNames: Set<String> = [
    "class", "changedValues", "debugDescription", "description", "entity", "faultingState", "hasChanges", "hash",
    "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "managedObjectContext",
    "objectID", "observationInfo", "retainCount", "self", "superclass", "zone",
  ]
}
