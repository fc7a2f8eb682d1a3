internal import Findings

extension RecipeMap {
  /// The severities that a recipe or one of its sources gives to rules, and the rules that it turns off.
  ///
  /// - Parameter ownRules: The codes of the recipe's own rules.
  func severities(ownRules: Set<RuleCode>) -> (severities: [RuleCode: Severity], off: Set<RuleCode>) {
    var severities: [RuleCode: Severity] = [:]
    var off: Set<RuleCode> = []
    guard let table = map("severities") else { return (severities, off) }
    for key in table.keys {
      let code = RuleCode(rawValue: key.value)
      // Rules of one's own are not in the catalogue; their family is.
      if !RuleCatalogue.contains(code), !ownRules.contains(code), !key.value.hasPrefix("own.") {
        let known = RuleCatalogue.codes.map(\.rawValue) + ownRules.map(\.rawValue)
        problems.addUnknown("rule", key, known: known)
      }
      if let text = table.text(key.value), ["off", "false"].contains(text) {
        // No object can be made of a record that breaks a rule of the catalogue which is not optional.
        if RuleCatalogue.contains(code), !RuleCatalogue.optionalRules.contains(code) {
          problems.add(.necessaryRule(key.value), at: key.position)
        }
        off.insert(code)
      } else {
        severities[code] = table.choice(key.value, Severity.self)
      }
    }
    return (severities, off)
  }
}
