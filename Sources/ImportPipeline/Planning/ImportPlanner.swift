internal import Findings
public import FoundationEssentials
public import ObjectModel
internal import SystemErrors

/// Checks a recipe against its model and its sources, and resolves every name.
///
/// ```swift
/// let recipe = try RecipeReader.read(path: path)
/// let plan: ImportPlan = try ImportPlanner.plan(recipe, model: model, folder: folder.path)
/// let files = plan.sourceFiles.map { (file: SourceFile) in file.name }
/// ```
public enum ImportPlanner {
  /// Makes the plan of `recipe`, reading each source as far as its header.
  ///
  /// - Parameters:
  ///   - model: The model that the recipe names, already read; it is frozen here.
  ///   - folder: The folder that the recipe's paths are relative to.
  ///   - paths: Files to read in the place of sources, by the sources' names in the recipe.
  ///   - ownRules: Rules of one's own, beside those of the recipe.
  ///   - today: What the word `today` in a recipe's windows stands for.
  ///   - recipe: The recipe to plan.
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
    let text = try Files.contents(of: recipe.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let problems = RecipeProblems(path: recipe.path, text: text)
    var rules: [RulePlan] = []
    var wholeRules: [WholeRulePlan] = []
    let rulePlanner = RulePlanner(model: model, problems: problems)
    for rule in recipe.rules where !recipe.rulesOff.contains(rule.code) {
      if let name = rule.entity {
        if let plan = rulePlanner.plan(rule, on: name) { rules.append(plan) }
      } else if let plan = rulePlanner.planForAll(rule) {
        wholeRules.append(plan)
      }
    }
    var checks = CheckPlanner(recipe: recipe, model: model, problems: problems, today: today)
    checks.planAll(own: ownRules)
    rules += checks.rules
    var lookupLoader = LookupLoader(recipe: recipe, folder: folder, problems: problems)
    let lookups = try lookupLoader.load()
    let files = FileLoader(folder: folder, problems: problems)
    var sources: [SourcePlan] = []
    var bytesToKeep = OpenedSource.mostBytes
    for (number, source) in recipe.sources.enumerated() {
      let planner = SourcePlanner(
        number: number,
        recipe: source,
        model: model,
        folder: folder,
        standIn: paths[source.file.value],
        lookups: lookups,
        fileLoader: files,
        checks: checks.plan,
        problems: problems
      )
      if let plan = try planner.plan(keepingOpened: &bytesToKeep) { sources.append(plan) }
    }
    let succession = SuccessionPlanner(
      recipe: recipe,
      model: model,
      lookups: lookups,
      sources: sources,
      problems: problems
    )
    succession.checkGuards()
    let renamed = succession.renamed()
    guard problems.findings.isEmpty else { throw RecipeError(problems.findings) }
    return ImportPlan(
      recipe: recipe,
      model: model,
      folder: folder,
      sources: sources,
      rules: rules.map { timed($0, sources) },
      wholeRules: wholeRules,
      checks: checks.plan,
      lookupNotices: lookupLoader.findings,
      fileValues: files.opened,
      renamed: renamed
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
}
