import Findings
import Foundation
import Reports
import Testing

@Suite("Accepted findings in reports")
struct AcceptedFindingsTests {
  /// The sample, its first finding suppressed and the second in the baseline.
  private static var findings: [Finding] {
    var findings = SampleRun.findings
    findings[0].acceptance = FindingAcceptance(.suppression, reason: "Weighed <twice>")
    findings[1].acceptance = FindingAcceptance(.baseline)
    return findings
  }

  private static var summary: RunSummary {
    var summary = SampleRun.summary
    summary.findingCounts = FindingTally(findings).counts
    summary.acceptedCounts = FindingTally(findings.prefix(2)).counts
    summary.hasBaseline = true
    return summary
  }

  private static func text(_ format: ReportFormat) throws -> String {
    var bytes: [UInt8] = []
    try format.write(summary, findings) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func comeBackFromJSONWithTheirReasons() throws {
    for format in [ReportFormat.json, .jsonl] {
      let run = try FindingsReader.read(Array(try Self.text(format).utf8))
      #expect(run.findings == Self.findings)
      #expect(run.summary?.acceptedCounts == Self.summary.acceptedCounts)
      #expect(run.summary?.hasBaseline == true)
    }
  }

  @Test func areLeftOutWhereOnlyWhatCountsIsShown() throws {
    let message = Self.findings[0].message
    for format in [ReportFormat.terminal, .github, .gitlab, .markdown] {
      let all = try SampleRun.text(format)
      let text = try Self.text(format)
      // A marked-up message keeps its first word and number.
      let part = format == .markdown ? "Weight is 400" : message
      #expect(all.contains(part), "\(format)")
      #expect(!text.contains(part), "\(format)")
    }
    #expect(try Self.text(.terminal).contains("2 more findings are accepted."))
    let verbose = TerminalReport(isVerbose: true).text(Self.summary, Self.findings)
    #expect(verbose.contains("accepted: Weighed <twice>"))
  }

  @Test func areSuppressedOrUnchangedInSARIF() throws {
    let text = try Self.text(.sarif)
    #expect(
      text.contains(#""suppressions":[{"kind":"external","status":"accepted","justification":"Weighed \u003ctwice>"}]"#)
    )
    #expect(text.components(separatedBy: #""baselineState":"unchanged""#).count == 2)
    #expect(text.components(separatedBy: #""baselineState":"new""#).count == Self.findings.count)
    #expect(!(try SampleRun.text(.sarif)).contains("baselineState"))
  }

  @Test func areSkippedTestsInJUnit() throws {
    let text = try Self.text(.junit)
    #expect(text.contains("<skipped message=\"accepted: Weighed &lt;twice&gt;\"/>"))
    let before = try SampleRun.text(.junit).components(separatedBy: "<failure ").count
    let errors = Self.findings.prefix(2).count { $0.severity == .error }
    #expect(text.components(separatedBy: "<failure ").count == before - errors)
  }

  @Test func standInThePageBehindAFilter() throws {
    let page = try Self.text(.html)
    #expect(page.contains("name=\"accepted\""))
    #expect(page.contains("Weighed \\u003ctwice>"))
    #expect(!(try SampleRun.text(.html)).contains("name=\"accepted\""))
  }

  @Test func areMarkedInTheTable() throws {
    let rows = try Self.text(.csv).split(separator: "\r\n")
    #expect(rows[0].hasSuffix(",accepted"))
    #expect(rows[1].hasSuffix(",Weighed <twice>"))
    #expect(rows[2].hasSuffix(",it stands in the baseline"))
  }

  @Test func aBaselineFileComesBackAndIsInOrder() throws {
    let baseline = FindingBaseline(accepting: SampleRun.findings)
    let bytes = BaselineFile.bytes(baseline)
    #expect(try BaselineFile.read(bytes) == baseline)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == #"{"baselineVersion":1}"#)
    #expect(lines.count == SampleRun.findings.count + 1)
    #expect(BaselineFile.bytes(FindingBaseline(baseline.entries.reversed())) == bytes)
  }

  @Test func aJSONReportServesAsBaseline() throws {
    let report = try SampleRun.text(.json)
    let baseline = try BaselineFile.read(Array(report.utf8))
    #expect(baseline == FindingBaseline(accepting: SampleRun.findings))
  }

  @Test(arguments: ["{\"baselineVersion\":2}", "{\"baselineVersion\":1}\n{\"rule\":\"x\"}", "no JSON"])
  func otherFilesAreNoBaselines(_ text: String) {
    #expect(throws: FindingsReadingError.self) { try BaselineFile.read(Array(text.utf8)) }
  }
}

extension SampleRun {
  fileprivate static func text(_ format: ReportFormat) throws -> String {
    var bytes: [UInt8] = []
    try format.write(summary, findings) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
