import Findings
import JSONText
import Testing

/// Small texts of the three kinds of Nicolas Seriot's “Parsing JSON is a Minefield”: those that have to be read, those that must not, and those of
/// which RFC 8259 leaves it open.
@Suite("What is JSON and what is not")
struct JSONSyntaxTests {
  static let accepted = [
    "[]", "{}", " [ ] ", "[[]]", "[null, 1, true, false]", "[-0]", "[0]", "[1E22]", "[1e-2]", "[0e+1]", "[-123.456e+7]",
    "[123.456789]",
    "[1E400]", "[100000000000000000000000000000000001]", "\"\"", "true", "null", "42", "-0.1", "[\"\\u0061\\u30af\"]",
    "[\"\\ud801\\udc37\"]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"asd \"]", "[\"\u{7F}\"]", "[\"\u{2028}\u{FEFF}\u{10FFFF}\"]", "{\"\":0}",
    "{\"a\":{\"a\":[{}]}}", "[2]\n",
    "\t[1\n,\r2]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"\\uDBFF\\uDFFE\"]", "[\" \u{80}\"]",
    "{\"a\":\"b\",\"c\":\"d\"}",
  ]

  static let refused: [(text: String, place: String)] = [
    ("", "1:1"), (" ", "1:2"), ("[", "1:2"), ("]", "1:1"), ("[1", "1:3"), ("[1,", "1:4"), ("[1,]", "1:4"),
    ("[,1]", "1:2"), ("[1,,2]", "1:4"),
    ("[1 2]", "1:4"), ("[1}", "1:3"), ("{", "1:2"), ("{\"a\"}", "1:5"), ("{\"a\":}", "1:6"), ("{\"a\":1,}", "1:8"),
    ("{a:1}", "1:2"),
    ("{'a':1}", "1:2"), ("{1:1}", "1:2"), ("{\"a\" 1}", "1:6"), ("{\"a\":1 \"b\":2}", "1:8"), ("[\"a\"", "1:5"),
    ("[\"a", "1:2"), ("[01]", "1:2"),
    ("[-01]", "1:2"), ("[-]", "1:2"), ("[+1]", "1:2"), ("[.5]", "1:2"), ("[1.]", "1:2"), ("[1.e3]", "1:2"),
    ("[1e]", "1:2"), ("[1e+]", "1:2"),
    ("[0x1]", "1:2"), ("[1a]", "1:2"), ("[1.2.3]", "1:2"), ("[NaN]", "1:2"), ("[-Infinity]", "1:2"),
    ("[Infinity]", "1:2"), ("[nul]", "1:2"),
    ("[True]", "1:2"), ("[truee]", "1:2"), ("[abc]", "1:2"), ("[\"\\x00\"]", "1:3"), ("[\"\\u00A\"]", "1:3"),
    ("[\"\\u\"]", "1:3"),
    ("[\"\\", "1:3"), ("[\"\t\"]", "1:3"), ("[\"a\nb\"]", "1:4"), ("[\"\u{0}\"]", "1:3"), ("[1]x", "1:4"),
    ("[1][2]", "1:4"), ("1 2", "1:3"),
    ("[1]//c", "1:4"), ("/**/[1]", "1:1"), ("[1#c\n]", "1:3"), ("[\u{A0}1]", "1:2"), ("[\u{C}1]", "1:2"),
    ("\u{2060}[]", "1:1"), ("{\"a\":1}}", "1:8"),
    ("[\n 1\n,\n2 3]", "4:3"), ("{\"a\":[1,{\"b\":tru}]}", "1:14"),
  ]

  @Test(arguments: accepted) func thisIsRead(_ text: String) throws {
    let sample = try JSONSample(text, at: "$")
    #expect(sample.findings.isEmpty)
    #expect(sample.records.count == 1)
    let lines = try JSONSample(text.replacing("\n", with: " "), .lines, at: "$")
    #expect(lines.findings.isEmpty)
    #expect(lines.records.count == 1)
  }

