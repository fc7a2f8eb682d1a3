internal import Findings

extension HTMLReport {
  /// Writes the sums that account for every record and object.
  func renderAccounts(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.sources.isEmpty || !summary.entities.isEmpty else { return }
    let title = summary.balances ? "Every record is accounted for" : "The accounts do not balance"
    output.line("<section id=\"accounts\" aria-labelledby=\"accounts-title\">")
    output.line("<h2 id=\"accounts-title\">\(title)</h2>")
    if !summary.sources.isEmpty {
      renderSum(summary.recordTotals, into: &output)
      renderSources(summary, into: &output)
    }
    if !summary.entities.isEmpty { renderEntities(summary, into: &output) }
    output.line("</section>")
  }

  private func renderSum(_ counts: RecordCounts, into output: inout ReportBuffer) {
    output.append("<ul class=\"sum\">")
    output.append(Self.term("", counts.read, counts.read == 1 ? "record read" : "records read", "read"))
    for (index, part) in Self.parts(counts).enumerated() {
      let sign = index == 0 ? (counts.balances ? "=" : "≠") : "+"
      output.append(Self.term(sign, part.count, part.name, part.name))
    }
    output.line("</ul>")
  }

  private static func term(_ sign: String, _ count: Int, _ label: String, _ name: String) -> String {
    let operation = sign.isEmpty ? "" : "<span class=\"sign\">\(sign)</span>"
    let kind = count == 0 ? " zero" : ""
    return """
      <li class="\(name)\(kind)">\(operation)<span class="term"><b>\(ReadableNumber.grouped(count))</b> <span>\(label)</span></span></li>
      """
  }

  private static func parts(_ counts: RecordCounts) -> [(name: String, count: Int)] {
    [
      ("inserted", counts.inserted), ("updated", counts.updated), ("unchanged", counts.unchanged),
      ("rejected", counts.rejected), ("skipped", counts.skipped),
    ]
  }

  private func renderSources(_ summary: RunSummary, into output: inout ReportBuffer) {
    output.line("<table class=\"ledger\"><caption>By source</caption>")
    output.append("<thead><tr><th scope=\"col\">Source</th><th scope=\"col\" class=\"number\">Read</th>")
    for part in Self.parts(RecordCounts()) {
      output.append("<th scope=\"col\" class=\"number\">\(part.name.capitalizedFirst)</th>")
    }
    output.line("</tr></thead><tbody>")
    for source in summary.sources {
      let about = "\(source.format.uppercased()) · \(source.entity) · \(ReadableNumber.bytes(source.bytes))"
      let name = "\(HTMLText.escaped(source.file)) <small>\(HTMLText.escaped(about))</small>"
      output.line(Self.row(name, Self.cells(source.records), balances: source.balances))
    }
    output.line("</tbody>")
    if summary.sources.count > 1 {
      let totals = summary.recordTotals
      output.line("<tfoot>\(Self.row("All sources", Self.cells(totals), balances: totals.balances))</tfoot>")
    }
    output.line("</table>")
  }

  private func renderEntities(_ summary: RunSummary, into output: inout ReportBuffer) {
    output.line("<table class=\"ledger\"><caption>By entity</caption>")
    output.append("<thead><tr><th scope=\"col\">Entity</th>")
    for name in ["Before", "Inserted", "Deleted", "After"] {
      output.append("<th scope=\"col\" class=\"number\">\(name)</th>")
    }
    output.line("</tr></thead><tbody>")
    for account in summary.entities {
      output.line(Self.row(HTMLText.escaped(account.entity), Self.cells(account), balances: account.balances))
    }
    output.line("</tbody></table>")
  }

  private typealias Cell = (sign: String, count: Int, label: String)

  private static func cells(_ counts: RecordCounts) -> [Cell] {
    [("", counts.read, "read")]
      + parts(counts).enumerated().map { index, part in
        (index == 0 ? (counts.balances ? "=" : "≠") : "+", part.count, part.name)
      }
  }

  private static func cells(_ account: EntityAccount) -> [Cell] {
    [
      ("", account.before, "before"), ("+", account.inserted, "inserted"), ("−", account.deleted, "deleted"),
      (account.balances ? "=" : "≠", account.after, "after"),
    ]
  }

  private static func row(_ name: String, _ cells: [Cell], balances: Bool) -> String {
    var text = balances ? "<tr>" : "<tr class=\"unbalanced\">"
    text += "<th scope=\"row\">\(name)</th>"
    for cell in cells {
      let kind = cell.count == 0 ? " zero" : cell.label == "rejected" ? " rejected" : ""
      let sign = cell.sign.isEmpty ? "" : "<span class=\"sign\">\(cell.sign)</span>"
      text +=
        "<td class=\"number\(kind)\" data-label=\"\(cell.label)\">\(sign)\(ReadableNumber.grouped(cell.count))</td>"
    }
    return text + "</tr>"
  }
}

extension String {
  /// The text with its first character in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
