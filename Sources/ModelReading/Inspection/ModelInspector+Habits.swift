internal import AttributeValues
internal import Findings
internal import ObjectModel

// What is no contradiction, but Xcode warns of.
extension ModelInspector {
  mutating func inspectHabits(of entity: EntityDescription) {
    if entity.isAbstract, entity.subentities.isEmpty {
      note(
        .modelAbstract,
        .note,
        "\(entity.name) is abstract and no entity inherits from it, so it can have no objects",
        entity: entity
      )
    }
    if entity.name.first?.isLowercase == true {
      note(
        .modelNaming,
        .warning,
        "The name of the entity \(entity.name) does not begin with a capital",
        entity: entity
      )
    }
    for property in entity.declaredProperties { inspectHabits(of: property, in: entity) }
  }

  private mutating func inspectHabits(of property: PropertyDescription, in entity: EntityDescription) {
    let name = "\(entity.name).\(property.name)"
    if Self.takenNames.contains(property.name) {
      note(
        .modelNaming,
        .warning,
        "\(name) has the name of something that every managed object has",
        entity: entity,
        property: property
      )
    } else if property.name.first?.isUppercase == true {
      note(.modelNaming, .warning, "\(name) begins with a capital", entity: entity, property: property)
    }
    switch property {
    case let relationship as RelationshipDescription where relationship.deleteRule == .noAction:
      note(
        .modelNoAction,
        .warning,
        "Deleting an object of \(entity.name) leaves the inverse of \(property.name) pointing nowhere",
        entity: entity,
        property: property
      )
    case let attribute as AttributeDescription where attribute.attributeType == .transformable:
      let insecure = ["NSKeyedUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName"]
      guard attribute.valueTransformerName.map(insecure.contains) ?? true, !attribute.isTransient else { return }
      note(
        .modelTransformer,
        .note,
        "\(name) names no secure transformer, so what its bytes may hold is not limited",
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