  @Test(arguments: refused) func thisIsAFault(_ text: String, _ place: String) throws {
    let sample = try JSONSample(text, at: "$.no")
    #expect(sample.places == ["\(place) json.syntax"])
    #expect(sample.isFaulty)
    for chunk in [1, 2, 5] { #expect(try JSONSample(text, at: "$.no", chunk: chunk).places == sample.places) }
  }

  @Test func recordsBeforeAFaultAreDeliveredOrNot() throws {
    let text = "[{\"a\":1},\n {\"a\":2},\n {\"a\" 3}]"
    let kept = try JSONSample(text, fields: ["a"])
    #expect(kept.records == [["1"], ["2"]])
    #expect(kept.places == ["3:7 json.syntax"])
    #expect(kept.findings[0].message == "“3” stands where a colon after the name is expected")
    #expect(kept.findings[0].excerpt?.text == " {\"a\" 3}]")
    let none = try JSONSample(text, fields: ["a"], chunk: 4) { $0.deliversRecordsBeforeFault = false }
    #expect(none.records.isEmpty)
    #expect(none.places == ["3:7 json.syntax"])
  }

  @Test func tolerantModeReadsWhatPeopleWriteAndSaysSo() throws {
    let text = "// dogs\n[{\"a\": 1, /* b\n */ \"b\": NaN,},\n {\"a\": \"x\ty\", \"b\": -Infinity},]"
    let sample = try JSONSample(text, fields: ["a", "b"]) { $0.mode = .tolerant }
    #expect(sample.records == [["1", nil], ["x\ty", nil]])
    #expect(
      sample.places == [
        "1:1 json.extension", "2:11 json.extension #1", "3:10 json.extension #1", "3:14 json.extension #1",
        "4:10 json.extension #2", "4:20 json.extension #2", "4:31 json.extension",
      ]
    )
    #expect(sample.findings.allSatisfy { $0.severity == .warning })
    #expect(try JSONSample("[01]") { $0.mode = .tolerant }.places == ["1:2 json.syntax"])
  }

  @Test func namesThatStandTwiceAreFound() throws {
    let text = "[{\"a\":1,\"b\":{\"c\":1,\"\\u0063\":2}},\n{\"a\":1,\"a\":2}]"
    let strict = try JSONSample(text, fields: ["a"])
    #expect(strict.places == ["1:20 json.duplicate-name #1", "2:8 json.duplicate-name #2"])
    #expect(strict.findings.allSatisfy { $0.severity == .error })
    let tolerant = try JSONSample(text, fields: ["a"]) { $0.mode = .tolerant }
    #expect(tolerant.records == [["1"], ["2"]])
    #expect(tolerant.findings.map(\.severity) == [.warning, .warning])
    let found = try JSONSample("[{\"a\":1,\"b\":{\"c\":[1,2]},\"a\":[3,4],\"b\":{\"c\":5}}]") { $0.mode = .tolerant }
    #expect(found.records == [["3; 4", "5"]])
    let all = try JSONSample("[{\"a\":1,\"b\":2,\"\\u0061\":3}]", fields: ["@.*"]) { $0.mode = .tolerant }
    #expect(all.records == [["2; 3"]])
    let around = try JSONSample("{\"x\":1,\"a\":[{}],\"x\":2}", at: "$.a[*]")
    #expect(around.places == ["1:17 json.duplicate-name"])
    let many = "{" + (0..<40).map { "\"k\($0)\":0," }.joined() + "\"k7\":1}"
    #expect(try JSONSample(many, at: "$", fields: ["k7"]).places.map { $0.suffix(22) } == ["json.duplicate-name #1"])
  }

