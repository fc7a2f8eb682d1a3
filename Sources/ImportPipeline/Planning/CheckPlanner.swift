internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// Resolves a recipe's checks against its model.
struct CheckPlanner {
  let recipe: Recipe
  let model: ManagedObjectModel
  let problems: RecipeProblems
  /// What the word `today` stands for.
  let today: Date

  var plan = CheckPlan()
  /// Checks that are conditions on objects.
  var rules: [RulePlan] = []

  /// Plans every check; what is wrong is among the problems.
  mutating func planAll(own: [any RecordRule]) {
    for check in recipe.checks {
      if let entity = problems.entity(check.entity, in: model) { plan(check, entity) }
    }
    for rule in own where !recipe.rulesOff.contains(rule.code) {
      if model.entitiesByName[rule.entityName] != nil {
        plan.own.append(rule)
      } else {
        let name = Located(rule.entityName, at: SourcePosition(file: problems.file, line: 1))
        problems.addUnknown("entity of the rule \(rule.code)", name, known: model.entities.map(\.name))
      }
    }
  }

  private mutating func plan(_ check: CheckRecipe, _ entity: EntityDescription) {
    let layout = entity.layout
    if check.property.value == "*" {
      guard case .text = check.kind else {
        return problems.add(.contradiction(.everyAttribute), at: check.property.position)
      }
      for (slot, attribute) in layout.attributes.enumerated() where attribute.attributeType == .string {
        plan(Subject(check: check, entity: entity, attribute: attribute, slot: slot))
      }
      return
    }
    switch layout.slot(named: check.property.value) {
    case .attribute(let slot):
      plan(Subject(check: check, entity: entity, attribute: layout.attributes[slot], slot: slot))
    case .toMany, .toOne: planRelationship(check, entity)
    default:
      problems.addUnknown("property of \(entity.name)", check.property, known: entity.propertiesByName.keys)
    }
  }

  private mutating func planRelationship(_ check: CheckRecipe, _ entity: EntityDescription) {
    let name = check.property.value
    switch check.kind {
    case .atLeast(let least):
      guard case .toMany? = entity.layout.slot(named: name) else {
        return problems.add(.check(.countOfOne, of: name), at: check.position)
      }
      addRule(
        check,
        entity,
        "\(name).@count >= \(least)",
        ReferenceFinding.fewer(than: least, relationship: name),
        names: [name],
        timing: .end
      )
    case .requiredWhen(let condition): planRequirement(check, entity, condition)
    default:
      problems.add(.check(.ofRelationship, of: name), at: check.position)
    }
  }

  mutating func planRequirement(_ check: CheckRecipe, _ entity: EntityDescription, _ condition: Located<String>) {
    let name = check.property.value
    addRule(
      check,
      entity,
      "NOT (\(condition.value)) OR \(name) != nil",
      ValueFinding.requiredWhen(property: name, condition: condition.value),
      names: [name],
      timing: .automatic
    )
  }

  mutating func addRule(
    _ check: CheckRecipe,
    _ entity: EntityDescription,
    _ require: String,
    _ kind: any FindingKind,
    names: [String],
    timing: RuleTiming,
    pair: (low: String, high: String)? = nil
  ) {
    guard !recipe.rulesOff.contains(kind.rule),
      let predicate = RulePlanner(model: model, problems: problems)
        .predicate(require, "The condition", of: entity, at: check.position)
    else { return }
    rules.append(
      RulePlan(
        kind: kind.saying(check.message),
        severity: check.severity ?? kind.rule.defaultSeverity,
        timing: timing,
        entity: entity,
        predicate: predicate,
        attributeNames: names + predicate.firstNames.filter { !names.contains($0) },
        pair: check.message == nil ? pair : nil
      )
    )
  }
}
