package import ObjectModel
internal import PredicateLanguage

/// What a plan needs to know while and after its records are validated.
extension ImportPlan {
  /// Why findings need a store that is filled; `nil` if every record can be validated by itself, with the keys of those before it.
  ///
  /// Records that change others, rules over several objects or after the last source, and checks that compare objects need one.
  public var needOfStore: String? {
    if let source = sources.first(where: { $0.recipe.mode == .update }) {
      return "\(source.recipe.file.value) changes objects of other sources"
    }
    if let source = sources.first(where: readsObjects) {
      return "records of \(source.recipe.file.value) have to be seen together with the objects around them"
    }
    if !wholeRules.isEmpty { return "a rule is about all objects together" }
    if rules.contains(where: { $0.timing != .record }) { return "a rule is about objects after the last source" }
    let comparesObjects = checks.atEnd.contains { if case .completeness = $0.kind { false } else { true } }
    if comparesObjects { return "a check compares objects" }
    return model.entitiesWithLimits.first.map { "the model limits how many objects \($0.name) is related to" }
  }

  /// Why the run needs a store whose objects it can read and change while it fills it; `nil` if every record adds rows and links, or changes values of rows.
  ///
  /// What is asked of the store after the last source is no such need: it is finished then.
  package var needOfObjects: String? {
    sources.lazy.compactMap { needOfObjects($0) }.first
  }

  private func needOfObjects(_ source: SourcePlan) -> String? {
    let file = source.recipe.file.value
    let changesObjects = mayUpdate(source)
    let entities = changesObjects ? model.entities.filter { $0.isKind(of: source.entity) } : [source.entity]
    if entities.contains(where: rulesReadObjects) {
      return "records of \(file) have to be seen together with the objects around them"
    }
    // A value that is not stored is there until the next save only.
    if changesObjects, entities.contains(where: \.hasTransientAttributes) {
      return "records of \(file) may change objects with transient attributes"
    }
    for plan in source.relationships {
      let relationship = plan.relationship
      let inverse = relationship.inverseRelationship
      let name = "the relationship \(relationship.name), which records of \(file) fill,"
      if relationship.isToMany, inverse == nil { return "\(name) has no inverse" }
      if relationship.isTransient || inverse?.isTransient == true { return "\(name) is transient" }
      if !relationship.validationRules.isEmpty || inverse?.validationRules.isEmpty == false {
        return "\(name) has rules about the objects that it leads to"
      }
      if inverse === relationship, relationship.isOrdered { return "\(name) is ordered and its own inverse" }
      guard RowConnection(relationship).changesOthers else { continue }
      // Former partners may be of any entity that has one of the two relationships.
      let ends = [relationship.entity, inverse?.entity].compactMap { $0 }
      if model.entities.contains(where: { $0.hasTransientAttributes && ends.contains(where: $0.isKind) }) {
        return "\(name) changes objects with transient attributes"
      }
    }
    return nil
  }

  /// The root entities whose objects are new objects of records, and never made beside others: while a source is read, only one of them gets any.
  package var entitiesMadeAlone: [EntityDescription] {
    let besides = sources.flatMap { source in
      source.relationships.filter { $0.missing == .create }.map(\.destination.rootEntity)
        .filter { $0 !== source.entity.rootEntity }
    }
    return sources.map(\.entity.rootEntity).filter { !besides.contains($0) }
  }

  /// Whether judging a source's records means looking at other objects than their keys, even where every record makes a new object.
  func readsObjects(_ source: SourcePlan) -> Bool {
    if rulesReadObjects(source.entity) { return true }
    return source.relationships.contains { plan in
      let relationship = plan.relationship
      let inverse = relationship.inverseRelationship
      // Who takes a partner, or a member that another owner may have, changes more than the new object.
      return !relationship.validationRules.isEmpty || inverse?.validationRules.isEmpty == false
        || inverse?.isToMany == false
    }
  }

  /// Whether a rule about each object of an entity looks at more than its attributes.
  private func rulesReadObjects(_ entity: EntityDescription) -> Bool {
    rules.contains { rule in
      rule.timing == .record && entity.isKind(of: rule.entity)
        && !BoundRule(plan: rule, layout: entity.layout).isAboutAttributes
    }
  }

  /// Whether every record that makes a new object can be written as a row, without the objects that it is related to.
  func makesRows(_ source: SourcePlan) -> Bool {
    !readsObjects(source)
      && source.relationships.allSatisfy { plan in
        !plan.relationship.isToMany && !(plan.relationship.inverseRelationship?.isOrdered ?? false)
      }
  }
}

extension EntityDescription {
  fileprivate var hasTransientAttributes: Bool { layout.attributes.contains(where: \.isTransient) }
}
