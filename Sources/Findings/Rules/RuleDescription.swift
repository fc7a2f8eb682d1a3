/// What a rule is about, for people, as its page in `docs/rules` says it.
///
/// ```swift
/// let code = RuleCode.valueRange
/// let rule: RuleDescription? = RuleCatalogue.rule(code)
/// let advice = rule?.advice  // what to do
/// let example: RuleExample? = rule?.example  // a source, a recipe, and what the tool reports of them
/// ```
public struct RuleDescription: Sendable, Hashable {
  /// The rule.
  public let code: RuleCode
  /// How much a broken rule weighs unless the recipe or the reader of the source says otherwise.
  public let severity: Severity
  /// The rule in a few words, such as "Value out of range".
  public let title: String
  /// What an editor does about it, as one or two sentences.
  public let advice: String
  /// What is checked and why it matters, as a few sentences.
  public let explanation: String
  /// Files that break the rule, what is reported of them, and the files corrected.
  public let example: RuleExample

  /// The rule that a page of `docs/rules` is about, whose code stands in its third line; `nil` if it is none.
  static func code(ofPage page: String) -> RuleCode? {
    let lines = page.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    let mark = UInt8(ascii: "`")
    guard lines.count > 2, lines[2].first == mark, let end = lines[2].dropFirst().firstIndex(of: mark) else {
      return nil
    }
    return RuleCode(rawValue: String(Substring(lines[2][..<end].dropFirst())))
  }

  /// Reads a page of `docs/rules`; `nil` if it is none.
  package init?(page: String) {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines[0].hasPrefix("# "), let code = Self.code(ofPage: page),
      let advice = lines.firstIndex(of: "## What to do"),
      let example = lines.firstIndex(of: "## Example"), advice < example
    else { return nil }
    func paragraph(_ range: Range<Int>) -> String { lines[range].filter { !$0.isEmpty }.joined(separator: "\n\n") }
    title = String(lines[0].dropFirst(2))
    self.code = code
    severity = code.defaultSeverity
    explanation = paragraph(3..<advice)
    self.advice = paragraph(advice + 1..<example)
    self.example = RuleExample(lines[(example + 1)...])
  }
}
