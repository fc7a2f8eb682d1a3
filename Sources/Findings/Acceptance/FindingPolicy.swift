/// What a team has agreed on about the findings of its sources: which of them count.
///
/// ```swift
/// var policy = FindingPolicy()
/// policy.baseline = FindingBaseline(accepting: knownFindings)
/// let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
/// let judgement: FindingJudgement = policy.judge(findings, sources: [], today: today)
/// let accepted = judgement.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
/// ```
public struct FindingPolicy: Sendable {
  /// The findings that were there before.
  public var baseline: FindingBaseline?
  public var suppressions: [FindingSuppression] = []
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
  public func judge(_ findings: [Finding], sources: [SourceAccount], today: CalendarDay) -> FindingJudgement {
    var judgement = FindingJudgement(findings: findings)
    applyBaseline(to: &judgement)
    applySuppressions(to: &judgement, today: today)
    applyBudgets(to: &judgement, sources: sources)
    return judgement
  }

  private func applyBaseline(to judgement: inout FindingJudgement) {
    guard let baseline else { return }
    var left = Set(baseline.entries.map(\.fingerprint))
    var counter = FingerprintCounter()
    for index in judgement.findings.indices where left.remove(counter.next(judgement.findings[index])) != nil {
      judgement.findings[index].acceptance = FindingAcceptance(.baseline)
    }
    judgement.hasBaseline = true
    guard !left.isEmpty else { return }
    judgement.remarks.append(Finding(AcceptanceFinding.stale(left.count)))
  }

  private func applySuppressions(to judgement: inout FindingJudgement, today: CalendarDay) {
    guard !suppressions.isEmpty else { return }
    var used = [Bool](repeating: false, count: suppressions.count)
    for index in judgement.findings.indices where judgement.findings[index].acceptance == nil {
      let finding = judgement.findings[index]
      for (number, suppression) in suppressions.enumerated() where suppression.matches(finding) {
        used[number] = true
        if let until = suppression.until, until < today { continue }
        judgement.findings[index].acceptance = FindingAcceptance(.suppression, reason: suppression.reason)
        break
      }
    }
    for (suppression, isUsed) in zip(suppressions, used) {
      if let until = suppression.until, until < today, isUsed {
        judgement.remarks.append(
          Finding(
            AcceptanceFinding.expired(suppression.rule, until),
            at: suppression.position,
            value: "\(until)"
          )
        )
      } else if !isUsed {
        judgement.remarks.append(
          Finding(
            AcceptanceFinding.unused(suppression.rule),
            at: suppression.position,
            value: "\(suppression.rule)"
          )
        )
      }
    }
  }

  private func applyBudgets(to judgement: inout FindingJudgement, sources: [SourceAccount]) {
    for budget in budgets {
      let spent = judgement.findings.indices.filter {
        judgement.findings[$0].acceptance == nil && budget.matches(judgement.findings[$0])
      }
      guard !spent.isEmpty else { continue }
      let read = sources.reduce(0) { budget.file == nil || $1.file == budget.file ? $0 + $1.records.read : $0 }
      if budget.most.allows(spent.count, of: read) {
        for index in spent {
          judgement.findings[index].acceptance = FindingAcceptance(.budget, reason: "\(budget.most) are allowed")
        }
      } else {
        judgement.remarks.append(
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
