public import TextInput

/// What a caller knows about a delimited text, and how it wants it read.
///
/// ```swift
/// let dialect = DelimitedDialect(delimiter: ";", headerRows: 0)
/// var options = DelimitedOptions(dialect: dialect, encoding: .utf8, header: .names(["name", "min", "max"]))
/// options.missingFields = .pad
/// let reader = try DelimitedReader(path: path, options: options)
/// ```
public struct DelimitedOptions: Sendable, Equatable {
  /// Where the names of the columns come from.
  public enum HeaderChoice: Sendable, Hashable {
    /// The dialect's `headerRows` when a dialect is given; otherwise the first rows decide.
    case detect
    /// The first rows, joined with a space when there are several.
    case rows(Int)
    /// No header; columns are called `column_1`, `column_2`, …
    case none
    /// No header in the file; these names.
    case names([String])
    /// The first rows are a header, but the columns get these names.
    case replaced(rows: Int, names: [String])
    /// The first rows are a header; if it has not as many fields as there are names here, the columns get these names.
    case expected(rows: Int, names: [String])
  }

  /// How strictly deviations from the dialect are treated.
  public enum Mode: String, Sendable, CaseIterable {
    /// Every deviation is an error; its record must be rejected.
    case strict
    /// Stray quotes and text after a closing quote are read as they were probably meant, with a warning. A quote that is never
    /// closed stays an error, as nobody can know where its field ends.
    case tolerant
  }

  /// What becomes of a record with fewer fields than there are columns.
  public enum MissingFields: String, Sendable, CaseIterable {
    case reject
    /// Empty fields are added at its end.
    case pad
    /// A missing delimiter is put where the fields then look like their columns, with a warning; if that is not clear, as `pad`.
    case mend
  }

  /// What becomes of a record with more fields than there are columns.
  public enum SurplusFields: String, Sendable, CaseIterable {
    case reject
    /// Fields after the last column are dropped.
    case cut
    /// The surplus becomes part of the last column, with its delimiters.
    case joinLast = "join"
    /// Fields are joined so that they look like their columns, with a warning; if that is not clear, as `cut`.
    case mend
  }

  /// What separates the tables of a text that holds several.
  public enum TableBoundary: String, Sendable, CaseIterable {
    /// The header, repeated further down.
    case repeatedHeader = "repeated-header"
    /// A blank line, or a record whose fields are all empty; each table has a header of its own.
    case blankLine = "blank-line"
  }

  /// Which table of a text is read, when it holds several.
  public enum TableChoice: Sendable, Hashable {
    /// The first, second, … table, from 1. That others were left out is a finding.
    case number(Int)
    /// All of them as one; repeated headers and blank lines are left out.
    case all
  }

  /// The whole dialect; `nil` to detect what `known` does not say.
  public var dialect: DelimitedDialect?
  /// The words of the dialect that are known; not looked at when `dialect` is given.
  public var known = KnownDialect()
  /// The encoding; `nil` for what the byte order mark says, else UTF-8 if the first bytes are, else what they look like.
  public var encoding: TextEncoding?
  /// Where the names of the columns come from.
  public var header: HeaderChoice
  /// Where `header` comes from, such as "given" or the name of a file that describes the source.
  public var headerOrigin = "given"
  /// How strictly the grammar is taken.
  public var mode: Mode
  /// What becomes of a record with too few fields.
  public var missingFields: MissingFields
  /// What becomes of a record with too many fields.
  public var surplusFields: SurplusFields
  /// Which table is read.
  public var table: TableChoice
  /// What separates tables; `nil` to detect it.
  public var tableBoundary: TableBoundary?
  /// How many records at the end of the text are no records, such as a line of totals.
  public var footerRows = 0
  /// What stands between the parts of a name that several header rows make.
  public var headerSeparator = " "
  /// Names that some columns are expected to have: a row with most of them is the header, wherever it stands.
  public var expectedNames: [String] = []
  /// How many bytes are asked of the source at a time.
  public var chunkSize: Int
  /// The longest field in bytes; a longer one is a finding.
  public var longestField: Int
  /// The longest record in bytes; of a longer one only the beginning is kept, with a finding.
  public var longestRecord: Int
  /// The file's name in positions.
  public var fileName: String

  /// Makes options; what is not given is detected or has the default that its property names.
  public init(
    dialect: DelimitedDialect? = nil,
    encoding: TextEncoding? = nil,
    header: HeaderChoice = .detect,
    mode: Mode = .strict,
    missingFields: MissingFields = .reject,
    surplusFields: SurplusFields = .reject,
    table: TableChoice = .number(1),
    chunkSize: Int = 128 * 1024,
    longestField: Int = 16 * 1024 * 1024,
    longestRecord: Int = 16 * 1024 * 1024,
    fileName: String = "-"
  ) {
    self.dialect = dialect
    self.encoding = encoding
    self.header = header
    self.mode = mode
    self.missingFields = missingFields
    self.surplusFields = surplusFields
    self.table = table
    self.chunkSize = max(1, chunkSize)
    self.longestField = longestField
    self.longestRecord = min(longestRecord, 1 << 30)
    self.fileName = fileName
  }
}
