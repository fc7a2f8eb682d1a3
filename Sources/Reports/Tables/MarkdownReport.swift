package import Findings

/// The run as Markdown, for a pull request, a release or GitHub's step summary, whose limit of one mebibyte it respects.
package struct MarkdownReport: Report {
  /// The findings of each rule to show; the others are counted. `nil` for all.
  package var findingsPerRule: Int?
  /// The most bytes to write; findings that do not fit are counted.
  package var greatestByteCount: Int

  package init(findingsPerRule: Int? = 10, greatestByteCount: Int = 1_000_000) {
    self.findingsPerRule = findingsPerRule
    self.greatestByteCount = greatestByteCount
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    let selection = FindingSelection(findings.lazy.filter { $0.acceptance == nil }, perRule: findingsPerRule)
    let summary = selection.completing(summary)
    let verdict = RunVerdict(summary)
    var parts = ["## \(Self.symbol(verdict.kind)) \(MarkdownText.escaped(verdict.headline))"]
    parts.append(verdict.details.map(MarkdownText.escaped).joined(separator: "\n"))
    if !summary.findingCounts.isEmpty { parts.append(Self.rules(summary)) }
    if !summary.sources.isEmpty { parts.append(Self.sources(summary)) }
    if !summary.entities.isEmpty { parts.append(Self.entities(summary)) }
    if summary.inputs.contains(where: \.hasProvenance) { parts.append(Self.inputs(summary)) }
    let head = parts.joined(separator: "\n\n") + "\n"
    output.append(head)
    renderFindings(selection, summary, room: greatestByteCount - head.utf8.count, into: &output)
  }

  private func renderFindings(
    _ selection: FindingSelection,
    _ summary: RunSummary,
    room: Int,
    into output: inout ReportBuffer
  ) {
    let byRule = Dictionary(grouping: selection.groupedByFile(in: summary).flatMap(\.findings), by: \.rule)
    // Room for the last sentence.
    var room = room - 200
    var left = 0
    for row in RuleRow.worstFirst(summary.findingCounts) {
      let findings = byRule[row.rule] ?? []
      var shown = 0
      for (index, finding) in findings.enumerated() {
        var text = Self.finding(finding)
        if index == 0 { text = Self.heading(row) + text }
        guard text.utf8.count <= room else { break }
        room -= text.utf8.count
        output.append(text)
        shown += 1
      }
      guard row.total > shown else { continue }
      let sentence = shown > 0 ? "\n… and \(ReadableNumber.grouped(row.total - shown)) more\n" : ""
      if shown > 0, sentence.utf8.count <= room {
        output.append(sentence)
        room -= sentence.utf8.count
      } else {
        left += row.total - shown
      }
    }
    if left > 0 {
      output.append("\n\(ReadableNumber.counted(left, "finding")) did not fit here; the report has them.\n")
    }
  }

  private static func heading(_ row: RuleRow) -> String {
    let rule = RuleCatalogue.rule(row.rule)
    let title = rule.map { MarkdownText.escaped($0.title) } ?? MarkdownText.code(row.rule.rawValue)
    let advice = rule.map { "\n**What to do:** \(MarkdownText.escaped($0.advice))\n" } ?? ""
    return "\n### \(title) (\(ReadableNumber.grouped(row.total)))\n\(advice)"
  }

  private static func finding(_ finding: Finding) -> String {
    let place = finding.position.map { MarkdownText.code($0.description) + ": " } ?? ""
    var text = "\n- **\(finding.severity.rawValue)** \(place)\(MarkdownText.escaped(finding.message))"
    if let suggestion = finding.suggestion { text += "; did you mean \(MarkdownText.code(suggestion))?" }
    text += "\n"
    if let excerpt = finding.excerpt {
      let line = TerminalLine(excerpt, columns: 110)
      let carets = String(repeating: " ", count: line.markColumn) + String(repeating: "^", count: line.markColumns)
      let block = MarkdownText.block([line.before + line.mark + line.after, carets])
      text += "\n" + block.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
    for place in finding.related {
      text += "\n  \(MarkdownText.code(place.position.description)) \(MarkdownText.escaped(place.message))\n"
    }
    return text
  }

  // MARK: Tables

  private static func rules(_ summary: RunSummary) -> String {
    var rows = [["Rule", "Errors", "Warnings", "Notes"]]
    for row in RuleRow.worstFirst(summary.findingCounts) {
      rows.append(
        [MarkdownText.code(row.rule.rawValue)] + [row.errors, row.warnings, row.notes].map(ReadableNumber.grouped)
      )
    }
    rows.append(["**All**"] + [.error, .warning, .note].map { ReadableNumber.grouped(summary.findingTotal($0)) })
    return table(rows, names: 1)
  }

  private static func sources(_ summary: RunSummary) -> String {
    var rows = [["Source", "Entity", "Read", "= Inserted", "+ Updated", "+ Unchanged", "+ Rejected", "+ Skipped", ""]]
    for source in summary.sources {
      rows.append([MarkdownText.code(source.file), MarkdownText.escaped(source.entity)] + cells(source.records))
    }
    rows.append(["**All**", ""] + cells(summary.recordTotals))
    return table(rows, names: 2)
  }

  private static func cells(_ counts: RecordCounts) -> [String] {
    let numbers = [
      counts.read, counts.inserted, counts.updated, counts.unchanged, counts.rejected, counts.skipped,
    ]
    return numbers.map(ReadableNumber.grouped) + [counts.balances ? "✓" : "≠"]
  }

  private static func entities(_ summary: RunSummary) -> String {
    var rows = [["Entity", "Before", "+ Inserted", "− Deleted", "= After", ""]]
    for account in summary.entities {
      let numbers = [account.before, account.inserted, account.deleted, account.after]
      rows.append(
        [MarkdownText.escaped(account.entity)] + numbers.map(ReadableNumber.grouped) + [account.balances ? "✓" : "≠"]
      )
    }
    return table(rows, names: 1)
  }

  /// Whose the inputs are; their digests are in the manifest.
  private static func inputs(_ summary: RunSummary) -> String {
    var rows = [["Input", "Licence", "Origin"]]
    for input in summary.inputs where input.hasProvenance {
      rows.append(
        [
          MarkdownText.code(input.path), MarkdownText.escaped(input.licence ?? ""),
          MarkdownText.escaped(input.origin ?? ""),
        ]
      )
    }
    return table(rows, names: 3)
  }

  /// A table whose first `names` columns are text and the others numbers.
  private static func table(_ rows: [[String]], names: Int) -> String {
    let width = rows.first?.count ?? 0
    let rule = (0..<width).map { $0 < names ? "---" : "--:" }
    return (rows.prefix(1) + [rule] + rows.dropFirst()).map { "| \($0.joined(separator: " | ")) |" }.joined(
      separator: "\n"
    )
  }

  private static func symbol(_ kind: RunVerdict.Kind) -> String {
    switch kind {
    case .clean, .notes: "✅"
    case .warnings: "⚠️"
    case .errors, .unbalanced: "❌"
    }
  }
}
