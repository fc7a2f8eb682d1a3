import Findings
import Foundation
import MarkupText
import TestSupport
import Testing
import TextInput

@Suite struct XMLFaultTests {
  private func read(
    _ text: String,
    limits: MarkupLimits = MarkupLimits(),
    deliversBeforeFault: Bool = true
  ) throws -> (values: [String?], findings: [Finding]) {
    var options = XMLRecordOptions(recordPath: try RecordPath("//b"), fileName: "f.xml")
    options.limits = limits
    options.deliversRecordsBeforeFault = deliversBeforeFault
    let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(".")])
    var record = MarkupRecord()
    var values: [String?] = []
    while try reader.next(&record) { values.append(record.value(0)) }
    return (values, reader.takeFindings())
  }

  struct FaultCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var values: [String?] = ["1"]
    var rule: RuleCode = .sourceMalformed
    var place: String
    var words: String
  }

  static let cases = [
    FaultCase(
      testDescription: "end tag of another element",
      text: "<a>\n<b>1</b>\n  <b>\n  2</c>\n</a>",
      place: "f.xml:4:4",
      words: "The end tag </c> does not close <b> of line 3"
    ),
    FaultCase(
      testDescription: "end of file",
      text: "<a>\n<b>1</b>\n<b>2",
      place: "f.xml:3:5",
      words: "ends inside <b>"
    ),
    FaultCase(
      testDescription: "bare ampersand",
      text: "<a>\n<b>1</b><b>x & y</b></a>",
      place: "f.xml:2:15",
      words: "A “&” that begins no reference; write &amp; where it is text"
    ),
    FaultCase(
      testDescription: "unknown entity",
      text: "<a>\n<b>1</b><b>&nbsp;</b></a>",
      place: "f.xml:2:18",
      words: "The entity &nbsp; is not declared"
    ),
    FaultCase(
      testDescription: "attribute twice",
      text: "<a><b>1</b><b x='' x=''/></a>",
      place: "f.xml:1:24",
      words: "The attribute “x” stands twice in its tag"
    ),
    FaultCase(
      testDescription: "text after the root",
      text: "<a><b>1</b></a>\nmore",
      place: "f.xml:2:1",
      words: "Something follows"
    ),
    FaultCase(testDescription: "empty", text: "", values: [], place: "f.xml:1:1", words: "no element"),
  ]

  @Test(arguments: cases) func deliversRecordsBeforeAFaultAndSaysWhereItIs(_ example: FaultCase) throws {
    let (values, findings) = try read(example.text)
    #expect(values == example.values)
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.rule == example.rule)
    #expect(finding.position?.description == example.place)
    #expect(finding.message.contains(example.words))
    #expect(try read(example.text, deliversBeforeFault: false).values.isEmpty)
    #expect(try read(example.text, deliversBeforeFault: false).findings == findings)
  }

  @Test func leavesOutRecordsThatAreTooLong() throws {
    var limits = MarkupLimits()
    limits.recordBytes = 100
    let long = String(repeating: "y", count: 500)
    let (values, findings) = try read("<a><b>1</b>\n <b>\(long)<c/><d>x</d></b><b>3</b></a>", limits: limits)
    #expect(values == ["1", "3"])
    #expect(findings.map(\.rule) == [.sourceLimit])
    #expect(findings.first?.record == 2)
    #expect(findings.first?.position?.description == "f.xml:2:2")
  }

  @Test func boundsDepthAndAttributes() throws {
    let deep = String(repeating: "<b>", count: 300)
    #expect(try read("<a>" + deep).findings.map(\.rule) == [.sourceLimit])
    let wide = (0..<2_000).map { "a\($0)=''" }.joined(separator: " ")
    let (values, findings) = try read("<a><b>1</b>\n<b \(wide)>2</b></a>")
    #expect(values == ["1"])
    #expect(findings.map(\.rule) == [.sourceLimit])
    #expect(findings.first?.position?.description == "f.xml:2:1")
  }

  @Test func readsUpToAnUndeclaredPrefix() throws {
    let (values, findings) = try read("<a><b>1</b><z:b/></a>")
    #expect(values == ["1"])
    #expect(findings.map(\.severity) == [.error])
  }

  @Test(.enabled(if: Corpus.folder("xml/security") != nil, Comment(rawValue: Corpus.absence)))
  func refusesWhatIsUnsafe() throws {
    let folder = try #require(Corpus.folder("xml/security"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json")))
    let files = try #require((json as? [String: Any])?["files"] as? [String: [String: Any]])
    for (name, expected) in files.sorted(by: { $0.key < $1.key }) {
      let options = XMLRecordOptions(recordPath: try RecordPath("//breed"))
      let reader = try XMLRecordReader(path: folder + "/" + name, options: options)
      var record = MarkupRecord()
      var texts: [String] = []
      var count = 0
      while try reader.next(&record) {
        count += 1
        texts += (0..<record.fieldCount).flatMap { record.values($0) }
      }
      let findings = reader.takeFindings()
      let comment = Comment(rawValue: "\(name): \(findings) \(texts.prefix(5))")
      switch try #require(expected["want"] as? String) {
      case "accept": #expect(!findings.contains { $0.severity == .error } && !reader.isFaulty, comment)
      case "reject": #expect(reader.isFaulty && findings.contains { $0.severity == .error }, comment)
      case "refuse-entity": #expect(findings.contains { $0.rule == .sourceUnsafe }, comment)
      case "reject-or-warn", "accept-or-reject": #expect(!findings.isEmpty, comment)
      default: Issue.record("\(name) has an unknown expectation")
      }
      if let breeds = expected["breeds"] as? Int { #expect(count == breeds, comment) }
      if let names = expected["names"] as? [String] { #expect(names.allSatisfy(texts.contains), comment) }
      if let value = expected["value"] as? String { #expect(texts.contains(value), comment) }
      if let marker = expected["must_not_contain"] as? String {
        #expect(!texts.contains { $0.contains(marker) }, comment)
      }
    }
  }

  /// Issue 18: a name with a prefix that nobody declares was read with a warning.
  @Test(arguments: [
    (#"<r><a x:b="1"/></r>"#, "1:4"), ("<r><a/><x:a/></r>", "1:8"), ("<r><a/>\n<a x:n='1' y:n='2'/></r>", "2:1"),
    (#"<r xmlns:x="urn:1" xmlns:y="urn:1"><a/><a x:n='1' y:n='2'/></r>"#, "1:40"),
    (#"<r><a/><a xmlns:x=""/></r>"#, "1:8"), (#"<r><a/><a xmlns:xml="urn:1"/></r>"#, "1:8"),
    ("<r><a/><a:b:c/></r>", "1:8"),
  ]) func namesOutsideOfNamespacesAreFaults(_ text: String, _ place: String) throws {
    for usesScanner in [true, false] {
      let reading = try XMLScannerTests.read(.bytes(Array(text.utf8)), usesScanner: usesScanner)
      #expect(reading.isFaulty)
      #expect(reading.findings.map(\.severity) == [.error])
      #expect(reading.findings.first?.position.map { "\($0.line):\($0.column)" } == place)
    }
  }
}
