internal import Findings

extension HTMLReport {
  /// Writes whose the data are: every file that was read, with its licence and its origin.
  func renderInputs(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.inputs.isEmpty else { return }
    output.line("<section id=\"inputs\" aria-labelledby=\"inputs-title\">")
    output.line("<h2 id=\"inputs-title\">What it is made from</h2>")
    output.line("<table class=\"inputs\"><caption>Inputs and their licences</caption>")
    output.append("<thead><tr><th scope=\"col\">File</th><th scope=\"col\">Licence</th>")
    output.line("<th scope=\"col\">Origin</th></tr></thead><tbody>")
    for input in summary.inputs {
      var about = input.bytes.map(ReadableNumber.bytes) ?? ""
      if let sha256 = input.sha256 { about += " · SHA-256 <code>\(HTMLText.escaped(sha256))</code>" }
      let details = about.isEmpty ? "" : " <small>\(about)</small>"
      output.append("<tr><th scope=\"row\">\(HTMLText.escaped(input.path))\(details)</th>")
      output.append("<td data-label=\"Licence\">\(input.licence.map(HTMLText.escaped) ?? Self.unknown)</td>")
      output.line("<td data-label=\"Origin\">\(input.origin.map(Self.origin) ?? Self.unknown)</td></tr>")
    }
    output.line("</tbody></table>")
    output.line("</section>")
  }

  private static let unknown = "<span class=\"unknown\">not said</span>"

  /// A text, or a link if it is an address of the Web and nothing else.
  private static func origin(_ text: String) -> String {
    let escaped = HTMLText.escaped(text)
    let isAddress =
      (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isAddress ? "<a href=\"\(escaped)\" rel=\"noreferrer\">\(escaped)</a>" : escaped
  }
}
