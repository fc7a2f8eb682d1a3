internal import Findings

/// Several files of one form as one source. Records are numbered through.
final class JoinedSource: RecordSource {
  private let count: Int
  private let open: (Int) throws -> any RecordSource
  private var current: any RecordSource
  private var file = 0
  /// For each field of the source, its number in the current file.
  private var numbers: [Int]
  private var recordsBefore = 0
  /// The number in its file of the last record that was read; the file itself forgets it at its end.
  private var lastNumber = 0
  private var bytesBefore = 0
  private var waiting: [Finding] = []
  /// The header of the first file, and where it begins.
  private let first: FileHeader
  let fieldNames: [String]

  /// - Parameters:
  ///   - count: How many files there are.
  ///   - open: Opens one of them, by its number from 0.
  /// - Throws: What `open` throws; a `SourceOpeningProblem` if the files do not have the same fields.
  init(count: Int, open: @escaping (Int) throws -> any RecordSource) throws {
    self.count = count
    self.open = open
    let first = try open(0)
    let place = first.headerPlace(ofField: nil)?.position ?? SourcePosition(file: first.name, line: 1)
    let header = (name: first.name, fieldNames: first.fieldNames, position: place)
    for number in 1..<count { try Self.compare(try open(number), with: header) }
    self.first = header
    current = first
    fieldNames = first.fieldNames
    numbers = Array(first.fieldNames.indices)
  }

  private typealias FileHeader = (name: String, fieldNames: [String], position: SourcePosition)

  private static func compare(_ other: any RecordSource, with first: FileHeader) throws {
    let names = first.fieldNames
    let missing = names.filter { !other.fieldNames.contains($0) }
    let added = other.fieldNames.filter { !names.contains($0) }
    // Only places in delimited files follow columns that stand in another order.
    let isMoved = !(other is DelimitedSource) && other.fieldNames != names
    guard !missing.isEmpty || !added.isEmpty || isMoved else { return }
    let nearest = missing.first.flatMap { EditDistance.suggestion(for: $0, among: added) }
    let place = other.headerPlace(ofField: nearest.flatMap(other.fieldNames.firstIndex))
    var problem = SourceOpeningProblem(
      SourceFinding.header(.differs(file: other.name, from: first.name, lacks: missing, adds: added)),
      in: other.name,
      at: place?.position,
      asked: first.position,
      value: nearest,
      expected: nearest.flatMap { _ in missing.first }
    )
    problem.place?.excerpt = place?.excerpt
    throw problem
  }

  var name: String { current.name }

  func next() throws -> Bool {
    while true {
      if try current.next() {
        lastNumber = current.recordNumber
        return true
      }
      guard file + 1 < count else { return false }
      waiting += renumbered(current.takeFindings())
      recordsBefore += lastNumber
      lastNumber = 0
      bytesBefore += current.bytesRead
      file += 1
      current = try open(file)
      try Self.compare(current, with: first)
      numbers = fieldNames.compactMap(current.fieldNames.firstIndex)
    }
  }

  var recordNumber: Int { recordsBefore + lastNumber }

  var line: Int { current.line }

  func isNumber(_ field: Int) -> Bool { current.isNumber(numbers[field]) }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    current.withField(numbers[field], body)
  }

  var isBroken: Bool { current.isBroken }

  func takeFindings() -> [Finding] {
    let taken = waiting + renumbered(current.takeFindings())
    waiting = []
    return taken
  }

  private func renumbered(_ findings: [Finding]) -> [Finding] {
    findings.map { finding in
      var finding = finding
      finding.record = finding.record.map { $0 + recordsBefore }
      return finding
    }
  }

  func headerPlace(ofField field: Int?) -> SourcePlace? {
    current.headerPlace(ofField: field.map { numbers[$0] })
  }

  var place: any PlacedRecord { JoinedPlace(place: current.place, numbers: numbers) }

  var encodingName: String { current.encodingName }

  var bytesRead: Int { bytesBefore + current.bytesRead }

  // What is said of rejected records is about the current file, which `name` names.

  var byteRange: Range<Int>? { current.byteRange }

  var isTree: Bool { current.isTree }

  var rejectPreamble: [UInt8] { current.rejectPreamble }

  var lineBreaks: [[UInt8]] { current.lineBreaks }
}

/// The place of a record in one of several files, whose fields have numbers of their own.
private struct JoinedPlace: PlacedRecord {
  let place: any PlacedRecord
  let numbers: [Int]

  func located(_ field: Int?) -> SourcePlace { place.located(field.map { numbers[$0] }) }

  var rejectBytes: [UInt8] { place.rejectBytes }
}
