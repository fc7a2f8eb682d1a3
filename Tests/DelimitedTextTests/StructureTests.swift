import DelimitedText
import Findings
import Testing
import TextInput

@Suite("Headers, counts, encodings and limits")
struct StructureTests {
  @Test func namesComeFromTheHeader() throws {
    let reading = try Reading("name, kind ,,name\n1,2,3,4\n")
    #expect(reading.header == ["name", "kind", "column_3", "name_2"])
    #expect(reading.places == ["source.header@1:13", "source.header@1:14"])
    #expect(reading.records == [["1", "2", "3", "4"]])
    #expect(reading.startLines == [2])
  }

  @Test func severalHeaderRowsAreJoined() throws {
    var options = DelimitedOptions(dialect: .rfc4180, header: .rows(2))
    options.fileName = "t.csv"
    let reading = try Reading("height,height,\nmin,max,note\n1,2,3\n", options)
    #expect(reading.header == ["height min", "height max", "note"])
    #expect(reading.records == [["1", "2", "3"]])
  }

  @Test func wrongFieldCountsAreReportedWhereTheyShow() throws {
    let reading = try Reading("a,b,c\n1,2\n1,2,3\n1,2,3,4,5\n")
    #expect(reading.places == ["record.field-count@2:4", "record.field-count@4:7"])
    #expect(reading.findings.map(\.record) == [1, 3])
    #expect(reading.findings.map(\.message) == ["2 fields where 3 are expected", "5 fields where 3 are expected"])
    #expect(reading.rejected == [1, 3])
    #expect(reading.records[0] == ["1", "2", ""])
  }

  @Test func recordsCanBePaddedCutAndJoined() throws {
    var options = DelimitedOptions(dialect: .rfc4180)
    options.missingFields = .pad
    options.surplusFields = .cut
    let text = "a,b,c\n1\n1,2,\"3\",4\n"
    #expect(try Reading(text, options).records == [["1", "", ""], ["1", "2", "3"]])
    options.surplusFields = .joinLast
    let joined = try Reading(text, options)
    #expect(joined.records == [["1", "", ""], ["1", "2", "3,4"]])
    #expect(joined.findings == [])
    #expect(joined.rejected == [])
  }

  @Test func nulAndInvalidBytesAreReportedOnceAField() throws {
    let bytes = Array("a,b\nx\u{0}y\u{0},".utf8) + [0xE9, 0x20, 0xFF] + Array("\nok,é\n".utf8)
    let reading = try Reading(bytes, chunk: 4096, DelimitedOptions(dialect: .rfc4180, encoding: .utf8))
    #expect(reading.places == ["source.nul-byte@2:2", "source.encoding@2:6"])
    #expect(reading.findings.last?.message == "Bytes that are not UTF-8 text: E9")
    #expect(reading.records == [["x\u{0}y\u{0}", "\u{FFFD} \u{FFFD}"], ["ok", "é"]])
    #expect(reading.rejected == [1])
    #expect(reading.raw.first == Array(bytes[4..<13]))
  }

  @Test func windows1252IsRecognisedAndDecoded() throws {
    let bytes = Array("name,town\nJos".utf8) + [0xE9, 0x2C, 0x4D, 0xFC, 0x6E, 0x63, 0x68, 0x65, 0x6E, 0x0A]
    let reader = try DelimitedReader(bytes: bytes)
    #expect(reader.encoding == .windows1252)
    let reading = try Reading(reader)
    #expect(reading.records == [["José", "München"]])
    #expect(reading.fields[0][1].position.byteRange == 15..<22)
    #expect(reading.raw.first == Array(bytes[10...]))
    #expect(reading.findings == [])
  }

  @Test func multiByteEncodingsAreDecodedWithTheirPlaces() throws {
    let bytes: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x2C, 0x61, 0x0A, 0x83, 0x5C, 0x2C, 0xFF, 0x0A]
    let encoding = try #require(TextEncoding(named: "shift_jis"))
    var options = DelimitedOptions.bare
    options.encoding = encoding
    for chunk in [1, 2, 3, 100] {
      let reading = try Reading(bytes, chunk: chunk, options)
      #expect(reading.records == [["日本", "a"], ["ソ", "\u{FFFD}"]])
      #expect(reading.fields[0][1].position.byteRange == 5..<6)
      #expect(reading.places == ["source.encoding@2:3"])
    }
  }

  @Test func byteOrderMarksAreNotPartOfTheFirstName() throws {
    let reader = try DelimitedReader(bytes: [0xEF, 0xBB, 0xBF] + Array("id,b\n1,2\n".utf8))
    #expect(reader.header == ["id", "b"])
    #expect(reader.byteOrderMark == [0xEF, 0xBB, 0xBF])
    #expect(reader.headerBytes == Array("id,b\n".utf8))
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    #expect(record.rawByteRange == 8..<12)
  }

  @Test func recordsOverTheLimitAreCutAndTheNextIsRead() throws {
    var options = DelimitedOptions.bare
    options.longestRecord = 20
    let text = "a,b\n" + String(repeating: "x", count: 50) + ",y\nc,d\n"
    for chunk in [1, 7, 1000] {
      let reading = try Reading(Array(text.utf8), chunk: chunk, options)
      #expect(reading.places == ["source.limit@2:1"])
      #expect(reading.rejected == [2])
      #expect(reading.startLines == [1, 2, 3])
      #expect(reading.records.last == ["c", "d"])
    }
  }

  @Test func aMissingFileIsAnErrorThatSaysSo() {
    let error = #expect(throws: DelimitedTextError.self) { try DelimitedReader(path: "/nowhere/x.csv") }
    #expect(error?.description == "-: cannot be opened: No such file or directory")
  }

  @Test func linesOfSpacesAreBlankWhereRecordsHaveSeveralFields() throws {
    let several = try Reading("a,b\n1,2\n   \n \t\n3,4\n")
    #expect(several.records == [["1", "2"], ["3", "4"]])
    #expect(several.startLines == [2, 5])
    #expect(several.findings == [])
    #expect(try Reading("a\n1\n   \n").records == [["1"], ["   "]])
    var options = DelimitedOptions(dialect: .rfc4180)
    options.dialect?.skipsBlankLines = false
    #expect(try Reading("a,b\n1,2\n   \n", options).places == ["record.field-count@3:4"])
  }
}
