internal import DelimitedText
internal import Foundation
internal import TextInput

/// A file of rejected lines that another program has saved: a spreadsheet adds a byte order mark, ends lines with CRLF, takes another
/// delimiter or encoding, and quotes as it likes.
///
/// Such a file is read in the dialect that it has now, told by the header that it shares with the source, and what was changed in it is
/// written in the dialect of the source. A field that says what it said before keeps its bytes, and so does a record.
struct ResavedRejects {
  private let source: DelimitedSource
  /// The rejected records as they stand in the source.
  private let originals: [Data]
  private let preamble: [UInt8]

  init(_ source: DelimitedSource, originals: [Data]) {
    self.source = source
    self.originals = originals
    preamble = source.rejectPreamble
  }

  /// Whether the file is still written as its source is, so that its records can be taken byte for byte.
  func isAsWritten(_ rejects: Data) -> Bool {
    guard rejects.starts(with: preamble) else { return false }
    let body = rejects.dropFirst(preamble.count)
    if source.encoding.decode(body) == nil, originals.allSatisfy({ source.encoding.decode($0) != nil }) { return false }
    if Self.isUTF8(rejects, insteadOf: source.encoding, originals.reduce(Data(), +)) { return false }
    guard source.dialect.headerRows == 0 else { return true }
    // There is no header that would tell.
    let mark = TextEncoding.byteOrderMark([UInt8](rejects.prefix(4)))?.length ?? 0
    guard preamble.count == mark else { return false }
    return (try? rows([UInt8](body), ownDialect, source.encoding)).map(fits) ?? false
  }

  /// The records of the file, in the dialect of the source.
  ///
  /// - Returns: `nil` if its header is not that of the source in any dialect.
  /// - Throws: `FixObstacle` when the source's encoding does not have all characters of a field.
  func records(in rejects: [UInt8]) throws -> [Data]? {
    let header = try headerRows()
    let written = try originals.map(writtenFields)
    var best: (records: [[String]], score: Int)?
    for encoding in encodings(of: rejects) {
      for dialect in dialects {
        guard let rows = try? rows(rejects, dialect, encoding), rows.count >= header.count,
          zip(rows, header).allSatisfy({ Self.withoutPadding($0) == Self.withoutPadding($1) })
        else { continue }
        var records = Array(rows.dropFirst(header.count))
        guard !header.isEmpty || fits(records) else { continue }
        // Spreadsheets write lines of delimiters for rows that were once used.
        while records.count > originals.count, records.last?.allSatisfy(\.isEmpty) == true { records.removeLast() }
        // Most fields say what they said, so that the right reading finds most of them again.
        var score = records.count == originals.count ? 1 : 0
        for (fields, before) in zip(records, written) {
          score += zip(fields, before).count { Self.isSame($0, $1.text) }
        }
        if score > best?.score ?? -1 { best = (records, score) }
      }
    }
    return try best?.records.enumerated().map { number, fields in
      number < originals.count
        ? try record(fields, written[number], original: originals[number]) : try record(fields, [], original: nil)
    }
  }

  // MARK: Reading

  /// The source's dialect as it stands in a file of rejects, whatever ends its lines.
  private var ownDialect: DelimitedDialect {
    var dialect = source.dialect
    dialect.preambleLines = 0
    dialect.headerRows = 0
    dialect.recordEnd = .any
    return dialect
  }

  /// The dialects that programs save: the source's own first.
  private var dialects: [DelimitedDialect] {
    let quote = UInt8(ascii: "\"")
    let delimiters = [source.dialect.delimiter] + [";", ",", "\t", "|"].map { Array($0.utf8) }
    return [ownDialect] + delimiters.map { DelimitedDialect(delimiter: $0, quote: quote, headerRows: 0) }
  }

  /// The encodings that the bytes may have, the likeliest first.
  private func encodings(of bytes: [UInt8]) -> [TextEncoding] {
    let mark = TextEncoding.byteOrderMark(Array(bytes.prefix(4)))?.encoding
    if let mark { return [mark] }
    if let guess = try? DelimitedReader(bytes: bytes).encoding, guess != source.encoding {
      // Bytes that are UTF-8 beyond ASCII are hardly anything else; a guess of other encodings is less sure than the source's own.
      return guess == .utf8 ? [guess, source.encoding] : [source.encoding, guess]
    }
    return [source.encoding]
  }

