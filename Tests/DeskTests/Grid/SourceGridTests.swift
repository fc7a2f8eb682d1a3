import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// Windows of a source's records.
@Suite("The records of a source in windows")
struct SourceGridTests {
  @Test func showsTheRecordsOfACSVFileWithTheirLinesAndBytes() throws {
    let text = "name,weight\nRex,12\n\"A \"\"B\"\"\",\n\n# no comment,1\nPug,\"8\"\n"
    let fixture = try GridFixture(csv: text)
    #expect(try fixture.rows() == [["Rex", "12"], ["A \"B\"", ""], ["# no comment", "1"], ["Pug", "8"]])
    let records = try fixture.grid.records(from: 1, count: 10)
    #expect(records.map(\.number) == [1, 2, 3, 4])
    #expect(records.map(\.place.line) == [2, 3, 5, 6])
    let bytes = Array(text.utf8)
    let cells = records.flatMap(\.cells).map { cell in
      cell.byteRange.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    #expect(cells == ["Rex", "12", "\"A \"\"B\"\"\"", "", "# no comment", "1", "Pug", "\"8\""])
  }

  static let encodings: [(String, String.Encoding, [UInt8])] = [
    ("UTF-8", .utf8, []), ("UTF-8", .utf8, [0xEF, 0xBB, 0xBF]), ("UTF-16LE", .utf16LittleEndian, [0xFF, 0xFE]),
    ("UTF-16BE", .utf16BigEndian, [0xFE, 0xFF]), ("UTF-32LE", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    ("latin1", .isoLatin1, []), ("SHIFT_JIS", .shiftJIS, []),
  ]

  @Test(arguments: encodings) func readsEachEncodingInParts(
    _ name: String,
    _ encoding: String.Encoding,
    _ mark: [UInt8]
  )
    throws
  {
    let words =
      encoding == .shiftJIS
      ? ["犬", "柴犬, 秋田", "a"] : encoding == .isoLatin1 ? ["Münster", "é,è", "a"] : ["犬", "🐕, é", "a"]
    let rows = (0..<2_000).map { ["dog \($0)", words[$0 % 3], "two\nlines \($0)"] }
    let text = "name,weight,note\r\n" + rows.map { "\($0[0]),\"\($0[1])\",\"\($0[2])\"\r\n" }.joined()
    let data = try #require(text.data(using: encoding))
    let fixture = try GridFixture("encoding: \(name)", files: ["dogs.csv": mark + Array(data)])
    #expect(try fixture.rows() == rows)
    let window = try fixture.grid.records(from: 1_500, count: 20)
    #expect(window.map(\.number) == Array(1_500..<1_520))
    #expect(window.map(\.place.line) == (0..<20).map { 2 + (1_499 + $0) * 2 })
    let bytes = try fixture.bytes()
    for record in window {
      let parts = record.cells.map { $0.byteRange.flatMap { String(data: Data(bytes[$0]), encoding: encoding) } }
      let row = rows[record.number - 1]
      #expect(parts == [row[0], "\"\(row[1])\"", "\"\(row[2])\""])
    }
  }

  @Test(arguments: 0..<25) func randomFilesHaveTheRecordsOfAPlainReading(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let table = RandomTable(&random, rows: random.number(below: 3_000), columns: 2 + random.number(below: 4))
    let lineEnd = random.pick(["\n", "\r\n"])
    var blanks = random
    let text = table.csv(lineEnd: lineEnd, quotesAll: random.once(in: 3), blank: { blanks.once(in: 9) })
    let fixture = try GridFixture(
      "delimiter: comma\nquote: '\"'\nheader: 1\nattributes: { name: \"column 0\" }",
      csv: text
    )
    #expect(try fixture.rows() == table.rows)
    let bytes = Array(text.utf8)
    for _ in 0..<5 where !table.rows.isEmpty {
      let first = 1 + random.number(below: table.rows.count)
      let window = try fixture.grid.records(from: first, count: 1 + random.number(below: 600))
      for record in window {
        #expect(record.cells.map(\.text) == table.rows[record.number - 1])
        let range = try #require(record.place.byteRange)
        if record.number == first { #expect(record.place.line == 1 + bytes[..<range.lowerBound].count { $0 == 10 }) }
        for cell in record.cells {
          let written = String(decoding: bytes[try #require(cell.byteRange)], as: UTF8.self)
          let isQuoted = written.hasPrefix("\"") && written.utf8.count > 1
          let read = isQuoted ? String(written.dropFirst().dropLast()).replacing("\"\"", with: "\"") : written
          #expect(read == cell.text)
        }
      }
    }
  }

  @Test func aHundredThousandRecordsAreThereInEachWindow() throws {
    let text = "name,weight\n" + (1...100_000).map { "dog \($0),\($0 % 97)\n" }.joined()
    let fixture = try GridFixture(csv: text)
    fixture.grid.finish()
    #expect(fixture.grid.progress.count == 100_000)
    for first in [1, 511, 512, 513, 50_000, 99_950] {
      let window = try fixture.grid.records(from: first, count: 100)
      let numbers = first...min(first + 99, 100_000)
      #expect(window.map(\.number) == Array(numbers))
      #expect(window.map { $0.cells.map(\.text) } == numbers.map { ["dog \($0)", "\($0 % 97)"] })
      #expect(window.map(\.place.line) == numbers.map { $0 + 1 })
    }
    for first in [100_001, 200_000, .max] { #expect(try fixture.grid.records(from: first, count: 5).isEmpty) }
    #expect(try fixture.grid.records(from: .min, count: 2).map(\.number) == [1, 2])
    #expect(try fixture.grid.records(from: 5, count: -1).isEmpty)
    #expect(try fixture.grid.records(numbers: [7, 40_000, 100_000, 100_001]).map(\.number) == [7, 40_000, 100_000])
  }

  @Test func recordsWhoseFormIsBrokenAreShownAsTheyAreRead() throws {
    let rows = (0..<1_500).map { $0 == 700 ? "short" : $0 == 900 ? "a,b,c,d" : "dog \($0),\($0),x" }
    let text = "name,weight,note\n" + rows.map { $0 + "\n" }.joined()
    let fixture = try GridFixture(csv: text)
    fixture.grid.finish()
    let records = try fixture.grid.records(from: 1, count: 1_500)
    #expect(records.count == 1_500)
    #expect(records.indices.filter { records[$0].place.isBroken } == [700, 900])
    #expect(records[700].cells.map(\.text) == ["short", "", ""])
    // Fields that the record lacks stand nowhere.
    #expect(records[700].cells.map { $0.byteRange == nil } == [false, true, true])
    #expect(records[701].cells.map(\.text) == ["dog 701", "701", "x"])
  }

  @Test func commentsRepeatedHeadersAndFootersAreNoRecords() throws {
    let part = (0..<800).map { "dog \($0),\($0)\n\($0 % 100 == 0 ? "# note\n" : "")" }.joined()
    let text = "title\nname,weight\n" + part + "name,weight\n" + part + "Total,2\n"
    let source = "skip: 1\nheader: 1\ncomment: '#'\ntable: all\ntables: repeated-header\nfooter: 1\n"
    let fixture = try GridFixture(source, csv: text)
    let rows = (0..<800).map { ["dog \($0)", "\($0)"] }
    #expect(try fixture.rows() == rows + rows)
    let lines = text.split(separator: "\n")
    for record in try fixture.grid.records(from: 600, count: 400) {
      #expect(lines[record.place.line - 1] == "\(record.cells[0].text ?? ""),\(record.cells[1].text ?? "")")
    }
  }

  @Test func jsonLinesAreReadInParts() throws {
    let lines = (0..<3_000).map {
      $0 % 50 == 7 ? "" : "  {\"name\": \"dog \\u00e9 \($0)\", \"weight\": \($0 % 2 == 0 ? "\($0)" : "null")}"
    }
    let text = lines.joined(separator: "\n") + "\n"
    let fixture = try GridFixture(
      "format: jsonlines\nattributes: { name: name, weight: weight }",
      file: "dogs.jsonl",
      files: ["dogs.jsonl": Array(text.utf8)]
    )
    let wanted = (0..<3_000).filter { $0 % 50 != 7 }
    #expect(try fixture.rows() == wanted.map { ["dog é \($0)", $0 % 2 == 0 ? "\($0)" : nil] })
    let bytes = Array(text.utf8)
    for record in try fixture.grid.records(from: 1_000, count: 100) {
      #expect(record.place.line == wanted[record.number - 1] + 1)
      let range = try #require(record.cells[0].byteRange)
      #expect(String(decoding: bytes[range], as: UTF8.self).hasPrefix("\"dog \\u00e9"))
    }
  }

  static let trees: [(String, String, String)] = [
    ("dogs.json", "records: $.dogs[*]\nattributes: { name: name, weight: weight }", "{\"dogs\": [%]}"),
    ("dogs.xml", "records: /dogs/dog\nattributes: { name: name, weight: \"@weight\" }", "<dogs>%</dogs>"),
    ("dogs.html", "attributes: { name: name, weight: weight }", "<table><tr><th>name<th>weight</tr>%</table>"),
  ]

  @Test(arguments: trees) func treesAndTablesAreRead(_ name: String, _ source: String, _ frame: String) throws {
    let items = (0..<1_200).map { number in
      switch name {
      case "dogs.json": "{\"name\": \"dog \(number)\", \"weight\": \(number)}" + (number < 1_199 ? ",\n" : "")
      case "dogs.xml": "<dog weight=\"\(number)\"><name>dog \(number)</name></dog>\n"
      default: "<tr><td>dog \(number)</td><td>\(number)</td></tr>\n"
      }
    }
    let text = frame.replacing("%", with: items.joined())
    let fixture = try GridFixture(source, file: name, files: [name: Array(text.utf8)])
    #expect(try fixture.rows() == (0..<1_200).map { ["dog \($0)", "\($0)"] })
    let bytes = Array(text.utf8)
    let window = try fixture.grid.records(from: 1_000, count: 3)
    #expect(window.map(\.place.line) == [1_000, 1_001, 1_002])
    for record in window {
      let range = try #require(record.cells[0].byteRange)
      #expect(String(decoding: bytes[range], as: UTF8.self).contains("dog \(record.number - 1)"))
    }
  }

  @Test func workbooksAreRead() throws {
    let rows = [["name", "weight"]] + (0..<600).map { ["dog \($0)", "\($0)"] }
    let xml = rows.enumerated().map { TestWorkbook.row($0 + 1, $1) }.joined()
    let workbook = TestWorkbook([TestWorkbook.Sheet("Dogs", xml)])
    let fixture = try GridFixture(file: "dogs.xlsx", files: ["dogs.xlsx": workbook.bytes])
    #expect(try fixture.rows() == (0..<600).map { ["dog \($0)", "\($0)"] })
    #expect(try fixture.grid.records(from: 600, count: 1).map(\.place.line) == [601])
  }

  @Test func packedFilesAreRead() throws {
    let text = "name,weight\n" + (0..<5_000).map { "dog \($0),\($0)\n" }.joined()
    let fixture = try GridFixture(
      "format: csv",
      file: "dogs.zip",
      files: ["dogs.zip": StoredZip.bytes([("dogs.csv", Array(text.utf8))])]
    )
    #expect(try fixture.rows() == (0..<5_000).map { ["dog \($0)", "\($0)"] })
    #expect(try fixture.grid.records(from: 4_000, count: 1).map(\.place.file) == ["dogs.zip/dogs.csv"])
  }

  @Test func severalFilesAreOneSource() throws {
    let first = "name,weight\n" + (0..<700).map { "a \($0),\($0)\n" }.joined()
    let second = "weight,name\n" + (0..<700).map { "\($0),b \($0)\n" }.joined()
    let fixture = try GridFixture(
      file: "dogs-*.csv",
      files: ["dogs-1.csv": Array(first.utf8), "dogs-2.csv": Array(second.utf8)]
    )
    let rows = (0..<700).map { ["a \($0)", "\($0)"] } + (0..<700).map { ["b \($0)", "\($0)"] }
    #expect(try fixture.rows() == rows)
    let record = try #require(try fixture.grid.records(from: 701, count: 1).first)
    #expect(record.place.file == "dogs-2.csv" && record.place.line == 2)
    let bytes = Array(second.utf8)
    #expect(record.cells.map { $0.byteRange.map { String(decoding: bytes[$0], as: UTF8.self) } } == ["b 0", "0"])
  }

  @Test func aSourceThatCannotBeReadToItsEndSaysSo() throws {
    let text = "{\"name\": \"a\"}\n"
    let fixture = try GridFixture(
      "format: jsonlines\nattributes: { name: name }",
      file: "dogs.jsonl",
      files: ["dogs.jsonl": Array(text.utf8)]
    )
    fixture.grid.finish()
    try FileManager.default.removeItem(atPath: fixture.folder.file("dogs.jsonl"))
    try fixture.grid.refresh()
    #expect(fixture.grid.progress.problem != nil)
  }
}
