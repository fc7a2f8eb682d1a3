import DelimitedText
import Findings
import Testing
import TextInput

@Suite("Places")
struct PlaceTests {
  @Test func fieldsKnowLineColumnAndBytes() throws {
    let reading = try Reading("é,\"x\ny\",z\r\n日本,\"b\"\"\",c", .bare)
    let places = reading.fields.map { $0.map(\.position) }
    #expect(
      places[0] == [
        SourcePosition(file: "t.csv", line: 1, column: 1, byteColumn: 1, endLine: 1, endColumn: 2, byteRange: 0..<2),
        SourcePosition(file: "t.csv", line: 1, column: 3, byteColumn: 4, endLine: 2, endColumn: 3, byteRange: 3..<8),
        SourcePosition(file: "t.csv", line: 2, column: 4, byteColumn: 4, endLine: 2, endColumn: 5, byteRange: 9..<10),
      ]
    )
    #expect(places[1].map(\.line) == [3, 3, 3])
    #expect(places[1].map(\.column) == [1, 4, 10])
    #expect(places[1].map(\.byteRange) == [12..<18, 19..<24, 25..<26])
  }

  @Test func placesInUTF16CountBytesOfTheFile() throws {
    let text = "a,\"é\n🐕\",c\nd,e,f\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    var options = DelimitedOptions.bare
    options.dialect?.headerRows = 0
    let reader = try DelimitedReader(bytes: bytes, options: options)
    #expect(reader.encoding == .utf16LittleEndian)
    let reading = try Reading(reader)
    #expect(reading.records == [["a", "é\n🐕", "c"], ["d", "e", "f"]])
    #expect(reading.fields[0].map(\.position.byteRange) == [2..<4, 6..<18, 20..<22])
    #expect(reading.fields[0][2].position.line == 2)
    #expect(reading.fields[0][2].position.column == 4)
    #expect(reading.fields[1].map(\.position.byteRange) == [24..<26, 28..<30, 32..<34])
    #expect(reading.raw.map(\.count) == [22, 12])
  }

  /// One by one, each place costs a look at the whole record: these would take minutes.
  @Test func aRecordOfVeryManyFieldsSaysAllItsPlacesInOneGo() throws {
    let count = 60_000
    let reader = try DelimitedReader(bytes: [UInt8](repeating: UInt8(ascii: ","), count: count - 1), options: .bare)
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    let columns = record.positions().map(\.column)
    #expect(columns.count == count && columns.elementsEqual(1...count))
  }

  @Test func locatorFindsPlacesFromRawBytesAlone() throws {
    let reader = try DelimitedReader(bytes: Array("a,b\n\"x\ny\",é,z\n".utf8), options: .bare)
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    #expect(try reader.next(&record))
    let raw = record.rawBytes
    let place = record.locator.place(
      ofField: 2,
      in: raw,
      startLine: record.startLine,
      startByte: record.rawByteRange.lowerBound
    )
    #expect(place.position == record.position(ofField: 2))
    #expect(place.position.line == 3)
    #expect(place.position.column == 6)
    #expect(place.excerpt == SourceExcerpt(text: "y\",é,z", line: 3, markStart: 5, markLength: 1))
  }

  @Test func excerptsOfLongLinesAreCutAroundTheMark() throws {
    let long = String(repeating: "x", count: 500)
    let reading = try DelimitedReader(bytes: Array("\(long),mark,\(long)\n".utf8), options: .bare)
    var record = DelimitedRecord()
    #expect(try reading.next(&record))
    let excerpt = record.excerpt(ofField: 1)
    #expect(excerpt.isCutAtStart && excerpt.isCutAtEnd)
    let marked = Array(excerpt.text.unicodeScalars)[excerpt.markStart..<excerpt.markStart + excerpt.markLength]
    #expect(String(String.UnicodeScalarView(marked)) == "mark")
  }

  @Test func aCopyOfARecordKeepsItsContents() throws {
    let reader = try DelimitedReader(bytes: Array("a,b\nc,d\n".utf8), options: .bare)
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    let first = record
    #expect(try reader.next(&record))
    #expect(first.strings == ["a", "b"])
    #expect(record.strings == ["c", "d"])
    #expect(try !reader.next(&record))
  }
}
