internal import Findings

extension HTMLReport {
  /// Writes the filters, the rules worst first, and the first findings of each rule.
  ///
  /// The script later builds the same elements from the page's data; `HTMLScript` and this file change together.
  func renderFindings(
    _ summary: RunSummary,
    _ firsts: [HTMLFinding],
    kept: Int,
    into output: inout ReportBuffer
  ) {
    let total = summary.findingTotal()
    output.line("<section id=\"findings\" aria-labelledby=\"findings-title\">")
    output.line("<h2 id=\"findings-title\">Findings <span class=\"count\">\(ReadableNumber.grouped(total))</span></h2>")
    guard total > 0 else {
      output.line("<p class=\"nothing\">Nothing to mend: no rule was broken.</p></section>")
      return
    }
    if kept < total {
      output.line(
        """
        <p class="limit">This page carries \(ReadableNumber.grouped(kept)) of \(ReadableNumber.counted(total, "finding")); \
        the JSON report has what the run kept of the others.</p>
        """
      )
    }
    let rows = RuleRow.worstFirst(summary.findingCounts)
    let byRule = Dictionary(grouping: firsts, by: \.rule)
    let cap = Self.staticCap(byRule.values.map(\.count))
    output.line("<div class=\"columns\">")
    renderControls(summary, rows, into: &output)
    output.line("<div id=\"groups\" class=\"by-rule\">")
    for row in rows {
      renderGroup(row, Self.inReadingOrder(byRule[row.rule] ?? [], summary).prefix(cap), into: &output)
    }
    output.line("</div></div></section>")
  }

  /// The greatest number of findings per rule with which all of them stay within the limit of the static page.
  private static func staticCap(_ counts: [Int]) -> Int {
    var cap = staticFindingsPerRule
    while cap > 1, counts.reduce(0, { $0 + min($1, cap) }) > staticFindings { cap -= 1 }
    return cap
  }

  private static func inReadingOrder(_ findings: [HTMLFinding], _ summary: RunSummary) -> [HTMLFinding] {
    var ranks: [String: Int] = [:]
    for (rank, source) in summary.sources.enumerated() where ranks[source.file] == nil { ranks[source.file] = rank }
    let keyed = findings.enumerated().map { offset, finding in
      (rank: finding.file.map { ranks[$0] ?? summary.sources.count } ?? Int.max, offset: offset, finding: finding)
    }
    return keyed.sorted { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      let leftKey = (left.finding.file ?? "", left.finding.line, left.finding.column, left.offset)
      return leftKey < (right.finding.file ?? "", right.finding.line, right.finding.column, right.offset)
    }.map(\.finding)
  }

  // MARK: Filters

