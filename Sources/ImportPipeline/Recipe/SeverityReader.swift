internal import Findings
internal import Yams

/// Reads `severities`, of a recipe or of one of its sources.
struct SeverityReader {
  let problems: RecipeProblems
  /// The codes of the recipe's own rules.
  let ownRules: Set<RuleCode>

  /// The severities that are given to rules, and the rules that are turned off.
  func read(_ map: RecipeMap) -> (severities: [RuleCode: Severity], off: Set<RuleCode>) {
    var severities: [RuleCode: Severity] = [:]
    var off: Set<RuleCode> = []
    guard let node = map["severities"] else { return (severities, off) }
    let table = RecipeMap(node, kind: "“severities”", problems: problems)
    for key in table.keys {
      let code = RuleCode(rawValue: key.name)
      let position = problems.position(of: key.node)
      // Rules of one's own are not in the catalogue; their family is.
      if RuleCatalogue.rule(code) == nil, !ownRules.contains(code), !key.name.hasPrefix("own.") {
        problems.addUnknown(
          "rule",
          key.name,
          known: RuleCatalogue.all.map(\.code.rawValue) + ownRules.map(\.rawValue),
          at: position
        )
      }
      if let text = table.string(key.name), ["off", "false"].contains(text.value) {
        if code.isIndispensable {
          problems.add(
            .recipeValue,
            "\(key.name) cannot be turned off: a record that breaks it makes no object",
            at: position
          )
        }
        off.insert(code)
      } else {
        severities[code] = table.choice(key.name, Severity.self)
      }
    }
    return (severities, off)
  }
}

extension RuleCode {
  /// Whether no object can be made of a record that breaks the rule.
  fileprivate var isIndispensable: Bool {
    guard RuleCatalogue.rule(self) != nil else { return false }
    if RuleCatalogue.optionalRules.contains(self) { return false }
    return true
  }
}
