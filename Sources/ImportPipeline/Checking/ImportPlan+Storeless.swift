internal import ObjectModel

extension ImportPlan {
  /// Why findings need a store that is filled; `nil` if every record can be judged by itself, with the keys of those before it.
  ///
  /// Records that change others, rules over several objects or after the last source, and checks that compare objects need one.
  public var needOfStore: String? {
    if let source = sources.first(where: { $0.recipe.mode == .update }) {
      return "\(source.recipe.file.value) changes objects of other sources"
    }
    if !wholeRules.isEmpty { return "a rule is about all objects together" }
    if rules.contains(where: {
      $0.timing != .record || !BoundRule(plan: $0, layout: $0.entity.layout).isAboutAttributes
    }) {
      return "a rule is about objects after the last source, or about related ones"
    }
    if checks.atEnd.contains(where: \.comparesObjects) { return "a check compares objects" }
    for entity in model.entities {
      if let reason = entity.needOfStore { return reason }
    }
    return nil
  }
}

extension EndCheckPlan {
  fileprivate var comparesObjects: Bool { if case .completeness = kind { false } else { true } }
}

extension EntityDescription {
  fileprivate var needOfStore: String? {
    if superentity != nil || !subentities.isEmpty { return "\(name) shares its keys with other entities" }
    let relationships = layout.toOneRelationships + layout.toManyRelationships
    if relationships.contains(where: { !$0.validationRules.isEmpty }) {
      return "the model has rules about relationships of \(name)"
    }
    if layout.toManyRelationships.contains(where: \.limitsCount) {
      return "the model limits how many objects \(name) is related to"
    }
    if layout.attributes.contains(where: { $0 is DerivedAttributeDescription }) {
      return "\(name) has derived attributes"
    }
    let names = Set(layout.attributes.map(\.name))
    if !inheritedUniquenessConstraints.allSatisfy({ $0.allSatisfy(names.contains) }) {
      return "a uniqueness constraint of \(name) is about a relationship"
    }
    return nil
  }
}
