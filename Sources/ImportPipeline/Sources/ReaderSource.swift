internal import Findings

/// The records of a reader as a source.
final class ReaderSource<Reader: SourceReader>: RecordSource {
  let reader: Reader
  private let input: SourceInput
  private(set) var record = Reader.Record()
  let name: String
  let fieldNames: [String]
  private let watch: FieldWatch?
  /// What has been found and not been taken.
  private var waiting: [Finding] = []
  /// Whether the record is none, or lacks a cell, so that nobody knows which value belongs to which field.
  private(set) var isBroken = false

  /// - Parameter watch: Notices paths at which nothing stands.
  init(_ reader: Reader, name: String, fieldNames: [String], input: SourceInput, watch: FieldWatch? = nil) {
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
    isBroken =
      record.isBroken
      || found.contains { $0.rule == .recordFieldCount && $0.severity == .error && $0.record == record.number }
    if !found.isEmpty { waiting += found }
    watch?.look(at: record)
    return true
  }

  var recordNumber: Int { record.number }

  var line: Int { record.line }

  func isNumber(_ field: Int) -> Bool { record.isNumber(field) }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withField(field, body)
  }

  func takeFindings() -> [Finding] {
    let found = input.takeFindings()
    if waiting.isEmpty { return found }
    defer { waiting = [] }
    return waiting + found
  }

  func headerPlace(ofField field: Int?) -> SourcePlace? { reader.placeInHeader(ofField: field) }

  var place: any PlacedRecord { record }

  var encodingName: String { reader.encodingName }

  var bytesRead: Int { reader.bytesRead(upTo: record) }

  var byteRange: Range<Int>? { reader.byteRange(of: record) }

  var isTree: Bool { reader.rejectHeader == nil }

  var rejectPreamble: [UInt8] { reader.rejectHeader ?? [] }

  var lineBreaks: [[UInt8]] { isTree ? [] : [[10]] }
}
