internal import AttributeValues
internal import ObjectModel

// The part of validation that a subclass has a say in.
extension ManagedObject {
  /// Lets a subclass check, and perhaps replace, an attribute's value; returns whether the model's rules are still to be applied.
  final func validateWithHook(attribute slot: Int, into errors: inout [ValidationError]) -> Bool {
    let description = runtime.layout.attributes[slot]
    let original = attributes[slot]
    let shown = description.anyValue(of: original)
    var value = shown
    do {
      try callValidationHook(&value, forKey: description.name)
      let replaced = try typedValue(value, of: description)
      // A transformable value that comes back as it went may still have other bytes; only a real replacement is stored.
      let isReturned = description.attributeType == .transformable && Self.isSame(value, shown)
      if !isReturned, !replaced.isIdentical(to: original) { setAttribute(replaced, slot: slot) }
      return true
    } catch {
      errors.append(contentsOf: validationErrors(from: error, key: description.name, value: original))
      return false
    }
  }

  /// The same for every relationship that changed.
  final func validateRelationshipsWithHooks(into errors: inout [ValidationError]) {
    let layout = runtime.layout
    if !flags.contains(.fault) {
      for slot in toOne.indices
      where isInserted || currentIdentity(ofToOne: slot) != committedIdentity(ofToOne: slot) {
        validateWithHook(relationship: layout.toOneRelationships[slot].name, into: &errors)
      }
    }
    for slot in toMany.indices where !toMany[slot].isUnchanged {
      validateWithHook(relationship: layout.toManyRelationships[slot].name, into: &errors)
    }
  }

  private final func validateWithHook(relationship name: String, into errors: inout [ValidationError]) {
    let original = primitiveValue(forKey: name)
    var value = original
    do {
      try callValidationHook(&value, forKey: name)
      if !Self.isSame(value, original) { try setValue(value, forKey: name) }
    } catch {
      errors.append(contentsOf: validationErrors(from: error, key: name, value: .null))
    }
  }

  private final func callValidationHook(_ value: inout Any?, forKey key: String) throws {
    state.setValidating(true)
    defer { state.setValidating(false) }
    try validateValue(&value, forKey: key)
  }

  private static func isSame(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left as AnyHashable, let right as AnyHashable): left == right
    default: false
    }
  }

  // MARK: Errors

  /// A failure of one of this object's properties, with the names that people know entity and property by.
  final func validationError(
    _ failure: ValidationFailure,
    of property: PropertyDescription,
    value: AttributeValue
  ) -> ValidationError {
    ValidationError(
      ValidationError.Code(rawValue: failure.code) ?? .managedObjectValidation,
      objectID: objectID,
      key: failure.propertyName,
      value: value,
      message: message(of: failure, of: property)
    )
  }

  private final func message(of failure: ValidationFailure, of property: PropertyDescription) -> String {
    let model = entity.managedObjectModel
    if case .predicate(let warning) = failure.kind { return model?.localizedErrorString(warning) ?? warning }
    guard let model, model.localizationDictionary != nil else { return "\(entity.name).\(failure.message)" }
    let text = failure.message(namingProperty: model.localizedName(of: property, in: entity))
    return "\(model.localizedName(of: entity)): \(text)"
  }

  final func missingObject(of relationship: RelationshipDescription) -> ValidationError {
    ValidationError(
      .missingMandatoryProperty,
      objectID: objectID,
      key: relationship.name,
      message: "\(entity.name).\(relationship.name) is required and has no object"
    )
  }

  final func denial(by relationship: RelationshipDescription) -> ValidationError {
    ValidationError(
      .relationshipDeniedDelete,
      objectID: objectID,
      key: relationship.name,
      message: "\(entity.name) cannot be deleted while \(relationship.name) has objects"
    )
  }

  /// What an error thrown by a check amounts to, as validation errors.
  final func validationErrors(from error: any Error, key: String?, value: AttributeValue) -> [ValidationError] {
    switch error {
    case let list as ValidationErrors: list.errors
    case let single as ValidationError: [single]
    default:
      [
        ValidationError(
          .managedObjectValidation,
          objectID: objectID,
          key: key,
          value: value,
          message: "\(entity.name)\(key.map { ".\($0)" } ?? ""): \(error)"
        )
      ]
    }
  }
}
