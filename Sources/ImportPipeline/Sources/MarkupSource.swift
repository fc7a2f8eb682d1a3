internal import Findings
internal import MarkupText

/// The records of an XML document or an HTML page as a source.
final class MarkupSource: RecordSource {
  private let reader: any MarkupRecordReader
  private let input: SourceInput
  private(set) var record = MarkupRecord()
  let name: String
  let fieldNames: [String]
  private let watch: FieldWatch?
  /// What has been found and not been taken.
  private var waiting: [Finding] = []
  /// Whether the record lacks a cell, so that nobody knows which value belongs to which field.
  private(set) var isBroken = false

  /// - Parameter watch: Notices paths at which nothing stands.
  init(
    _ reader: any MarkupRecordReader,
    name: String,
    fieldNames: [String],
    input: SourceInput,
    watch: FieldWatch? = nil
  ) {
    self.input = input
    self.reader = reader
    self.name = name
    self.fieldNames = fieldNames
    self.watch = watch
  }

  func next() throws -> Bool {
    guard try reader.next(&record) else {
      waiting += reader.takeFindings() + input.takeFindings() + (watch?.endFile() ?? [])
      return false
    }
    let found = reader.takeFindings()
    isBroken = found.contains { $0.rule == .recordFieldCount && $0.severity == .error && $0.record == record.number }
    waiting += found
    watch?.look(at: self)
    return true
  }

  var recordNumber: Int { record.number }

  var line: Int { record.position.line }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  func takeFindings() -> [Finding] {
    defer { waiting = [] }
    return waiting + input.takeFindings()
  }

  func headerPlace(ofField field: Int?) -> HeaderPlace? {
    reader.headerPlace(ofField: field).map { HeaderPlace(position: $0.position, excerpt: $0.excerpt) }
  }

  func makePlaceArena() -> PlaceArena { .markup }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.endByte ?? 0 }
}
