import DelimitedText
import Findings
import TextInput

/// Reads bytes as delimited text, whole and in chunks, which has to come to the same.
enum CSVSubject {
  private static let chunks = [1, 2, 3, 7, 64, 4096]

  /// The first two bytes choose the options and the size of chunks, the rest is the text.
  static func read(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return }
    let options = options(bytes[0])
    let text = Array(bytes[2...])
    let whole = account(text, chunk: .max >> 2, options)
    let chunk = chunks[Int(bytes[1]) % chunks.count]
    let other = account(text, chunk: chunk, options)
    compare(whole, other, "chunks of \(chunk) bytes")
    compareWithScanner(text, chunk, options)
  }

  /// Reads with the index and without it, which has to come to the same. An escape character that the text does not have keeps the index
  /// from being used and means nothing else.
  private static func compareWithScanner(_ text: [UInt8], _ chunk: Int, _ options: DelimitedOptions) {
    guard let dialect = options.dialect, dialect.escape == .doubledQuote, !text.contains(unusedEscape) else { return }
    var scanned = options
    scanned.dialect?.escape = .character(unusedEscape)
    // The first line shows the dialect.
    let other = account(text, chunk: chunk, scanned, suggestions: false).dropFirst()
    compare(
      Array(account(text, chunk: chunk, options, suggestions: false).dropFirst()),
      Array(other),
      "index and scanner"
    )
  }

  private static let unusedEscape: UInt8 = 0x01

  private static func compare(_ one: [String], _ other: [String], _ ways: String) {
    guard one != other else { return }
    let index =
      zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
    disagree(
      "\(ways): \(index < one.count ? one[index] : "nothing") – \(index < other.count ? other[index] : "nothing")"
    )
  }

  private static func options(_ choice: UInt8) -> DelimitedOptions {
    var options = DelimitedOptions(fileName: "f")
    options.longestRecord = choice & 0x80 == 0 ? 1 << 20 : 40
    switch choice & 0x0F {
    case 0: options.dialect = .rfc4180
    case 1:
      options.dialect = DelimitedDialect(delimiter: [0x7C, 0x7C], escape: .character(0x5C), comment: [0x23, 0x23])
    case 2: options.dialect = DelimitedDialect(quote: nil, skipsBlankLines: false, headerRows: 0)
    case 3: options.dialect = DelimitedDialect(recordEnd: .carriageReturnLineFeed, skipsInitialSpace: true)
    case 4: (options.missingFields, options.surplusFields) = (.mend, .mend)
    case 5: options.tableBoundary = .blankLine
    case 6: (options.tableBoundary, options.table) = (.blankLine, .number(2))
    case 7: options.footerRows = 2
    case 8: options.encoding = .utf16LittleEndian
    case 9: options.encoding = TextEncoding(named: "shift_jis")
    case 10: options.encoding = TextEncoding(named: "gb18030")
    case 11: options.table = .number(2)
    case 12: (options.missingFields, options.surplusFields, options.mode) = (.pad, .joinLast, .tolerant)
    case 13: options.header = .rows(3)
    case 14: options.known.delimiter = choice & 0x40 == 0 ? [0x3B] : []
    default: break
    }
    return options
  }

  /// All that a reader says, in lines.
  private static func account(
    _ bytes: [UInt8],
    chunk: Int,
    _ options: DelimitedOptions,
    suggestions: Bool = true
  ) -> [String] {
    var options = options
    options.chunkSize = chunk
    var lines: [String] = []
    do {
      let reader = try DelimitedReader(.bytes(bytes), options: options)
      lines.append("\(reader.encoding) \(reader.dialect) \(reader.header)")
      var record = DelimitedRecord()
      while try reader.next(&record) {
        lines.append("\(record.number) \(record.startLine) \(record.rawByteRange) \(record.hasStructuralError)")
        for field in 0..<min(record.count, 40) {
          lines.append("\(record.string(field)) \(record.isQuoted(field)) \(place(of: field, in: record))")
        }
      }
      for var finding in reader.takeFindings() {
        // A suggestion is written in the dialect.
        if !suggestions { finding.suggestion = nil }
        lines.append("\(finding)")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  /// The place of a field, which its raw bytes alone have to give as well.
  private static func place(of field: Int, in record: DelimitedRecord) -> SourcePosition {
    let position = record.position(ofField: field)
    guard let range = position.byteRange, range == record.byteRange(ofField: field),
      record.rawByteRange.lowerBound <= range.lowerBound,
      range.upperBound <= record.rawByteRange.upperBound
    else { disagree("the place of field \(field) is outside of its record: \(position) \(record.rawByteRange)") }
    return position
  }
}
