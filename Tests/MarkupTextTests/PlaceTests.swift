import Findings
import Foundation
import MarkupText
import TestSupport
import Testing

/// Places against an independent computation: the text before an element, cut into lines.
@Suite struct PlaceTests {
  private func place(after text: String) -> String {
    let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
      .unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    return "f:\(lines.count):\((lines.last?.count ?? 0) + 1)"
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func agreeWithTheTextBeforeThem(_ lineEnd: String) throws {
    var random = SeededGenerator(seed: 11)
    var text = "<r>"
    var expected: [String] = []
    let pieces = [
      "x", "é", "漢", "🐕", " ", "\n", "<!-- <b> -->", "&amp;",
      "<c d='&lt;'/>", "<![CDATA[<b>]]>", "\n\n",
    ]
    for _ in 0..<6_000 {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text += pieces.randomElement(using: &random)!.replacingOccurrences(of: "\n", with: lineEnd)
      }
      // Cutting the whole text for each element would take quadratic time.
      expected.append(expected.count % 40 == 0 ? place(after: text) : "")
      text += "<b\(lineEnd)  a='é'/>"
    }
    text += "</r>"
    let reader = try XMLRecordReader(
      bytes: Array(text.utf8),
      options: XMLRecordOptions(recordPath: RecordPath("/r/b"), fileName: "f"),
      fields: [FieldPath("@a")]
    )
    var record = MarkupRecord()
    while try reader.next(&record) {
      if !expected[record.number - 1].isEmpty { #expect(record.position.description == expected[record.number - 1]) }
      #expect(record.position(ofField: 0).column == 3)
      #expect(record.position(ofField: 0).line == record.position.line + 1)
      #expect(record.startLine == record.position.line)
    }
    #expect(reader.recordCount == 6_000)
  }
}
