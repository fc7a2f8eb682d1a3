package import Findings
internal import Yams

/// What a recipe says of the release before: which it is, what of it lasts, and how much may change.
package struct SuccessionRecipe: Sendable {
  /// How a store's UUID is chosen.
  package enum StoreIdentifier: String, Sendable, CaseIterable {
    /// From everything that the store is made of, so that another edition is another store to an app.
    case perEdition
    /// That of the release before.
    case lasting
  }

  /// Values of a key attribute that are other ones now.
  package struct Renaming: Sendable {
    package var entity: Located<String>
    package var attribute: Located<String>
    /// The older and the newer text of each.
    package var entries: [(old: String, new: Located<String>)] = []
    /// The lookup table that has the entries, if they do not stand in the recipe.
    package var lookup: Located<String>?
  }

  /// The word that stands for the release in the output folder.
  package static let published = "output"

  /// The release, relative to the recipe's folder, or `published`.
  package var previous: Located<String>?
  package var storeIdentifier = StoreIdentifier.perEdition
  package var renamings: [Renaming] = []
  package var guards: [ChangeGuard] = []
}

/// How much may change from one release to the next.
package struct ChangeGuard: Sendable, Hashable {
  /// What is counted.
  package enum Subject: Sendable, Hashable {
    case added, removed, changed
    /// Objects in which a property has another value.
    case property(String)
  }

  /// The entity whose objects are counted; `nil` for each entity by itself.
  package var entity: String?
  package var subject: Subject
  /// How many objects, or which share of those that the older release has.
  package var most: Tolerance
  package var position: SourcePosition
}

/// Reads `previous`, `storeIdentifier`, `renamed` and `guards`.
struct SuccessionReader {
  static let keys = ["previous", "storeIdentifier", "renamed", "guards"]

  let problems: RecipeProblems

  func read(_ map: RecipeMap) -> SuccessionRecipe {
    var recipe = SuccessionRecipe()
    recipe.previous = map.string("previous")
    recipe.storeIdentifier = map.choice("storeIdentifier", SuccessionRecipe.StoreIdentifier.self) ?? .perEdition
    if let renamed = map.map("renamed") {
      recipe.renamings = renamed.keys.flatMap { entity in
        renamed.map(entity.value).map { attributes in
          attributes.keys.compactMap { renaming(of: entity, $0, attributes) }
        } ?? []
      }
    }
    if let guards = map.map("guards") { recipe.guards = self.guards(guards) }
    return recipe
  }

  private func renaming(
    of entity: Located<String>,
    _ attribute: Located<String>,
    _ map: RecipeMap
  ) -> SuccessionRecipe.Renaming? {
    guard let value = map[attribute.value] else { return nil }
    var renaming = SuccessionRecipe.Renaming(entity: entity, attribute: attribute)
    guard value.mapping != nil else {
      renaming.lookup = map.string(attribute.value)
      return renaming.lookup == nil ? nil : renaming
    }
    let entries = RecipeMap(value, kind: "“\(attribute.value)”", problems: problems)
    renaming.entries = entries.keys.compactMap { old in entries.required(old.value).map { (old.value, $0) } }
    return renaming
  }

  private func guards(_ map: RecipeMap) -> [ChangeGuard] {
    map.allowOnly(["added", "removed", "changed", "entities"])
    var result = counts(map, of: nil)
    guard let entities = map.map("entities") else { return result }
    for entity in entities.keys {
      guard let own = entities.map(entity.value) else { continue }
      own.allowOnly(["added", "removed", "changed", "properties"])
      result += counts(own, of: entity.value)
      guard let properties = own.map("properties") else { continue }
      result += properties.keys.compactMap { most(properties, $0.value, entity.value, .property($0.value)) }
    }
    return result
  }

  private func counts(_ map: RecipeMap, of entity: String?) -> [ChangeGuard] {
    [("added", .added), ("removed", .removed), ("changed", .changed)].compactMap { most(map, $0, entity, $1) }
  }

  private func most(_ map: RecipeMap, _ key: String, _ entity: String?, _ subject: ChangeGuard.Subject) -> ChangeGuard?
  {
    guard let text = map.string(key) else { return nil }
    let words = "at most "
    let number = text.value.hasPrefix(words) ? String(text.value.dropFirst(words.count)) : text.value
    guard let most = Tolerance(number) else {
      problems.add(.form(key: key, .change), at: text.position, value: text.value)
      return nil
    }
    return ChangeGuard(entity: entity, subject: subject, most: most, position: text.position)
  }
}
