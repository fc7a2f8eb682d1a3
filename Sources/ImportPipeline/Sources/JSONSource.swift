internal import Findings
internal import JSONText

/// The records of a JSON text or of JSON Lines as a source.
final class JSONSource: RecordSource {
  let reader: JSONRecordReader
  private let input: SourceInput
  private(set) var record = JSONRecord()
  let name: String
  let fieldNames: [String]
  private let watch: FieldWatch?
  private var lastFindings: [Finding] = []

  /// - Parameter watch: Notices paths at which nothing stands.
  init(_ reader: JSONRecordReader, name: String, fieldNames: [String], input: SourceInput, watch: FieldWatch? = nil) {
    self.input = input
    self.reader = reader
    self.name = name
    self.fieldNames = fieldNames
    self.watch = watch
  }

  func next() throws -> Bool {
    guard try reader.next(&record) else {
      lastFindings = watch?.endFile() ?? []
      return false
    }
    watch?.look(at: self)
    return true
  }

  var recordNumber: Int { record.number }

  var line: Int { record.position.line }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    record.withFieldBytes(field, body)
  }

  var isBroken: Bool { record.isBroken }

  func takeFindings() -> [Finding] {
    let found = reader.takeFindings() + input.takeFindings()
    guard !lastFindings.isEmpty else { return found }
    defer { lastFindings = [] }
    return found + lastFindings
  }

  func makePlaceArena() -> PlaceArena { .placed }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { reader.bytesRead }
}

extension JSONRecord: PlacedRecord {
  /// The value, or an object of only this member.
  var rejectBytes: [UInt8] { isMember ? [UInt8(ascii: "{")] + rawBytes + [UInt8(ascii: "}")] : rawBytes }
}
