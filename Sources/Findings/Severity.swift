/// How much a finding weighs. The order is note < warning < error.
///
/// ```swift
/// let tally = FindingTally(findings)
/// let errors = tally.counts.filter { (count: FindingCount) in count.severity >= Severity.error }
/// ```
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Worth knowing; nothing has to be done.
  case note
  /// Probably wrong; the record is imported all the same.
  case warning
  /// Wrong; the record is rejected.
  case error

  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
