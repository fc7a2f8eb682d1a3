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

  init(_ reader: DelimitedReader, fileName: String, input: SourceInput) {
    self.input = input
    self.reader = reader
    name = fileName
    locator = RecordLocator(dialect: reader.dialect, encoding: reader.encoding, fileName: fileName)
    fieldNames = reader.header
  }

  func next() throws -> Bool { try reader.next(&record) }

  /// Moves to the next record and keeps a copy of it.
  ///
  /// - Returns: `false` after the last one.
  func next(into records: inout KeptRecords) throws -> Bool {
    guard try reader.next(&record) else { return false }
    records.append(record)
    return true
  }

  var recordNumber: Int { record.number }

  var line: Int { record.startLine }

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
      line: record.startLine,
      fileOffset: record.rawByteRange.lowerBound
    )
  }

  var bytesRead: Int { record.rawByteRange.upperBound }

  var byteRange: Range<Int>? { record.rawByteRange }

  var isTree: Bool { false }

  var rejectPreamble: [UInt8] { reader.byteOrderMark + reader.headerBytes }

  var lineBreaks: [[UInt8]] {
    let first = dialect.recordEnd == .carriageReturn ? "\r" : "\n"
    return [first, "\r\n", "\n", "\r"].compactMap { encoding.encode($0) }
  }
}
