import DelimitedText
import Findings
import TestSupport
import Testing
import TextInput

/// A random text with the place of each of its fields, found by counting characters.
private struct PlacedText {
  var scalars: [Unicode.Scalar] = []
  /// For each record and field, where it starts and ends among the scalars.
  var fields: [[Range<Int>]] = []

  init(_ numbers: inout SeededGenerator, lineBreaks: [String], pieces: [String]) {
    for record in 0..<12 {
      var ranges: [Range<Int>] = []
      for field in 0..<3 {
        if field > 0 { append(",") }
        let start = scalars.count
        append(Self.field(&numbers, lineBreaks, pieces, mayBeEmpty: field > 0))
        ranges.append(start..<scalars.count)
      }
      fields.append(ranges)
      if record < 11 || Bool.random(using: &numbers) { append(lineBreaks.randomElement(using: &numbers) ?? "\n") }
    }
  }

  private mutating func append(_ text: String) { scalars += Array(text.unicodeScalars) }

  private static func field(_ numbers: inout SeededGenerator, _ breaks: [String], _ pieces: [String], mayBeEmpty: Bool)
    -> String
  {
    let isQuoted = Bool.random(using: &numbers)
    var text = (0..<Int.random(in: mayBeEmpty ? 0...3 : 1...3, using: &numbers))
      .map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
    if !isQuoted { return text.isEmpty && !mayBeEmpty ? "x" : text }
    if Bool.random(using: &numbers) { text += (breaks.randomElement(using: &numbers) ?? "") + "\"\"," }
    return "\"\(text)\""
  }

  /// The place of the scalars in `range`, when each is `width` bytes long in a file that begins with `mark` bytes.
  func position(_ range: Range<Int>, mark: Int, width: (Unicode.Scalar) -> Int) -> SourcePosition {
    func place(_ end: Int) -> (line: Int, column: Int, byteColumn: Int, byte: Int) {
      var place = (line: 1, column: 1, byteColumn: 1, byte: mark)
      for index in 0..<end {
        let size = width(scalars[index])
        place.byte += size
        place.column += 1
        place.byteColumn += size
        let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        if scalars[index] == "\n" || scalars[index] == "\r" && !isPair {
          place = (place.line + 1, 1, 1, place.byte)
        }
      }
      return place
    }
    let start = place(range.lowerBound)
    let end = place(range.upperBound)
    return SourcePosition(
      file: "t.csv",
      line: start.line,
      column: start.column,
      byteColumn: start.byteColumn,
      endLine: end.line,
      endColumn: end.column,
      byteRange: start.byte..<end.byte
    )
  }
}

@Suite("Places, compared with counting")
struct PlacePropertyTests {
  static let encodings = ["utf-8", "utf-8 with mark", "utf-16le", "utf-16be with mark", "windows-1252", "shift_jis"]

  @Test(arguments: encodings, 0..<12) func everyFieldIsWhereCountingFindsIt(_ name: String, seed: Int) throws {
    var numbers = SeededGenerator(UInt64(seed * 7 + name.count))
    let breaks = [["\n"], ["\r\n"], ["\n", "\r\n"], ["\r"]][seed % 4]
    let isWestern = name == "windows-1252"
    let pieces = name == "shift_jis" ? ["a", "日", "本語", "ソ", " "] : ["a", "é", "ü ö", isWestern ? "€" : "🐕日", "bc "]
    let text = PlacedText(&numbers, lineBreaks: breaks, pieces: pieces)
    let (bytes, encoding) = encode(text.scalars, name)
    var options = DelimitedOptions.bare
    options.encoding = encoding
    let mark = name.hasSuffix("with mark") ? (name.hasPrefix("utf-8") ? 3 : 2) : 0
    for chunk in [1, 5, 1 << 16] {
      let reading = try Reading(bytes, chunk: chunk, options)
      let expected = text.fields.map { fields in
        fields.map { text.position($0, mark: mark) { self.width(of: $0, name) } }
      }
      #expect(reading.fields.map { $0.map(\.position) } == expected)
      #expect(reading.findings == [])
    }
  }

  private func width(of scalar: Unicode.Scalar, _ name: String) -> Int {
    switch name {
    case "utf-8", "utf-8 with mark": String(scalar).utf8.count
    case "windows-1252": 1
    case "shift_jis": scalar.isASCII ? 1 : 2
    default: scalar.value > 0xFFFF ? 4 : 2
    }
  }

  private func encode(_ scalars: [Unicode.Scalar], _ name: String) -> ([UInt8], TextEncoding?) {
    let text = String(String.UnicodeScalarView(scalars))
    switch name {
    case "utf-8": return (Array(text.utf8), .utf8)
    case "utf-8 with mark": return ([0xEF, 0xBB, 0xBF] + Array(text.utf8), nil)
    case "utf-16le": return (text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, .utf16LittleEndian)
    case "utf-16be with mark": return ([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, nil)
    case "windows-1252":
      return (scalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }, TextEncoding(named: "windows-1252"))
    default:
      let codes: [Unicode.Scalar: [UInt8]] = [
        "日": [0x93, 0xFA], "本": [0x96, 0x7B], "語": [0x8C, 0xEA], "ソ": [0x83, 0x5C],
      ]
      return (scalars.flatMap { codes[$0] ?? [UInt8($0.value)] }, TextEncoding(named: "shift_jis"))
    }
  }
}

@Suite("Marks that look like those of the dialect")
struct LookAlikeMarkTests {
  @Test(arguments: [
    ("a,b\n“x,y”,2\n", "\"x,y\",2"), ("a,b\n1，2\n", "1,2"), ("a,b\n«x,y»,2\n", "\"x,y\",2"),
  ]) func areNoticedWhereTheCountOfFieldsIsWrong(_ text: String, _ suggestion: String) throws {
    let finding = try #require(try Reading(text).findings.first)
    #expect(finding.rule == .recordFieldCount)
    #expect(finding.message.hasSuffix("are expected; some marks only look like delimiters or quotes"))
    #expect(finding.suggestion == suggestion)
  }

  @Test func areTextWhereTheCountIsRight() throws {
    let reading = try Reading("a,b\n“x”,he said “no”\n")
    #expect(reading.records == [["“x”", "he said “no”"]])
    #expect(reading.findings == [])
  }
}