  /// Whether the bytes of a text are UTF-8 by now, and were written in another encoding.
  ///
  /// Nearly all bytes are a text in an encoding of one byte for each character; but those that are UTF-8 beyond ASCII are hardly anything else.
  static func isUTF8(_ bytes: Data, insteadOf encoding: TextEncoding, _ written: Data) -> Bool {
    func isUTF8(_ bytes: Data) -> Bool {
      // Wider encodings write ASCII with zeros.
      let isOther = encoding.encode(" ")?.contains(0) == true ? !bytes.contains(0) : bytes.contains { $0 >= 0x80 }
      return isOther && TextEncoding.utf8.decode(bytes) != nil
    }
    return encoding != .utf8 && isUTF8(bytes) && !isUTF8(written)
  }

  /// The fields of all rows, those of the header too.
  private func rows(_ bytes: [UInt8], _ dialect: DelimitedDialect, _ encoding: TextEncoding) throws -> [[String]]? {
    let mark = TextEncoding.byteOrderMark(Array(bytes.prefix(4)))?.length ?? 0
    let bytes = Array(bytes.dropFirst(mark))
    guard encoding.decode(bytes) != nil else { return nil }
    var rows: [[String]] = []
    try read(bytes, dialect, encoding) { rows.append($0.strings) }
    return rows
  }

  private func read(
    _ bytes: [UInt8],
    _ dialect: DelimitedDialect,
    _ encoding: TextEncoding,
    _ body: (DelimitedRecord) -> Void
  ) throws {
    let options = DelimitedOptions(dialect: dialect, encoding: encoding, header: .none, mode: .tolerant)
    let reader = try DelimitedReader(bytes: bytes, options: options)
    var record = DelimitedRecord()
    while try reader.next(&record) { body(record) }
  }

  /// The fields of the rows that make the header.
  private func headerRows() throws -> [[String]] {
    source.dialect.headerRows == 0 ? [] : try rows(preamble, ownDialect, source.encoding) ?? []
  }

  /// Whether records without a header have as many fields as the source has columns.
  private func fits(_ records: [[String]]?) -> Bool {
    guard let records else { return false }
    let count = source.fieldNames.count
    return records.isEmpty || records.count { $0.count == count } * 2 >= records.count
  }

  private static func withoutPadding(_ row: [String]) -> [String] {
    var row = row.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    while row.last?.isEmpty == true { row.removeLast() }
    return row
  }

  // MARK: Writing

  /// The fields of a record of the source with their bytes; none if its structure is broken.
  private func writtenFields(_ original: Data) throws -> [WrittenField] {
    let bytes = [UInt8](original)
    var found: [DelimitedRecord] = []
    try read(bytes, ownDialect, source.encoding) { found.append($0) }
    guard found.count == 1, let record = found.first else { return [] }
    return (0..<record.count).map { field in
      WrittenField(text: record.string(field), bytes: Array(bytes[record.byteRange(ofField: field)]))
    }
  }

  /// A record in the source's dialect, without a line break unless it is `original` itself.
  private func record(_ fields: [String], _ written: [WrittenField], original: Data?) throws -> Data {
    var fields = fields
    while fields.count > max(written.count, 1), fields.last?.isEmpty == true,
      fields.count > source.fieldNames.count || Self.areSame(fields.prefix(max(written.count, 1)), written)
    {
      fields.removeLast()
    }
    if let original, Self.areSame(fields[...], written) { return original }
    guard let delimiter = source.encoding.encode(String(decoding: source.dialect.delimiter, as: UTF8.self)) else {
      throw FixObstacle(reason: "the source's delimiter is not in its encoding")
    }
    var bytes: [UInt8] = []
    for (number, field) in fields.enumerated() {
      if number > 0 { bytes += delimiter }
      if number < written.count, Self.isSame(field, written[number].text) {
        bytes += written[number].bytes
      } else {
        bytes += try form.written(field)
      }
    }
    if source.dialect.hasTrailingDelimiter { bytes += delimiter }
    return Data(bytes)
  }

  /// How the source writes its fields.
  private var form: DelimitedCellForm { DelimitedCellForm(dialect: source.dialect, encoding: source.encoding) }

  private static func areSame(_ fields: ArraySlice<String>, _ others: [WrittenField]) -> Bool {
    fields.count == others.count && zip(fields, others).allSatisfy { isSame($0, $1.text) }
  }

  /// Whether two texts are the same but for the kind of their line breaks, which spreadsheets do not keep.
  private static func isSame(_ text: String, _ other: String) -> Bool {
    if text.utf8.elementsEqual(other.utf8) { return true }
    let carriageReturn = UInt8(ascii: "\r")
    return text.utf8.lazy.filter { $0 != carriageReturn }.elementsEqual(other.utf8.lazy.filter { $0 != carriageReturn })
  }
}

/// A field of a record, and how it is written there.
private struct WrittenField {
  let text: String
  let bytes: [UInt8]
}
