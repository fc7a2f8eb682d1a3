package import Findings

/// The run as one page for editors: no network, no dependencies, for phone, desktop and paper.
///
/// The first findings of each rule are plain HTML, so that the page works without scripts. All findings are also in the page as data,
/// which a small script filters and groups. Everything that comes from a source is escaped in both.
package struct HTMLReport: Report {
  /// The most findings that the page carries. The others are counted, and each rule keeps at least 1,000.
  package var greatestFindingCount: Int

  /// The most findings of each rule that the page carries even when it has too many in all.
  static let keptPerRule = 1_000
  /// The most findings in plain HTML, and the most of one rule.
  static let staticFindings = 200
  static let staticFindingsPerRule = 25

  package init(greatestFindingCount: Int = 100_000) {
    self.greatestFindingCount = greatestFindingCount
  }

  /// - Complexity: O(*n*) in findings; keeps the page's data, some 300 bytes per finding, in memory.
  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    var data = HTMLFindingData()
    var kept = 0
    var keptByRule: [RuleCode: Int] = [:]
    var firsts: [HTMLFinding] = []
    var fingerprints = FingerprintCounter()
    var tally = FindingTally()
    for finding in findings {
      tally.add(finding)
      let fingerprint = fingerprints.next(finding)
      let ofRule = keptByRule[finding.rule, default: 0]
      guard kept < greatestFindingCount || ofRule < Self.keptPerRule else { continue }
      let item = HTMLFinding(finding, fingerprint: fingerprint)
      data.add(item)
      if ofRule < Self.staticFindingsPerRule, item.acceptance == nil { firsts.append(item) }
      keptByRule[finding.rule] = ofRule + 1
      kept += 1
    }
    var summary = summary
    if summary.findingCounts.isEmpty { summary.findingCounts = tally.counts }

    let verdict = RunVerdict(summary)
    renderHead(summary, verdict, into: &output)
    renderMasthead(summary, verdict, into: &output)
    output.line("<main>")
    // What is to be corrected comes first: on a phone, the tables of the accounts take several screens.
    renderFindings(summary, firsts, kept: kept, into: &output)
    renderAccounts(summary, into: &output)
    renderCompleteness(summary, into: &output)
    renderInputs(summary, into: &output)
    output.line("</main>")
    renderFooter(summary, into: &output)
    if kept > 0 {
      data.render(into: &output, ruleOrder: RuleRow.worstFirst(summary.findingCounts).map(\.rule), summary: summary)
      output.line("<script>")
      output.append(HTMLScript.text)
      output.line("</script>")
    }
    output.line("</body>")
    output.line("</html>")
  }

  private func renderHead(_ summary: RunSummary, _ verdict: RunVerdict, into output: inout ReportBuffer) {
    output.append(HTMLPage.head(title: "\(verdict.headline) · \(summary.output ?? summary.recipe)", hasScripts: true))
    output.line("<a class=\"skip\" href=\"#findings\">Skip to the findings</a>")
  }

  private func renderMasthead(_ summary: RunSummary, _ verdict: RunVerdict, into output: inout ReportBuffer) {
    var facts = [("Recipe", summary.recipe), ("Model", summary.model)]
    if let name = summary.output { facts.append(("Reference file", name)) }
    let links =
      [("#findings", "Findings"), ("#accounts", "Accounts")]
      + (summary.completeness.isEmpty ? [] : [("#completeness", "Completeness")])
      + (summary.inputs.isEmpty ? [] : [("#inputs", "Inputs")])
    output.append(
      HTMLPage.masthead(
        verdict.kind.rawValue,
        icon: HTMLIcon.verdict(verdict.kind),
        headline: verdict.headline,
        details: verdict.details,
        links: links,
        facts: facts
      )
    )
  }

  private func renderFooter(_ summary: RunSummary, into output: inout ReportBuffer) {
    output.append(
      """
      <footer>
      <p>Made by Studbook \(HTMLText.escaped(summary.toolVersion)). An <strong>error</strong> rejects its record, a \
      <strong>warning</strong> is probably wrong and imported all the same, a <strong>note</strong> is worth knowing.</p>
      </footer>

      """
    )
  }
}
