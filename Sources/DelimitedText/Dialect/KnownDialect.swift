/// What a caller knows about a dialect before the text is looked at; what is `nil` is detected.
///
/// ```swift
/// var options = DelimitedOptions()
/// var known = KnownDialect()
/// known.quote = .absent
/// options.known = known
/// let detection: DetectionReport = try DelimitedReader(path: path, options: options).detection
/// let delimiter = detection.item("delimiter")  // its value, how sure that is, and what speaks for it
/// ```
///
/// The words are those of `DelimitedDialect`. They may come from a person, a recipe, or a description beside the file.
public struct KnownDialect: Sendable, Hashable {
  /// A mark that a dialect may do without.
  public enum Mark<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The dialect has no such mark.
    case absent
    case present(Value)

    var value: Value? {
      if case .present(let value) = self { value } else { nil }
    }
  }

  /// What stands between two fields.
  public var delimiter: [UInt8]?
  /// What encloses a field.
  public var quote: Mark<UInt8>?
  /// How a quote stands in a quoted field.
  public var escape: DelimitedDialect.Escape?
  /// What ends a record.
  public var recordEnd: DelimitedDialect.RecordEnd?
  /// The beginning of lines that are skipped.
  public var comment: Mark<[UInt8]>?
  /// Whether lines without any byte are skipped.
  public var skipsBlankLines: Bool?
  /// Whether spaces after a delimiter and around quotes are dropped.
  public var skipsInitialSpace: Bool?
  /// Whether one empty field after the last column is part of the way records are written.
  public var hasTrailingDelimiter: Bool?
  /// Lines to skip before the header.
  public var preambleLines: Int?
  /// Where the words come from, such as "given" or the name of a file that describes the source.
  public var origin: String

  /// Knows nothing.
  public init(origin: String = "given") { self.origin = origin }

  /// Takes over what `other` knows and this does not.
  public mutating func fill(from other: KnownDialect) {
    delimiter = delimiter ?? other.delimiter
    quote = quote ?? other.quote
    escape = escape ?? other.escape
    recordEnd = recordEnd ?? other.recordEnd
    comment = comment ?? other.comment
    skipsBlankLines = skipsBlankLines ?? other.skipsBlankLines
    skipsInitialSpace = skipsInitialSpace ?? other.skipsInitialSpace
    hasTrailingDelimiter = hasTrailingDelimiter ?? other.hasTrailingDelimiter
    preambleLines = preambleLines ?? other.preambleLines
  }

  /// Takes over the delimiter that spreadsheets write into a first line of its own: `sep=;`.
  mutating func fill(fromMarkerIn text: [UInt8]) {
    guard delimiter == nil, preambleLines == nil else { return }
    var line = text.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    if line.first == 0x22, line.last == 0x22 { line = line.dropFirst().dropLast() }
    guard line.count < 16, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let mark = DialectWord.bytes(String(decoding: line.dropFirst(4), as: UTF8.self))
    else { return }
    let marker = "the line “sep=” at its beginning"
    origin = self == KnownDialect(origin: origin) ? marker : "\(origin), or said by \(marker)"
    delimiter = mark
    preambleLines = 1
  }

  /// Knows that a description of the table in YAML, between lines of three hyphens, is no part of it: <https://csvy.org>.
  mutating func fill(fromFrontMatterIn text: [UInt8]) {
    guard preambleLines == nil, text.starts(with: [0x2D, 0x2D, 0x2D]) else { return }
    let lines = text.split(separator: 0x0A, maxSplits: 500, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    let marks = lines.indices.filter { lines[$0].elementsEqual([0x2D, 0x2D, 0x2D]) }
    guard marks.count >= 2, marks[0] == 0, marks[1] > 1 else { return }
    let matter = "the description between lines of hyphens at its beginning"
    origin = self == KnownDialect(origin: origin) ? matter : "\(origin), or said by \(matter)"
    preambleLines = marks[1] + 1
  }

  /// `dialect` with the known words in place of its own.
  func applied(to dialect: DelimitedDialect) -> DelimitedDialect {
    var dialect = dialect
    if let delimiter { dialect.delimiter = delimiter }
    if let quote { dialect.quote = quote.value }
    if let escape { dialect.escape = escape }
    if let recordEnd { dialect.recordEnd = recordEnd }
    if let comment { dialect.comment = comment.value }
    if let skipsBlankLines { dialect.skipsBlankLines = skipsBlankLines }
    if let skipsInitialSpace { dialect.skipsInitialSpace = skipsInitialSpace }
    if let hasTrailingDelimiter { dialect.hasTrailingDelimiter = hasTrailingDelimiter }
    if let preambleLines { dialect.preambleLines = preambleLines }
    return dialect
  }
}
