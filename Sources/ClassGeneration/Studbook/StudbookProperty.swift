internal import ObjectModel

/// One typed property of a subclass of `ManagedObject`.
struct StudbookProperty {
  private let type: String
  private let name: String
  private let getter: String
  private let setter: String?
  private let comment: String?
  /// Whether the property's type is one of Foundation's.
  let usesFoundation: Bool
  /// Whether the property's type is the base class.
  let usesManagedObject: Bool

  init(_ property: PropertyDescription, name: String, types: StudbookTypes, plan: ClassPlan) {
    self.name = name
    let key = SwiftLiteral.text(property.name)
    switch property {
    case let attribute as AttributeDescription:
      let value = types.type(of: attribute)
      usesFoundation = value.isFoundation
      usesManagedObject = false
      let isReadOnly = attribute is DerivedAttributeDescription || attribute.isReadOnly
      if value.isUntyped {
        type = "\(value.name)?"
        getter = value.name == "Any" ? "value(forKey: \(key))" : "value(forKey: \(key)) as? \(value.name)"
        setter = isReadOnly ? nil : "setProperty(\(key), to: newValue)"
      } else {
        let zero = attribute.isOptional ? nil : value.zero
        type = zero == nil ? "\(value.name)?" : value.name
        getter = "attribute(\(key))" + (zero.map { " ?? \($0)" } ?? "")
        setter = isReadOnly ? nil : "setAttribute(\(key), to: newValue)"
      }
      comment = Self.comment(attribute)
    case let relationship as RelationshipDescription:
      let member = plan.className(of: relationship.destinationEntity, base: types.managedObject)
      usesFoundation = false
      usesManagedObject = member == types.managedObject
      setter = "setProperty(\(key), to: newValue)"
      comment = nil
      if !relationship.isToMany {
        type = "\(member)?"
        getter = "related(\(key))"
      } else if relationship.isOrdered {
        type = "[\(member)]"
        getter = "relatedObjects(\(key))"
      } else {
        type = "\(types.swift("Set"))<\(member)>"
        getter = "\(types.swift("Set"))(relatedObjects(\(key)) as [\(member)])"
      }
    default:
      let fetched = (property as? FetchedPropertyDescription)?.fetchRequest.entityName ?? ""
      let member = plan.classNames[fetched].map(SwiftIdentifier.quoted) ?? types.managedObject
      usesFoundation = false
      usesManagedObject = member == types.managedObject
      type = "[\(member)]"
      getter = "relatedObjects(\(key))"
      setter = nil
      comment = "Fetched whenever it is asked for."
    }
  }

  private static func comment(_ attribute: AttributeDescription) -> String? {
    if let derived = attribute as? DerivedAttributeDescription {
      return "Derived by the store at each save: `\(StudbookClassWriter.comment(derived.derivationExpressionText))`."
    }
    return attribute.isTransient ? "Kept in memory only." : nil
  }

  func declaration(visible: String) -> String {
    let head = comment.map { "/// \($0)\n" } ?? ""
    guard let setter else { return "\(head)\(visible)var \(name): \(type) { \(getter) }" }
    return """
      \(head)\(visible)var \(name): \(type) {
        get { \(getter) }
        set { \(setter) }
      }
      """
  }
}
