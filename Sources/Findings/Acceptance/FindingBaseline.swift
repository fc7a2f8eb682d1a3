/// The findings that were there when somebody drew a line: a run with a baseline counts only what has come since.
///
/// ```swift
/// var policy = FindingPolicy()
/// policy.baseline = FindingBaseline(accepting: knownFindings)
/// let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
/// let result: AcceptanceResult = policy.evaluate(findings, sources: [], today: today)
/// let accepted = result.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
/// ```
///
/// Findings are told apart by their fingerprints, which do not change when other lines of the file do.
public struct FindingBaseline: Sendable, Hashable {
  /// One accepted finding, with what a reader of the file needs to recognise it.
  public struct Entry: Sendable, Hashable, Codable {
    /// `FingerprintCounter`'s name for the finding.
    public var fingerprint: String
    /// The rule that was broken.
    public var rule: RuleCode?
    /// The source.
    public var file: String?
    /// What was wrong.
    public var message: String?

    /// Makes an entry.
    public init(fingerprint: String, rule: RuleCode? = nil, file: String? = nil, message: String? = nil) {
      self.fingerprint = fingerprint
      self.rule = rule
      self.file = file
      self.message = message
    }
  }

  /// The accepted findings, by file, rule and fingerprint: the same findings give the same order.
  public let entries: [Entry]

  /// Makes a baseline of `entries`, each once.
  public init(_ entries: [Entry]) {
    var seen: Set<String> = []
    self.entries = entries.filter { seen.insert($0.fingerprint).inserted }.sorted { left, right in
      let leftKey = (left.file ?? "", left.rule?.rawValue ?? "", left.fingerprint)
      return leftKey < (right.file ?? "", right.rule?.rawValue ?? "", right.fingerprint)
    }
  }

  /// Accepts all of `findings`, which stand in the order of the run.
  public init(accepting findings: some Sequence<Finding>) {
    var counter = FingerprintCounter()
    self.init(
      findings.map { finding in
        Entry(
          fingerprint: counter.next(finding),
          rule: finding.rule,
          file: finding.position?.file,
          message: finding.message
        )
      }
    )
  }
}
