internal import AttributeValues
internal import ObjectModel

extension ManagedObject {
  /// Checks every property against the model and collects whatever is wrong.
  ///
  /// Properties that were checked since they last changed are not checked again.
  ///
  /// - Throws: `ValidationErrors`.
  final func validateProperties() throws {
    var errors: [ValidationError] = []
    collectPropertyErrors(into: &errors)
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }

  /// Appends what is wrong with the object's properties.
  ///
  /// - Complexity: O(properties) after a change, else O(1).
  final func collectPropertyErrors(into errors: inout [ValidationError]) {
    let before = errors.count
    // The values of a fault are as the store has them.
    if !flags.contains(.attributesValidated), !flags.contains(.fault) {
      let isSubclassed = runtime.objectClass != nil
      for slot in attributes.indices {
        if isSubclassed, !validateWithHook(slot: slot, into: &errors) { continue }
        collectAttributeErrors(slot: slot, into: &errors)
      }
      if errors.count == before { flags.insert(.attributesValidated) }
    }
    let beforeRelationships = errors.count
    if !flags.contains(.relationshipsValidated) {
      collectRelationshipErrors(into: &errors)
      if errors.count == beforeRelationships { flags.insert(.relationshipsValidated) }
    }
  }

  private final func collectAttributeErrors(slot: Int, into errors: inout [ValidationError]) {
    let description = runtime.layout.attributes[slot]
    if description is DerivedAttributeDescription { return }
    for failure in description.validate(attributes[slot]) {
      errors.append(validationError(failure, value: attributes[slot]))
    }
  }

  /// A failure of one of this object's properties, in the words of the model.
  private final func validationError(_ failure: ValidationFailure, value: AttributeValue) -> ValidationError {
    let message =
      if case .predicate(let warning) = failure.kind { warning } else { "\(entity.name).\(failure.message)" }
    return ValidationError(
      ValidationError.Code(rawValue: failure.code) ?? .managedObjectValidation,
      objectID: objectID,
      key: failure.propertyName,
      value: value,
      message: message
    )
  }

  /// Lets a subclass check, and perhaps replace, an attribute's value; returns whether the model's rules are still to be applied.
  private final func validateWithHook(slot: Int, into errors: inout [ValidationError]) -> Bool {
    let description = runtime.layout.attributes[slot]
    let original = attributes[slot]
    var value = original.anyValue
    do {
      try validateValue(&value, forKey: description.name)
      if let replaced = AttributeValue(value, type: description.attributeType), replaced != original {
        setAttribute(replaced, slot: slot)
      }
      return true
    } catch {
      errors.append(contentsOf: validationErrors(from: error, key: description.name, value: original))
      return false
    }
  }

  private final func collectRelationshipErrors(into errors: inout [ValidationError]) {
    if !flags.contains(.fault) {
      for slot in runtime.requiredToOne where isMissingToOne(slot: slot) {
        let name = runtime.layout.toOneRelationships[slot].name
        errors.append(
          ValidationError(
            .missingMandatoryProperty,
            objectID: objectID,
            key: name,
            message: "\(entity.name).\(name) is required and has no object"
          )
        )
      }
    }
    guard owner?.validatesToManyCounts ?? true else { return }
    for slot in runtime.limitedToMany { collectCountErrors(slot: slot, into: &errors) }
  }

  private final func isMissingToOne(slot: Int) -> Bool {
    switch toOne[slot] {
    case .none: true
    case .object(let object): object.isDeleted
    case .identifier: false
    }
  }

  private final func collectCountErrors(slot: Int, into errors: inout [ValidationError]) {
    let relationship = runtime.layout.toManyRelationships[slot]
    if !flags.contains(.inserted) {
      guard slot < toMany.count, !toMany[slot].isUnchanged else { return }
      // Additions cannot fall below a minimum, so without a maximum there is no need to load the members.
      if relationship.maxCount == 0, toMany[slot].changes.allSatisfy(\.isAddition) { return }
    }
    let count = toManyObjects(slot: slot).lazy.filter { !$0.isDeleted }.count
    if let failure = relationship.validate(count: count) {
      errors.append(validationError(failure, value: .null))
    }
  }

  /// Applies the deny rule: fails for every relationship of this kind that still has objects.
  ///
  /// - Throws: `ValidationErrors`.
  final func validateDenials() throws {
    let layout = runtime.layout
    var errors: [ValidationError] = []
    for (slot, relationship) in layout.toOneRelationships.enumerated() where relationship.deleteRule == .deny {
      if let related = toOneObject(slot: slot), !related.isDeleted { errors.append(denial(by: relationship)) }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() where relationship.deleteRule == .deny {
      if toManyObjects(slot: slot).contains(where: { !$0.isDeleted }) { errors.append(denial(by: relationship)) }
    }
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }

  private final func denial(by relationship: RelationshipDescription) -> ValidationError {
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
