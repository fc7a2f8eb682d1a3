internal import AttributeValues
internal import ObjectModel

/// The types that Xcode gives properties of `NSManagedObject`'s subclasses.
enum AppleTypes {
  static func type(of property: PropertyDescription, plan: ClassPlan) -> String {
    switch property {
    case let attribute as AttributeDescription: type(of: attribute)
    case let relationship as RelationshipDescription:
      if relationship.isToMany {
        relationship.isOrdered ? "NSOrderedSet?" : "NSSet?"
      } else {
        plan.className(of: relationship.destinationEntity, base: "NSManagedObject") + "?"
      }
    default: "[\(fetchedClass(of: property, plan))]?"
    }
  }

  private static func fetchedClass(of property: PropertyDescription, _ plan: ClassPlan) -> String {
    let entityName = (property as? FetchedPropertyDescription)?.fetchRequest.entityName ?? ""
    return plan.classNames[entityName].map(SwiftIdentifier.quoted) ?? "NSManagedObject"
  }

  /// An object type is optional whatever the model says, because a new object has no value yet; a scalar never is.
  private static func type(of attribute: AttributeDescription) -> String {
    let isScalar = attribute.usesScalarValueType
    return switch attribute.attributeType {
    case .integer16: isScalar ? "Int16" : "NSNumber?"
    case .integer32: isScalar ? "Int32" : "NSNumber?"
    case .integer64: isScalar ? "Int64" : "NSNumber?"
    case .double: isScalar ? "Double" : "NSNumber?"
    case .float: isScalar ? "Float" : "NSNumber?"
    case .boolean: isScalar ? "Bool" : "NSNumber?"
    case .date: isScalar ? "TimeInterval" : "Date?"
    case .decimal: "NSDecimalNumber?"
    case .string: "String?"
    case .binaryData: "Data?"
    case .uuid: "UUID?"
    case .uri: "URL?"
    case .composite: "[String : Any]?"
    case .transformable: "\(className(attribute.attributeValueClassName))?"
    case .undefined: "NSObject?"
    }
  }

  /// The class that the model names, if it looks like a type: letters, and the brackets of Swift's collections.
  private static func className(_ name: String?) -> String {
    guard let name, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_.[]: ".contains($0) }) else {
      return "NSObject"
    }
    return name
  }
}
