import DelimitedText
import Findings
import TestSupport
import Testing
import TextInput

@Suite("Random texts")
struct RandomTests {
  @Test(arguments: 0..<40) func agreesWithAPlainReaderOnWellFormedTexts(_ seed: Int) throws {
    var numbers = SeededGenerator(UInt64(seed))
    let pieces = [
      "a", "bc", "é", "日本", "\"", ",", "\n", "\r\n", "\r", " ", "", "a long piece of text to fill blocks of bytes",
    ]
    var writer = DelimitedWriter()
    var expected: [[String]] = []
    for _ in 0..<60 {
      let record = (0..<3).map { _ in
        (0..<Int.random(in: 0...4, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
      }
      expected.append(record)
      writer.append(record: record)
    }
    #expect(PlainReader.records(writer.bytes) == expected)
    for chunk in [1, 13, 1 << 16] {
      let reading = try Reading(writer.bytes, chunk: chunk, .bare)
      #expect(reading.records == expected)
      #expect(reading.findings == [])
      #expect(reading.raw.joined().elementsEqual(writer.bytes))
    }
  }

  @Test(arguments: 0..<60) func chunksDoNotChangeWhatIsReadOfArbitraryBytes(_ seed: Int) throws {
    var numbers = SeededGenerator(UInt64(seed))
    let likely: [UInt8] = [0x22, 0x22, 0x2C, 0x0A, 0x0D, 0x61, 0x62, 0x20, 0, 0xC3, 0xA9, 0xFF, 0x5C, 0x23, 0x7C]
    let bytes = (0..<Int.random(in: 0...400, using: &numbers)).map { _ in
      likely.randomElement(using: &numbers) ?? 0
    }
    var options = DelimitedOptions(fileName: "t.csv")
    options.longestRecord = seed % 3 == 0 ? 50 : 1 << 20
    switch seed % 4 {
    case 0: options.dialect = DelimitedDialect(headerRows: 0)
    case 1:
      options.dialect = DelimitedDialect(delimiter: [0x7C, 0x7C], escape: .character(0x5C), comment: [0x23])
      options.encoding = .utf8
    case 2: options.encoding = TextEncoding(named: seed % 8 == 2 ? "shift_jis" : "utf-16")
    default: options.missingFields = .mend
    }
    let whole = try Reading(bytes, chunk: 1 << 20, options)
    for chunk in [1, 2, 3, 7, 64] {
      #expect(try Reading(bytes, chunk: chunk, options) == whole)
    }
    // Nothing is read twice, and only whole lines are passed over.
    #expect(whole.raw.joined().count <= bytes.count)
  }

  @Test func hostileLinesAreReadInLinearTime() throws {
    // A quadratic reader needs hours for these.
    for piece in ["\"a,", "\"", "\"\"a", ",", "\\\"", "a\",\"b", "\"a\"b,"] {
      let bytes = Array(String(repeating: piece, count: 400_000 / piece.utf8.count).utf8)
      var options = DelimitedOptions.bare
      options.longestRecord = 1 << 18
      let reader = try DelimitedReader(bytes: bytes, options: options)
      var record = DelimitedRecord()
      var count = 0
      while try reader.next(&record) { count += 1 }
      #expect(count > 0)
      #expect(reader.takeFindings().count < 200)
    }
  }
}
