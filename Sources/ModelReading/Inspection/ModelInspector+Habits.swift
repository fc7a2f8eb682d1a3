internal import AttributeValues
internal import Findings
internal import ObjectModel

// What is no contradiction, but Xcode warns of.
extension ModelInspector {
  mutating func inspectHabits(of entity: EntityDescription) {
    if entity.isAbstract, entity.subentities.isEmpty {
      note(.abstract(entity.name), .note, entity: entity)
    }
    if let kind = Self.oddity(of: entity.name, named: entity.name) {
      note(kind.finding, kind.severity, entity: entity)
    } else if entity.name.first?.isLowercase == true {
      note(.smallEntity(entity.name), .warning, entity: entity)
    }
    for property in entity.declaredProperties { inspectHabits(of: property, in: entity) }
  }

  private mutating func inspectHabits(of property: PropertyDescription, in entity: EntityDescription) {
    let name = "\(entity.name).\(property.name)"
    if let kind = Self.oddity(of: property.name, named: name) {
      note(kind.finding, kind.severity, entity: entity, property: property)
    } else if Self.takenNames.contains(property.name) {
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

  /// What is wrong with a name that is no identifier. Xcode's editor takes none, but a file may have one.
  private static func oddity(of name: String, named place: String) -> (finding: ModelFinding, severity: Severity)? {
    let scalars = name.unicodeScalars
    if name.hasPrefix("@") || scalars.contains(where: { $0 == "." || $0.properties.generalCategory == .control }) {
      return (.unusableName(place), .error)
    }
    let isIdentifier =
      scalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? true
      && scalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    return isIdentifier ? nil : (.noIdentifier(place), .warning)
  }

  /// Names that `NSObject` and `NSManagedObject` have methods for.
  private static let takenNames: Set<String> = [
    "class", "changedValues", "debugDescription", "description", "entity", "faultingState", "hasChanges", "hash",
    "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "managedObjectContext",
    "objectID", "observationInfo", "retainCount", "self", "superclass", "zone",
  ]
}
