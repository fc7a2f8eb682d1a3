internal import DelimitedText
internal import TextInput

/// Fields of delimited files: quotes stay where somebody has put them without need, and come and go where they are needed.
struct DelimitedCellForm: CellForm {
  let dialect: DelimitedDialect
  let encoding: TextEncoding

  func text(of raw: [UInt8], isAttribute: Bool) -> String? {
    // Bytes that are no text are shown as the reader shows them, so that something else can be put there.
    contents(encoding.decode(raw) ?? String(decoding: raw, as: UTF8.self)).text
  }

  func written(_ text: String?, over raw: [UInt8], isAttribute: Bool) throws -> [UInt8] {
    let old = contents(encoding.decode(raw) ?? String(decoding: raw, as: UTF8.self))
    let text = text ?? ""
    let keepsQuotes = old.isQuoted && !holdsMarks(old.text)
    return try encoded(field(text, quoting: keepsQuotes ? .always : .needed))
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

  /// The only record that some bytes are, as its fields; `nil` if they are several or none, or if its form is broken.
  func fields(of record: [UInt8]) throws -> [String]? {
    var own = dialect
    own.preambleLines = 0
    own.headerRows = 0
    let options = DelimitedOptions(dialect: own, encoding: encoding, header: .none, mode: .tolerant)
    let reader = try DelimitedReader(bytes: record, options: options)
    var found = DelimitedRecord()
    guard try reader.next(&found), !found.hasStructuralError else { return nil }
    let fields = found.strings
    return try reader.next(&found) ? nil : fields
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

  private func contents(_ written: String) -> (text: String, isQuoted: Bool) {
    guard let byte = dialect.quote else { return (unescaped(written[...], quote: nil), false) }
    let quote = Unicode.Scalar(byte)
    let scalars = written.unicodeScalars
    guard scalars.count >= 2, scalars.first == quote, scalars.last == quote else { return (written, false) }
    return (unescaped(Substring(scalars.dropFirst().dropLast()), quote: quote), true)
  }

  private func unescaped(_ written: Substring, quote: Unicode.Scalar?) -> String {
    var escape: Unicode.Scalar?
    if case .character(let byte) = dialect.escape { escape = Unicode.Scalar(byte) }
    var result = String.UnicodeScalarView()
    var rest = written.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == escape, let next = rest.popFirst() {
        result.append(next)
      } else {
        if scalar == quote, rest.first == quote { rest.removeFirst() }
        result.append(scalar)
      }
    }
    return String(result)
  }
}
