package import Findings

/// The findings as workflow commands, which GitHub Actions turns into annotations on the changed files.
///
/// GitHub keeps ten errors, ten warnings and ten notices of a step, and fifty of all steps of a job, and drops the others without a word; so
/// the last of ten says how many more there are, and `remainder` says it for the step's summary. Each rule gets a place before any gets a
/// second one.
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
package struct GitHubAnnotations: Report {
  /// The folder of the recipe, relative to the repository's root.
  package var folder: String
  /// The most annotations of each severity.
  package var limit: Int

  package init(folder: String = "", limit: Int = 10) {
    self.folder = folder
    self.limit = limit
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    var kept: [Severity: [RuleCode: [Finding]]] = [:]
    var counts: [Severity: Int] = [:]
    for finding in findings where finding.acceptance == nil {
      counts[finding.severity, default: 0] += 1
      if kept[finding.severity]?[finding.rule]?.count ?? 0 < limit {
        kept[finding.severity, default: [:]][finding.rule, default: []].append(finding)
      }
    }
    for severity in Severity.allCases.reversed() {
      let total = max(counts[severity] ?? 0, summary.openTotal(severity))
      let shown = Self.fairly(kept[severity] ?? [:], places(for: total))
      for finding in shown { annotate(finding, into: &output) }
      guard total > shown.count else { continue }
      let more = ReadableNumber.counted(total - shown.count, "more \(severity.rawValue)")
      output.line("::\(Self.command(severity)) title=Studbook::\(more) in the report")
    }
  }

  /// How many of `total` findings of one severity have an annotation of their own; the last one may have to say how many more there are.
  private func places(for total: Int) -> Int { total > limit ? limit - 1 : total }

  /// What has no annotation of its own, as a paragraph of Markdown; `nil` if everything has.
  package func remainder(_ summary: RunSummary) -> String? {
    let parts: [String?] = Severity.allCases.reversed().map { severity in
      let total = summary.openTotal(severity)
      let left = total - places(for: total)
      return left > 0 ? "\(ReadableNumber.grouped(left)) of \(ReadableNumber.counted(total, severity.rawValue))" : nil
    }
    let list = RunVerdict.list(parts)
    guard !list.isEmpty else { return nil }
    return """
      Without an annotation: \(list). GitHub shows at most \(limit) errors, \(limit) warnings and \(limit) notices of a step, \
      and 50 of a job.
      """
  }

  /// One finding of each rule in turn, rules by code, until there are `limit`.
  private static func fairly(_ byRule: [RuleCode: [Finding]], _ limit: Int) -> [Finding] {
    let queues = byRule.sorted { $0.key < $1.key }.map(\.value)
    var result: [Finding] = []
    var round = 0
    while result.count < limit, queues.contains(where: { $0.count > round }) {
      for queue in queues where round < queue.count && result.count < limit { result.append(queue[round]) }
      round += 1
    }
    return result
  }

  private func annotate(_ finding: Finding, into output: inout ReportBuffer) {
    var properties: [String] = []
    if let position = finding.position {
      properties.append("file=\(Self.property(SourcePath(folder: folder).path(position.file)))")
      properties.append("line=\(max(position.line, 1))")
      // Columns are allowed only within one line.
      if position.endLine > position.line {
        properties.append("endLine=\(position.endLine)")
      } else {
        properties.append("col=\(max(position.column, 1))")
        if position.isExtended { properties.append("endColumn=\(position.endColumn)") }
      }
    }
    let title = RuleCatalogue.rule(finding.rule)?.title ?? finding.rule.rawValue
    properties.append("title=\(Self.property("\(title) [\(finding.rule.rawValue)]"))")
    var message = VisibleText.escaped(finding.message)
    if let suggestion = finding.suggestion { message += "\nDid you mean “\(VisibleText.escaped(suggestion))”?" }
    let command = Self.command(finding.severity)
    output.line("::\(command) \(properties.joined(separator: ","))::\(Self.data(message))")
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func data(_ text: String) -> String {
    escaped(text) { $0 == "%" ? "%25" : $0 == "\r" ? "%0D" : $0 == "\n" ? "%0A" : nil }
  }

  private static func property(_ text: String) -> String {
    escaped(VisibleText.escaped(text)) { $0 == "%" ? "%25" : $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
  }

  private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = escape(scalar) { result += replacement } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
