internal import Findings
internal import MarkupText

/// The records of an XML document or an HTML page as a source.
final class MarkupSource: RecordSource {
  private let reader: any MarkupRecordReader
  private var record = MarkupRecord()
  let name: String
  let fieldNames: [String]

  init(_ reader: any MarkupRecordReader, name: String, fieldNames: [String]) {
    self.reader = reader
    self.name = name
    self.fieldNames = fieldNames
  }

  func next() throws -> Bool { try reader.next(&record) }

  var recordNumber: Int { record.number }

  var line: Int { record.position.line }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  var isBroken: Bool { false }

  func takeFindings() -> [Finding] { reader.takeFindings() }

  func makePlaceArena() -> PlaceArena { .markup }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.endByte ?? 0 }

  var byteRange: Range<Int>? { record.byteRange }

  var isTree: Bool { true }

  var rejectPreamble: [UInt8] { [] }

  var lineBreaks: [[UInt8]] { [] }
}
