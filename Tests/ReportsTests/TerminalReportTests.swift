import Findings
import Reports
import TestSupport
import Testing

@Suite struct TerminalReportTests {
  private static let golden = #"""
    akc-groups.csv
    akc-groups.csv:3:1: warning[value.mojibake] The text was decoded twice
       = the value is “K\u{1B}[31mÃ¤se\u{202E}”
       = did you mean “Käse”?
       = help: Replace the text by the suggestion and save the file as UTF-8.

    akc-breeds.csv
    akc-breeds.csv:12:20: error[value.range] Weight is 400, but at most 120 is allowed
       12 | Affenpinscher,Toy,  400,"small, wiry"
          |                     ^^^
          = did you mean “40.0”?
          = help: Check the value against the least and greatest that the model allows.

    akc-breeds.csv:14:8: error[reference.unknown] No AKCGroup has the name “Tøy 犬”
       14 | …柴犬 犬,Tøy 犬,9
          |          ^^^^^^
          = did you mean “Toy”?
          = help: Mend the name, or add the missing object to its own source.

    akc-breeds.csv:20:1: error[record.duplicate] The name “Akita” is taken
       20 | Akita,Working,45
          | ^^^^^
          = akc-breeds.csv:5:1: first used here
          = help: Remove one of the records, or give them different keys.

    The run as a whole
    warning[source.no-records] No source had a record for the entity Club
       = help: Check that the file has data, and that the recipe looks for it in the right place.

    Findings           errors  warnings  notes  all
    record.duplicate        1         0      0    1
    reference.unknown       1         0      0    1
    value.range             1         0      0    1
    source.no-records       0         1      0    1
    value.mojibake          0         1      0    1
    all                     3         2      0    5

    Sources         entity    read  =  inserted  +  updated  +  unchanged  +  rejected  +  skipped
    akc-groups.csv  AKCGroup     9  =         9  +        0  +          0  +         0  +        0
    akc-breeds.csv  Breed      277  =       274  +        0  +          0  +         3  +        0
    all                        286  =       283  +        0  +          0  +         3  +        0

    Entities  before  +  inserted  −  deleted  =  after
    AKCGroup       0  +         9  −        0  =      9
    Breed          0  +       274  −        0  =    274
    all            0  +       283  −        0  =    283

    3 of 286 records were rejected
    286 records read from 2 sources; 3 errors and 2 warnings.
    DogBreeds.sqlite holds 9 AKCGroup and 274 Breed.

    """#

  @Test func showsFindingsByFileWithCaretsAndASummary() {
    let text = TerminalReport().text(SampleRun.summary, SampleRun.findings)
    #expect(text == Self.golden)
  }

  @Test func escapesWhatATerminalWouldObey() {
    let nasty = "\u{1B}]0;owned\u{07}\u{9B}31m\r\u{202E}"
    let finding = Finding(
      .valueType,
      "Bad \(nasty)",
      at: SourcePosition(file: "a\(nasty).csv", line: 1, column: 1),
      field: nasty,
      value: nasty,
      suggestion: nasty,
      excerpt: SourceExcerpt(text: nasty, line: 1, markStart: 0, markLength: 3),
      related: [RelatedPlace(nasty, at: SourcePosition(file: nasty, line: 1))]
    )
    let text = TerminalReport().text(RunSummary(toolVersion: "1", recipe: nasty, model: nasty), [finding])
    let obeyed = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) }
    #expect(obeyed.isEmpty)
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    #expect(text.contains("\\u{1B}]0;owned\\u{7}"))
  }

  struct Caret: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var mark: Range<Int>
    var line: String
    var carets: String
  }

  static let carets = [
    Caret(testDescription: "plain text", text: "a,bcd,e", mark: 2..<5, line: "a,bcd,e", carets: "  ^^^"),
    Caret(testDescription: "a tab before", text: "a\tbcd", mark: 2..<5, line: "a   bcd", carets: "    ^^^"),
    Caret(
      testDescription: "wide characters before and in it",
      text: "柴犬,犬x",
      mark: 3..<5,
      line: "柴犬,犬x",
      carets: "     ^^^"
    ),
    Caret(
      testDescription: "combining marks",
      text: "e\u{301}a\u{308},x",
      mark: 2..<4,
      line: "e\u{301}a\u{308},x",
      carets: " ^"
    ),
    Caret(testDescription: "an emoji of several characters", text: "👩🏽‍🚀,x", mark: 5..<6, line: "👩🏽‍🚀,x", carets: "   ^"),
    Caret(testDescription: "a control character", text: "a\u{0},x", mark: 1..<2, line: "a\\u{0},x", carets: " ^^^^^"),
    Caret(testDescription: "a mark behind the end", text: "abc", mark: 7..<9, line: "abc", carets: "   ^"),
  ]

  @Test(arguments: carets) func putsTheCaretUnderTheMark(_ example: Caret) {
    let finding = Finding(
      .valueType,
      "Bad",
      excerpt: SourceExcerpt(
        text: example.text,
        line: 1,
        markStart: example.mark.lowerBound,
        markLength: example.mark.count
      )
    )
    let lines = TerminalReport().text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), [finding])
      .split(separator: "\n")
    #expect(lines.contains("    1 | \(example.line)"))
    #expect(lines.contains("      | \(example.carets)"))
  }

  @Test func cutsLongLinesAroundTheMark() {
    let text = String(repeating: "a", count: 200) + "BAD" + String(repeating: "z", count: 200)
    let finding = Finding(
      .valueType,
      "Bad",
      excerpt: SourceExcerpt(text: text, line: 1, markStart: 200, markLength: 3)
    )
    let lines = TerminalReport(columns: 48).text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), [finding])
      .split(separator: "\n")
    #expect(lines.contains("    1 | …\(String(repeating: "a", count: 24))BAD\(String(repeating: "z", count: 11))…"))
    #expect(lines.contains("      | \(String(repeating: " ", count: 25))^^^"))
  }

  @Test func countsWhatItDoesNotShow() {
    let findings = (1...1_236).map {
      Finding(.valueType, "Bad", at: SourcePosition(file: "a.csv", line: $0))
    }
    let text = TerminalReport(findingsPerRule: 2).text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), findings)
    #expect(text.contains("a.csv:2:1: error[value.type] Bad"))
    #expect(!text.contains("a.csv:3:1"))
    #expect(text.contains("… and 1,234 more of value.type"))
    #expect(text.contains("value.type   1,236         0      0  1,236"))
  }

  @Test func givesTheAdviceOfARuleOnce() {
    let findings = (1...3).map { Finding(.valueRequired, "Missing", at: SourcePosition(file: "a.csv", line: $0)) }
    let text = TerminalReport().text(RunSummary(toolVersion: "1", recipe: "r", model: "m"), findings)
    #expect(text.split(separator: "help: Fill in the value.").count == 2)
  }

  @Test func coloursOnlyWhenTold() {
    let plain = TerminalReport(usesColour: false).text(SampleRun.summary, SampleRun.findings)
    let coloured = TerminalReport(usesColour: true).text(SampleRun.summary, SampleRun.findings)
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1;31merror[value.range]\u{1B}[0m"))
  }

  @Test func showsSizesAndTimesWhenVerbose() {
    let text = TerminalReport(isVerbose: true).text(SampleRun.summary, [])
    #expect(text.contains("1.25 s"))
    #expect(text.contains("81.2 kB"))
    #expect(!TerminalReport().text(SampleRun.summary, []).contains("1.25 s"))
  }

  @Test func showsThatAnAccountDoesNotAddUp() {
    var summary = SampleRun.summary
    summary.sources[1].records.rejected = 2
    let text = TerminalReport().text(summary, [])
    #expect(text.contains("277  ≠       274"))
    #expect(text.contains("The accounts do not balance"))
    #expect(text.contains("akc-breeds.csv (Breed): 277 records read, but 274 + 0 + 0 + 2 + 0 = 276 accounted for."))
  }

  @Test func saysSoWhenEverythingIsInOrder() {
    var summary = SampleRun.summary
    summary.findingCounts = []
    summary.sources[1].records = RecordCounts(read: 277, inserted: 277)
    let text = TerminalReport().text(summary, [])
    #expect(
      text.hasSuffix(
        """
        Everything is in order
        286 records read from 2 sources; nothing to mend.
        DogBreeds.sqlite holds 9 AKCGroup and 274 Breed.

        """
      )
    )
  }

  @Test(arguments: [
    (0, "All is imported", ""), (1, "All but 1 record is imported", "1 record was skipped.\n"),
    (3, "All but 3 records are imported", "3 records were skipped.\n"),
  ])
  func saysHowManyRecordsWereSkipped(_ skipped: Int, _ headline: String, _ sentence: String) {
    var summary = SampleRun.summary
    summary.sources[1].records = RecordCounts(read: 277, inserted: 277 - skipped, skipped: skipped)
    summary.entities[1] = EntityAccount(entity: "Breed", inserted: 277 - skipped, after: 277 - skipped)
    summary.findingCounts = FindingTally(SampleRun.findings.filter { $0.severity == .warning }).counts
    let text = TerminalReport().text(summary, [])
    #expect(text.contains("\n\(headline), with 2 warnings to look at\n"), "\(text)")
    #expect(text.contains("2 warnings.\n\(sentence)DogBreeds.sqlite holds"), "\(text)")
    summary.output = nil
    #expect(TerminalReport().text(summary, []).contains(headline.replacing("imported", with: "valid")))
  }

  /// Issue 18: `read` kept every finding, although only the first of each rule are shown.
  @Test func keepsOfFindingsThatComeOneByOneWhatItShows() {
    let report = TerminalReport()
    var selection = FindingSelection(perRule: report.findingsPerRule)
    var all: [Finding] = []
    for line in 1...1_000 {
      let kind = GivenWords(line % 100 == 0 ? .recordDuplicate : .recordFieldCount, "No. \(line)")
      let finding = Finding(kind, at: SourcePosition(file: "a.csv", line: line))
      all.append(finding)
      selection.add([finding])
    }
    #expect(selection.shown.count == 30)
    #expect(selection.tally.counts.map(\.count).sorted() == [10, 990])
    #expect(report.text(selection) == report.text(all))
    #expect(report.text(selection).contains("… and 970 more of record.field-count"))
  }
}
