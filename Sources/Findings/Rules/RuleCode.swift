/// The stable name of a rule, such as `value.range`. Recipes, baselines and suppressions refer to it, so a code never changes its meaning.
///
/// ```swift
/// let code = RuleCode.valueRange
/// let rule: RuleDescription? = RuleCatalogue.rule(code)
/// let advice = rule?.advice  // what to do
/// let example: RuleExample? = rule?.example  // a source, a recipe, and what the tool reports of them
/// ```
public struct RuleCode: RawRepresentable, Sendable, Hashable, Codable, Comparable, ExpressibleByStringLiteral {
  /// The code's text.
  public let rawValue: String

  /// Makes a code, also one of a rule of one's own.
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public static func < (left: RuleCode, right: RuleCode) -> Bool { left.rawValue < right.rawValue }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension RuleCode: CustomStringConvertible {
  public var description: String { rawValue }
}

extension RuleCode {
  /// The severity that the rule has unless a recipe changes it; an error for rules that are not in the catalogue.
  public var defaultSeverity: Severity { RuleCatalogue.severities[self] ?? .error }
}
