internal import Findings
internal import Yams

/// Reads what a recipe accepts: `suppressions` and `budgets`.
struct AcceptanceReader {
  let problems: RecipeProblems

  /// Reads one suppression: which findings, why, and until when.
  func suppression(_ node: Node) -> FindingSuppression? {
    let map = RecipeMap(node, kind: "A suppression", problems: problems)
    map.allowOnly(["rule", "file", "field", "value", "reason", "until"])
    guard let rule = rule(map), let reason = map.required("reason") else { return nil }
    if !reason.value.contains(where: { !$0.isWhitespace }) {
      problems.add(.contradiction(.reason), at: reason.position)
    }
    var suppression = FindingSuppression(rule: rule, reason: reason.value, position: map.position)
    suppression.file = map.text("file")
    suppression.field = map.text("field")
    suppression.value = map.text("value")
    if let until = map.string("until") {
      suppression.until = CalendarDay(until.value)
      if suppression.until == nil {
        problems.add(.form(key: "until", .day), at: until.position, value: until.value)
      }
    }
    return suppression
  }

  /// Reads one budget: which findings, and how many.
  func budget(_ node: Node) -> FindingBudget? {
    let map = RecipeMap(node, kind: "A budget", problems: problems)
    map.allowOnly(["rule", "file", "most"])
    guard let rule = rule(map), let most = map.required("most") else { return nil }
    guard let tolerance = Tolerance(most.value) else {
      problems.add(.form(key: "most", .budget), at: most.position, value: most.value)
      return nil
    }
    return FindingBudget(rule: rule, file: map.text("file"), most: tolerance, position: map.position)
  }

  private func rule(_ map: RecipeMap) -> RulePattern? {
    guard let text = map.required("rule") else { return nil }
    let pattern = RulePattern(text.value)
    // The recipe's own rules may have any code, so only a code that is close to a known one is taken for a mistake.
    if !RuleCatalogue.codes.contains(where: pattern.matches),
      let likely = EditDistance.suggestion(for: text.value, among: RuleCatalogue.codes.map(\.rawValue))
    {
      let kind = RecipeFinding.unknown("rule", text.value, known: [])
      problems.add(kind, at: text.position, value: text.value, suggestion: likely)
    }
    return pattern
  }
}
