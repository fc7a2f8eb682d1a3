internal import AttributeValues
internal import Findings
internal import FoundationEssentials
public import ObjectModel
internal import PredicateLanguage

/// Checks a recipe against its model and its sources, and resolves every name.
public enum ImportPlanner {
  /// Makes the plan of `recipe`, reading each source as far as its header.
  ///
  /// - Parameters:
  ///   - model: The model that the recipe names, already read; it is frozen here.
  ///   - folder: The folder that the recipe's paths are relative to.
  /// - Throws: `RecipeError` with everything that does not fit; the error of a source that cannot be opened.
  public static func plan(_ recipe: Recipe, model: ManagedObjectModel, folder: String) throws -> ImportPlan {
    model.freeze()
    let text = FileManager.default.contents(atPath: recipe.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let problems = RecipeProblems(file: recipe.path, text: text)
    let rules = recipe.rules.compactMap { rulePlan($0, model: model, problems: problems) }
    let lookups = LookupLoader(recipe: recipe, folder: folder, problems: problems).load()
    var sources: [SourcePlan] = []
    for (number, source) in recipe.sources.enumerated() {
      let planner = SourcePlanner(
        number: number,
        recipe: source,
        model: model,
        folder: folder,
        lookups: lookups,
        rules: rules,
        problems: problems
      )
      if let plan = try planner.plan() { sources.append(plan) }
    }
    guard problems.findings.isEmpty else { throw RecipeError(problems.findings) }
    return ImportPlan(recipe: recipe, model: model, folder: folder, sources: sources, rules: rules)
  }

  private static func rulePlan(_ recipe: RuleRecipe, model: ManagedObjectModel, problems: RecipeProblems) -> RulePlan? {
    guard let entity = model.entitiesByName[recipe.entity.value] else {
      problems.addUnknown("entity", recipe.entity.value, known: model.entities.map(\.name), at: recipe.entity.position)
      return nil
    }
    let predicate: ObjectPredicate
    do {
      predicate = try ObjectPredicate(format: recipe.require.value)
    } catch {
      problems.add(.recipeValue, "The rule cannot be read: \(error)", at: recipe.require.position)
      return nil
    }
    var names: [String] = []
    for keyPath in predicate.keyPaths {
      KeyPathCheck(entity: entity, problems: problems).check(keyPath, at: recipe.require.position)
      if let first = keyPath.components.first, !names.contains(first) { names.append(first) }
    }
    return RulePlan(
      recipe: recipe,
      entity: entity,
      predicate: predicate,
      message: recipe.message ?? "\(entity.name) has to meet “\(recipe.require.value)”",
      attributeNames: names
    )
  }

  /// The full path of `name` within `folder`, or `nil` if it leads out of the folder.
  static func path(_ name: String, in folder: String) -> String? {
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
    let path = folder.isEmpty ? name : folder + "/" + name
    // A symbolic link may not lead out either.
    guard let real = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
    return real.hasPrefix("/") || real.split(separator: "/").contains("..") ? nil : path
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
