import DelimitedText
import Findings
import TestSupport
import Testing
import TextInput

/// Texts in which most records are well-formed, so that the index and the scanner take turns.
@Suite("Index and scanner")
struct RecordIndexTests {
  /// An escape character that no text here has: with it a dialect means the same, but only the scanner reads it.
  private static let unusedEscape = DelimitedDialect.Escape.character(0x01)

  static let dialects: [DelimitedDialect] = [
    DelimitedDialect(),
    DelimitedDialect(delimiter: [0x3B], recordEnd: .lineFeed, comment: [0x23]),
    DelimitedDialect(recordEnd: .carriageReturnLineFeed, skipsBlankLines: false),
    DelimitedDialect(quote: nil, hasTrailingDelimiter: true),
    DelimitedDialect(quote: 0x27, comment: [0x23, 0x23], headerRows: 0),
  ]

  /// A text of `count` records with three fields; `trouble` of a hundred pieces are bytes that may break a record.
  private static func text(_ numbers: inout SeededGenerator, _ dialect: DelimitedDialect, trouble: Int) -> [UInt8] {
    let delimiter = dialect.delimiter
    let quote = dialect.quote.map { [$0] } ?? []
    let lineBreak: [UInt8] = dialect.recordEnd == .lineFeed ? [0x0A] : [0x0D, 0x0A]
    let troubles: [[UInt8]] = [
      quote, delimiter, [0x0D], [0x0A], [0], [0xC3], [0xFF], [0x23], lineBreak + lineBreak, quote + delimiter,
      [0x20] + quote,
    ]
    let words = ["", "a", "1204", "é", "柴犬", "a steady dog of the mountains", "🐕", "x y"].map { Array($0.utf8) }
    var bytes =
      dialect.headerRows > 0 ? Array("id".utf8) + delimiter + Array("name".utf8) + delimiter + [0x6E] + lineBreak : []
    for _ in 0..<80 {
      for field in 0..<3 {
        if field > 0 { bytes += delimiter }
        let isQuoted = !quote.isEmpty && Int.random(in: 0..<3, using: &numbers) == 0
        if isQuoted { bytes += quote }
        for _ in 0..<Int.random(in: 1...2, using: &numbers) {
          bytes += words.randomElement(using: &numbers) ?? []
          if Int.random(in: 0..<100, using: &numbers) < trouble {
            bytes += troubles.randomElement(using: &numbers) ?? []
          }
          if isQuoted, Int.random(in: 0..<4, using: &numbers) == 0 {
            bytes += [quote + quote, delimiter, [0x0A], lineBreak].randomElement(using: &numbers) ?? []
          }
        }
        if isQuoted { bytes += quote }
      }
      bytes += lineBreak
    }
    return Bool.random(using: &numbers) ? bytes : Array(bytes.dropLast(lineBreak.count))
  }

  /// What is read, without suggestions, which are written in the dialect.
  private static func read(_ bytes: [UInt8], _ chunk: Int, _ options: DelimitedOptions) throws -> Reading {
    var reading = try Reading(bytes, chunk: chunk, options)
    for index in reading.findings.indices { reading.findings[index].suggestion = nil }
    return reading
  }

  @Test(arguments: 0..<100) func bothReadTheSame(_ seed: Int) throws {
    var numbers = SeededGenerator(UInt64(seed + 1))
    let dialect = Self.dialects[seed % Self.dialects.count]
    let bytes = Self.text(&numbers, dialect, trouble: [0, 1, 4, 20][seed / Self.dialects.count % 4])
    var options = DelimitedOptions(dialect: dialect, encoding: .utf8, fileName: "t.csv")
    options.mode = seed % 3 == 0 ? .tolerant : .strict
    options.longestRecord = seed % 7 == 0 ? 60 : 1 << 20
    var scanned = options
    scanned.dialect?.escape = Self.unusedEscape
    let expected = try Self.read(bytes, 1 << 20, scanned)
    for chunk in [1 << 20, 4096, 257, 64, 7] {
      #expect(try Self.read(bytes, chunk, options) == expected, "\(chunk)")
    }
  }

  @Test(arguments: 0..<20) func fieldsAreTheSameHoweverTheyAreAskedFor(_ seed: Int) throws {
    var numbers = SeededGenerator(UInt64(seed + 1))
    let bytes = Self.text(&numbers, DelimitedDialect(), trouble: seed % 2)
    let options = DelimitedOptions(dialect: .rfc4180, encoding: .utf8, missingFields: .pad, fileName: "t.csv")
    let reader = try DelimitedReader(bytes: bytes, options: options)
    var record = DelimitedRecord()
    var fields = 0
    while try reader.next(&record) {
      var next = 0
      record.forEachField { field, contents, range in
        #expect(field == next)
        #expect(String(decoding: contents, as: UTF8.self) == record.string(field))
        #expect(range == record.byteRange(ofField: field))
        #expect(range == record.position(ofField: field).byteRange)
        if !record.hasStructuralError { #expect(record.isQuoted(field) == (bytes[range].first == 0x22)) }
        next += 1
      }
      #expect(next == record.count)
      fields += next
    }
    #expect(fields > 0)
  }

  @Test(arguments: [64, 300, 1 << 16]) func keptRecordsKeepTheirContents(_ chunk: Int) throws {
    var numbers = SeededGenerator(UInt64(chunk))
    let bytes = (0..<40).flatMap { _ in Self.text(&numbers, DelimitedDialect(headerRows: 0), trouble: 1) }
    var options = DelimitedOptions.bare
    options.chunkSize = chunk
    let reader = try DelimitedReader(.bytes(bytes), options: options)
    var record = DelimitedRecord()
    var kept: [DelimitedRecord] = []
    var expected: [[String]] = []
    while try reader.next(&record) {
      kept.append(record)
      expected.append(record.strings)
    }
    #expect(kept.map(\.strings) == expected)
    #expect(kept.flatMap(\.rawBytes).count <= bytes.count)
    // The end of the text leaves the last record as it was.
    #expect(record.strings == expected.last)
  }

  @Test func placesOfFieldsInUTF16AreThoseInTheFile() throws {
    let bytes = "a,b\né,\"日本\"\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let options = DelimitedOptions(dialect: .rfc4180, encoding: .utf16LittleEndian)
    let reader = try DelimitedReader(bytes: bytes, options: options)
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    #expect((0..<2).map(record.byteRange) == [8..<10, 12..<20])
  }
}
