import Findings
import JSONText
import Testing

@Suite("Reading JSON Lines")
struct JSONLinesTests {
  @Test func eachLineIsARecordAndABadOneDoesNotEndTheReading() throws {
    let text =
      "{\"n\":\"Rex\"}\r\n\n  {\"n\": \"Bel\\\"lo\"} \n{\"n\" \"x\"}\n[1,2\n{\"n\":\"Cora\"} x\n{\"n\":\"Dino\"}"
    let sample = try JSONSample(text, .lines, at: "$", fields: ["n"])
    #expect(sample.records == [["Rex"], ["Bel\"lo"], [nil], [nil], [nil], ["Dino"]])
    #expect(sample.kept.map(\.isBroken) == [false, false, true, true, true, false])
    #expect(sample.places == ["4:6 json.syntax #3", "5:5 json.syntax #4", "6:14 json.syntax #5"])
    #expect(!sample.isFaulty)
    #expect(sample.kept.map(\.position.line) == [1, 3, 4, 5, 6, 7])
    #expect(String(decoding: sample.kept[2].rawBytes, as: UTF8.self) == "{\"n\" \"x\"}")
    let bytes = Array(text.utf8)
    for record in sample.kept { #expect(record.byteRange.map { Array(bytes[$0]) } == record.rawBytes) }
    for chunk in [1, 3, 10] {
      #expect(try JSONSample(text, .lines, at: "$", fields: ["n"], chunk: chunk).places == sample.places)
    }
  }

  @Test func recordsMayStandInsideTheLines() throws {
    let text = "{\"g\":\"A\",\"b\":[{\"n\":1},{\"n\":2}]}\n{\"b\":[],\"g\":\"B\"}\n{\"b\":[{\"n\":3}],\"g\":\"C\"}\n"
    let sample = try JSONSample(text, .lines, at: "$.b[*]", fields: ["n", "^^.g"])
    #expect(sample.records == [["1", "A"], ["2", "A"], ["3", "C"]])
    #expect(sample.kept[2].position(ofField: 0).line == 3)
  }

  // Lines shorter and longer than what is read at a time.
  @Test(arguments: [1_001, 100_000]) func aLineThatIsTooLongIsPassed(_ length: Int) throws {
    let text = "{\"n\":1}\n{\"n\":\"\(String(repeating: "x", count: length - 8))\"}\n{\"n\":3}\n"
    for chunk in [nil, 2, 77] {
      let sample = try JSONSample(text, .lines, at: "$", fields: ["n"], chunk: chunk) { $0.limits.recordBytes = 1000 }
      #expect(sample.records == [["1"], ["3"]])
      #expect(sample.places == ["2:1 source.limit #2"])
      #expect(sample.kept.map(\.number) == [1, 3])
      #expect(sample.kept.last?.position.line == 3)
    }
  }

  @Test func aLineThatIsTooLongIsNotReadHoweverItIsDelivered() throws {
    let text = "{\"n\":1}\n\(String(repeating: "#", count: 1_001))\n{\"n\":3}\n"
    for chunk in [nil, 2, 77] {
      let sample = try JSONSample(text, .lines, at: "$", fields: ["n"], chunk: chunk) { $0.limits.recordBytes = 1000 }
      #expect(sample.records == [["1"], ["3"]])
      #expect(sample.places == ["2:1 source.limit #2"])
    }
  }

  @Test(arguments: ["", "\n", " \r\n\n"]) func aTextWithoutLinesHasNoRecords(_ text: String) throws {
    let sample = try JSONSample(text, .lines, at: "$")
    #expect(sample.records.isEmpty)
    #expect(sample.findings.isEmpty)
  }
}
