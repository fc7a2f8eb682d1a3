import Findings
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct JSONReportTests {
  private static let firstLine: Substring = #"""
    {"rule":"value.range","severity":"error","message":"Weight is 400, but at most 120 is allowed","position":{"file":"akc-breeds.csv","line":12,"column":20,"endLine":12,"endColumn":23,"byteRange":[812,815]},"record":11,"field":"Weight (lb)",\#
    "entity":"Breed","attribute":"weightMax","value":"400","suggestion":"40.0","excerpt":{"text":"Affenpinscher,Toy,\t400,\"small, wiry\"","line":12,"markStart":19,"markLength":3,"isCutAtStart":false,"isCutAtEnd":false},"related":[],"fingerprint":"6051b112a9fb455c"}
    """#

  @Test func writesAFindingPerLineInAFixedOrder() {
    let lines = JSONReport(.lines).text(SampleRun.summary, SampleRun.findings).split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.first == Self.firstLine)
    #expect(
      lines.last
        == #"{"rule":"source.no-records","severity":"warning","message":"No source had a record for the entity Club","related":[],"fingerprint":"a9e9a5a6a7865c58"}"#
    )
  }

  @Test func writesTheSummaryWithItsTotals() {
    var summary = SampleRun.summary
    summary.findingCounts = []
    let expected = """
      {
      "schemaVersion": 1,
      "summary": {
        "toolVersion": "0.1.0",
        "recipe": "DogBreeds.recipe.yml",
        "model": "DogBreeds.xcdatamodeld",
        "output": "DogBreeds.sqlite",
        "balances": true,
        "imbalances": [],
        "totals": {
          "read": 286,
          "inserted": 283,
          "updated": 0,
          "unchanged": 0,
          "rejected": 3,
          "skipped": 0
        },
        "sources": [
          {
            "file": "akc-groups.csv",
            "format": "csv",
            "entity": "AKCGroup",
            "records": {
              "read": 9,
              "inserted": 9,
              "updated": 0,
              "unchanged": 0,
              "rejected": 0,
              "skipped": 0
            },
            "bytes": 2040
          },
          {
            "file": "akc-breeds.csv",
            "format": "csv",
            "entity": "Breed",
            "records": {
              "read": 277,
              "inserted": 274,
              "updated": 0,
              "unchanged": 0,
              "rejected": 3,
              "skipped": 0
            },
            "bytes": 81234
          }
        ],
        "entities": [
          {
            "entity": "AKCGroup",
            "before": 0,
            "inserted": 9,
            "deleted": 0,
            "after": 9
          },
          {
            "entity": "Breed",
            "before": 0,
            "inserted": 274,
            "deleted": 0,
            "after": 274
          }
        ],
        "completeness": [
          {
            "entity": "Breed",
            "attribute": "name",
            "filled": 274,
            "total": 274
          },
          {
            "entity": "Breed",
            "attribute": "weightMax",
            "filled": 260,
            "total": 274,
            "histogram": {
              "start": 0,
              "width": 16,
              "counts": [80,100,60,15,4,1],
              "minimum": 1.5,
              "maximum": 90.7
            }
          }
        ],
        "findingCounts": []
      },
      "findings": []
      }

      """
    #expect(JSONReport().text(summary, []) == expected)
  }

  @Test func isReadBackByTheDecoderAsItWas() throws {
    struct Document: Decodable {
      var schemaVersion: Int
      var summary: RunSummary
      var findings: [Finding]
    }
    let data = Data(JSONReport().text(SampleRun.summary, SampleRun.findings).utf8)
    let document = try JSONDecoder().decode(Document.self, from: data)
    var expected = SampleRun.summary
    for index in expected.sources.indices { expected.sources[index].seconds = nil }
    #expect(document.schemaVersion == 1)
    #expect(document.summary == expected)
    #expect(document.findings == SampleRun.findings)
  }

  @Test func neverWritesTimes() {
    let text = JSONReport().text(SampleRun.summary, [])
    #expect(!text.contains("seconds"))
  }

  @Test func escapesControlsSeparatorsAndMarkup() throws {
    let value = "\u{0}\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}\u{2066}\u{61C}\u{200F}</script>\"\\\n\té犬😀"
    let text = JSONReport(.lines).text(SampleRun.summary, [Finding(.valueType, value)])
    #expect(
      text.contains(
        #""message":"\u0000\u001b\u007f\u009b\u2028\u202e\u2066\u061c\u200f\u003c/script>\"\\\n\té犬😀""#
      )
    )
    let decoded = try JSONDecoder().decode(Finding.self, from: Data(text.utf8))
    #expect(decoded.message == value)
  }

  @Test func putsTheSummaryFirstWhenTold() {
    let text = JSONReport(.linesWithSummary).text(SampleRun.summary, SampleRun.findings)
    #expect(text.hasPrefix(#"{"schemaVersion":1,"summary":{"toolVersion":"0.1.0","#))
    #expect(text.split(separator: "\n").count == 6)
  }

  @Test func writesInChunksAndStopsAtTheFirstError() throws {
    let findings = (1...2_000).map { Finding(.valueType, "Bad \($0)") }
    var chunks: [[UInt8]] = []
    try JSONReport(.lines).write(SampleRun.summary, findings) { chunks.append($0) }
    #expect(chunks.count > 1)
    let whole = String(decoding: chunks.joined(), as: UTF8.self)
    #expect(whole == JSONReport(.lines).text(SampleRun.summary, findings))

    struct DiskFull: Error {}
    var calls = 0
    #expect(throws: DiskFull.self) {
      try JSONReport(.lines).write(SampleRun.summary, findings) { _ in
        calls += 1
        throw DiskFull()
      }
    }
    #expect(calls == 1)
  }
}
