package import Findings

/// A rule explained at length for `studbook explain`, and the parts of its page in `docs/rules/` that follow from others.
package enum RulePage {
  /// The line of the page that says the rule's code and its severity.
  package static func codeLine(_ rule: RuleDescription) -> String {
    "`\(rule.code)` · \(rule.severity.rawValue)\(isSetByRecipes(rule) ? " unless the recipe says otherwise" : "")"
  }

  /// The page's file name in `docs/rules/`.
  package static func fileName(_ code: RuleCode) -> String { "\(code).md" }

  /// The list of all rules with links to their pages, as Markdown.
  package static func index() -> String {
    var text = """
      # The rules

      Every finding has the code of the rule that was broken. Codes never change their meaning, so recipes, baselines and scripts can rely \
      on them. `studbook explain CODE` shows the same pages in a terminal.

      The examples are carried out in a copy of the folder [Towns](Towns): a model, a recipe or a source that a page does not show is the one there. \
      Their day is the 15th of April 2026 (`SOURCE_DATE_EPOCH=1776211200`).

      """
    var family = ""
    for rule in RuleCatalogue.all {
      let next = String(rule.code.rawValue.prefix { $0 != "." })
      if next != family {
        family = next
        text += "\n## \(familyTitle(family))\n\n| Code | Rule | Severity |\n| --- | --- | --- |\n"
      }
      text += "| [`\(rule.code)`](\(fileName(rule.code))) | \(rule.title) | \(rule.severity.rawValue) |\n"
    }
    return text
  }

  /// The page for a terminal.
  ///
  /// - Parameter usesColour: Whether to colour it.
  package static func terminal(_ rule: RuleDescription, usesColour: Bool = false) -> String {
    let style = TerminalStyle(isOn: usesColour)
    let heading = style.paint(rule.title, .strong)
    let code = style.paint("\(rule.severity.rawValue)[\(rule.code)]", TerminalStyle.role(rule.severity))
    var text = """
      \(heading)  \(code)

      \(wrapped(rule.explanation))

      \(style.paint("What to do", .strong))
      \(wrapped(rule.advice))

      \(style.paint("Example", .strong))

      """
    for (index, block) in rule.example.blocks.enumerated() {
      if index > 0 { text += "\n" }
      text += wrapped(block.caption.filter { $0 != "`" }) + "\n"
      for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
        text += (block.isReport ? painted(line, rule, style) : line.isEmpty ? "" : "    \(line)") + "\n"
      }
    }
    return text
  }

  // MARK: Parts

  /// A line of a report in the colours that `TerminalReport` gives it.
  private static func painted(_ line: Substring, _ rule: RuleDescription, _ style: TerminalStyle) -> String {
    for severity in Severity.allCases {
      let code = "\(severity.rawValue)[\(rule.code)]"
      guard let start = line.firstRange(of: code)?.lowerBound else { continue }
      let end = line.index(start, offsetBy: code.count)
      let place = line[..<start].hasSuffix(": ") ? style.paint(String(line[..<start].dropLast(2)), .strong) + ": " : ""
      return place + style.paint(code, TerminalStyle.role(severity)) + line[end...]
    }
    guard let carets = line.firstIndex(of: "^"), line[carets...].allSatisfy({ $0 == "^" }) else { return String(line) }
    return line[..<carets] + style.paint(String(line[carets...]), TerminalStyle.role(rule.severity))
  }

  private static func wrapped(_ text: String, columns: Int = 78) -> String {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if DisplayWidthScanner.columns(of: last) + 1 + DisplayWidthScanner.columns(of: String(word)) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a recipe can give the rule another severity: not where there is no recipe yet, or none any more.
  private static func isSetByRecipes(_ rule: RuleDescription) -> Bool {
    !["recipe", "release", "store", "acceptance"].contains(rule.code.rawValue.prefix { $0 != "." })
  }

  private static func familyTitle(_ family: String) -> String {
    switch family {
    case "source": "Sources"
    case "json": "JSON"
    case "sheet": "Worksheets"
    case "record": "Records"
    case "value": "Values"
    case "text": "Tidiness of texts"
    case "file": "Files that fields name"
    case "image": "Pictures"
    case "reference": "References"
    case "rule": "Rules of the recipe"
    case "recipe": "The recipe"
    case "model": "The model"
    case "release": "Releases"
    case "store": "Stores"
    case "acceptance": "Accepted findings"
    default: family.capitalizedFirst
    }
  }
}
