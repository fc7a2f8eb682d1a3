internal import Findings
internal import MarkupText

/// An XML file as a source of records.
final class XMLSource: RecordSource {
  private let reader: XMLRecordReader
  private var record = MarkupRecord()
  let fieldNames: [String]

  init(_ reader: XMLRecordReader, fieldNames: [String]) {
    self.reader = reader
    self.fieldNames = fieldNames
  }

  func next() throws -> Bool { try reader.next(&record) }

  var recordNumber: Int { record.number }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  var isBroken: Bool { false }

  func takeFindings() -> [Finding] { reader.takeFindings() }

  func makePlaceArena() -> PlaceArena { .markup }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.endByte ?? 0 }

  var rejectPreamble: [UInt8] { Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rejects>\n".utf8) }

  var rejectPostamble: [UInt8] { Array("</rejects>\n".utf8) }
}

/// A table of an HTML page as a source of records.
final class HTMLSource: RecordSource {
  private let reader: HTMLTableReader
  private var record = MarkupRecord()
  let fieldNames: [String]

  init(_ reader: HTMLTableReader) {
    self.reader = reader
    fieldNames = reader.fieldNames
  }

  func next() throws -> Bool { try reader.next(&record) }

  var recordNumber: Int { record.number }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  var isBroken: Bool { false }

  func takeFindings() -> [Finding] { reader.takeFindings() }

  func makePlaceArena() -> PlaceArena { .markup }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.endByte ?? 0 }

  var rejectPreamble: [UInt8] { Array("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<table>\n".utf8) }

  var rejectPostamble: [UInt8] { Array("</table>\n".utf8) }
}
