import Findings
import Foundation
import MarkupText
import TestSupport
import Testing
import TextInput

/// Documents that are meant to break a reader, and documents that have been broken.
@Suite struct MarkupRobustnessTests {
  private func readTable(_ page: String, _ options: HTMLTableOptions = HTMLTableOptions()) throws -> (
    rows: Int, last: [String?]
  ) {
    let reader = try HTMLTableReader(bytes: Array(page.utf8), options: options)
    var record = MarkupRecord()
    var rows = 0
    var last: [String?] = []
    while try reader.next(&record) {
      rows += 1
      last = [record.value(0), record.value(record.fieldCount - 1)]
    }
    return (rows, last)
  }

  @Test func boundsTheSpansOfATable() throws {
    let wide = try readTable("<table><tr><td colspan=1000000>x<td>y<tr><td>z</table>")
    #expect(wide.rows == 2)
    let text = String(repeating: "long text ", count: 10_000)
    let shared = try readTable(
      "<table><tr><td rowspan=65534 colspan=1000><a href=x>\(text)</a>" + String(repeating: "<tr><td>y", count: 300)
        + "</table>"
    )
    #expect(shared.rows == 301)
    let bomb =
      "<table><tr><td colspan=1000 rowspan=65534>x<td colspan=1000 rowspan=65534>y"
      + String(repeating: "<tr>", count: 65_534)
    let error = try #require(throws: MarkupTextError.self) { try readTable(bomb) }
    #expect(error.kind == .limit)
    #expect(try HTMLTableReader.tables(in: .bytes(Array(bomb.utf8))).count == 1)
  }

  /// Issue 15: a number in a condition that is no 64-bit integer ended the program.
  @Test(arguments: [
    "1", "99999999999999999999", "-99999999999999999999", "1\(String(repeating: "0", count: 400))", "1.5",
  ])
  func readsConditionsWithAnyNumber(_ number: String) throws {
    let document = "<r><a n='x 99999999999999999999 1e+20 1.5'/></r>"
    for condition in ["contains(@n, \(number))", "@n = \(number)", "starts-with(\(number), @n)"] {
      let path = try RecordPath("//a[\(condition)]")
      let reader = try XMLRecordReader(bytes: Array(document.utf8), options: XMLRecordOptions(recordPath: path))
      var record = MarkupRecord()
      while try reader.next(&record) {}
      #expect(reader.takeFindings().isEmpty)
    }
  }

  @Test func boundsTheAttributesAndTheDepthOfPages() throws {
    let wide = "<table><tr><td " + String(repeating: " a", count: 1_000_000) + ">x</table>"
    #expect(throws: MarkupTextError.self) { try readTable(wide) }
    #expect(throws: MarkupTextError.self) { try readTable(String(repeating: "<div>", count: 100_000)) }
    let tables = String(repeating: "<table><tr><td>", count: 600)
    #expect(try HTMLTableReader.tables(in: .bytes(Array(tables.utf8))).count == 600)
  }

  @Test func boundsTheAttributesAndTheDepthOfDocuments() throws {
    for body in [
      "<b " + String(repeating: " a=''", count: 1_000_000) + "/>",
      String(repeating: "<b>", count: 100_000),
      "<b a='" + String(repeating: "<", count: 100_000),
    ] {
      let reading = try XMLScannerTests.read(.bytes(Array("<r><a/>\(body)".utf8)), usesScanner: true)
      #expect(reading.lines.count == 1)
      #expect(reading.isFaulty && reading.findings.count == 1)
    }
  }

  @Test func leavesOutRecordsWithEndlessComments() throws {
    var limits = MarkupLimits()
    limits.recordBytes = 100_000
    let document = "<r><a>1</a><a>\n<!--" + String(repeating: "x y ", count: 200_000) + "-->2</a><a>3</a></r>"
    let reading = try XMLScannerTests.read(.bytes(Array(document.utf8)), usesScanner: true, limits: limits)
    #expect(reading.lines.map { $0.prefix(2) } == ["1 ", "3 "])
    #expect(reading.findings.map(\.rule) == [.sourceLimit])
    #expect(reading.findings.first?.position?.description == "f.xml:1:12")
  }

