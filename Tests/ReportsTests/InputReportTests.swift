import Findings
import Reports
import Testing

/// Whose the inputs are, in the reports.
@Suite struct InputReportTests {
  private static let digest = String(repeating: "0f", count: 32)

  private static func summary(_ inputs: [InputAccount]) -> RunSummary {
    RunSummary(toolVersion: "1", recipe: "A.recipe.yml", model: "A.xcdatamodeld", inputs: inputs)
  }

  private static let inputs = [
    InputAccount(path: "a.csv", bytes: 12, sha256: digest, licence: "MIT", origin: "https://example.org/a?b=1&c"),
    InputAccount(path: "b<i>.csv", licence: nil, origin: "javascript:alert(1)"),
    InputAccount(path: "c.csv", bytes: 1, sha256: digest),
  ]

  @Test func thePageHasDigestsLicencesAndLinks() {
    let page = HTMLReport().text(Self.summary(Self.inputs), [])
    #expect(page.contains(">MIT</td>") && page.contains(Self.digest))
    #expect(page.contains(#"<a href="https://example.org/a?b=1&amp;c" rel="noreferrer">"#))
    #expect(page.contains("b&lt;i&gt;.csv") && !page.contains(#"href="javascript"#))
    #expect(page.contains("not said"))
    #expect(!HTMLReport().text(Self.summary([]), []).contains("id=\"inputs\""))
  }

  @Test func markdownListsTheInputsOfWhichSomethingIsSaid() {
    let text = MarkdownReport().text(Self.summary(Self.inputs), [])
    #expect(text.contains("| `a.csv` | MIT | https&#58;//example.org/a?b=1&amp;c |"), "\(text)")
    #expect(!text.contains("`c.csv`"))
    #expect(!MarkdownReport().text(Self.summary([Self.inputs[2]]), []).contains("Licence"))
  }

  @Test(arguments: [JSONReport.Layout.document, .linesWithSummary]) func jsonIsReadBack(_ layout: JSONReport.Layout)
    throws
  {
    let text = JSONReport(layout).text(Self.summary(Self.inputs), [])
    let run = try FindingsReader.read(Array(text.utf8))
    #expect(run.summary?.inputs == Self.inputs)
    #expect(!JSONReport(layout).text(Self.summary([]), []).contains("inputs"))
  }
}
