/// The findings of a run, each with whether it counts.
///
/// ```swift
/// var policy = FindingPolicy()
/// policy.baseline = FindingBaseline(accepting: knownFindings)
/// let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
/// let result: AcceptanceResult = policy.evaluate(findings, sources: [], today: today)
/// let accepted = result.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
/// ```
public struct AcceptanceResult: Sendable {
  /// The findings in the order of the run; those that do not count have an `acceptance`.
  public internal(set) var findings: [Finding]
  /// Findings about the policy itself: ended and unused suppressions, exceeded budgets, a baseline that has become too large.
  public internal(set) var remarks: [Finding] = []
  /// Whether a baseline was there to compare with.
  public internal(set) var hasBaseline = false

  init(findings: [Finding]) { self.findings = findings }

  /// How many findings of each rule and severity do not count.
  public var acceptedCounts: [FindingCount] { FindingTally(findings.lazy.filter { $0.acceptance != nil }).counts }

  /// How many findings of `severity` or a graver one count.
  ///
  /// - Parameter counts: All findings that there are, also those that the run did not keep and that nobody could accept.
  /// - Parameter severity: The least grave severity that counts.
  public func openCount(atLeast severity: Severity, of counts: [FindingCount]) -> Int {
    func sum(_ counts: [FindingCount]) -> Int {
      counts.reduce(0) { $1.severity >= severity ? $0 + $1.count : $0 }
    }
    return sum(counts) - sum(acceptedCounts)
  }

  /// How many records have errors that are all accepted: the run rejected them, but they are no reason to fail.
  ///
  /// - Parameter others: The places among `findings` of errors that rejected no record, such as those of checks of the whole, which name one all the same.
  public func acceptedRejects(besides others: Set<Int>) -> Int {
    struct RecordKey: Hashable {
      let file: String
      let record: Int
      /// Records inside records are numbered by themselves.
      let entity: String?
    }
    var isAccepted: [RecordKey: Bool] = [:]
    for (place, finding) in findings.enumerated() where finding.severity == .error && !others.contains(place) {
      guard let file = finding.position?.file, let record = finding.record else { continue }
      let key = RecordKey(file: file, record: record, entity: finding.entity)
      isAccepted[key] = isAccepted[key] ?? true && finding.acceptance != nil
    }
    return isAccepted.values.count { $0 }
  }

  /// How many of the findings at some places do not count.
  public func acceptedCount(at places: Set<Int>) -> Int { places.count { findings[$0].acceptance != nil } }
}
