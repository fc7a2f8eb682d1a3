package import JSONText

/// How the texts of a JSON source are read; where the records stand is said as for markup.
package struct JSONRecipe: Sendable {
  /// What is done about texts that are not quite JSON.
  package var syntax = JSONMode.strict
  package var limits = JSONLimits()
  /// The encoding; detected unless given.
  package var encoding: JSONEncoding?

  /// Makes the recipe of strict JSON.
  package init() {}
}

extension JSONRecipe {
  /// The keys beside those that other formats have too.
  static let keys = ["syntax", "depth"]

  /// Reads what a source's entry says about JSON.
  init(_ map: RecipeMap) {
    syntax = map.choice("syntax", JSONMode.self) ?? .strict
    limits.depth = map.integer("depth", in: 1...4_096) ?? limits.depth
    limits.stringBytes = map.integer("longestField", in: 1...1 << 30) ?? limits.stringBytes
    limits.recordBytes = map.integer("longestRecord", in: 1...1 << 30) ?? limits.recordBytes
    guard let name = map.string("encoding") else { return }
    encoding = JSONEncoding(named: name.value)
    if encoding == nil {
      map.problems.addUnknown("encoding of JSON", name, known: JSONEncoding.allCases.map(\.rawValue))
    }
  }
}
