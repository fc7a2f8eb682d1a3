internal import DelimitedText
internal import Findings
internal import TextInput

/// A delimited file as a source of records.
final class DelimitedSource: RecordSource {
  let reader: DelimitedReader
  private let input: SourceInput
  private(set) var record = DelimitedRecord()
  let name: String
  let fieldNames: [String]

  /// How the file is read.
  var dialect: DelimitedDialect { reader.dialect }
  var encoding: TextEncoding { reader.encoding }

  var encodingName: String { encoding.name }

  let locator: RecordLocator

  /// What stands in the file before the bytes that are read.
  let start: PartStart

  init(_ reader: DelimitedReader, fileName: String, input: SourceInput, after start: PartStart = PartStart()) {
    self.input = input
    self.start = start
    self.reader = reader
    name = fileName
    locator = RecordLocator(dialect: reader.dialect, encoding: reader.encoding, fileName: fileName)
    fieldNames = reader.header
  }

  /// Reads some bytes of the file's middle, which begin with a record and end with one.
  ///
  /// What is found about their form has the places that it has in these bytes.
  func part(_ bytes: [UInt8], _ options: DelimitedOptions, after start: PartStart) throws -> DelimitedSource {
    DelimitedSource(try DelimitedReader(bytes: bytes, options: options), fileName: name, input: input, after: start)
  }

  func next() throws -> Bool { try reader.next(&record) }

  /// Moves to the next record and keeps a copy of it.
  ///
  /// - Returns: `false` after the last one.
  func next(into records: inout KeptRecords) throws -> Bool {
    guard try reader.next(&record) else { return false }
    records.append(record, after: start)
    return true
  }

  var recordNumber: Int { record.number + start.records }

  var line: Int { record.startLine + start.lines }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard field < record.count else { return body(nil) }
    let result = body(record.fieldBytes(field))
    return withExtendedLifetime(record) { result }
  }

  var isBroken: Bool { record.hasStructuralError }

  func takeFindings() -> [Finding] { reader.takeFindings() + input.takeFindings() }

  func headerPlace(ofField field: Int?) -> SourcePlace? {
    reader.headerPlace(ofField: field).map { ($0.position, $0.excerpt) }
  }

  var place: any PlacedRecord {
    DelimitedPlace(
      locator: locator,
      rejectBytes: record.withRawBytes { Array($0) },
      line: line,
      fileOffset: start.bytes + record.rawByteRange.lowerBound
    )
  }

  var bytesRead: Int { start.bytes + record.rawByteRange.upperBound }

  var byteRange: Range<Int>? { record.rawByteRange.moved(by: start.bytes) }

  var isTree: Bool { false }

  var rejectPreamble: [UInt8] { reader.byteOrderMark + reader.headerBytes }

  var lineBreaks: [[UInt8]] {
    let first = dialect.recordEnd == .carriageReturn ? "\r" : "\n"
    return [first, "\r\n", "\n", "\r"].compactMap { encoding.encode($0) }
  }
}

/// What stands in a file before a part of it that is read by itself.
struct PartStart: Sendable, Hashable {
  var bytes = 0
  var lines = 0
  var records = 0
}

extension Range<Int> {
  func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
