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
  private var lastFindings: [Finding] = []

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

  var isBroken: Bool { false }

  func takeFindings() -> [Finding] {
    let found = reader.takeFindings() + input.takeFindings()
    guard !lastFindings.isEmpty else { return found }
    defer { lastFindings = [] }
    return found + lastFindings
  }

  func headerPlace(ofField field: Int?) -> HeaderPlace? {
    reader.headerPlace(ofField: field).map { HeaderPlace(position: $0.position, excerpt: $0.excerpt) }
  }

  func makePlaceArena() -> PlaceArena { .markup }

  func keepPlace(in arena: inout PlaceArena) { arena.append(record) }

  var bytesRead: Int { record.endByte ?? 0 }
}
