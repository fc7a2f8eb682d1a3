/// How a delimited text separates and quotes its fields.
///
/// ```swift
/// let dialect = DelimitedDialect(delimiter: ";", headerRows: 0)
/// var options = DelimitedOptions(dialect: dialect, encoding: .utf8, header: .names(["name", "min", "max"]))
/// options.missingFields = .pad
/// let reader = try DelimitedReader(path: path, options: options)
/// ```
///
/// The bytes are those of the text in UTF-8, whatever encoding the file itself has.
public struct DelimitedDialect: Sendable, Hashable {
  /// How a quote, or a delimiter outside quotes, is kept from having its meaning.
  public enum Escape: Sendable, Hashable {
    /// A quote inside a quoted field is written twice.
    case doubledQuote
    /// The byte after this one stands for itself, inside and outside quotes. A doubled quote inside quotes is understood, too.
    case character(UInt8)
  }

  /// What ends a record, and with it a line for counting.
  public enum RecordEnd: Sendable, Hashable {
    /// LF, CRLF and a lone CR, also mixed.
    case any
    case lineFeed
    case carriageReturn
    case carriageReturnLineFeed
  }

  /// What stands between two fields; empty when a record is one field, as in a list.
  public var delimiter: [UInt8]
  /// What encloses a field; `nil` when no byte does.
  public var quote: UInt8?
  /// How a quote stands in a quoted field.
  public var escape: Escape
  /// What ends a record.
  public var recordEnd: RecordEnd
  /// Lines that start with this are skipped.
  public var comment: [UInt8]?
  /// Whether lines without any byte are skipped; otherwise each is a record of one empty field.
  public var skipsBlankLines: Bool
  /// Whether spaces after a delimiter and around quotes are dropped. Where the delimiter is a space, several in a row count as
  /// one, and those at the beginning and the end of a line as none, as in a table that is padded to stand in columns.
  public var skipsInitialSpace: Bool
  /// Whether one empty field after the last column is part of the way records are written.
  public var hasTrailingDelimiter: Bool
  /// Lines to skip before the header, comments and blank lines included.
  public var preambleLines: Int
  /// Rows that make the header; 0 when the first row is a record.
  public var headerRows: Int

  /// Makes a dialect; what is not given is as RFC 4180 has it.
  public init(
    delimiter: [UInt8] = [UInt8(ascii: ",")],
    quote: UInt8? = UInt8(ascii: "\""),
    escape: Escape = .doubledQuote,
    recordEnd: RecordEnd = .any,
    comment: [UInt8]? = nil,
    skipsBlankLines: Bool = true,
    skipsInitialSpace: Bool = false,
    hasTrailingDelimiter: Bool = false,
    preambleLines: Int = 0,
    headerRows: Int = 1
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
    self.recordEnd = recordEnd
    self.comment = comment
    self.skipsBlankLines = skipsBlankLines
    self.skipsInitialSpace = skipsInitialSpace
    self.hasTrailingDelimiter = hasTrailingDelimiter
    self.preambleLines = preambleLines
    self.headerRows = headerRows
  }

  /// Makes a dialect from texts of one or more characters, as recipes and command lines give them.
  public init(delimiter: String, quote: String? = "\"", headerRows: Int = 1) {
    self.init(delimiter: Array(delimiter.utf8), quote: quote?.utf8.first, headerRows: headerRows)
  }

  /// Commas, double quotes, one header row: <https://www.rfc-editor.org/rfc/rfc4180>.
  public static let rfc4180 = DelimitedDialect()

  /// Why the dialect cannot be used, or `nil` if it can.
  var contradiction: String? {
    let first = delimiter.first
    if delimiter.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "the delimiter contains a line break" }
    if let quote {
      if quote == first { return "the delimiter starts with the quote" }
      if quote == 0x0A || quote == 0x0D { return "the quote is a line break" }
      if quote >= 0x80 { return "the quote is not an ASCII character" }
    }
    if case .character(let escape) = escape {
      if escape == first { return "the delimiter starts with the escape character" }
      if escape == 0x0A || escape == 0x0D { return "the escape character is a line break" }
      if escape >= 0x80 { return "the escape is not an ASCII character" }
    }
    if comment?.isEmpty == true { return "the comment prefix is empty" }
    if headerRows < 0 || preambleLines < 0 { return "a count of rows is negative" }
    return nil
  }
}
