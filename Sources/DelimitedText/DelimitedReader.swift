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
  /// What was found out before reading, and why.
  public let detection: DetectionReport
  /// The byte order mark of the file; empty if it has none.
  public let byteOrderMark: [UInt8]
  private let locator: RecordLocator
  /// How many records at the end of the text are none.
  private let footerRows: Int
  /// Hands out the records in which all is well; `scanned` has all others.
  private let index: IndexedRecords
  private var scanned: ScannedRecords
  /// Records that were read on the way to the chosen table, or may turn out to be the footer, each with its findings.
  private var held: [(record: DelimitedRecord, findings: [Finding])] = []

  /// Opens a file.
  ///
  /// - Throws: A `DelimitedTextError` when it cannot be read, or when the dialect or encoding given cannot be used.
  public convenience init(path: String, options: DelimitedOptions = DelimitedOptions()) throws(DelimitedTextError) {
    try self.init(.file(path), options: options)
  }

  /// Reads bytes in memory.
  public convenience init(bytes: [UInt8], options: DelimitedOptions = DelimitedOptions()) throws(DelimitedTextError) {
    try self.init(.bytes(bytes), options: options)
  }

  /// Reads a text from anywhere.
  ///
  /// - Throws: As `init(path:options:)`; what a stream throws is described in an error of kind `packing`.
  public init(_ input: ByteInput, options: DelimitedOptions = DelimitedOptions()) throws(DelimitedTextError) {
    let source = try DelimitedInput(input, fileName: options.fileName)
    var detection = DetectionReport()
    let prefix = try TextPrefix(source, options: options, report: &detection)
    guard prefix.encoding.isKnown else {
      throw DelimitedTextError(.unknownEncoding(prefix.encoding.name), file: options.fileName)
    }
    let window = TextWindow(source, after: prefix, chunkSize: options.chunkSize)
    let sample = Array(UnsafeBufferPointer(start: window.text, count: window.end))
    let answer = DialectDetector.answer(for: sample, isWhole: prefix.isWhole, options: options)
    let dialect = answer.dialect
    if let reason = dialect.contradiction { throw DelimitedTextError(.invalidDialect(reason), file: options.fileName) }
    detection.items += answer.report.items
    self.detection = detection
    byteOrderMark = prefix.byteOrderMark
    locator = RecordLocator(dialect: dialect, encoding: prefix.encoding, fileName: options.fileName)
    footerRows = options.footerRows
    let scanner = RecordScanner(dialect)
    window.index(for: scanner.specialBytes, TextLayout(locator: locator, isDecoded: window.isDecoded))
    index = IndexedRecords(window, answer)
    let scan = TextScan(window, scanner, options: options)
    scanned = ScannedRecords(scan, SampleText(sample, isWhole: prefix.isWhole), answer, options: options)
    if let first = try scanned.begin(answer.shape, sample) { held.append((first, [])) }
  }

  /// The dialect in which the text is read, given or detected; `headerRows` says how many rows made the header.
  public var dialect: DelimitedDialect { locator.dialect }
  /// The file's encoding, given or detected.
  public var encoding: TextEncoding { locator.encoding }
  /// The columns' names, each different from the others and not empty; empty when the text has no header and no records.
  public var header: [String] { scanned.header.names }
  /// The header rows' bytes as they stand in the file, without a byte order mark and without a preamble.
  public var headerBytes: [UInt8] { scanned.header.bytes }

  /// Where the name of a column stands in the header, or the header begins for `nil`; nothing where the text has no header.
  ///
  /// - Complexity: O(*n*) in the bytes of the header's last row.
  public func headerPlace(ofField field: Int?) -> FieldPlace? {
    scanned.header.place(ofField: field ?? 0, locator)
  }

  /// The structural findings since the last call, in the order of their places.
  public func takeFindings() -> [Finding] { scanned.takeFindings() }

  /// Reads the next record into `record`, reusing its memory unless someone else holds a copy of it.
  ///
  /// - Returns: `false` at the end of the text; `record` is then as it was.
  /// - Throws: A `DelimitedTextError` when the source fails.
  /// - Complexity: O(*n*) in the record's bytes. Allocates nothing once the record's memory is large enough, unless there are findings.
  public func next(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    if footerRows > 0 { return try nextBeforeFooter(&record) }
    if index.take(&record) { return true }
    if !held.isEmpty {
      record = held.removeFirst().record
      return true
    }
    return try scanned.next(&record, index)
  }

  /// As `next`, with the records that are waiting for the end of the text in between.
  private func nextBeforeFooter(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    let released = scanned.takeFindings()
    while held.count <= footerRows {
      var next = DelimitedRecord()
      guard try scanned.next(&next, index) else {
        scanned.takeBack(released)
        return false
      }
      held.append((next, scanned.takeFindings()))
    }
    let first = held.removeFirst()
    record = first.record
    scanned.takeBack(released + first.findings)
    return true
  }
}
