import Findings
import Reports
import Testing

@Suite struct FindingsReaderTests {
  private static var summaryWithoutTimes: RunSummary {
    var summary = SampleRun.summary
    for index in summary.sources.indices { summary.sources[index].seconds = nil }
    return summary
  }

  @Test func readsEveryLayoutBack() throws {
    let document = Array(JSONReport(.document).text(SampleRun.summary, SampleRun.findings).utf8)
    let lines = Array(JSONReport(.lines).text(SampleRun.summary, SampleRun.findings).utf8)
    let withSummary = Array(JSONReport(.linesWithSummary).text(SampleRun.summary, SampleRun.findings).utf8)
    let whole = RecordedRun(summary: Self.summaryWithoutTimes, findings: SampleRun.findings)
    #expect(try FindingsReader.read(document) == whole)
    #expect(try FindingsReader.read(withSummary) == whole)
    #expect(try FindingsReader.read(lines) == RecordedRun(findings: SampleRun.findings))
  }

  @Test func rendersTheSameAgain() throws {
    let bytes = Array(JSONReport(.linesWithSummary).text(SampleRun.summary, SampleRun.findings).utf8)
    let run = try FindingsReader.read(bytes)
    let summary = try #require(run.summary)
    #expect(HTMLReport().text(summary, run.findings) == HTMLReport().text(SampleRun.summary, SampleRun.findings))
    #expect(JSONReport().text(summary, run.findings) == JSONReport().text(SampleRun.summary, SampleRun.findings))
  }

  @Test func readsADocumentOnOneLineAndWindowsLineEndings() throws {
    let document = JSONReport(.document).text(SampleRun.summary, SampleRun.findings)
    let oneLine = document.split(separator: "\n").joined()
    #expect(try FindingsReader.read(Array(oneLine.utf8)).findings == SampleRun.findings)
    let windows = JSONReport(.lines).text(SampleRun.summary, SampleRun.findings)
      .split(separator: "\n").joined(separator: "\r\n\r\n")
    #expect(try FindingsReader.read(Array(windows.utf8)).findings == SampleRun.findings)
  }

  @Test func readsNothingFromAnEmptyFile() throws {
    #expect(try FindingsReader.read([]) == RecordedRun(findings: []))
    #expect(try FindingsReader.read(Array("\n \n".utf8)) == RecordedRun(findings: []))
  }

  @Test func saysWhichLineCannotBeRead() throws {
    let lines = JSONReport(.lines).text(SampleRun.summary, SampleRun.findings) + #"{"rule":"value.type"}"# + "\n"
    let error = try #require(throws: FindingsReadingError.self) { try FindingsReader.read(Array(lines.utf8)) }
    #expect(error.line == 6)
    #expect(error.description == "line 6: this is not a finding of Studbook: “severity” is missing")
  }

  @Test(arguments: ["{", "[]", "null", "{}", "\u{0}", "<html>", #"{"rule":1}"#, #"{"summary":{}}"#])
  func refusesWhatIsNotAReport(_ text: String) {
    #expect(throws: FindingsReadingError.self) { try FindingsReader.read(Array(text.utf8)) }
  }

  @Test func refusesReportsOfALaterVersion() throws {
    for text in [#"{"schemaVersion":2,"summary":3}"#, "{\n\"schemaVersion\": 2,\n\"findings\": 3}"] {
      let error = try #require(throws: FindingsReadingError.self) { try FindingsReader.read(Array(text.utf8)) }
      #expect(error.kind == .unknownSchemaVersion(2))
      #expect(error.description.contains("schema version 2"))
    }
  }
}
