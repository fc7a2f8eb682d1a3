import Findings
import Foundation
import MarkupText
import TestSupport
import Testing
import TextInput

/// Documents of other projects' test suites: verdicts where they are known, and no crash on anything.
@Suite struct MarkupCorpusTests {
  private func readXML(_ bytes: [UInt8]) throws -> (isFaulty: Bool, findings: [Finding]) {
    let reader = try XMLRecordReader(bytes: bytes, options: XMLRecordOptions(recordPath: RecordPath("/*")))
    var record = MarkupRecord()
    while try reader.next(&record) {
      for field in 0..<record.fieldCount { _ = record.position(ofField: field) }
      _ = record.rawText
    }
    return (reader.isFaulty, reader.takeFindings())
  }

  /// Reads every table and every row with every place; a page without tables is no fault here.
  private func readHTML(_ bytes: [UInt8]) throws {
    let tables: [HTMLTableSummary]
    do {
      tables = try HTMLTableReader.tables(in: .bytes(bytes))
    } catch let error as MarkupTextError {
      #expect(error.kind == .limit)
      return
    }
    for table in tables.prefix(20) {
      let reader = try HTMLTableReader(bytes: bytes, options: HTMLTableOptions(choice: .number(table.number)))
      var record = MarkupRecord()
      var count = 0
      while count < 200, try reader.next(&record) {
        count += 1
        for field in 0..<record.fieldCount {
          _ = record.position(ofField: field)
          _ = record.excerpt(ofField: field)
        }
      }
    }
  }

  private func files(_ folder: String, where isWanted: (String) -> Bool) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter(isWanted).sorted()
    return names.map { folder + "/" + $0 }
  }

  private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Well-formed documents that break a validity constraint (a default value of the wrong type, an element declared twice). `xmllint` of libxml2 2.9.14 says so and accepts them, and so do we, with a warning; lxml, which the expected
  /// verdicts come from, takes libxml2's message for a refusal.
  static let acceptedWithWarning: Set<String> = [
    "sun/invalid/el04.xml", "sun/invalid/attr09.xml", "sun/invalid/attr10.xml",
    "sun/invalid/attr11.xml", "sun/invalid/attr12.xml", "sun/invalid/attr13.xml", "sun/invalid/attr14.xml",
  ]

  @Test(.enabled(if: Corpus.folder("xml/w3c-xmlconf") != nil, Comment(rawValue: Corpus.absence)))
  func agreesWithLibxml2AboutWhatIsWellFormed() throws {
    let folder = try #require(Corpus.folder("xml/w3c-xmlconf"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder + "/cases.json")))
    for example in try #require(json as? [[String: Any]]) {
      guard let path = example["path"] as? String, let accepts = example["libxml2_2_9_14_accepts_no_dtd"] as? Bool
      else { continue }
      let (isFaulty, findings) = try readXML(bytes(folder + "/" + path))
      if Self.acceptedWithWarning.contains(path) {
        #expect(!isFaulty && !accepts, "\(path)")
        #expect(findings.map(\.severity) == [.warning], "\(path): \(findings)")
        continue
      }
      #expect(isFaulty != accepts, "\(path): \(findings.map(\.message))")
      if isFaulty { #expect(findings.contains { $0.severity == .error }, "\(path)") }
    }
  }

  @Test(.enabled(if: Corpus.folder("html") != nil, Comment(rawValue: Corpus.absence)))
  func readsEveryPageOfTheCorpus() throws {
    let folder = try #require(Corpus.folder("html"))
    for path in try files(folder, where: { $0.contains("/test/") || $0.hasSuffix(".html") }) {
      try readHTML(bytes(path))
    }
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder + "/html5lib/tables01.json"))
    )
    for example in try #require(json as? [[String: Any]]) {
      try readHTML(Array(try #require(example["data"] as? String).utf8))
    }
  }

  @Test(.enabled(if: Corpus.folder("xml/libxml2-2.9.14") != nil, Comment(rawValue: Corpus.absence)))
  func readsEveryBrokenDocumentOfLibxml2() throws {
    let folder = try #require(Corpus.folder("xml/libxml2-2.9.14/test-errors"))
    for path in try files(folder, where: { $0.hasSuffix(".xml") }) { _ = try readXML(bytes(path)) }
  }

  @Test func survivesDamagedDocuments() throws {
    let xml = Array(XMLRecordReaderTests.nomenclature.utf8)
    let html = Array(
      "<!DOCTYPE html><p>x<table class='a'><caption>é</caption>\(HTMLTableReaderTests.grids.map(\.table).joined())</table>"
        .utf8
    )
    var random = SeededGenerator(seed: 7)
    let tokens = [
      "<", ">", "</", "\"", "&", "&#0;", "<!--", "<![CDATA[", "]]>", "<table>", "<td rowspan=0>", "\u{0}", "=",
      "<!DOCTYPE",
    ]
    for (original, isHTML) in [(xml, false), (html, true)] {
      for _ in 0..<400 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 1 {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
          case 2: bytes.insert(contentsOf: Array(tokens.randomElement(using: &random)!.utf8), at: place)
          default: bytes.removeSubrange(max(place, 1)...)
          }
        }
        if isHTML { try readHTML(bytes) } else { _ = try readXML(bytes) }
      }
    }
  }
}
