internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Checks what a recipe says of the release before, and makes values of its texts.
struct SuccessionPlanner {
  let recipe: Recipe
  let model: ManagedObjectModel
  let lookups: [String: LookupTable]
  let sources: [SourcePlan]
  let problems: RecipeProblems

  /// What values of key attributes in the older release are called now, by entity and attribute.
  func renamed() -> [String: [String: [AttributeValue: AttributeValue]]] {
    var result: [String: [String: [AttributeValue: AttributeValue]]] = [:]
    for renaming in recipe.succession.renamings {
      guard let entity = entity(renaming.entity), let source = source(filling: renaming.attribute, of: entity) else {
        continue
      }
      guard let values = values(of: renaming, source.converter) else { continue }
      result[entity.name, default: [:]][source.attribute.name] = values
    }
    return result
  }

  /// Looks whether the guards speak of what the model has.
  func checkGuards() {
    for change in recipe.succession.guards {
      guard let name = change.entity else { continue }
      guard let entity = entity(Located(name, at: change.position)) else { continue }
      if entity.isAbstract {
        problems.add(.abstract(entity: name), at: change.position)
        continue
      }
      guard case .property(let property) = change.subject else { continue }
      let names = entity.properties.filter(Self.isCompared).map(\.name)
      if !names.contains(property) {
        problems.addUnknown("compared property of \(name)", Located(property, at: change.position), known: names)
      }
    }
  }

  private static func isCompared(_ property: PropertyDescription) -> Bool {
    switch property {
    case _ where property.isTransient: false
    case let relationship as RelationshipDescription: relationship.isTold
    default: property is AttributeDescription
    }
  }

  private func entity(_ name: Located<String>) -> EntityDescription? {
    if let entity = model.entitiesByName[name.value] { return entity }
    problems.addUnknown("entity", name, known: model.entities.map(\.name))
    return nil
  }

  /// How sources fill an attribute of an entity: the texts of the recipe are read as theirs are.
  private func source(filling name: Located<String>, of entity: EntityDescription) -> AttributePlan? {
    let plans = sources.filter { $0.entity.isKind(of: entity) || entity.isKind(of: $0.entity) }.flatMap(\.attributes)
    if let plan = plans.first(where: { $0.attribute.name == name.value }) { return plan }
    var known: [String] = []
    for plan in plans where !known.contains(plan.attribute.name) { known.append(plan.attribute.name) }
    problems.addUnknown("attribute of \(entity.name) that a source fills", name, known: known)
    return nil
  }

  private func values(
    of renaming: SuccessionRecipe.Renaming,
    _ converter: ValueConverter
  ) -> [AttributeValue: AttributeValue]? {
    var entries = renaming.entries
    if let lookup = renaming.lookup {
      guard let table = lookups[lookup.value] else {
        problems.addUnknown("lookup table", lookup, known: lookups.keys.sorted())
        return nil
      }
      entries = table.entries.map { (old: $0.text, new: Located($0.target, at: lookup.position)) }
    }
    var values: [AttributeValue: AttributeValue] = [:]
    for (old, new) in entries {
      guard let from = try? converter.plainValue(old), let to = try? converter.plainValue(new.value), !from.isNull,
        !to.isNull
      else {
        problems.add(.renaming(old, to: new.value, of: renaming.attribute.value), at: new.position)
        continue
      }
      values[from] = to
    }
    return values
  }
}

extension ImportPlan {
  /// The attributes that tell the objects of an entity apart in the sources, by the entities' names; of several sources the first.
  package var keyNames: [String: [String]] {
    var result: [String: [String]] = [:]
    for source in sources where result[source.entity.name] == nil && !source.keyAttributes.isEmpty {
      result[source.entity.name] = source.keyAttributes.map { source.attributes[$0].attribute.name }
    }
    return result
  }

  /// The attributes by which relationships find objects, by the names of the entities that they lead to.
  package var matchNames: [String: [String]] {
    var result: [String: [String]] = [:]
    for plan in sources.flatMap(\.relationships) where !plan.isToParent && result[plan.destination.name] == nil {
      result[plan.destination.name] = [plan.matches.name]
    }
    return result
  }
}
