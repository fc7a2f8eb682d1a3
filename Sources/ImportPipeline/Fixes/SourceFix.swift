public import Findings

/// What can be mended in one source file, and the file's bytes afterwards.
public struct SourceFix: Sendable {
  /// The file as the recipe names it.
  public var file: String
  /// Its full path.
  public var path: String
  /// The bytes that the findings are about.
  public var before: [UInt8]
  /// The same with every edit made; all else is as it was.
  public var after: [UInt8]
  /// The findings that the edits mend.
  public var mended: [Finding]
  /// Findings that could be mended, but not surely in this file, with the reason.
  public var left: [(finding: Finding, reason: String)]
  /// Both as texts for people; `nil` if the file cannot be shown as text.
  public var texts: (before: String, after: String)?
}

/// Which findings are mended.
public struct FixOptions: Sendable {
  /// Whether suggestions that change letters are taken too: names that were probably meant, addresses in their right shape.
  public var takesSuggestions = false

  /// Makes options for the safe mends only.
  public init(takesSuggestions: Bool = false) { self.takesSuggestions = takesSuggestions }

  /// Mends that change nothing that anyone could have meant: spaces, characters that cannot be seen, text that was decoded twice.
  static let safeRules: Set<RuleCode> = [.textSpaces, .textInvisible, .valueMojibake]
  /// Mends that are taken on request.
  static let suggestedRules: Set<RuleCode> = [
    .referenceUnknown, .valueOneOf, .valueLookup, .recordUnmatched, .valueLanguageTag, .valueURL, .valueEmail,
    .textScripts, .textPunctuation, .textCapitals,
  ]

  func mends(_ finding: Finding) -> Bool {
    if Self.safeRules.contains(finding.rule) { return true }
    return takesSuggestions && finding.suggestion != nil && Self.suggestedRules.contains(finding.rule)
  }
}

/// Why a finding is not mended.
struct FixObstacle: Error {
  let reason: String
}
