internal import AttributeValues
internal import Findings
public import FoundationEssentials
public import ObjectModel
internal import PredicateLanguage

/// Checks a recipe against its model and its sources, and resolves every name.
public enum ImportPlanner {
  /// Makes the plan of `recipe`, reading each source as far as its header.
  ///
  /// - Parameters:
  ///   - model: The model that the recipe names, already read; it is frozen here.
  ///   - folder: The folder that the recipe's paths are relative to.
  ///   - paths: Files to read in the place of sources, by the sources' names in the recipe.
  ///   - rules: Rules of one's own, beside those of the recipe.
  ///   - today: What the word `today` in a recipe's windows stands for.
  /// - Throws: `RecipeError` with everything that does not fit; the error of a source that cannot be opened.
  public static func plan(
    _ recipe: Recipe,
    model: ManagedObjectModel,
    folder: String,
    paths: [String: String] = [:],
    rules ownRules: [any RecordRule] = [],
    today: Date = Date()
  ) throws -> ImportPlan {
    model.freeze()
    let text = FileManager.default.contents(atPath: recipe.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let problems = RecipeProblems(path: recipe.path, text: text)
    var rules: [RulePlan] = []
    var wholeRules: [WholeRulePlan] = []
    for rule in recipe.rules where !recipe.rulesOff.contains(rule.code) {
      if rule.entity == nil {
        if let plan = wholeRulePlan(rule, model: model, problems: problems) { wholeRules.append(plan) }
      } else if let plan = rulePlan(rule, model: model, problems: problems) {
        rules.append(plan)
      }
    }
    var checks = CheckPlanner(recipe: recipe, model: model, problems: problems, today: today)
    checks.planAll(own: ownRules)
    rules += checks.rules
    let lookups = LookupLoader(recipe: recipe, folder: folder, problems: problems).load()
    var sources: [SourcePlan] = []
    for (number, source) in recipe.sources.enumerated() {
      let planner = SourcePlanner(
        number: number,
        recipe: source,
        model: model,
        folder: folder,
        standIn: paths[source.file.value],
        lookups: lookups,
        checks: checks.plan,
        problems: problems
      )
      if let plan = try planner.plan() { sources.append(plan) }
    }
    guard problems.findings.isEmpty else { throw RecipeError(problems.findings) }
    return ImportPlan(
      recipe: recipe,
      model: model,
      folder: folder,
      sources: sources,
      rules: rules.map { timed($0, sources) },
      wholeRules: wholeRules,
      checks: checks.plan
    )
  }

  /// Decides when a rule is checked that left it open.
  private static func timed(_ rule: RulePlan, _ sources: [SourcePlan]) -> RulePlan {
    guard rule.timing == .automatic else { return rule }
    let filling = sources.filter { source in
      guard source.entity.isKind(of: rule.entity) else { return false }
      let names = source.attributes.map(\.attribute.name) + source.relationships.map(\.relationship.name)
      return names.contains { rule.attributeNames.contains($0) }
    }
    var rule = rule
    rule.timing = filling.count > 1 ? .end : .record
    return rule
  }

  /// A rule without entity: its key paths begin with entities' names.
  private static func wholeRulePlan(
    _ recipe: RuleRecipe,
    model: ManagedObjectModel,
    problems: RecipeProblems
  ) -> WholeRulePlan? {
    guard let predicate = predicate(of: recipe, problems: problems) else { return nil }
    for keyPath in predicate.keyPaths {
      guard let first = keyPath.components.first, !first.hasPrefix("@") else { continue }
      guard let entity = model.entitiesByName[first] else {
        problems.addUnknown("entity", first, known: model.entities.map(\.name), at: recipe.require.position)
        continue
      }
      let rest = Array(keyPath.components.dropFirst())
      guard !rest.isEmpty else { continue }
      KeyPathCheck(entity: entity, problems: problems).check(ObjectKeyPath(rest), at: recipe.require.position)
    }
    let typed = problems.typed("The rule", at: recipe.require.position) { () throws(PredicateConstantError) in
      try model.typingConstants(in: predicate)
    }
    guard let typed else { return nil }
    return WholeRulePlan(
      code: recipe.code,
      severity: recipe.severity,
      predicate: typed,
      message: recipe.message ?? "The objects together have to meet “\(recipe.require.value)”",
      position: recipe.require.position
    )
  }

  private static func predicate(of recipe: RuleRecipe, problems: RecipeProblems) -> ObjectPredicate? {
    do {
      return try ObjectPredicate(format: recipe.require.value)
    } catch {
      problems.add(.recipeValue, "The rule cannot be read: \(error)", at: recipe.require.position)
      return nil
    }
  }

  private static func rulePlan(_ recipe: RuleRecipe, model: ManagedObjectModel, problems: RecipeProblems) -> RulePlan? {
    guard let name = recipe.entity else { return nil }
    guard let entity = model.entitiesByName[name.value] else {
      problems.addUnknown("entity", name.value, known: model.entities.map(\.name), at: name.position)
      return nil
    }
    guard let predicate = predicate(of: recipe, problems: problems) else { return nil }
    var names: [String] = []
    for keyPath in predicate.keyPaths {
      KeyPathCheck(entity: entity, problems: problems).check(keyPath, at: recipe.require.position)
      if let first = keyPath.components.first, !names.contains(first) { names.append(first) }
    }
    let typed = problems.typed("The rule", at: recipe.require.position) { () throws(PredicateConstantError) in
      try entity.typingConstants(in: predicate)
    }
    guard let typed else { return nil }
    return RulePlan(
      code: recipe.code,
      severity: recipe.severity,
      timing: recipe.isCheckedAtEnd ? .end : .record,
      entity: entity,
      predicate: typed,
      message: recipe.message ?? "\(entity.name) has to meet “\(recipe.require.value)”",
      attributeNames: names
    )
  }
}

extension RecipeProblems {
  /// The predicate that `type` makes with typed constants; `nil` if one of them cannot be read, which is reported.
  func typed(
    _ subject: String,
    at position: SourcePosition,
    _ type: () throws(PredicateConstantError) -> ObjectPredicate
  ) -> ObjectPredicate? {
    do throws(PredicateConstantError) {
      return try type()
    } catch {
      add(.recipeValue, "\(subject) can never hold: \(error)", at: position, value: error.constant)
      return nil
    }
  }
}

/// Checks that key paths of predicates exist in the model.
struct KeyPathCheck {
  let entity: EntityDescription
  let problems: RecipeProblems

  /// Reports the first part of `keyPath` that the model does not have.
  func check(_ keyPath: ObjectKeyPath, at position: SourcePosition) {
    var current: EntityDescription? = entity
    for part in keyPath.components {
      guard let entity = current else { return }
      if part.hasPrefix("@") || part == "SELF" { continue }
      guard let property = entity.propertiesByName[part] else {
        problems.addUnknown("property of \(entity.name)", part, known: entity.propertiesByName.keys, at: position)
        return
      }
      current = (property as? RelationshipDescription)?.destinationEntity
    }
  }
}
