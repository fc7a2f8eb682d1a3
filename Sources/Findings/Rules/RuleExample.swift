/// The example of a rule's page: texts in fences, each below a line that says what it is.
///
/// ```swift
/// let code = RuleCode.valueRange
/// let rule: RuleDescription? = RuleCatalogue.rule(code)
/// let advice = rule?.advice  // what to do
/// let example: RuleExample? = rule?.example  // a source, a recipe, and what the tool reports of them
/// ```
public struct RuleExample: Sendable, Hashable {
  /// A text in a fence.
  public struct Block: Sendable, Hashable {
    /// The line above, such as "`towns.csv`:".
    public let caption: String
    /// What follows the opening fence, such as "csv".
    public let language: String
    /// What stands in the fence.
    public let text: String

    /// Whether the text is what Studbook reports of those before it.
    public var isReport: Bool { language == "text" && caption.hasSuffix(" reports:") }

    /// The parts of the caption that stand in backticks: the name of a file, or a command.
    public var names: [String] {
      caption.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }
  }

  /// What breaks the rule, what is reported, and what corrects it, in this order.
  public let blocks: [Block]

  /// - Parameter lines: The lines of a page below its heading "Example".
  init(_ lines: ArraySlice<Substring>) {
    var blocks: [Block] = []
    var caption = ""
    var open: (language: Substring, lines: [Substring])?
    for line in lines {
      if let fence = open {
        if line == "```" {
          let text = fence.lines.joined(separator: "\n")
          blocks.append(Block(caption: caption, language: String(fence.language), text: text))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3), [])
      } else if !line.isEmpty {
        caption = String(line)
      }
    }
    self.blocks = blocks
  }
}