  private func renderControls(_ summary: RunSummary, _ rows: [RuleRow], into output: inout ReportBuffer) {
    output.line("<div class=\"side\">")
    output.line("<form id=\"controls\" class=\"controls\" role=\"search\" aria-label=\"Filter the findings\" hidden>")
    output.line(
      """
      <label class="text"><span>Search</span><input type="search" id="text" autocomplete="off" spellcheck="false" \
      placeholder="Words, a file, a field …"></label>
      """
    )
    let total = summary.findingTotal()
    // The script folds these on a phone, so that the first finding is not a screen away.
    output.line(
      "<details class=\"filters\" id=\"filters\" open><summary>Filter and sort</summary><div class=\"fields\">"
    )
    output.append("<fieldset class=\"severities\"><legend>Severity</legend>")
    for (severity, name) in [(Severity.error, "Errors"), (.warning, "Warnings"), (.note, "Notes")] {
      let count = summary.findingTotal(severity)
      guard count > 0 else { continue }
      output.append(
        """
        <label class="\(severity.rawValue)"><input type="checkbox" name="severity" value="\(Self.number(severity))" checked> \
        \(name) <span class="count">\(ReadableNumber.grouped(count))</span></label>
        """
      )
    }
    let accepted = total - summary.openTotal()
    if accepted > 0 {
      output.append(
        """
        <label class="accepted"><input type="checkbox" name="accepted"> \
        Accepted <span class="count">\(ReadableNumber.grouped(accepted))</span></label>
        """
      )
    }
    output.line("</fieldset>")
    output.line("<label><span>Rule</span><select id=\"rule\"><option value=\"\">All rules</option></select></label>")
    output.line("<label><span>File</span><select id=\"file\"><option value=\"\">All files</option></select></label>")
    output.line(
      """
      <label class="sort"><span>Sort</span><select id="sort"><option value="place">By place</option>\
      <option value="value">By value</option><option value="field">By field</option>\
      <option value="severity">Worst first</option></select></label>
      """
    )
    output.line(
      """
      <fieldset class="grouping"><legend>Group by</legend>\
      <label><input type="radio" name="group" value="rule" checked><span>Rule</span></label>\
      <label><input type="radio" name="group" value="file"><span>File</span></label></fieldset></div></details>
      """
    )
    output.line(
      "<p class=\"state\"><span id=\"state\" role=\"status\"></span> <button type=\"button\" hidden>Clear filters</button></p>"
    )
    output.line("</form>")
    output.line("<nav class=\"worst\" aria-labelledby=\"worst-title\"><h3 id=\"worst-title\">Worst first</h3><ol>")
    let greatest = rows.map(\.total).max() ?? 1
    for row in rows {
      let width = ReadableNumber.decimal(max(Double(row.total) / Double(greatest) * 100, 1), places: 1)
      let title = RuleCatalogue.rule(row.rule)?.title ?? row.rule.rawValue
      output.line(
        """
        <li class="\(row.worst.rawValue)"><a href="#\(HTMLText.identifier("rule", row.rule.rawValue))">\
        <span class="name">\(HTMLText.escaped(title))</span> <span class="count">\(ReadableNumber.grouped(row.total))</span>\
        <span class="bar" aria-hidden="true"><span style="width:\(width)%"></span></span></a></li>
        """
      )
    }
    output.line("</ol></nav></div>")
  }

  private static func number(_ severity: Severity) -> Int {
    switch severity {
    case .error: 2
    case .warning: 1
    case .note: 0
    }
  }

  // MARK: Groups

  private func renderGroup(_ row: RuleRow, _ findings: ArraySlice<HTMLFinding>, into output: inout ReportBuffer) {
    let identifier = HTMLText.identifier("rule", row.rule.rawValue)
    let description = RuleCatalogue.rule(row.rule)
    let code = HTMLText.escaped(row.rule.rawValue)
    let title = description.map { HTMLText.escaped($0.title) } ?? code
    output.line(
      """
      <section class="group" id="\(identifier)" aria-labelledby="\(identifier)-title"><div class="group-head">\
      <h3 id="\(identifier)-title">\(title) <span class="count">\(ReadableNumber.grouped(row.total))</span></h3>\
      <p class="code"><code>\(code)</code></p>
      """
    )
    if let advice = description?.advice {
      output.line("<p class=\"advice\"><b>What to do</b> \(HTMLText.escaped(advice))</p>")
    }
    if let description { renderExplanation(description, into: &output) }
    output.line("</div><ol class=\"list\">")
    for finding in findings { renderFinding(finding, into: &output) }
    output.line("</ol>")
    if findings.count < row.total {
      output.line("<p class=\"rest\">and \(ReadableNumber.grouped(row.total - findings.count)) more</p>")
    }
    output.line("</section>")
  }

  /// Writes what the rule checks and an example, folded; the script moves it along when it builds the groups anew.
  private func renderExplanation(_ rule: RuleDescription, into output: inout ReportBuffer) {
    let figures = rule.example.blocks.map { block in
      let caption = block.caption.last == ":" ? String(block.caption.dropLast()) : block.caption
      let text = HTMLText.markupEscaped(HTMLText.sourceLines(block.text))
      let attributes = block.isReport ? " class=\"report\"" : ""
      return "<figure\(attributes)><figcaption>\(prose(caption))</figcaption><pre>\(text)</pre></figure>"
    }
    output.line(
      """
      <details class="more \(rule.severity.rawValue)"><summary>Why, and an example</summary><p>\(prose(rule.explanation))</p>\
      <div class="pair">\(figures.joined())</div></details>
      """
    )
  }

  /// A sentence of a rule's page, which may hold code in backticks.
  private func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      let text = HTMLText.markupEscaped(String(part))
      return index.isMultiple(of: 2) ? text : "<code>\(text)</code>"
    }.joined()
  }

  private func renderFinding(_ finding: HTMLFinding, into output: inout ReportBuffer) {
    output.line(finding.item().markup)
  }
}
