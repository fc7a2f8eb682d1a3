internal import ManagedObjects
internal import ObjectModel

/// The properties of a source's objects that fields fill, where each may change by itself.
struct ReplaceableProperties {
  /// Attributes and to-one relationships, by their numbers in the source's plan.
  var attributes: [Int] = []
  var relationships: [Int] = []
}

extension ImportPlan {
  /// What some fields of a source fill, if another text in them gives the object that a record makes other values, and changes nothing else: no other
  /// record looks at these values, or fills the same properties.
  ///
  /// - Parameter indexes: The indexes that objects of the source enter.
  /// - Returns: `nil` if that is not sure.
  func replaceableProperties(_ fields: Set<Int>, of source: SourcePlan, _ indexes: [ObjectIndex])
    -> ReplaceableProperties?
  {
    guard !mayUpdate(source), isReadAlone(source),
      // A rule that looks at other objects may be about any of them.
      rules.allSatisfy({ $0.timing != .record || BoundRule(plan: $0, layout: $0.entity.layout).isAboutAttributes })
    else { return nil }
    var found = ReplaceableProperties()
    for (number, plan) in source.attributes.enumerated() where !fields.isDisjoint(with: plan.input.fields) {
      guard !source.keyAttributes.contains(number), isReplaceable(plan, of: source),
        !indexes.contains(where: { $0.attributeSlots.contains(plan.slot) })
      else { return nil }
      found.attributes.append(number)
    }
    for (number, plan) in source.relationships.enumerated() where !fields.isDisjoint(with: plan.input.fields) {
      guard isReplaceable(plan, of: source), !indexes.contains(where: { $0.parts.contains(.toOne(plan.slot)) }) else {
        return nil
      }
      found.relationships.append(number)
    }
    return found
  }

  /// Whether a source is one plain file of delimited text that nobody else reads.
  private func isReadAlone(_ source: SourcePlan) -> Bool {
    guard source.recipe.format == .csv, source.isPlain, !source.isStandIn else { return false }
    let file = source.files[0].name
    return sourceFiles.count { $0.path == source.path } == 1
      && !recipe.lookups.values.contains { $0.file?.value == file }
      && !fileValues.contains { $0.name == file || file.hasPrefix($0.name + "/") || $0.name == "." }
  }

  private func isReplaceable(_ plan: AttributePlan, of source: SourcePlan) -> Bool {
    let attribute = plan.attribute
    let name = attribute.name
    guard !attribute.isTransient, !(attribute is DerivedAttributeDescription),
      !(attribute is CompositeAttributeDescription), plan.converter.files.files == nil,
      !checks.own.contains(where: { $0.concerns(source.entity, model) }),
      !checks.orders.contains(where: { $0.attributeName == name && source.entity.isKind(of: $0.entity) })
    else { return false }
    let updating = updaters(of: source.entity)
    guard !updating.contains(where: { $0.mayChange(name) }) else { return false }
    // A record that changes the object is judged together with what it does not change.
    let spokenOf = rules.filter { $0.timing == .record && $0.attributeNames.contains(name) }.flatMap(\.attributeNames)
    return !updating.contains { spokenOf.contains(where: $0.mayChange) }
  }

  private func isReplaceable(_ plan: RelationshipPlan, of source: SourcePlan) -> Bool {
    let relationship = plan.relationship
    guard !relationship.isToMany, !relationship.isTransient, relationship.validationRules.isEmpty, !plan.isToParent,
      plan.missing != .create
    else { return false }
    if let inverse = relationship.inverseRelationship {
      // The place of a member in an order follows from the records before it.
      guard inverse.isToMany, !inverse.isOrdered, !inverse.isTransient, inverse.validationRules.isEmpty,
        !sources.contains(where: { $0.mayChange(inverse.name) && $0.entity.meets(plan.destination) })
      else { return false }
    }
    return !updaters(of: source.entity).contains { $0.mayChange(relationship.name) }
      && !updaters(of: plan.destination).contains { $0.mayChange(plan.matches.name) }
  }

  /// The sources whose records may change objects of an entity.
  private func updaters(of entity: EntityDescription) -> [SourcePlan] {
    sources.filter { mayUpdate($0) && $0.entity.meets(entity) }
  }
}

extension SourcePlan {
  /// Whether records give a property to objects that they are about; these have the key already.
  fileprivate func mayChange(_ property: String) -> Bool {
    attributes.indices.contains { attributes[$0].attribute.name == property && !keyAttributes.contains($0) }
      || relationships.contains { $0.relationship.name == property }
  }
}

extension EntityDescription {
  fileprivate func meets(_ other: EntityDescription) -> Bool { rootEntity === other.rootEntity }
}

extension RecordRule {
  fileprivate func concerns(_ entity: EntityDescription, _ model: ManagedObjectModel) -> Bool {
    model.entitiesByName[entityName].map(entity.isKind) ?? false
  }
}
