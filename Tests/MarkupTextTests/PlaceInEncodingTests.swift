import Findings
import Foundation
import MarkupText
import Testing
import TextInput

/// Lines, columns and byte ranges in files of other encodings, against the text before each field, encoded by Foundation.
@Suite struct PlaceInEncodingTests {
  struct Encoding: Sendable, CustomTestStringConvertible {
    var name: String
    var encoding: String.Encoding
    var mark: [UInt8] = []
    var pieces: [String]
    var testDescription: String { name }

    func bytes(_ text: some StringProtocol) -> [UInt8] { [UInt8](String(text).data(using: encoding) ?? Data()) }
  }

  static let encodings = [
    Encoding(name: "UTF-8", encoding: .utf8, pieces: ["é", "漢", "🐕"]),
    Encoding(name: "UTF-8", encoding: .utf8, mark: [0xEF, 0xBB, 0xBF], pieces: ["é", "漢", "🐕"]),
    Encoding(name: "UTF-16", encoding: .utf16LittleEndian, mark: [0xFF, 0xFE], pieces: ["é", "漢", "🐕"]),
    Encoding(name: "UTF-16", encoding: .utf16BigEndian, mark: [0xFE, 0xFF], pieces: ["é", "漢", "🐕"]),
    Encoding(name: "ISO-8859-1", encoding: .isoLatin1, pieces: ["é", "ß"]),
    Encoding(name: "ISO-8859-2", encoding: .isoLatin2, pieces: ["ő", "č"]),
    Encoding(name: "windows-1252", encoding: .windowsCP1252, pieces: ["€", "’"]),
    Encoding(name: "Shift_JIS", encoding: .shiftJIS, pieces: ["秋", "ｱ", "田"]),
  ]

