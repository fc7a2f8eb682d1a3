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
    if let failure = AttributeCheck.failure(of: attributes[slot], for: description) {
      errors.append(
        ValidationError(
          failure.code,
          objectID: objectID,
          key: description.name,
          value: attributes[slot],
          message: "\(entity.name).\(description.name) \(failure.message)"
        )
      )
    }
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
    let count = toManyObjects(slot: slot).count
    if count == 0, relationship.isOptional { return }
    let minimum = max(relationship.minCount, relationship.isOptional ? 0 : 1)
    let problem: (ValidationError.Code, String)
    if count < minimum {
      problem =
        count == 0
        ? (.missingMandatoryProperty, "is required and has no objects")
        : (.relationshipLacksMinimumCount, "has \(count) objects, fewer than \(minimum)")
    } else if relationship.maxCount > 1, count > relationship.maxCount {
      problem = (.relationshipExceedsMaximumCount, "has \(count) objects, more than \(relationship.maxCount)")
    } else {
      return
    }
    errors.append(
      ValidationError(
        problem.0,
        objectID: objectID,
        key: relationship.name,
        message: "\(entity.name).\(relationship.name) \(problem.1)"
      )
    )
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
