/// Writes records of delimited text, quoting what needs quotes.
///
/// ```swift
/// var writer = DelimitedWriter()
/// writer.append(record: ["name", "temperament"])
/// writer.append(record: ["Beagle", "friendly, curious, merry"])  // quoted, because it has commas
/// let text = String(decoding: writer.takeBytes(), as: UTF8.self)
/// ```
public struct DelimitedWriter: Sendable {
  /// When fields are put in quotes.
  public enum Quoting: Sendable, Hashable {
    /// When they hold a delimiter, a quote or a line break, or could be taken for something else without quotes.
    case needed
    case always
  }

  /// How the text is written.
  public let dialect: DelimitedDialect
  /// When fields are put in quotes.
  public let quoting: Quoting
  /// What is written so far.
  public private(set) var bytes: [UInt8] = []
  private let lineBreak: [UInt8]
  private var fieldsInRecord = 0
  private var startOfRecord = 0

  /// Makes a writer with an empty buffer.
  public init(dialect: DelimitedDialect = .rfc4180, quoting: Quoting = .needed) {
    self.dialect = dialect
    self.quoting = quoting
    lineBreak =
      switch dialect.recordEnd {
      case .any, .carriageReturnLineFeed: [0x0D, 0x0A]
      case .lineFeed: [0x0A]
      case .carriageReturn: [0x0D]
      }
  }

  /// Writes one record.
  public mutating func append(record fields: some Sequence<some StringProtocol>) {
    for field in fields { append(field: field.utf8) }
    endRecord()
  }

  /// Writes one field of the current record, from its contents in UTF-8.
  ///
  /// - Complexity: O(*n*) in its bytes.
  public mutating func append(field: some Collection<UInt8>) {
    // Bytes in one piece, as strings and arrays have them, are written without asking the collection for each.
    let isWritten: Void? = field.withContiguousStorageIfAvailable { append(bytes: $0) }
    if isWritten == nil { Array(field).withUnsafeBufferPointer { append(bytes: $0) } }
  }

  private mutating func append(bytes field: UnsafeBufferPointer<UInt8>) {
    if fieldsInRecord > 0 { bytes += dialect.delimiter }
    fieldsInRecord += 1
    guard let quote = dialect.quote, quoting == .always || needsQuotes(field, quote) else {
      appendEscaped(field)
      return
    }
    bytes.append(quote)
    for byte in field {
      if byte == quote {
        if case .character(let escape) = dialect.escape { bytes.append(escape) } else { bytes.append(quote) }
      } else if case .character(byte) = dialect.escape {
        bytes.append(byte)
      }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Ends the current record.
  public mutating func endRecord() {
    // A record of one empty field would be a blank line.
    if fieldsInRecord == 1, bytes.count == startOfRecord, let quote = dialect.quote { bytes += [quote, quote] }
    bytes += lineBreak
    fieldsInRecord = 0
    startOfRecord = bytes.count
  }

  /// Writes a record as it stands in a source, with a line break if it lacks one, as at the end of a file.
  public mutating func append(raw record: some Collection<UInt8>) {
    bytes += record
    if let last = bytes.last, last != 0x0A && last != 0x0D { bytes += lineBreak }
    startOfRecord = bytes.count
  }

  /// Hands out what is written and forgets it.
  public mutating func takeBytes() -> [UInt8] {
    defer {
      bytes.removeAll(keepingCapacity: true)
      startOfRecord = 0
    }
    return bytes
  }

  private func needsQuotes(_ field: UnsafeBufferPointer<UInt8>, _ quote: UInt8) -> Bool {
    guard let first = field.first else { return false }
    if first == 0x20 || first == 0x09 { return true }
    if let comment = dialect.comment, fieldsInRecord == 1, field.starts(with: comment) { return true }
    var last = first
    for byte in field {
      if byte == quote || byte == 0x0A || byte == 0x0D || byte == dialect.delimiter.first { return true }
      if case .character(byte) = dialect.escape { return true }
      last = byte
    }
    return last == 0x20 || last == 0x09
  }

  /// Without a quote, only an escape character can keep a delimiter from its meaning.
  private mutating func appendEscaped(_ field: UnsafeBufferPointer<UInt8>) {
    guard case .character(let escape) = dialect.escape, dialect.quote == nil else {
      bytes += field
      return
    }
    for byte in field {
      if byte == escape || byte == dialect.delimiter.first || byte == 0x0A || byte == 0x0D { bytes.append(escape) }
      bytes.append(byte)
    }
  }
}