  /// A place as an editor computes it.
  private func place(after text: Substring, _ encoding: Encoding) -> (line: Int, column: Int, byte: Int) {
    let lines = text.replacingOccurrences(of: "\r\n", with: "\n").unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1, encoding.mark.count + encoding.bytes(text).count)
  }

  private func expectPlace(_ position: SourcePosition, of part: String, in text: String, _ encoding: Encoding) throws {
    let range = try #require(text.range(of: part))
    let start = place(after: text[..<range.lowerBound], encoding)
    let end = place(after: text[..<range.upperBound], encoding)
    let comment = Comment(rawValue: "\(encoding.name): \(part)")
    #expect(position.line == start.line && position.column == start.column, comment)
    #expect(position.endLine == end.line && position.endColumn == end.column, comment)
    #expect(position.byteRange == start.byte..<end.byte, comment)
  }

  @Test(arguments: encodings) func areExactInDocuments(_ encoding: Encoding) throws {
    let letters = encoding.pieces.joined()
    var text = "<?xml version=\"1.0\" encoding=\"\(encoding.name)\"?>\r\n<r x=\"\(letters)\">\(letters)\r\n"
    for number in 1...300 {
      text +=
        "\t<!-- \(letters) --><b n=\"\(number)\(letters)\">\(letters)&amp;<![CDATA[<\(letters)>]]>\r\n<c>\(letters)\(number)</c></b>\(letters)\n"
    }
    text += "</r>"
    let reader = try XMLRecordReader(
      bytes: encoding.mark + encoding.bytes(text),
      options: XMLRecordOptions(recordPath: RecordPath("//b")),
      fields: [FieldPath("@n"), FieldPath("c"), FieldPath("../@x")]
    )
    var record = MarkupRecord()
    while try reader.next(&record) {
      let number = record.number
      #expect(record.value(1) == "\(letters)\(number)")
      // To cut the whole text for each of them would take quadratic time.
      guard number % 60 == 0 || number == 1 else { continue }
      try expectPlace(record.position(ofField: 0), of: "n=\"\(number)\(letters)\"", in: text, encoding)
      try expectPlace(record.position(ofField: 1), of: "<c>\(letters)\(number)</c>", in: text, encoding)
      let line = text[..<(try #require(text.range(of: "<c>\(letters)\(number)</c>")).lowerBound)]
        .unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).last
      #expect(record.byteColumn(ofField: 1) == encoding.bytes(String(try #require(line))).count + 1)
      #expect(record.byteColumn(ofField: 0) == 1 + encoding.bytes("\t<!-- \(letters) --><b ").count)
      try expectPlace(record.position(ofField: 2), of: "x=\"\(letters)\"", in: text, encoding)
      if number == 300 {
        let whole =
          "<b n=\"300" + text.components(separatedBy: "<b n=\"300")[1].components(separatedBy: "</b>")[0] + "</b>"
        try expectPlace(record.position, of: whole, in: text, encoding)
      }
    }
    #expect(reader.recordCount == 300)
    #expect(reader.takeFindings().isEmpty)
  }

  @Test(arguments: encodings) func areExactInPages(_ encoding: Encoding) throws {
    let letters = encoding.pieces.joined()
    var text = "<meta charset=\(encoding.name)><p>\(letters)\r\n<table><tr><th>A<th>B"
    for number in 1...300 {
      text +=
        "\r\n<tr title='\(letters)'><td>\(letters)\t\(number)\(letters)</td><td><a href=\"#\(number)\">\(letters)</a>"
    }
    let reader = try HTMLTableReader(bytes: encoding.mark + encoding.bytes(text + "</table>"))
    var record = MarkupRecord()
    while try reader.next(&record) {
      let number = record.number
      guard number % 60 == 0 || number == 1 else { continue }
      try expectPlace(record.position(ofField: 0), of: "\(letters)\t\(number)\(letters)", in: text, encoding)
      #expect(record.byteColumn(ofField: 0) == 1 + encoding.bytes("<tr title='\(letters)'><td>").count)
      try expectPlace(record.position(ofField: 2), of: "href=\"#\(number)\"", in: text, encoding)
    }
    #expect(record.number == 0)
    #expect(reader.takeFindings().isEmpty)
  }

  @Test func areExactAfterBytesThatAreNoText() throws {
    for head in ["<meta charset=utf-8>", "<meta charset=shift_jis>"] {
      let start = Array("\(head)<table><tr><td>".utf8) + [0x81, 0xFF, 0xFD]
      let bytes = start + Array("<td>here</table>".utf8)
      let reader = try HTMLTableReader(bytes: bytes)
      var record = MarkupRecord()
      try #require(try reader.next(&record))
      #expect(record.value(1) == "here")
      #expect(record.position(ofField: 1).byteRange == (start.count + 4)..<(start.count + 8), Comment(rawValue: head))
      #expect(!reader.takeFindings().isEmpty)
    }
  }

  @Test func aMarkTellsTheOrderOfBytes() throws {
    let marks: [([UInt8], String.Encoding)] = [([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian)]
    for (mark, encoding) in marks {
      let text = [UInt8](try #require("<r><a>é</a></r>".data(using: encoding)))
      let reader = try XMLRecordReader(
        bytes: mark + text,
        options: XMLRecordOptions(recordPath: RecordPath("//a"), encoding: "utf-16"),
        fields: [FieldPath(".")]
      )
      var record = MarkupRecord()
      try #require(try reader.next(&record))
      #expect(record.value(0) == "é")
      #expect(record.position(ofField: 0).byteRange?.lowerBound == 2 + 2 * "<r>".count)
    }
  }

  @Test func placesFaultsInBytesOfTheFile() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><r><a>é</a></b>"
    let bytes = [0xFF, 0xFE] + [UInt8](try #require(text.data(using: .utf16LittleEndian)))
    let reader = try XMLRecordReader(bytes: bytes, options: XMLRecordOptions(recordPath: RecordPath("//a")))
    var record = MarkupRecord()
    while try reader.next(&record) {}
    let found = try #require(reader.takeFindings().first?.position)
    #expect(found.byteRange?.lowerBound == 2 + 2 * (text.count - 4))
    #expect(found.column == text.count - 3)
  }
}
