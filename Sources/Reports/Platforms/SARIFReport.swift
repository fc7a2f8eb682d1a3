package import Findings

/// The findings as SARIF 2.1.0, which code hosts and editors show beside the lines.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package struct SARIFReport: Report {
  /// The folder of the recipe, relative to the repository's root.
  package var folder: String
  /// The most results to write; GitHub refuses files with more than 25,000. The others are counted in a notification.
  package var greatestResultCount: Int

  package init(folder: String = "", greatestResultCount: Int = 25_000) {
    self.folder = folder
    self.greatestResultCount = greatestResultCount
  }

  package func render(_ summary: RunSummary, _ findings: some Sequence<Finding>, into output: inout ReportBuffer) {
    let rules = Self.rules(summary)
    var ruleIndex: [RuleCode: Int] = [:]
    for (index, rule) in rules.enumerated() { ruleIndex[rule] = index }
    output.line("{")
    output.line(
      "\"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\","
    )
    output.line("\"version\": \"2.1.0\",")
    output.line("\"runs\": [{")
    var json = JSONWriter()
    json.object { json in tool(summary, rules, &json) }
    output.append("\"tool\": ")
    json.move(to: &output)
    output.append(",\n\"columnKind\": \"unicodeCodePoints\",\n\"artifacts\": ")
    json.array { json in artifacts(summary, &json) }
    json.move(to: &output)
    output.append(",\n\"results\": [")

    var counter = FingerprintCounter()
    var count = 0
    for finding in findings {
      count += 1
      guard count <= greatestResultCount else { continue }
      output.append(count == 1 ? "\n" : ",\n")
      result(finding, ruleIndex[finding.rule], counter.next(finding), isCompared: summary.hasBaseline, &json)
      json.move(to: &output)
    }
    output.append("\n],\n\"invocations\": ")
    json.array { json in invocation(summary, hidden: max(0, count - greatestResultCount), &json) }
    json.move(to: &output)
    output.line("\n}]\n}")
  }

  /// The catalogue, then rules of the library's users in the order of the counts.
  private static func rules(_ summary: RunSummary) -> [RuleCode] {
    var rules = RuleCatalogue.codes
    var known = Set(rules)
    for count in summary.findingCounts where known.insert(count.rule).inserted { rules.append(count.rule) }
    return rules
  }

  private func tool(_ summary: RunSummary, _ rules: [RuleCode], _ json: inout JSONWriter) {
    json.object("driver") { json in
      json.member("name", "Studbook")
      json.member("version", summary.toolVersion)
      json.array("rules", rules) { Self.rule($1, &$0) }
    }
  }

  private static func rule(_ code: RuleCode, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", code.rawValue)
      guard let rule = RuleCatalogue.rule(code) else { return }
      json.key("shortDescription")
      json.messageText(rule.title)
      json.key("fullDescription")
      json.messageText(rule.explanation)
      json.key("help")
      json.messageText(rule.advice)
      json.object("defaultConfiguration") { $0.member("level", rule.severity.rawValue) }
    }
  }

  private func artifacts(_ summary: RunSummary, _ json: inout JSONWriter) {
    var seen: Set<String> = []
    for source in summary.sources where seen.insert(source.file).inserted {
      json.object { json in
        json.key("location")
        location(source.file, &json)
        json.member("length", source.bytes)
        json.array("roles") { $0.string("analysisTarget") }
      }
    }
  }

  private func invocation(_ summary: RunSummary, hidden: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("executionSuccessful", summary.balances)
      guard hidden > 0 || !summary.balances else { return }
      json.array("toolExecutionNotifications") { json in
        for sentence in summary.imbalances { Self.notification(sentence, "error", &json) }
        if hidden > 0 {
          let text = "\(ReadableNumber.counted(hidden, "more finding")) did not fit; the JSON report has them."
          Self.notification(text, "warning", &json)
        }
      }
    }
  }

  private static func notification(_ text: String, _ level: String, _ json: inout JSONWriter) {
    json.object { json in
      json.key("message")
      json.messageText(text)
      json.member("level", level)
    }
  }
}
