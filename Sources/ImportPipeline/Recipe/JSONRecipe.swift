public import JSONText

/// How the texts of a JSON source are read; where the records stand is said as for markup.
public struct JSONRecipe: Sendable {
  /// What is done about texts that are not quite JSON.
  public var syntax = JSONMode.strict
  public var limits = JSONLimits()
  /// The encoding; detected unless given.
  public var encoding: JSONEncoding?

  /// Makes the recipe of strict JSON.
  public init() {}
}

/// Reads what a source's entry says about JSON.
struct JSONRecipeReader {
  let map: RecipeMap

  /// The keys beside those that other formats have too.
  static let keys = ["syntax", "depth"]

  func read() -> JSONRecipe {
    var recipe = JSONRecipe()
    recipe.syntax = map.choice("syntax", JSONMode.self) ?? .strict
    recipe.limits.depth = map.integer("depth", in: 1...4_096) ?? recipe.limits.depth
    recipe.limits.stringBytes = map.integer("longestField", in: 1...1 << 30) ?? recipe.limits.stringBytes
    recipe.limits.recordBytes = map.integer("longestRecord", in: 1...1 << 30) ?? recipe.limits.recordBytes
    if let encoding = map.string("encoding") {
      recipe.encoding = JSONEncoding(named: encoding.value)
      if recipe.encoding == nil {
        map.problems.addUnknown(
          "encoding of JSON",
          encoding.value,
          known: JSONEncoding.allCases.map(\.rawValue),
          at: encoding.position
        )
      }
    }
    return recipe
  }
}
