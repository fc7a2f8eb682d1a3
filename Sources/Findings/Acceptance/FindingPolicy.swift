/// What a team has agreed on about the findings of its sources: which of them count.
///
/// ```swift
/// var policy = FindingPolicy()
/// policy.baseline = FindingBaseline(accepting: knownFindings)
/// let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
/// let result: AcceptanceResult = policy.evaluate(findings, sources: [], today: today)
/// let accepted = result.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
/// ```
public struct FindingPolicy: Sendable {
  /// The findings that were there before.
  public var baseline: FindingBaseline?
  /// Findings that do not count, each with a reason; asked in their order.
  public var suppressions: [FindingSuppression] = []
  /// How many findings of some rules may occur before they count.
  public var budgets: [FindingBudget] = []

  /// Makes a policy under which every finding counts.
  public init() {}

  /// Says of each finding whether it counts.
  ///
  /// The baseline is asked first, then the suppressions in their order, then the budgets: a budget is spent only on findings that nothing
  /// else accepts, and covers all of its findings or, when there are more than it allows, none.
  ///
  /// - Parameters:
  ///   - findings: In the order of the run.
  ///   - sources: The accounts of the run, for budgets that are shares of the records read.
  ///   - today: Decides which suppressions have ended.
  /// - Complexity: O(*n* · *s*) in findings and in suppressions and budgets.
  public func evaluate(_ findings: [Finding], sources: [SourceAccount], today: CalendarDay) -> AcceptanceResult {
    var result = AcceptanceResult(findings: findings)
    applyBaseline(to: &result)
    applySuppressions(to: &result, today: today)
    applyBudgets(to: &result, sources: sources)
    return result
  }

  private func applyBaseline(to result: inout AcceptanceResult) {
    guard let baseline else { return }
    var left = Set(baseline.entries.map(\.fingerprint))
    var counter = FingerprintCounter()
    for index in result.findings.indices where left.remove(counter.next(result.findings[index])) != nil {
      result.findings[index].acceptance = FindingAcceptance(.baseline)
    }
    result.hasBaseline = true
    guard !left.isEmpty else { return }
    result.remarks.append(Finding(AcceptanceFinding.stale(left.count)))
  }

  private func applySuppressions(to result: inout AcceptanceResult, today: CalendarDay) {
    guard !suppressions.isEmpty else { return }
    var used = [Bool](repeating: false, count: suppressions.count)
    for index in result.findings.indices where result.findings[index].acceptance == nil {
      let finding = result.findings[index]
      for (number, suppression) in suppressions.enumerated() where suppression.matches(finding) {
        used[number] = true
        if let until = suppression.until, until < today { continue }
        result.findings[index].acceptance = FindingAcceptance(.suppression, reason: suppression.reason)
        break
      }
    }
    for (suppression, isUsed) in zip(suppressions, used) {
      if let until = suppression.until, until < today, isUsed {
        result.remarks.append(
          Finding(
            AcceptanceFinding.expired(suppression.rule, until),
            at: suppression.position,
            value: "\(until)"
          )
        )
      } else if !isUsed {
        result.remarks.append(
          Finding(
            AcceptanceFinding.unused(suppression.rule),
            at: suppression.position,
            value: "\(suppression.rule)"
          )
        )
      }
    }
  }

  private func applyBudgets(to result: inout AcceptanceResult, sources: [SourceAccount]) {
    for budget in budgets {
      let spent = result.findings.indices.filter {
        result.findings[$0].acceptance == nil && budget.matches(result.findings[$0])
      }
      guard !spent.isEmpty else { continue }
      let read = sources.reduce(0) { budget.file == nil || $1.file == budget.file ? $0 + $1.records.read : $0 }
      if budget.most.allows(spent.count, of: read) {
        for index in spent {
          result.findings[index].acceptance = FindingAcceptance(.budget, reason: "\(budget.most) are allowed")
        }
      } else {
        result.remarks.append(
          Finding(
            AcceptanceFinding.budget(budget.rule, file: budget.file, count: spent.count, most: budget.most),
            at: budget.position,
            value: "\(budget.most)"
          )
        )
      }
    }
  }
}
