internal import Findings

/// A table that translates texts: the alias lists of registries, code lists and the like. One text may stand for several.
struct LookupTable: Sendable {
  /// The table's name in the recipe.
  let name: String
  private let ignoresCase: Bool
  private var targets: [String: [String]] = [:]

  init(name: String, ignoresCase: Bool) {
    self.name = name
    self.ignoresCase = ignoresCase
  }

  /// Adds a translation; the same pair twice counts once. An empty target says that the text stands for no value.
  mutating func add(_ text: String, to target: String) {
    let key = ignoresCase ? text.lowercased() : text
    guard !target.isEmpty else { return targets[key] = targets[key] ?? [] }
    if targets[key]?.contains(target) != true { targets[key, default: []].append(target) }
  }

  /// All translations, in the order of the texts.
  var entries: [(text: String, target: String)] {
    targets.sorted { $0.key < $1.key }.flatMap { text, targets in targets.map { (text, $0) } }
  }

  /// What `text` stands for, in the table's order, which may be no value; `nil` if the table does not have it.
  ///
  /// - Complexity: O(1), one dictionary look-up.
  func targets(of text: String) -> [String]? { targets[ignoresCase ? text.lowercased() : text] }

  /// A text of the table that `text` may have been meant to be.
  func suggestion(for text: String) -> String? { EditDistance.suggestion(for: text, among: targets.keys.sorted()) }
}
