/// How often one rule was broken with one severity.
///
/// ```swift
/// let tally = FindingTally(findings)
/// let errors = tally.counts.filter { (count: FindingCount) in count.severity >= Severity.error }
/// ```
public struct FindingCount: Sendable, Hashable, Codable {
  /// The rule that was broken.
  public var rule: RuleCode
  /// The severity of the findings.
  public var severity: Severity
  /// How many there are.
  public var count: Int

  /// Makes a count.
  public init(rule: RuleCode, severity: Severity, count: Int) {
    self.rule = rule
    self.severity = severity
    self.count = count
  }
}

/// Counts findings by rule and severity while they pass by.
///
/// ```swift
/// let tally = FindingTally(findings)
/// let errors = tally.counts.filter { (count: FindingCount) in count.severity >= Severity.error }
/// ```
public struct FindingTally: Sendable {
  private struct Key: Hashable {
    let rule: RuleCode
    let severity: Severity
  }

  private var countByKey: [Key: Int] = [:]

  /// Makes a tally of nothing.
  public init() {}

  /// Counts all of `findings`.
  public init(_ findings: some Sequence<Finding>) {
    for finding in findings { add(finding) }
  }

  /// Counts `finding`.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ finding: Finding) {
    countByKey[Key(rule: finding.rule, severity: finding.severity), default: 0] += 1
  }

  /// The counts, worst first: by severity, then the most frequent, then by rule.
  public var counts: [FindingCount] {
    FindingCount.worstFirst(
      countByKey.map { FindingCount(rule: $0.key.rule, severity: $0.key.severity, count: $0.value) }
    )
  }
}

extension FindingCount {
  /// Sorts `counts` by severity, then the most frequent, then by rule.
  public static func worstFirst(_ counts: [FindingCount]) -> [FindingCount] {
    counts.sorted { left, right in
      if left.severity != right.severity { return left.severity > right.severity }
      if left.count != right.count { return left.count > right.count }
      return left.rule < right.rule
    }
  }
}
