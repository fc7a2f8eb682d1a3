internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

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
      for slot in attributes.indices {
        if hasHooks, !validateWithHook(attribute: slot, into: &errors) { continue }
        collectAttributeErrors(slot: slot, into: &errors)
      }
      if errors.count == before { state.noteValidAttributes() }
    }
    let beforeRelationships = errors.count
    if !flags.contains(.relationshipsValidated) {
      if hasHooks { validateRelationshipsWithHooks(into: &errors) }
      collectRelationshipErrors(into: &errors)
      if errors.count == beforeRelationships { state.noteValidRelationships() }
    }
  }

  private final func collectAttributeErrors(slot: Int, into errors: inout [ValidationError]) {
    let description = runtime.layout.attributes[slot]
    if description is DerivedAttributeDescription { return }
    for failure in description.validate(attributes[slot]) {
      errors.append(validationError(failure, of: description, value: attributes[slot]))
    }
  }

  private final func collectRelationshipErrors(into errors: inout [ValidationError]) {
    if !flags.contains(.fault) {
      for slot in runtime.requiredToOne where isMissingToOne(slot: slot) {
        errors.append(missingObject(of: runtime.layout.toOneRelationships[slot]))
      }
      for slot in runtime.ruledToOne {
        guard let related = currentToOne(slot: slot) else { continue }
        errors += broken(rulesOf: runtime.layout.toOneRelationships[slot], by: .object(related))
      }
    }
    for slot in runtime.ruledToMany where isInserted || (slot < toMany.count && !toMany[slot].isUnchanged) {
      errors += broken(rulesOf: runtime.layout.toManyRelationships[slot], by: toManyObjects(slot: slot))
    }
    guard owner?.validatesOnSave ?? true else { return }
    for slot in runtime.limitedToMany { collectCountErrors(slot: slot, into: &errors) }
  }

  private final func isMissingToOne(slot: Int) -> Bool {
    switch toOne[slot] {
    case .none: true
    case .object(let object): object.isGone
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
    let count = toManyObjects(slot: slot).lazy.filter { !$0.isGone }.count
    if let failure = relationship.validate(count: count) {
      errors.append(validationError(failure, of: relationship, value: .null))
    }
  }

  /// Applies the deny rule: fails for every relationship of this kind that still has objects.
  ///
  /// - Throws: `ValidationErrors`.
  final func validateDenials() throws {
    let layout = runtime.layout
    var errors: [ValidationError] = []
    for (slot, relationship) in layout.toOneRelationships.enumerated() where relationship.deleteRule == .deny {
      if let related = toOneObject(slot: slot), !related.isGone { errors.append(denial(by: relationship)) }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() where relationship.deleteRule == .deny {
      if toManyObjects(slot: slot).contains(where: { !$0.isGone }) { errors.append(denial(by: relationship)) }
    }
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }
}

// MARK: - One value

extension ManagedObject {
  /// Checks a value, which need not be the object's own, against the model's rules for a property.
  ///
  /// - Throws: `ValidationErrors`; `PropertyAccessError` for an unknown name and a value of another type.
  final func validateAgainstModel(_ value: Any?, forKey key: String) throws {
    // A save applies the rules after the hooks, so a hook's call of `super` need not.
    if flags.contains(.validating) { return }
    var errors: [ValidationError] = []
    switch runtime.layout.slot(named: key) {
    case .attribute(let slot):
      let description = runtime.layout.attributes[slot]
      let typed = try typedValue(value, of: description)
      errors = description.validate(typed).map { validationError($0, of: description, value: typed) }
    case .toOne(let slot):
      let relationship = runtime.layout.toOneRelationships[slot]
      if let value {
        errors = broken(rulesOf: relationship, by: .object(try relatedObject(value, of: relationship)))
      } else if !relationship.isOptional {
        errors = [missingObject(of: relationship)]
      }
    case .toMany(let slot):
      let relationship = runtime.layout.toManyRelationships[slot]
      let objects = try relatedObjects(value, of: relationship)
      if let failure = relationship.validate(count: objects.count) {
        errors.append(validationError(failure, of: relationship, value: .null))
      }
      errors += broken(rulesOf: relationship, by: objects)
    case .fetched: break
    case nil: throw PropertyAccessError.unknownKey(key, of: entity)
    }
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }

  private final func broken(rulesOf relationship: RelationshipDescription, by objects: [ManagedObject])
    -> [ValidationError]
  {
    guard !objects.isEmpty else { return [] }
    return broken(
      rulesOf: relationship,
      by: .collection(objects.map { .object($0) }, isOrdered: relationship.isOrdered)
    )
  }

  private final func broken(
    rulesOf relationship: RelationshipDescription,
    by value: PredicateValue
  ) -> [ValidationError] {
    relationship.validationRules.filter { !$0.holds(for: value) }.map { rule in
      let failure = ValidationFailure(
        kind: .predicate(warning: rule.warning),
        propertyName: relationship.name,
        message: rule.warning
      )
      return validationError(failure, of: relationship, value: .null)
    }
  }
}
