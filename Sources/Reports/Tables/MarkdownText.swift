/// Text made safe for GitHub's and GitLab's Markdown.
package enum MarkdownText {
  /// `text` as running text: no markup, links, mentions or references to issues come alive.
  package static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in VisibleText.escaped(text).unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "{", "}", "|", "~", "!", "$": result += "\\\(scalar)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // A word joiner keeps “@name” and “#12” from being taken for people and issues, which happens after entities are decoded.
      case "@": result += "@&#8288;"
      case "#": result += "\\#&#8288;"
      // Bare addresses would become links.
      case ":": result += "&#58;"
      case "." where previous == "w" || previous == "W": result += "&#46;"
      case "-", "+", "=": result += result.isEmpty ? "\\\(scalar)" : String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }

  /// `text` as code within a line; inside tables, where a bar would end the cell, it is escaped as well.
  static func code(_ text: String) -> String {
    let visible = VisibleText.escaped(text)
    guard !visible.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRunOfBackticks(in: visible) + 1)
    // By scalars: a mark on a bar or a backtick makes another character of it for Swift, and none for Markdown.
    let scalars = visible.unicodeScalars
    let padding = scalars.first == "`" || scalars.last == "`" || scalars.first == " " ? " " : ""
    let safe = scalars.reduce(into: String.UnicodeScalarView()) { $0 += $1 == "|" ? ["\\", $1] : [$1] }
    return fence + padding + String(safe) + padding + fence
  }

  /// Lines as a block of code whose fence is longer than any in it.
  static func block(_ lines: [String]) -> String {
    let run = lines.map(longestRunOfBackticks).max() ?? 0
    let fence = String(repeating: "`", count: max(3, run + 1))
    return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
  }

  private static func longestRunOfBackticks(in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