  @Test func readsPagesTheSameInPiecesOfAnySize() throws {
    let page = Array("<p>é<table><tr><th>Näme<th>B<tr><td rowspan=2>1\r\n<td>x<tr><td>2</table>".utf8)
    func read(_ input: ByteInput) throws -> [String] {
      let reader = try HTMLTableReader(input, options: HTMLTableOptions(fileName: "p"))
      var record = MarkupRecord()
      var lines: [String] = []
      while try reader.next(&record) {
        lines.append(
          (0..<record.fieldCount).map { "\(record.value($0) ?? "-")@\(record.position(ofField: $0))" }.joined()
        )
      }
      return lines
    }
    let whole = try read(.bytes(page))
    #expect(whole.count == 2)
    for size in [1, 2, 3, 7, 64] { #expect(try read(Pieces.input(page, size: size)) == whole) }
  }

  @Test(.enabled(if: Corpus.folder("html") != nil, Comment(rawValue: Corpus.absence)))
  func survivesDamagedPagesOfTheCorpus() throws {
    let folder = try #require(Corpus.folder("html"))
    var random = SeededGenerator(seed: 31)
    let tokens = [
      "<table>", "</table>", "<td rowspan=0 colspan=9>", "<tr>", "<!--", "<script>", "\u{0}", "<caption>", "</", "\"",
      "&#x110000;",
    ]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".html") || name.hasSuffix(".htm") {
      let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      guard original.count < 60_000, original.count > 1 else { continue }
      for _ in 0..<2 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &random) where bytes.count > 1 {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...300, using: &random)))
          case 2: bytes.insert(contentsOf: Array(tokens.randomElement(using: &random)!.utf8), at: place)
          default: bytes.removeSubrange(max(place, 1)...)
          }
        }
        for table in try HTMLTableReader.tables(in: .bytes(bytes)).prefix(5) {
          let reader = try HTMLTableReader(bytes: bytes, options: HTMLTableOptions(choice: .number(table.number)))
          var record = MarkupRecord()
          while try reader.next(&record) {
            for field in 0..<record.fieldCount {
              let range = record.position(ofField: field).byteRange
              #expect(range.map { $0.upperBound <= bytes.count } ?? true)
            }
          }
        }
        let reader = try HTMLRecordReader(.bytes(bytes), records: "p, li, td")
        var record = MarkupRecord()
        while try reader.next(&record) { #expect(record.startLine == record.position.line) }
      }
    }
  }

  /// Where libxml2 converts bytes that are no text in an encoding that it does not know, its count runs ahead of the text.
  @Test(arguments: [1, 2, 3, 7, 64])
  func damagedTextInAnUnknownEncodingEndsTheDocument(_ size: Int) throws {
    let damage = [UInt8](repeating: 0xFF, count: 61)
    let records = Array("<b c=\"\"><b c=\"\">".utf8) + [UInt8](repeating: 0xBA, count: 14) + Array("</b></b>".utf8)
    let document =
      Array("<?xml version=\"1.\" encoding=\"ISO885.91\"?><a>".utf8) + damage + records + damage + damage + damage
      + Array("<b c=\"6\">".utf8)
    var options = XMLRecordOptions(recordPath: try RecordPath("//b"))
    options.chunkSize = size
    let reader = try XMLRecordReader(.bytes(document), options: options)
    var record = MarkupRecord()
    while try reader.next(&record) {}
    #expect(!reader.takeFindings().isEmpty)
  }

  /// As above, with a place behind all text: asking for it must not read on there.
  @Test func placesBehindDamagedTextAreAtItsEnd() throws {
    let damage = [UInt8](repeating: 0xFF, count: 35)
    let document =
      Array("<?xml version=\"1.0\" encoding=\"ISO-88591-\"?><a :xmlns:n=\"u".utf8) + damage + Array("\">x>".utf8)
      + damage
      + damage + Array("xa><b c=\"0\">z8d</b>nal8</b>8d</b> en</b></a>".utf8)
    let reader = try XMLRecordReader(bytes: document, options: XMLRecordOptions(recordPath: RecordPath("//b")))
    var record = MarkupRecord()
    while try reader.next(&record) {
      #expect(record.position.line == 1)
      _ = record.rawText
      for field in record.fieldNames.indices { _ = (record.position(ofField: field), record.excerpt(ofField: field)) }
    }
    #expect(!reader.takeFindings().isEmpty)
  }
}
