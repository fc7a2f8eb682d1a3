package import Findings

/// A rule explained at length, as a page of `docs/rules/` and for `studbook explain`.
package enum RulePage {
  /// The page as Markdown.
  package static func markdown(_ rule: RuleDescription) -> String {
    let example = rule.example
    let language = codeLanguage(example.file)
    var parts = [
      "# \(prose(rule.title))",
      "`\(rule.code)` · \(rule.severity.rawValue)\(isSetByRecipes(rule) ? " unless the recipe says otherwise" : "")",
      prose(rule.explanation),
      "## What to do",
      prose(rule.advice),
      "## Example",
      "`\(example.file)`:",
      fenced(visible(example.wrong), language),
      "Studbook reports:",
      fenced(report(rule), "text"),
      "Mended:",
      fenced(example.mended, language),
    ]
    parts.append("[All rules](README.md)")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The page's file name in `docs/rules/`.
  package static func fileName(_ rule: RuleDescription) -> String { "\(rule.code).md" }

  /// The list of all rules with links to their pages, as Markdown.
  package static func index() -> String {
    var text = """
      # The rules

      Every finding has the code of the rule that was broken. Codes never change their meaning, so recipes, baselines and scripts can rely \
      on them. `studbook explain CODE` shows the same pages in a terminal.

      """
    var family = ""
    for rule in RuleCatalogue.all {
      let next = String(rule.code.rawValue.prefix { $0 != "." })
      if next != family {
        family = next
        text += "\n## \(familyTitle(family))\n\n| Code | Rule | Severity |\n| --- | --- | --- |\n"
      }
      text +=
        "| [`\(rule.code)`](\(fileName(rule))) | \(prose(rule.title)) | \(rule.severity.rawValue) |\n"
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
    func indented(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
        .joined(separator: "\n")
    }
    return """
      \(heading)  \(code)

      \(wrapped(rule.explanation))

      \(style.paint("What to do", .strong))
      \(wrapped(rule.advice))

      \(style.paint("Example", .strong)): \(rule.example.file)
      \(indented(visible(rule.example.wrong)))

      \(report(rule, usesColour: usesColour))

      \(style.paint("Mended", .strong))
      \(indented(rule.example.mended))

      """
  }

  // MARK: Parts

  private static func report(_ rule: RuleDescription, usesColour: Bool = false) -> String {
    guard let finding = rule.example.finding(of: rule) else { return "" }
    var output = ReportBuffer()
    TerminalReport(usesColour: usesColour).render(finding, withAdvice: false, into: &output)
    var text = String(decoding: output.bytes, as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return text
  }

  private static func fenced(_ text: String, _ language: String) -> String { "```\(language)\n\(text)\n```" }

  /// A sentence of the catalogue, which may hold code in backticks, with what Markdown could mistake escaped.
  private static func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index.isMultiple(of: 2) else { return "`\(part)`" }
      return part.map { character in
        switch character {
        case "<": "&lt;"
        case "&": "&amp;"
        case "*", "_", "[", "]", "|": "\\\(character)"
        default: String(character)
        }
      }.joined()
    }.joined()
  }

  /// Source lines with what cannot be seen made visible.
  private static func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }
      .joined(separator: "\n")
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

  private static func codeLanguage(_ file: String) -> String {
    if file.hasSuffix("/contents") { return "xml" }
    // A folder's listing, or the rows of a store.
    guard file.contains("."), !file.hasSuffix(".sqlite") else { return "text" }
    return file.split(separator: ".").last.map { $0 == "yml" ? "yaml" : String($0) } ?? "text"
  }

  private static func familyTitle(_ family: String) -> String {
    switch family {
    case "source": "Sources"
    case "record": "Records"
    case "value": "Values"
    case "text": "Tidiness of texts"
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
