internal import Findings
internal import ObjectModel

extension SourceRecipe {
  /// The recipe with a relationship from its records to those around them, if it has such.
  func relatedToParent(in model: ManagedObjectModel, problems: RecipeProblems) -> SourceRecipe {
    guard let parent, let own = model.entitiesByName[entity.value],
      let outer = model.entitiesByName[parent.entity.value]
    else { return self }
    guard let relationship = parent.relationship(from: own, to: outer, problems: problems) else { return self }
    var recipe = self
    let name = Located(relationship.name, at: parent.relationship?.position ?? parent.position)
    guard !recipe.relationships.contains(where: { $0.name.value == name.value }) else { return self }
    var mapping = RelationshipMapping(field: parent.field)
    mapping.matches = parent.key
    mapping.folding = parent.folding
    mapping.isToParent = true
    recipe.relationships.append((name, mapping))
    return recipe
  }
}

extension ParentLink {
  /// The relationship of the inner records' entity that leads to the outer ones'.
  fileprivate func relationship(
    from inner: EntityDescription,
    to outer: EntityDescription,
    problems: RecipeProblems
  ) -> RelationshipDescription? {
    func relationships(_ from: EntityDescription, to: EntityDescription) -> [RelationshipDescription] {
      from.propertiesByName.values.compactMap { $0 as? RelationshipDescription }
        .filter { $0.destinationEntity.map(to.isKind(of:)) ?? false }
        .sorted { $0.name < $1.name }
    }
    let own = relationships(inner, to: outer)
    let back = relationships(outer, to: inner)
    guard let relationship else {
      if own.count == 1 { return own[0] }
      let names = (own + back).map(\.name)
      let problem: RecipeFinding.Relation =
        names.isEmpty
        ? .none(from: inner.name, to: outer.name) : .several(names, from: inner.name, to: outer.name)
      problems.add(.children(problem), at: position)
      return nil
    }
    // Between records of one entity, the outer one has many inner ones.
    if let found = own.first(where: { $0.name == relationship.value }), !found.isToMany || inner !== outer {
      return found
    }
    guard let found = back.first(where: { $0.name == relationship.value }) else {
      problems.addUnknown(
        "relationship between \(inner.name) and \(outer.name)",
        relationship,
        known: (own + back).map(\.name)
      )
      return nil
    }
    if found.inverseRelationship == nil {
      let name = "\(outer.name).\(found.name)"
      problems.add(.children(.noInverse(name, from: inner.name)), at: relationship.position)
    }
    return found.inverseRelationship
  }
}
