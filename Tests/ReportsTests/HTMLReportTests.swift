import Findings
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct HTMLReportTests {
  private let page = HTMLReport().text(SampleRun.summary, SampleRun.findings)

  @Test func isOneClosedDocumentWithLandmarks() throws {
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.hasSuffix("</body>\n</html>\n"))
    for element in ["header", "main", "footer", "nav", "section", "table", "ul", "ol", "li", "pre", "script", "form"] {
      let opened = page.ranges(of: "<\(element)>").count + page.ranges(of: "<\(element) ").count
      #expect(opened > 0, "\(element)")
      #expect(opened == page.ranges(of: "</\(element)>").count, "\(element)")
    }
    #expect(page.ranges(of: "<h1>").count == 1)
    #expect(page.ranges(of: "<th scope=\"col\"").count > 10)
  }

  @Test func loadsNothingFromElsewhere() {
    for reach in ["src=", "@import", "url(", "<link", "<iframe", "http://", "https://"] {
      #expect(!page.contains(reach), "\(reach)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func hasUniqueIdentifiersAndNoLinkWithoutTarget() {
    let markup = String(page[..<(page.range(of: "<script")?.lowerBound ?? page.endIndex)])
    let identifiers = markup.matches(of: /id="([^"]*)"/).map { String($0.1) }
    #expect(Set(identifiers).count == identifiers.count)
    let targets = markup.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    #expect(targets.count > 8)
    #expect(Set(targets).isSubset(of: identifiers))
    let labels = markup.matches(of: /aria-labelledby="([^"]*)"/).map { String($0.1) }
    #expect(Set(labels).isSubset(of: identifiers))
  }

  @Test func hasTheFindingsBeforeTheAccounts() throws {
    let places = try ["id=\"findings\"", "id=\"accounts\"", "id=\"completeness\""].map {
      try #require(page.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func showsTheVerdictAndTheSumOfEachSource() {
    #expect(page.contains("<h1>3 of 286 records were rejected</h1>"))
    #expect(page.contains("<h2 id=\"accounts-title\">Every record is accounted for</h2>"))
    let row =
      #"<td class="number" data-label="read">277</td>"#
      + #"<td class="number" data-label="inserted"><span class="sign">=</span>274</td>"#
    #expect(page.contains(row))
    #expect(page.contains(#"data-label="rejected"><span class="sign">+</span>3</td>"#))
  }

  @Test func showsEachFindingWithItsMarkAdviceAndSuggestion() {
    #expect(page.contains(#"<code>Affenpinscher,Toy,"# + "\t" + #"<mark>400</mark>,&quot;small, wiry&quot;</code>"#))
    #expect(page.contains("<code>…柴犬 犬,<mark>Tøy 犬</mark>,9</code>"))
    #expect(page.contains("Did you mean <ins>40.0</ins>?"))
    #expect(page.contains("<b>What to do</b> Check the value against the least and greatest that the model allows."))
    #expect(page.contains(#"<span class="place">akc-breeds.csv:5:1</span> first used here"#))
    #expect(page.contains("href=\"#f-6051b112a9fb455c\">akc-breeds.csv:12:20</a>"))
    #expect(page.contains("The value is <q>K\\u{1B}[31mÃ¤se\\u{202E}</q>"))
  }

  @Test func escapesEverythingThatComesFromOutside() throws {
    let nasty = #"</script><script>alert(1)</script>"'&<!--"# + "\u{202E}\u{0}"
    let finding = Finding(
      RuleCode(rawValue: nasty),
      nasty,
      at: SourcePosition(file: nasty, line: 1, column: 1),
      field: nasty,
      entity: nasty,
      attribute: nasty,
      value: nasty,
      suggestion: nasty,
      excerpt: SourceExcerpt(text: nasty, line: 1, markStart: 2, markLength: 4),
      related: [RelatedPlace(nasty, at: SourcePosition(file: nasty, line: 1))]
    )
    let summary = RunSummary(
      toolVersion: nasty,
      recipe: nasty,
      model: nasty,
      output: nasty,
      sources: [SourceAccount(file: nasty, format: nasty, entity: nasty, records: RecordCounts(read: 1), bytes: 1)],
      entities: [EntityAccount(entity: nasty, after: 1)],
      completeness: [
        AttributeProfile(
          entity: nasty,
          attribute: nasty,
          filled: 1,
          total: 1,
          histogram: Histogram(start: 0, width: 0, counts: [1], minimum: 0, maximum: 0)
        )
      ]
    )
    let text = HTMLReport().text(summary, [finding])
    #expect(!text.contains("<script>alert"))
    #expect(!text.contains("<!--"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(!text.unicodeScalars.contains("\u{0}"))
    // Ours: the tables, one block of rows, and the script.
    #expect(text.ranges(of: "<script").count == 3)
    #expect(text.ranges(of: "</script").count == 3)
    let quotes = try #require(text.firstMatch(of: /aria-label="[^"]*from 0 to 0[^"]*"/))
    #expect(quotes.output.contains("&quot;&#39;&amp;"))
  }

  @Test func carriesEveryFindingAsData() throws {
    let findings = (1...4_500).map {
      Finding(
        $0.isMultiple(of: 3) ? .valueType : .valueRange,
        "Bad \($0)",
        at: SourcePosition(file: "a.csv", line: $0),
        value: "\($0)"
      )
    }
    let text = HTMLReport().text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), findings)
    let blocks = text.matches(of: /<script type="application\/json" data-rows>([^<]*)<\/script>/)
    #expect(blocks.count == 3)
    let rows = try blocks.flatMap { block in
      try #require(JSONSerialization.jsonObject(with: Data(block.1.utf8)) as? [[Any]])
    }
    #expect(rows.count == 4_500)
    #expect(rows.last?[4] as? Int == 4_500)
    // The page itself shows the first of each rule.
    #expect(text.ranges(of: "<li class=\"finding ").count == 50)
    #expect(text.contains("<p class=\"rest\">and 2,975 more</p>"))
  }

  @Test func keepsStaticFindingsWithinTheLimitWhenThereAreManyRules() {
    let findings = (0..<3_000).map { Finding(RuleCode(rawValue: "own.rule-\($0 % 30)"), "Bad \($0)") }
    let text = HTMLReport().text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), findings)
    #expect(text.ranges(of: "<li class=\"finding ").count == 180)
  }

  @Test func saysHowManyFindingsItLeavesOut() {
    let findings = (0..<3_000).map { Finding(.valueType, "Bad \($0)") } + [Finding(.valueRange, "Late")]
    let text = HTMLReport(greatestFindingCount: 2_000).text(
      RunSummary(toolVersion: "1", recipe: "r", model: "m"),
      findings
    )
    #expect(text.contains("This page carries 2,001 of 3,001 findings"))
    #expect(text.contains("<p class=\"message\">Late</p>"))
  }

  @Test func hasNoScriptWhenThereIsNothingToFilter() {
    var summary = SampleRun.summary
    summary.findingCounts = []
    summary.sources[1].records = RecordCounts(read: 277, inserted: 277)
    let text = HTMLReport().text(summary, [])
    #expect(!text.contains("<script"))
    #expect(text.contains("<h1>Everything is in order</h1>"))
    #expect(text.contains("Nothing to mend: no rule was broken."))
  }

  @Test func saysWhichAccountDoesNotAddUp() {
    var summary = SampleRun.summary
    summary.sources[1].records.read = 300
    let text = HTMLReport().text(summary, [])
    #expect(text.contains("<h1>The accounts do not balance</h1>"))
    #expect(text.contains("<tr class=\"unbalanced\"><th scope=\"row\">akc-breeds.csv"))
    #expect(text.contains("<span class=\"sign\">≠</span>"))
  }

  @Test func drawsTheSpreadOfNumbers() {
    #expect(page.contains(#"aria-label="weightMax from 1.5 to 90.7, most often 16 to 32""#))
    #expect(page.contains("<title>0 to 16: 80</title>"))
    #expect(page.contains("94.8 %"))
  }

  @Test func isTheSameEveryTime() {
    #expect(HTMLReport().text(SampleRun.summary, SampleRun.findings) == page)
  }
}
