package import Findings

/// The findings and totals of a run for a terminal: each finding as compilers write it, with its source line and a caret under the
/// marked part, grouped by file; then a summary, worst first.
///
/// Values are escaped so that nothing in a source can control the terminal.
package struct TerminalReport: Report {
  /// Whether to colour the text; the command line decides.
  package var usesColour: Bool
  /// The terminal's width, to which source lines are cut; `nil` for no cut.
  package var columns: Int?
  /// The findings of each rule to show in full; the others are counted. `nil` for all.
  package var findingsPerRule: Int?
  /// Whether to add sizes, times where measured, and findings that are accepted.
  package var isVerbose: Bool

  package init(usesColour: Bool = false, columns: Int? = nil, findingsPerRule: Int? = 20, isVerbose: Bool = false) {
    self.usesColour = usesColour
    self.columns = columns
    self.findingsPerRule = findingsPerRule
    self.isVerbose = isVerbose
  }

  /// - Complexity: O(*n*) in findings; keeps only those that it shows.
  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    let shown = findings.lazy.filter { isVerbose || $0.acceptance == nil }
    let selection = FindingSelection(shown, perRule: findingsPerRule)
    let summary = selection.completing(summary)
    renderFindings(selection, summary, into: &output)
    renderSummary(summary, into: &output)
  }

  /// The findings alone, without totals: for what is wrong with a recipe or a model, before there is a run.
  package func text(_ findings: [Finding]) -> String {
    text(FindingSelection(findings, perRule: findingsPerRule))
  }

  /// The findings alone that were selected while they came.
  package func text(_ selection: FindingSelection) -> String {
    var output = ReportBuffer()
    let summary = RunSummary(toolVersion: "", recipe: "", model: "")
    renderFindings(selection, summary, into: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  var style: TerminalStyle { TerminalStyle(isOn: usesColour) }

  private func renderFindings(_ selection: FindingSelection, _ summary: RunSummary, into output: inout ReportBuffer) {
    var advised: Set<RuleCode> = []
    var shown: [RuleCode: Int] = [:]
    for group in selection.groupedByFile(in: summary) {
      let file = group.file.map { VisibleText.withoutCommand(VisibleText.escaped($0)) }
      output.line(style.paint(file ?? "The run as a whole", .strong))
      for finding in group.findings {
        let isFirst = advised.insert(finding.rule).inserted
        render(finding, withAdvice: isFirst, into: &output)
        shown[finding.rule, default: 0] += 1
        let hidden = selection.hiddenCount(finding.rule)
        if hidden > 0, shown[finding.rule] == selection.shownCount(finding.rule) {
          output.line("… and \(ReadableNumber.grouped(hidden)) more of \(VisibleText.escaped(finding.rule.rawValue))")
          output.line()
        }
      }
    }
    for (rule, count) in selection.hiddenOnly {
      output.line("… \(ReadableNumber.grouped(count)) of \(VisibleText.escaped(rule.rawValue))")
    }
    if !selection.hiddenOnly.isEmpty { output.line() }
  }

  /// Writes one finding with its source line and notes, and an empty line.
  func render(_ finding: Finding, withAdvice: Bool, into output: inout ReportBuffer) {
    let role = TerminalStyle.role(finding.severity)
    let place = finding.position.map { VisibleText.withoutCommand(VisibleText.escaped($0.description)) }
      .map { style.paint($0, .strong) + ": " }
    let kind = style.paint("\(finding.severity.rawValue)[\(VisibleText.escaped(finding.rule.rawValue))]", role)
    output.line("\(place ?? "")\(kind) \(VisibleText.escaped(finding.message))")

    var gutter = "  "
    if let excerpt = finding.excerpt {
      let number = ReadableNumber.plain(excerpt.line, width: 5)
      gutter = String(repeating: " ", count: number.utf8.count)
      let room = columns.map { $0 - number.utf8.count - 3 }
      let line = TerminalLine(excerpt, columns: room)
      let bar = style.paint("|", .faint)
      output.line("\(style.paint(number, .faint)) \(bar) \(line.before)\(style.paint(line.mark, role))\(line.after)")
      let carets = String(repeating: "^", count: line.markColumns)
      output.line("\(gutter) \(bar) \(String(repeating: " ", count: line.markColumn))\(style.paint(carets, role))")
    } else if let value = finding.value {
      note("the value is “\(VisibleText.escaped(value))”", gutter, into: &output)
    }
    for related in finding.related {
      let message = VisibleText.escaped(related.message)
      note("\(VisibleText.escaped(related.position.description)): \(message)", gutter, into: &output)
    }
    if let suggestion = finding.suggestion {
      let text = VisibleText.escaped(suggestion)
      note("did you mean \(style.paint("“\(text)”", .good))?", gutter, into: &output)
    }
    if let acceptance = finding.acceptance {
      note("accepted: \(VisibleText.escaped(acceptance.sentence))", gutter, into: &output)
    }
    if withAdvice, let advice = RuleCatalogue.rule(finding.rule)?.advice {
      note("help: \(advice)", gutter, into: &output)
    }
    output.line()
  }

  private func note(_ text: String, _ gutter: String, into output: inout ReportBuffer) {
    output.line("\(gutter) \(style.paint("=", .faint)) \(text)")
  }
}
