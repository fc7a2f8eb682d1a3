import Findings
import Foundation
import ImportPipeline
import Reports
import Testing
import TestSupport

/// Every planted error in every rendering: there once, with its rule and its place.
@Suite("Planted errors in every rendering")
struct PlantedRenderingsTests {
  /// The findings of the planted sources of all formats, and of the faults that only one format can have; made once.
  private static let findings = Result {
    let folder = try TemporaryFolder()
    let sources = PlantedSources.all
    let test = try TestImport(sources.recipe, files: sources.files, in: folder.path, model: PlantedSources.model())
    return test.result.findings + (try PlantedFault.all.flatMap { try $0.imported().result.findings })
  }

  @Test(arguments: ReportFormat.allCases) func holdsEachOnceWithItsPlace(_ format: ReportFormat) throws {
    let findings = try Self.findings.get()
    #expect(findings.count >= 350 + PlantedFault.all.count)
    let summary = RunSummary(
      toolVersion: "1",
      recipe: "test.recipe.yml",
      model: "Test.xcdatamodeld",
      findingCounts: FindingTally(findings).counts
    )
    let text = Self.whole(format, summary, findings)
    let expected = findings.map { Self.key(of: $0, in: format) }.sorted()
    let found = try RenderedFindings(text, format).keys.sorted()
    #expect(Set(expected).count == expected.count || format == .gitlab, "the places tell the findings apart")
    let missing = Set(expected).subtracting(found)
    let surplus = Set(found).subtracting(expected)
    #expect(missing.isEmpty)
    #expect(surplus.isEmpty)
    #expect(found == expected)
  }

  /// The rendering in its full form, where the usual one keeps within a platform's limits or a screen.
  private static func whole(_ format: ReportFormat, _ summary: RunSummary, _ findings: [Finding]) -> String {
    switch format {
    case .terminal: return TerminalReport(findingsPerRule: nil).text(summary, findings)
    case .github: return GitHubAnnotations(limit: .max).text(summary, findings)
    case .markdown:
      return MarkdownReport(findingsPerRule: nil, greatestByteCount: .max).text(summary, findings)
    default:
      var bytes: [UInt8] = []
      try? format.write(summary, findings) { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What a rendering says of a finding: its place as exactly as the format can, the rule, and the suggestion where there is room for one.
  private static func key(of finding: Finding, in format: ReportFormat) -> String {
    guard let position = finding.position else { return finding.rule.rawValue }
    let place = "\(position.file):\(position.line)"
    let exact = "\(place):\(position.column) \(finding.rule.rawValue)"
    switch format {
    // The platform takes columns only within one line.
    case .github where position.endLine > position.line: return "\(place) \(finding.rule.rawValue)"
    case .gitlab: return "\(place) \(finding.rule.rawValue)"
    case .terminal, .junit, .github, .markdown: return exact
    case .sarif, .json, .jsonl:
      return "\(exact) \(position.byteRange.map { "\($0.lowerBound)+\($0.count)" } ?? "") \(finding.suggestion ?? "")"
    case .html, .csv: return "\(exact) \(finding.suggestion ?? "")"
    }
  }
}
