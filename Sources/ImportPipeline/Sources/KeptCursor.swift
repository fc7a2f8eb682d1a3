internal import Findings

/// The next records of a source, which one thread looks at while another reads on. It stands on one of them at a time.
protocol KeptCursor: RecordCursor {
  associatedtype Fields: RecordFields

  /// The place of the current record among those that are kept; their count behind the last one.
  var index: Int { get set }

  /// How many records are kept.
  var count: Int { get }

  /// How many bytes have been read, for progress.
  var bytesRead: Int { get }

  /// Keeps the next records of the source, up to `count` or to `BatchLimit.bytes`, and forgets those before.
  ///
  /// - Returns: Whether records may follow.
  /// - Throws: The reader's error when the source cannot be read on.
  func fill(_ count: Int) throws -> Bool

  /// Calls `body` with each record in turn: its place among these, and its fields.
  func forEach(_ body: (_ index: Int, _ fields: Fields) -> Void)

  /// Whether nothing has been found about the records' form, one after the other.
  var areWhole: [Bool] { get }

  /// The physical lines on which the records begin.
  var lines: [Int] { get }

  /// Where in their file the records begin, in bytes; empty where that is not known.
  var offsets: [Int] { get }

  /// Where the records stand, for those who read them again by themselves; `nil` where there are none, or where that cannot be.
  var span: BatchSpan? { get }
}

extension KeptCursor {
  var offsets: [Int] { [] }
  var span: BatchSpan? { nil }
}

/// Where the records of a batch stand in their file.
struct BatchSpan: Sendable, Hashable {
  /// From the first byte of the first record to the last one of the last.
  var bytes: Range<Int>
  /// How many bytes the first record has.
  var firstSize: Int
  /// The physical line on which the first record begins.
  var line: Int
  /// Whether one record follows the other, and nothing was found about their form.
  var isSteady: Bool
}

/// What a reader has found, by the record's place among those that are kept; after the last one, what it has found at the source's end.
struct KeptFindings {
  private var findings: [Int: [Finding]] = [:]

  var isEmpty: Bool { findings.isEmpty }

  mutating func add(_ found: [Finding], of index: Int) { if !found.isEmpty { findings[index] = found } }

  mutating func take(_ index: Int) -> [Finding] { findings.removeValue(forKey: index) ?? [] }

  /// Which of the records that are `unbroken` have no findings.
  func areWhole(_ unbroken: [Bool]) -> [Bool] {
    var areWhole = unbroken
    for index in findings.keys where areWhole.indices.contains(index) { areWhole[index] = false }
    return areWhole
  }
}
