import Findings
import JSONText
import TestSupport
import Testing

@Suite("Places in JSON")
struct JSONPlaceTests {
  static let text = "[\r\n  {\"näme\": \"Zürich 🐕\", \"t\": [1,\r 22,\n\"é\\n\"]},\n  {\"näme\": \"x\"}\n]"

  private func encoded(_ text: String, _ encoding: String, mark: Bool) -> [UInt8] {
    let text = mark ? "\u{FEFF}" + text : text
    func bytes(_ unit: UInt32, _ width: Int) -> [UInt8] {
      let little = (0..<width).map { UInt8(unit >> (8 * UInt32($0)) & 0xFF) }
      return encoding.hasSuffix("BE") ? little.reversed() : little
    }
    switch encoding {
    case "UTF-8": return Array(text.utf8)
    case "UTF-16LE", "UTF-16BE": return text.utf16.flatMap { bytes(UInt32($0), 2) }
    default: return text.unicodeScalars.flatMap { bytes($0.value, 4) }
    }
  }

  @Test(arguments: ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], [false, true])
  func placesAreThoseOfTheFileInAnyEncoding(_ encoding: String, _ mark: Bool) throws {
    let bytes = encoded(Self.text, encoding, mark: mark)
    for chunk in [1, 5, nil] {
      let sample = try JSONSample(bytes, fields: ["näme", "t[*]", "t[2]"], chunk: chunk) {
        $0.encoding = JSONEncoding(named: encoding)
      }
      #expect(sample.records == [["Zürich 🐕", "1; 22; é\n", "é\n"], ["x", nil, nil]])
      let places = sample.kept.map { record in (0..<3).map { record.position(ofField: $0) } }
      #expect(places[0].map(\.line) == [2, 2, 4])
      #expect(places[0].map(\.column) == [12, 30, 1])
      #expect(places[1][0].line == 5)
      // The bytes at the place, decoded, are the value with its quotes.
      let range = try #require(places[0][0].byteRange)
      #expect(Array(bytes[range]) == encoded("\"Zürich 🐕\"", encoding, mark: false))
      let whole = try #require(sample.kept[1].byteRange)
      #expect(Array(bytes[whole]) == encoded("{\"näme\": \"x\"}", encoding, mark: false))
      let before = encoded("  {\"näme\": ", encoding, mark: false).count
      #expect(places[0][0].byteColumn == before + 1)
    }
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
  func aMarkTellsTheOrderOfBytes(_ encoding: String) throws {
    let sample = try JSONSample(encoded(Self.text, encoding, mark: true), fields: ["näme"]) {
      $0.encoding = JSONEncoding(named: String(encoding.prefix(6)))
    }
    #expect(sample.records == [["Zürich 🐕"], ["x"]])
  }

  @Test func anEncodingThatJSONDoesNotHaveIsAFinding() throws {
    let bytes = encoded(Self.text, "UTF-16LE", mark: false)
    let strict = try JSONSample(bytes, fields: ["näme"])
    #expect(strict.records.isEmpty)
    #expect(strict.places == ["1:1 source.encoding"])
    let tolerant = try JSONSample(bytes, fields: ["näme"]) { $0.mode = .tolerant }
    #expect(tolerant.records.count == 2)
    #expect(tolerant.findings.map(\.severity) == [.warning])
    let marked = try JSONSample(encoded("[{}]", "UTF-8", mark: true))
    #expect(marked.places == ["1:1 json.extension"])
    #expect(marked.records.count == 1)
    #expect(marked.kept[0].byteRange == 4..<6)
    #expect(marked.kept[0].position.column == 2)
  }

  /// Places of random texts against a computation that counts characters from the start.
  @Test(arguments: 0..<20) func placesOfRandomTextsAgreeWithCounting(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var text = "["
    let spaces = ["", " ", "\n", "\r\n", "\r", "\t", "\n\n "]
    for index in 0..<20 {
      text += (index == 0 ? "" : ",") + (spaces.randomElement(using: &random) ?? "") + "{"
      text +=
        "\"k\":" + (spaces.randomElement(using: &random) ?? "") + "\""
        + (["ä🐕", "\\n", "abc", ""].randomElement(using: &random) ?? "") + "\"}"
    }
    text += "]"
    let sample = try JSONSample(text, fields: ["k"], chunk: Int.random(in: 1...40, using: &random))
    #expect(sample.records.count == 20)
    let bytes = Array(text.utf8)
    for record in sample.kept {
      let place = record.position(ofField: 0)
      let start = try #require(place.byteRange).lowerBound
      let before = Array(String(decoding: bytes[..<start], as: UTF8.self).unicodeScalars)
      var line = 1
      var column = 1
      for (index, scalar) in before.enumerated() {
        let endsLine = scalar == "\n" || (scalar == "\r" && !(index + 1 < before.count && before[index + 1] == "\n"))
        (line, column) = endsLine ? (line + 1, 1) : (line, column + 1)
      }
      #expect(place.line == line)
      #expect(place.column == column)
      #expect(bytes[start] == UInt8(ascii: "\""))
    }
  }
}