  @Test func halfCharactersAndBytesThatAreNoTextAreFound() throws {
    var bytes = Array("[{\"a\":\"x\\ud83d\"},\n{\"a\":\"".utf8)
    bytes += [0x66, 0xFC, 0x72] + Array("\"},{\"a\":\"\\udc15\\u0000\"}]".utf8)
    let strict = try JSONSample(bytes, fields: ["a"])
    #expect(
      strict.places == [
        "1:9 json.surrogate #1", "2:8 source.encoding #2", "2:19 json.surrogate #3", "2:25 source.nul-byte #3",
      ]
    )
    #expect(strict.findings[1].position?.byteRange == 25..<26)
    #expect(strict.findings[1].message == "The byte FC is not UTF-8 text")
    let tolerant = try JSONSample(bytes, fields: ["a"]) { $0.mode = .tolerant }
    #expect(tolerant.records == [["x\u{FFFD}"], ["f\u{FFFD}r"], ["\u{FFFD}\u{0}"]])
    #expect(tolerant.findings.prefix(3).allSatisfy { $0.severity == .warning })
  }

  @Test func depthAndLengthsAreBounded() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try JSONSample(deep, at: "$.x").places == ["1:257 source.limit"])
    let text =
      "[{\"a\":\"\(String(repeating: "x", count: 50_000))\"},{\"a\":[" + String(repeating: "1,", count: 50_000)
      + "1]},{\"a\":1}]"
    let strings = try JSONSample(text, fields: ["a"], chunk: 100) { $0.limits.stringBytes = 1000 }
    #expect(strings.places == ["1:7 source.limit"])
    let records = try JSONSample(text, fields: ["a"]) { $0.limits.recordBytes = 60_000 }
    #expect(records.places == ["1:50011 source.limit #2"])
    #expect(records.kept.map(\.number) == [1, 3])
    let digits = try JSONSample("[" + String(repeating: "1", count: 5000) + "]") { $0.limits.stringBytes = 1000 }
    #expect(digits.places == ["1:2 source.limit"])
  }

  /// Issue 18: a gigabyte of white space took two gigabytes of memory.
  @Test(arguments: [
    (#"[{"a":1},GAP{"a":2}]"#, ["1"], "1:10"), ("GAP[1]", [], "1:1"), (#"[{"a":GAP1}]"#, [], "1:7"),
    (#"[{"a"GAP:1}]"#, [], "1:6"), (#"{"x"GAP:1}"#, [], "1:5"), (#"[{"a":1}]GAP"#, ["1"], "1:10"),
  ]) func whiteSpaceAndCommentsAreBounded(_ text: String, _ records: [String], _ place: String) throws {
    for gap in [String(repeating: " \n", count: 1_000), "/*" + String(repeating: "x", count: 2_000) + "*/"] {
      for chunk in [7, 5_000] {
        func read(_ most: Int) throws -> JSONSample {
          try JSONSample(text.replacing("GAP", with: gap), fields: ["a"], chunk: chunk) {
            $0.limits.recordBytes = most
            $0.mode = .tolerant
            $0.deliversRecordsBeforeFault = true
          }
        }
        let sample = try read(1_900)
        #expect(sample.records.map { $0[0] } == records)
        #expect(sample.isFaulty)
        #expect(sample.places == ["\(place) source.limit" + (sample.findings.first?.record.map { " #\($0)" } ?? "")])
        #expect(try !read(10_000).isFaulty)
      }
    }
  }

  /// Issue 18: each of these bytes was a finding, and its place was counted from the beginning of the record.
  @Test func recordsWithManyFaultsHaveBoundedFindings() throws {
    let bytes = [UInt8](repeating: 0xFF, count: 20_000)
    let text =
      Array("[{\"a\":\"".utf8) + bytes + Array("\"},{\"a\":[\"".utf8) + bytes + Array("\",\"\\ud800\"]},7]".utf8)
    let sample = try JSONSample(text, fields: ["a"])
    let bad = sample.findings.filter { $0.rule == .sourceEncoding }
    #expect(bad.map(\.record) == Array(repeating: 1, count: 50) + Array(repeating: 2, count: 50))
    #expect(bad[49].position?.column == 8 + 49)
    let names = "{" + String(repeating: #""n":1,"#, count: 5_000) + #""a":2}"#
    let twice = try JSONSample("[\(names)]", fields: ["a"])
    #expect(twice.places.count == 50 && twice.places[0] == "1:9 json.duplicate-name #1")
    let around = try JSONSample(
      "{\"y\":[" + String(repeating: #""\ud800","#, count: 5_000) + "1],\"x\":[{\"a\":1}]}",
      at: "$.x[*]"
    )
    #expect(around.findings.count == 50)
  }
}
