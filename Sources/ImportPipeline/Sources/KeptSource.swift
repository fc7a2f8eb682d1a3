internal import DelimitedText
internal import Findings

/// The next records of a delimited file as copies that one thread looks at while another reads on, with what the file's reader has found about them.
final class KeptSource: KeptCursor {
  private let source: DelimitedSource
  private let locator: RecordLocator
  private var records = KeptRecords()
  private var findings = KeptFindings()
  var index = 0
  let fieldNames: [String]
  private(set) var bytesRead = 0

  init(_ source: DelimitedSource) {
    self.source = source
    fieldNames = source.fieldNames
    locator = source.locator
  }

  func fill(_ count: Int) throws -> Bool {
    // Local: access to a property of this class would be checked for exclusivity at each record.
    var records = self.records
    self.records = KeptRecords()
    records.removeAll()
    var findings = KeptFindings()
    index = 0
    defer {
      self.records = records
      self.findings = findings
      bytesRead = source.bytesRead
    }
    var mayGoOn = true
    while mayGoOn, records.entries.count < count, records.byteCount < BatchLimit.bytes {
      mayGoOn = try source.next(into: &records)
      findings.add(source.takeFindings(), of: records.entries.count - (mayGoOn ? 1 : 0))
    }
    return mayGoOn
  }

  var count: Int { records.entries.count }

  func forEach(_ body: (_ index: Int, _ fields: KeptRecords.Fields) -> Void) { records.forEachRecord(body) }

  var areWhole: [Bool] { findings.areWhole(records.entries.map { !$0.isBroken }) }

  var lines: [Int] { records.entries.map(\.line) }

  var offsets: [Int] { records.entries.map(\.byteRange.lowerBound) }

  var span: BatchSpan? {
    guard let first = records.entries.first, let last = records.entries.last else { return nil }
    let follow = zip(records.entries, records.entries.dropFirst()).allSatisfy {
      $0.byteRange.upperBound == $1.byteRange.lowerBound
    }
    return BatchSpan(
      bytes: first.byteRange.lowerBound..<last.byteRange.upperBound,
      firstSize: first.byteRange.count,
      line: first.line,
      isSteady: follow && findings.isEmpty && !records.entries.contains(where: \.isBroken)
    )
  }

  var recordNumber: Int { records.entries[index].number }

  var line: Int { records.entries[index].line }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    records.withFields(of: index) { $0.withField(field, body) }
  }

  var isBroken: Bool { records.entries[index].isBroken }

  func takeFindings() -> [Finding] { findings.take(index) }

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
