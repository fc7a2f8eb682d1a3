public import Findings
public import TextInput

/// Reads the records of a delimited text, one after the other, in constant memory.
///
/// ```swift
/// let reader = try DelimitedReader(path: inputs + "/akc-breeds.csv")
/// var record = DelimitedRecord()
/// while try reader.next(&record) {
///   if record.string(1) == "Hound Group" { names.append(record.string(0)) }
/// }
/// let findings = reader.takeFindings()  // what is wrong, with file, line and column
/// ```
///
/// A reader belongs to one thread; records are values and may go to others.
public final class DelimitedReader {
  /// The dialect in which the text is read, given or detected; `headerRows` says how many rows made the header.
  public let dialect: DelimitedDialect
  /// The file's encoding, given or detected.
  public let encoding: TextEncoding
  /// What was found out before reading, and why.
  public private(set) var detection: DetectionReport
  /// The columns' names, each different from the others and not empty; empty when the text has no header and no records.
  public internal(set) var header: [String] = []
  /// The header rows' bytes as they stand in the file, without a byte order mark and without a preamble.
  public var headerBytes: [UInt8] { headerRows.bytes }
  /// The byte order mark of the file; empty if it has none.
  public let byteOrderMark: [UInt8]

  let options: DelimitedOptions
  let scanner: RecordScanner
  let window: TextWindow
  let layout: TextLayout
  /// The byte that encloses fields; 256 for none.
  let quoteMark: UInt16
  var problems: [RecordScanner.Problem] = []
  var findings: [Finding] = []
  /// How many fields a record must have; `nil` until the first record says so.
  var expectedCount: Int?
  /// What the beginning of the text says about the table.
  let shape: TableShape
  var learnedRows: LearnedRows
  var headerRows = HeaderRows()
  var tables: TableProgress
  /// Hands out the records in which all is well; `nil` for texts that only `scanner` can read.
  let index: UnsafeMutablePointer<RecordIndex>?
  /// The fields of the record that is being read.
  var slots = FieldSlots()
  /// Memory for the next record that the scanner reads.
  var scratch = RecordStorage()
  var line = 1
  var recordNumber = 0
  private(set) var hasStarted = false
  var skipsRestOfLine = false
  var hasEnded = false
  /// A record that was read on the way to the chosen table.
  var waiting: RecordStorage?
  /// Records that may turn out to be the footer, each with its findings.
  private var ahead: [(record: DelimitedRecord, findings: [Finding])] = []
  /// Lines that were left out on the ground of a guess.
  var leftOut = LeftOutLines()

  /// How many bytes detection looks at.
  static let sampleSize = 64 * 1024

  /// Opens a file.
  ///
  /// - Throws: A `DelimitedTextError` when it cannot be read, or when the dialect or encoding given cannot be used.
  public convenience init(
    path: String,
    options: DelimitedOptions = DelimitedOptions()
  ) throws(DelimitedTextError) {
    try self.init(.file(path), options: options)
  }

  /// Reads bytes in memory.
  public convenience init(
    bytes: [UInt8],
    options: DelimitedOptions = DelimitedOptions()
  ) throws(DelimitedTextError) {
    try self.init(.bytes(bytes), options: options)
  }

  /// Reads a text from anywhere.
  ///
  /// - Throws: As `init(path:options:)`; what a stream throws is described in an error of kind `packing`.
  public init(_ input: ByteInput, options: DelimitedOptions = DelimitedOptions()) throws(DelimitedTextError) {
    self.options = options
    let source = try DelimitedInput(input, fileName: options.fileName)
    var detection = DetectionReport()
    let prefix = try TextPrefix(source, options: options, report: &detection)
    encoding = prefix.encoding
    byteOrderMark = prefix.byteOrderMark
    guard encoding.isKnown else {
      throw DelimitedTextError(.unknownEncoding(encoding.name), file: options.fileName)
    }
    window = TextWindow(
      source: source,
      decoder: TextDecoder(prefix.encoding),
      prefix: prefix.bytes,
      sourceHasEnded: prefix.isWhole,
      fileOffset: prefix.byteOrderMark.count,
      chunkSize: options.chunkSize
    )
    let sample = Array(UnsafeBufferPointer(start: window.text, count: window.end))
    let answer = Self.dialect(for: sample, isWhole: prefix.isWhole, options: options, report: &detection)
    (dialect, shape) = (answer.dialect, answer.shape)
    if let reason = dialect.contradiction { throw DelimitedTextError(.invalidDialect(reason), file: options.fileName) }
    self.detection = detection
    scanner = RecordScanner(dialect)
    layout = TextLayout(
      locator: RecordLocator(dialect: dialect, encoding: encoding, fileName: options.fileName),
      isDecoded: window.isDecoded
    )
    window.index(for: scanner.specialBytes)
    quoteMark = dialect.quote.map(UInt16.init) ?? 256
    index = Self.index(for: dialect, window, options, boundary: answer.boundary)
    learnedRows = LearnedRows(sample, isWhole: prefix.isWhole)
    tables = TableProgress(options.table, boundary: answer.boundary, headerRows: dialect.headerRows)
    reportPreamble()
    try skipPreamble()
    try readHeader()
    hasStarted = true
    try skipRepeatedHeaders()
  }

  deinit {
    index?.deinitialize(count: 1)
    index?.deallocate()
  }

  /// The structural findings since the last call, in the order of their places.
  public func takeFindings() -> [Finding] {
    let taken = findings
    findings.removeAll()
    return taken
  }

  /// Where the name of a column stands in the header, or the header begins for `nil`; nothing where the text has no header.
  ///
  /// - Complexity: O(*n*) in the bytes of the header's last row.
  public func headerPlace(ofField field: Int?) -> FieldPlace? {
    headerRows.place(ofField: field ?? 0, layout.locator)
  }

  /// Reads the next record into `record`, reusing its memory unless someone else holds a copy of it.
  ///
  /// - Returns: `false` at the end of the text; `record` is then as it was.
  /// - Throws: A `DelimitedTextError` when the source fails.
  /// - Complexity: O(*n*) in the record's bytes. Allocates nothing once the record's memory is large enough, unless there are findings.
  public func next(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    if options.footerRows > 0 && hasStarted { return try nextBeforeFooter(&record) }
    if let index, take(&record, from: index) { return true }
    return try nextRecord(&record)
  }

  /// As `next`, with the records that are waiting for the end of the text in between.
  private func nextBeforeFooter(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    let released = findings
    while ahead.count <= options.footerRows {
      findings = []
      var next = DelimitedRecord()
      guard try nextRecord(&next) else {
        findings = released + findings
        return false
      }
      ahead.append((next, findings))
    }
    let first = ahead.removeFirst()
    record = first.record
    findings = released + first.findings
    return true
  }
}
