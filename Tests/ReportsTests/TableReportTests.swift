import Findings
import Reports
import TestSupport
import Testing

@Suite struct TableReportTests {
  private static let bare = RunSummary(toolVersion: "1", recipe: "r.yml", model: "m")

  @Test func writesMarkdownWithTotalsAndFindings() {
    let expected = """
      ## ❌ 3 of 286 records were rejected

      286 records read from 2 sources; 3 errors and 2 warnings.
      DogBreeds.sqlite holds 9 AKCGroup and 274 Breed.

      | Rule | Errors | Warnings | Notes |
      | --- | --: | --: | --: |
      | `record.duplicate` | 1 | 0 | 0 |
      | `reference.unknown` | 1 | 0 | 0 |
      | `value.range` | 1 | 0 | 0 |
      | `source.no-records` | 0 | 1 | 0 |
      | `value.mojibake` | 0 | 1 | 0 |
      | **All** | 3 | 2 | 0 |

      | Source | Entity | Read | = Inserted | + Updated | + Unchanged | + Rejected | + Skipped |  |
      | --- | --- | --: | --: | --: | --: | --: | --: | --: |
      | `akc-groups.csv` | AKCGroup | 9 | 9 | 0 | 0 | 0 | 0 | ✓ |
      | `akc-breeds.csv` | Breed | 277 | 274 | 0 | 0 | 3 | 0 | ✓ |
      | **All** |  | 286 | 283 | 0 | 0 | 3 | 0 | ✓ |

      | Entity | Before | + Inserted | − Deleted | = After |  |
      | --- | --: | --: | --: | --: | --: |
      | AKCGroup | 0 | 9 | 0 | 9 | ✓ |
      | Breed | 0 | 274 | 0 | 274 | ✓ |

      ### Record with a key that is already taken (1)

      **What to do:** Remove one of the records, or give them different keys.

      - **error** `akc-breeds.csv:20:1`: The name “Akita” is taken

        ```text
        Akita,Working,45
        ^^^^^
        ```

        `akc-breeds.csv:5:1` first used here

      """
    #expect(MarkdownReport().text(SampleRun.summary, SampleRun.findings).hasPrefix(expected))
  }

  @Test func letsNothingInAValueBecomeMarkdown() {
    let nasty = "<img src=x> [a](http://x) `c` **b** @admin #12 | ~~x~~ www.x.y $a$"
    let finding = Finding(
      .valueType,
      nasty,
      at: SourcePosition(file: "a|`b.csv", line: 1),
      suggestion: "x``y",
      excerpt: SourceExcerpt(text: "```\nrm", line: 1, markStart: 0, markLength: 1)
    )
    let text = MarkdownReport().text(Self.bare, [finding])
    #expect(
      text.contains(
        "&lt;img src=x&gt; \\[a\\](http&#58;//x) \\`c\\` \\*\\*b\\*\\* @&#8288;admin \\#&#8288;12 \\| \\~\\~x\\~\\~ www&#46;x.y \\$a\\$"
      )
    )
    #expect(text.contains("``a\\|`b.csv:1:1``"))
    #expect(text.contains("did you mean ```x``y```?"))
    #expect(text.contains("  ````text\n  ```\\nrm\n  ^\n  ````"))
  }

  @Test func keepsMarkdownWithinItsLimit() {
    let long = String(repeating: "x", count: 500)
    let findings = (0..<500).map { Finding(RuleCode(rawValue: "own.rule-\($0 % 20)"), "Bad \($0) \(long)") }
    let text = MarkdownReport(findingsPerRule: nil, greatestByteCount: 60_000).text(Self.bare, findings)
    #expect(text.utf8.count < 60_000)
    #expect(text.utf8.count > 50_000)
    #expect(text.hasSuffix("did not fit here; the report has them.\n"))
  }

  @Test func writesARowPerFindingAsCSV() {
    let rows = CSVReport().text(SampleRun.summary, SampleRun.findings).split(separator: "\r\n")
    #expect(
      rows.first
        == "severity,rule,file,line,column,end line,end column,record,field,entity,attribute,message,value,suggestion,fingerprint,accepted"
    )
    #expect(
      rows[1]
        == "error,value.range,akc-breeds.csv,12,20,12,23,11,Weight (lb),Breed,weightMax,"
        + "\"Weight is 400, but at most 120 is allowed\",400,40.0,6051b112a9fb455c,"
    )
    #expect(rows.count == 6)
  }

  @Test func neutralisesFormulasUnlessToldNotTo() {
    let findings = [Finding(.valueType, "Bad", value: "=1+1"), Finding(.valueType, "Bad", value: "@x\ny\"z")]
    let plain = CSVReport(neutralisesFormulas: false).text(Self.bare, findings)
    let safe = CSVReport().text(Self.bare, findings)
    #expect(plain.contains(",Bad,=1+1,"))
    #expect(plain.contains(",Bad,\"@x\\ny\"\"z\","))
    #expect(safe.contains(",Bad,'=1+1,"))
    #expect(safe.contains(",Bad,\"'@x\\ny\"\"z\","))
  }

  @Test(arguments: [
    ("=1", "'=1"), ("+1", "'+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("\r=1", "'\r=1"),
    ("＝1", "'＝1"), ("a;=1", "a;'=1"), ("a; \"=1", "a; \"'=1"), ("-5", "-5"), ("-5.25", "-5.25"), ("-1,5", "-1,5"),
    ("-", "'-"), ("-1.2.3", "'-1.2.3"), ("-5|x", "'-5|x"), ("a=1", "a=1"), ("", ""), ("Bad; worse", "Bad; worse"),
  ]) func aSpreadsheetTakesNoTextForAFormula(_ text: String, _ safe: String) {
    #expect(SpreadsheetText.neutralised(text) == safe)
  }

  @Test func writesEveryFormatByName() throws {
    for format in ReportFormat.allCases {
      var bytes: [UInt8] = []
      try format.write(SampleRun.summary, SampleRun.findings, folder: "Inputs") { bytes += $0 }
      #expect(!bytes.isEmpty, "\(format)")
      #expect(!format.summary.isEmpty)
    }
    #expect(Set(ReportFormat.allCases.compactMap { $0.fileName("Towns") }).count == 8)
  }
}
