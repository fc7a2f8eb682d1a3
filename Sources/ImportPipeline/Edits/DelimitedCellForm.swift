internal import DelimitedText
internal import TextInput

/// Fields of delimited files: quotes stay where somebody has put them without need, and come and go where they are needed.
struct DelimitedCellForm: CellForm {
  var dialect: DelimitedDialect
  let encoding: TextEncoding

  func text(of raw: [UInt8], isAttribute: Bool) throws -> String? { try read(raw, shown(raw)) }

  func written(_ text: String?, over raw: [UInt8], isAttribute: Bool) throws -> [UInt8] {
    let written = shown(raw)
    if text?.unicodeScalars.contains("\u{FFFD}") == true, encoding.decode(raw) == nil {
      throw FixObstacle(reason: "there are bytes that are no text; write what is meant in their place")
    }
    let keepsQuotes = try isQuoted(written) && !holdsMarks(read(raw, written))
    // The space after a delimiter belongs to the layout where the dialect drops it.
    let layout = dialect.skipsInitialSpace ? String(written.prefix { $0 == " " }) : ""
    return try encoded(layout + field(text ?? "", quoting: keepsQuotes ? .always : .needed))
  }

  func areSame(_ text: String?, _ other: String?) -> Bool { (text ?? "") == (other ?? "") }

  /// The bytes of a field that stands nowhere yet.
  func written(_ text: String) throws -> [UInt8] { try encoded(field(text, quoting: .needed)) }

  /// A line of fields, without a line break.
  func line(_ fields: [String]) throws -> [UInt8] {
    var writer = DelimitedWriter(dialect: dialect)
    for field in fields { writer.append(field: field.utf8) }
    var line = String(decoding: writer.bytes, as: UTF8.self)
    // A record of one empty field would be a blank line.
    if fields.count == 1, line.isEmpty, let quote = dialect.quote {
      line = String(repeating: Character(Unicode.Scalar(quote)), count: 2)
    }
    if dialect.hasTrailingDelimiter { line += String(decoding: dialect.delimiter, as: UTF8.self) }
    return try encoded(line)
  }

  /// The records that some bytes are, each as its fields; `nil` if the form of one is broken.
  func records(in bytes: [UInt8]) throws -> [[String]]? {
    var own = dialect
    own.preambleLines = 0
    own.headerRows = 0
    var options = DelimitedOptions(dialect: own, encoding: encoding, header: .none, mode: .tolerant)
    options.chunkSize = min(options.chunkSize, bytes.count + 1)
    let reader = try DelimitedReader(bytes: bytes, options: options)
    var found = DelimitedRecord()
    var records: [[String]] = []
    while try reader.next(&found) {
      if found.hasStructuralError { return nil }
      records.append(found.strings)
    }
    return records
  }

  private func field(_ text: String, quoting: DelimitedWriter.Quoting) -> String {
    var writer = DelimitedWriter(dialect: dialect, quoting: quoting)
    writer.append(field: text.utf8)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Whether a text has what ends fields and records, or quotes; spaces at its ends are put in quotes by taste.
  private func holdsMarks(_ text: String) -> Bool {
    let marks = dialect.delimiter.prefix(1) + [dialect.quote ?? 0x0A, 0x0A, 0x0D]
    return text.utf8.contains(where: marks.contains)
  }

  /// Bytes that are no text are shown as the reader shows them, so that something else can be put there.
  private func shown(_ raw: [UInt8]) -> String { encoding.decode(raw) ?? String(decoding: raw, as: UTF8.self) }

  /// What the reader makes of a field's bytes: it knows what quotes and escapes mean, also where they stand amid a field.
  private func read(_ raw: [UInt8], _ written: String) throws -> String {
    guard written.utf8.contains(where: isSpecial) else { return written }
    // Most fields in quotes have no other ones, and nothing that is escaped.
    let inner = written.unicodeScalars.dropFirst().dropLast()
    if written.utf8.count > 1, written.utf8.first == dialect.quote, written.utf8.last == dialect.quote,
      !Substring(inner).utf8.contains(where: { $0 != 0x20 && isSpecial($0) })
    {
      return String(inner)
    }
    var own = self
    // A field that is not the first one may begin as a comment does.
    own.dialect.comment = nil
    guard let records = try own.records(in: raw), records.count == 1, records[0].count == 1 else { return written }
    return records[0][0]
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    if case .character(byte) = dialect.escape { return true }
    return byte == dialect.quote || dialect.skipsInitialSpace && byte == 0x20
  }

  private func isQuoted(_ written: String) -> Bool {
    guard let quote = dialect.quote.map({ Unicode.Scalar($0) }) else { return false }
    let scalars = written.unicodeScalars.drop { $0 == " " }
    guard let last = scalars.last(where: { $0 != " " }) else { return false }
    return scalars.first == quote && last == quote && scalars.count >= 2
  }
}
