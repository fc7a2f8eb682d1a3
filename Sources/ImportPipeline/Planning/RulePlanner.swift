internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// Reads the conditions of rules and checks, and resolves their names.
struct RulePlanner {
  let model: ManagedObjectModel
  let problems: RecipeProblems

  /// The plan of a rule about single objects; `nil` if something is wrong with it, which is reported.
  func plan(_ rule: RuleRecipe, on name: Located<String>) -> RulePlan? {
    guard let entity = problems.entity(name, in: model),
      let predicate = predicate(rule.require.value, "The rule", of: entity, at: rule.require.position)
    else { return nil }
    return RulePlan(
      kind: RuleFinding.object(of: entity.name, condition: rule.require.value, rule.code).saying(rule.message),
      severity: rule.severity,
      timing: rule.isCheckedAtEnd ? .end : .record,
      entity: entity,
      predicate: predicate,
      attributeNames: predicate.firstNames
    )
  }

  /// The plan of a rule about all objects together; `nil` if something is wrong with it, which is reported.
  func planForAll(_ rule: RuleRecipe) -> WholeRulePlan? {
    let position = rule.require.position
    return predicate(rule.require.value, "The rule", of: nil, at: position).map { predicate in
      WholeRulePlan(
        kind: RuleFinding.all(condition: rule.require.value, rule.code).saying(rule.message),
        severity: rule.severity,
        predicate: predicate,
        position: position
      )
    }
  }

  /// A condition with its constants typed; `nil` if it cannot be read or can never hold, which is reported, as are names that the model does not have.
  ///
  /// - Parameters:
  ///   - subject: What the condition is, for messages.
  ///   - entity: The entity that key paths begin at; `nil` if they begin with the names of entities.
  func predicate(_ format: String, _ subject: String, of entity: EntityDescription?, at position: SourcePosition)
    -> ObjectPredicate?
  {
    let predicate: ObjectPredicate
    do {
      predicate = try ObjectPredicate(format: format)
    } catch {
      problems.add(.unreadable(subject, problem: "\(error)"), at: position)
      return nil
    }
    if let variable = predicate.unboundVariables.first {
      problems.add(.unreadable(subject, problem: "the variable $\(variable) has no value"), at: position)
      return nil
    }
    for keyPath in predicate.keyPaths { check(keyPath.components, of: entity, at: position) }
    do throws(PredicateConstantError) {
      if let entity { return try entity.typingConstants(in: predicate) }
      return try model.typingConstants(in: predicate)
    } catch {
      problems.add(.neverHolds(subject, problem: "\(error)"), at: position, value: error.constant)
      return nil
    }
  }

  /// Reports the first part of a key path that the model does not have.
  private func check(_ keyPath: [String], of entity: EntityDescription?, at position: SourcePosition) {
    var parts = keyPath[...]
    var current = entity
    if entity == nil {
      guard let first = parts.popFirst(), !first.hasPrefix("@") else { return }
      current = problems.entity(Located(first, at: position), in: model)
    }
    var attribute: PropertyDescription?
    for part in parts where !part.hasPrefix("@") && part != "SELF" {
      if let composite = attribute as? CompositeAttributeDescription {
        attribute = composite.elements.first { $0.name == part }
        guard attribute == nil else { continue }
        let name = Located(part, at: position)
        return problems.addUnknown("element of \(composite.name)", name, known: composite.elements.map(\.name))
      }
      if let attribute {
        return problems.addUnknown("property of \(attribute.name)", Located(part, at: position), known: [])
      }
      guard let entity = current else { return }
      guard let property = entity.propertiesByName[part] else {
        let name = Located(part, at: position)
        return problems.addUnknown("property of \(entity.name)", name, known: entity.propertiesByName.keys)
      }
      current = (property as? RelationshipDescription)?.destinationEntity
      if property is AttributeDescription { attribute = property }
    }
  }
}

extension ObjectPredicate {
  /// The names that its key paths begin with, first mentioned first.
  var firstNames: [String] {
    keyPaths.compactMap(\.components.first).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension RecipeProblems {
  /// The entity of a name; reports one that the model does not have.
  func entity(_ name: Located<String>, in model: ManagedObjectModel) -> EntityDescription? {
    let entity = model.entitiesByName[name.value]
    if entity == nil { addUnknown("entity", name, known: model.entities.map(\.name)) }
    return entity
  }
}
