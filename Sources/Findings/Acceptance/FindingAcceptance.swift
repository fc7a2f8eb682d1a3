/// Why a finding does not count against a run: somebody has looked at it and said so.
///
/// ```swift
/// var policy = FindingPolicy()
/// policy.baseline = FindingBaseline(accepting: knownFindings)
/// let today = CalendarDay(secondsSince1970: Int(Date().timeIntervalSince1970))
/// let result: AcceptanceResult = policy.evaluate(findings, sources: [], today: today)
/// let accepted = result.findings.compactMap { $0.acceptance?.kind }  // FindingAcceptance.Kind.baseline
/// ```
public struct FindingAcceptance: Sendable, Hashable, Codable {
  /// Who has said so.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The finding stands in the baseline: it was there before.
    case baseline
    /// A suppression of the recipe covers it.
    case suppression
    /// A budget of the recipe allows it, and is not used up.
    case budget
  }

  /// Who has said so.
  public var kind: Kind
  /// The reason that was given, for people; `nil` for a baseline, which gives none.
  public var reason: String?

  /// Makes an acceptance.
  public init(_ kind: Kind, reason: String? = nil) {
    self.kind = kind
    self.reason = reason
  }
}
