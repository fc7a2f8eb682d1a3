/// What is to be said about a baseline, suppressions and budgets.
public enum AcceptanceFinding: FindingKind {
  case stale(Int)
  case expired(RulePattern, CalendarDay)
  case unused(RulePattern)
  case budget(RulePattern, file: String?, count: Int, most: Tolerance)

  public var rule: RuleCode {
    switch self {
    case .stale: .acceptanceStale
    case .expired: .acceptanceExpired
    case .unused: .acceptanceUnused
    case .budget: .acceptanceBudget
    }
  }

  public var message: String {
    switch self {
    case .stale(let count):
      "\(count.counting("finding")) of the baseline \(count == 1 ? "does" : "do") not occur any more; write it anew"
    case .expired(let pattern, let until):
      "The suppression of \(pattern) ended on \(until), and there are findings that it would cover"
    case .unused(let pattern): "Nothing is left that the suppression of \(pattern) would cover"
    case .budget(let pattern, let file, let count, let most):
      "There \(count == 1 ? "is" : "are") \(count.counting("finding")) of \(pattern)\(file.map { " in \($0)" } ?? ""), "
        + "but the budget allows \(most)"
    }
  }
}
