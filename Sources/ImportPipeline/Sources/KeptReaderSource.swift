internal import Findings
internal import JSONText
internal import MarkupText
internal import Worksheets

/// The next records of a tree or a table, which one thread looks at while another reads on, with what the file's reader has found about them.
///
/// Records of these readers are values that keep what they need of the file, so that keeping one copies nothing.
final class KeptReaderSource<Reader: SourceReader>: KeptCursor {
  private let source: ReaderSource<Reader>
  private var entries: [(record: Reader.Record, isBroken: Bool)] = []
  private var findings = KeptFindings()
  var index = 0
  let fieldNames: [String]
  private(set) var bytesRead = 0

  init(_ source: ReaderSource<Reader>) {
    self.source = source
    fieldNames = source.fieldNames
  }

  @specialized(where Reader == XMLRecordReader)
  @specialized(where Reader == HTMLTableReader)
  @specialized(where Reader == HTMLRecordReader)
  @specialized(where Reader == JSONRecordReader)
  @specialized(where Reader == WorksheetReader)
  func fill(_ count: Int) throws -> Bool {
    // Local: access to a property of this class would be checked for exclusivity at each record.
    var entries = self.entries
    self.entries = []
    entries.removeAll(keepingCapacity: true)
    var findings = KeptFindings()
    index = 0
    defer {
      self.entries = entries
      self.findings = findings
      bytesRead = source.bytesRead
    }
    var mayGoOn = true
    let start = source.bytesRead
    while mayGoOn, entries.count < count, source.bytesRead - start < BatchLimit.bytes {
      mayGoOn = try source.next()
      if mayGoOn { entries.append((source.record, source.isBroken)) }
      findings.add(source.takeFindings(), of: entries.count - (mayGoOn ? 1 : 0))
    }
    return mayGoOn
  }

  var count: Int { entries.count }

  func forEach(_ body: (_ index: Int, _ fields: Reader.Record) -> Void) {
    for index in entries.indices { body(index, entries[index].record) }
  }

  var areWhole: [Bool] { findings.areWhole(entries.map { !$0.isBroken }) }

  var lines: [Int] {
    @specialized(where Reader == XMLRecordReader)
    @specialized(where Reader == HTMLTableReader)
    @specialized(where Reader == HTMLRecordReader)
    @specialized(where Reader == JSONRecordReader)
    @specialized(where Reader == WorksheetReader)
    get {
      var lines: [Int] = []
      lines.reserveCapacity(entries.count)
      // Not `map`: the call of a key path or a closure would cost more than the line.
      for index in entries.indices { lines.append(entries[index].record.line) }
      return lines
    }
  }

  var recordNumber: Int { entries[index].record.number }

  var line: Int { entries[index].record.line }

  func isNumber(_ field: Int) -> Bool { entries[index].record.isNumber(field) }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    entries[index].record.withField(field, body)
  }

  var isBroken: Bool { entries[index].isBroken }

  func takeFindings() -> [Finding] { findings.take(index) }

  var place: any PlacedRecord { entries[index].record }
}
