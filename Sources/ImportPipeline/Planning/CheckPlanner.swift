internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel
internal import PredicateLanguage

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

  init(recipe: Recipe, model: ManagedObjectModel, problems: RecipeProblems, today: Date) {
    self.recipe = recipe
    self.model = model
    self.problems = problems
    self.today = today
  }

  /// Plans every check; what is wrong is among the problems.
  mutating func planAll(own: [any RecordRule]) {
    for check in recipe.checks {
      guard let entity = model.entitiesByName[check.entity.value] else {
        problems.addUnknown("entity", check.entity.value, known: model.entities.map(\.name), at: check.entity.position)
        continue
      }
      plan(check, entity)
    }
    plan.own = own.filter { rule in
      !recipe.rulesOff.contains(rule.code)
        && (model.entitiesByName[rule.entityName] != nil || unknownEntity(of: rule))
    }
  }

  func unknownEntity(of rule: any RecordRule) -> Bool {
    problems.addUnknown(
      "entity of the rule \(rule.code)",
      rule.entityName,
      known: model.entities.map(\.name),
      at: SourcePosition(file: problems.file, line: 1)
    )
    return false
  }

  mutating func plan(_ check: CheckRecipe, _ entity: EntityDescription) {
    let layout = entity.layout
    if check.property.value == "*" {
      guard case .text = check.kind else {
        problems.add(
          .recipeValue,
          "“*” stands for every attribute that holds text; only “text” is checked for all of them",
          at: check.property.position
        )
        return
      }
      for (slot, attribute) in layout.attributes.enumerated() where attribute.attributeType == .string {
        plan(check, entity, attribute, slot)
      }
      return
    }
    switch layout.slot(named: check.property.value) {
    case .attribute(let slot): plan(check, entity, layout.attributes[slot], slot)
    case .toMany, .toOne: planRelationship(check, entity)
    default:
      problems.addUnknown(
        "property of \(entity.name)",
        check.property.value,
        known: entity.propertiesByName.keys,
        at: check.property.position
      )
    }
  }

  mutating func planRelationship(_ check: CheckRecipe, _ entity: EntityDescription) {
    let name = check.property.value
    switch check.kind {
    case .atLeast(let least):
      let rule: RuleCode = least == 1 ? .referenceUnused : .referenceCount
      guard case .toMany? = entity.layout.slot(named: name) else {
        problems.add(.recipeValue, "“atLeast” counts related objects, and “\(name)” leads to one", at: check.position)
        return
      }
      addRule(
        check,
        entity,
        "\(name).@count >= \(least)",
        rule,
        message: least == 1 ? "There are no \(name)" : "There are fewer than \(least) \(name)",
        names: [name],
        timing: .end
      )
    case .requiredWhen(let condition): planRequirement(check, entity, condition)
    default:
      problems.add(
        .recipeValue,
        "“\(name)” is a relationship; only “atLeast” and “requiredWhen” can be checked",
        at: check.position
      )
    }
  }

  mutating func planRequirement(_ check: CheckRecipe, _ entity: EntityDescription, _ condition: Located<String>) {
    let name = check.property.value
    addRule(
      check,
      entity,
      "NOT (\(condition.value)) OR \(name) != nil",
      .valueRequiredWhen,
      message: "\(name) is required where \(condition.value)",
      names: [name],
      timing: .automatic
    )
  }

  mutating func addRule(
    _ check: CheckRecipe,
    _ entity: EntityDescription,
    _ require: String,
    _ rule: RuleCode,
    message: String,
    names: [String],
    timing: RuleTiming,
    pair: (low: String, high: String)? = nil
  ) {
    guard !recipe.rulesOff.contains(rule) else { return }
    let predicate: ObjectPredicate
    do {
      predicate = try ObjectPredicate(format: require)
    } catch {
      problems.add(.recipeValue, "The condition cannot be read: \(error)", at: check.position)
      return
    }
    var names = names
    for keyPath in predicate.keyPaths {
      KeyPathCheck(entity: entity, problems: problems).check(keyPath, at: check.position)
      if let first = keyPath.components.first, !names.contains(first) { names.append(first) }
    }
    let typed = problems.typed("The condition", at: check.position) { () throws(PredicateConstantError) in
      try entity.typingConstants(in: predicate)
    }
    guard let typed else { return }
    rules.append(
      RulePlan(
        code: rule,
        severity: check.severity ?? rule.defaultSeverity,
        timing: timing,
        entity: entity,
        predicate: typed,
        message: check.message ?? message,
        attributeNames: names,
        pair: check.message == nil ? pair : nil
      )
    )
  }

  func require(_ types: [AttributeType], _ attribute: AttributeDescription, _ check: CheckRecipe, _ why: String) -> Bool
  {
    if types.contains(attribute.attributeType) { return true }
    problems.add(
      .recipeValue,
      "\(why); \(attribute.name) is a \(attribute.attributeType.modelName)",
      at: check.position
    )
    return false
  }

  func requireNumber(_ attribute: AttributeDescription, _ check: CheckRecipe) -> Bool {
    if attribute.attributeType.isNumeric { return true }
    problems.add(
      .recipeValue,
      "This check is about numbers; \(attribute.name) is a \(attribute.attributeType.modelName)",
      at: check.position
    )
    return false
  }

  /// An end of a window, as a number or in seconds.
  func end(_ text: Located<String>, _ attribute: AttributeDescription) -> (value: Double, text: String)? {
    if attribute.attributeType.isNumeric, let number = Double(text.value) { return (number, text.value) }
    if attribute.attributeType == .date {
      if text.value == "today" {
        let day = (today.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        let name = Date(timeIntervalSinceReferenceDate: day * 86_400).formatted(.iso8601.year().month().day())
        return (day * 86_400 + 86_399, name)
      }
      let seconds = text.value.withContiguousBytes { bytes in
        DatePattern.standard.lazy.compactMap { $0.seconds(bytes) }.first
      }
      if let seconds { return (seconds, text.value) }
    }
    problems.add(
      .recipeValue,
      "“\(text.value)” is not an end for \(attribute.name), which is a \(attribute.attributeType.modelName)",
      at: text.position
    )
    return nil
  }
}
