internal import Findings

/// Whose an input is, as the recipe says.
package struct Provenance: Sendable, Hashable {
  /// The licence: an SPDX expression, or a text.
  package var licence: String?
  /// Where it comes from: an address, or a text.
  package var origin: String?

  /// The keys in a recipe; both ways to spell the first are understood.
  static let keys = ["licence", "license", "origin"]

  init() {}

  /// Reads what a source, a lookup table or the recipe itself says.
  init(_ map: RecipeMap, _ problems: RecipeProblems) {
    let licence = map.string("licence")
    let license = map.string("license")
    if licence != nil, let license { problems.add(.contradiction(.licences), at: license.position) }
    let said = licence ?? license
    self.licence = said?.value
    if let said, let problem = SPDXExpression.problem(of: said.value) {
      problems.add(.licence(said.value, problem: problem), at: said.position, value: said.value)
    }
    let origin = map.string("origin")
    self.origin = origin?.value
    for (key, text) in [("licence", said), ("origin", origin)] {
      if let text, text.value.allSatisfy(\.isWhitespace) {
        problems.add(.form(key: key, .text), at: text.position)
      }
    }
  }

  /// What is said of a file that is read for several purposes.
  static func + (first: Provenance, second: Provenance) -> Provenance {
    var sum = Provenance()
    sum.licence = joined(first.licence, second.licence)
    sum.origin = joined(first.origin, second.origin)
    return sum
  }

  private static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, let second, first != second else { return first ?? second }
    return "\(first); \(second)"
  }
}

extension ImportPlan {
  /// What the recipe says of the files that are read, by their names.
  package var provenances: [String: Provenance] {
    var provenances: [String: Provenance] = [:]
    for source in sources {
      for file in source.files {
        provenances[file.name] = provenances[file.name, default: Provenance()] + source.recipe.provenance
      }
    }
    for lookup in recipe.lookups.sorted(by: { $0.key < $1.key }).map(\.value) {
      guard let name = lookup.file?.value else { continue }
      provenances[name] = provenances[name, default: Provenance()] + lookup.provenance
    }
    return provenances
  }
}
