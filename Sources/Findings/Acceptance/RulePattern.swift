/// Which rules are meant: one code, or a family of them such as `value.*`; `*` alone means all.
///
/// ```swift
/// let suppression = FindingSuppression(
///   rule: RulePattern("value.*"),
///   file: "akc-breeds.csv",
///   reason: "The kennel club measures again in spring",
///   until: CalendarDay("2027-04-01")
/// )
/// let isCovered = suppression.matches(finding)
/// ```
public struct RulePattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String
  private let isPrefix: Bool
  private let text: String

  /// Reads `pattern`; a `*` counts only at its end.
  public init(_ pattern: String) {
    description = pattern
    isPrefix = pattern.hasSuffix("*")
    text = isPrefix ? String(pattern.dropLast()) : pattern
  }

  /// Whether `code` is one of the rules.
  ///
  /// - Complexity: O(*n*) in the length of the code.
  public func matches(_ code: RuleCode) -> Bool {
    isPrefix ? code.rawValue.utf8.starts(with: text.utf8) : code.rawValue == text
  }
}
