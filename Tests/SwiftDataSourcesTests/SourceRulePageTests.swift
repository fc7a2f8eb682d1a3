#if SwiftDataSources
  import Findings
  import ModelReading
  import ObjectModel
  import TestSupport
  import Testing

  /// The example on the page of the rule `model.source`, which only builds with the trait can carry out.
  @Suite struct SourceRulePageTests {
    @Test func theExampleIsWhatIsReported() throws {
      let rule = try #require(RuleCatalogue.rule(.modelSource))
      let sources = rule.example.blocks.filter { $0.language == "swift" }.map(\.text)
      let report = try #require(rule.example.blocks.first(where: \.isReport)?.text)
      try #require(sources.count == 2)
      let lines = try SourceReading(sources[0]).document.findings.map { finding in
        let place = try #require(finding.position)
        return "Towns.swift:\(place.line):\(place.column): \(finding.severity)[\(finding.rule)] \(finding.message)"
      }
      #expect(lines.joined(separator: "\n") == report)
      #expect(try SourceReading(sources[1]).document.findings == [])
    }
  }
#endif
