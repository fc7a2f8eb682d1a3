internal import DelimitedText
internal import Findings

/// A delimited file as a source of records.
final class DelimitedSource: RecordSource {
  private let reader: DelimitedReader
  private var record = DelimitedRecord()
  let fieldNames: [String]

  private let fileName: String

  init(_ reader: DelimitedReader, fileName: String) {
    self.reader = reader
    self.fileName = fileName
    fieldNames = reader.header
  }

  func next() throws -> Bool { try reader.next(&record) }

  var recordNumber: Int { record.number }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard field < record.count else { return body(nil) }
    return record.withFieldBytes(field) { body($0) }
  }

  var isBroken: Bool { record.hasStructuralError }

  func takeFindings() -> [Finding] { reader.takeFindings() }

  func makePlaceArena() -> PlaceArena {
    .delimited(RecordLocator(dialect: reader.dialect, encoding: reader.encoding, fileName: fileName))
  }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.rawByteRange.upperBound }

  var rejectPreamble: [UInt8] { reader.byteOrderMark + reader.headerBytes }

  var rejectPostamble: [UInt8] { [] }
}
