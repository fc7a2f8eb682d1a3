internal import DelimitedText
internal import Findings

/// The next records of a delimited file as copies that one thread looks at while another reads on, with what the file's reader has found about them.
final class KeptSource: RecordCursor {
  private let source: DelimitedSource
  private let locator: RecordLocator
  private var records = KeptRecords()
  /// What the reader has found, by the record's place among those that are kept; after the last one, what it has found at the file's end.
  private var findings: [Int: [Finding]] = [:]
  /// The place of the current record among those that are kept; their count behind the last one.
  var index = 0
  let fieldNames: [String]
  /// How many bytes have been read, for progress.
  private(set) var bytesRead = 0

  init(_ source: DelimitedSource) {
    self.source = source
    fieldNames = source.fieldNames
    locator = source.locator
  }

  /// Keeps the next records of the file, and forgets those before.
  ///
  /// - Returns: Whether `count` records were there.
  /// - Throws: The reader's error when the file cannot be read on.
  func fill(_ count: Int) throws -> Bool {
    var records = self.records
    self.records = KeptRecords()
    records.removeAll()
    findings.removeAll()
    index = 0
    defer {
      self.records = records
      bytesRead = source.bytesRead
    }
    var mayGoOn = true
    while mayGoOn, records.entries.count < count {
      mayGoOn = try source.next(into: &records)
      let found = source.takeFindings()
      if !found.isEmpty { findings[records.entries.count - (mayGoOn ? 1 : 0)] = found }
    }
    return mayGoOn
  }

  /// How many records are kept.
  var count: Int { records.entries.count }

  /// Calls `body` with each record in turn: its place among these, and its fields.
  func forEach(_ body: (_ index: Int, _ fields: KeptRecords.Fields) -> Void) { records.forEachRecord(body) }

  /// Whether the records' form is without fault, one after the other.
  var areWhole: [Bool] {
    var areWhole = records.entries.map { !$0.isBroken }
    for index in findings.keys where areWhole.indices.contains(index) { areWhole[index] = false }
    return areWhole
  }

  /// The physical lines on which the records begin.
  var lines: [Int] { records.entries.map(\.line) }

  var recordNumber: Int { records.entries[index].number }

  var line: Int { records.entries[index].line }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    records.withFields(of: index) { $0.withField(field, body) }
  }

  var isBroken: Bool { records.entries[index].isBroken }

  func takeFindings() -> [Finding] { findings.removeValue(forKey: index) ?? [] }

  var place: any PlacedRecord {
    let entry = records.entries[index]
    return DelimitedPlace(
      locator: locator,
      rejectBytes: records.rawBytes(of: index),
      line: entry.line,
      fileOffset: entry.byteRange.lowerBound
    )
  }
}
