public import Findings
public import TextInput

/// Reads the records of a JSON text or of JSON Lines one after the other, in memory that does not grow with the file.
///
/// ```swift
/// let options = JSONRecordOptions(.document, records: try JSONRecordPath("$.breeds[*]"))
/// let fields = [try JSONFieldPath("code"), try JSONFieldPath("name.en")]
/// let reader = try JSONRecordReader(.file(path), options: options, fields: fields)
/// var record = JSONRecord()
/// while try reader.next(&record) { names.append("\(record.position): \(record.value(1) ?? "")") }
/// ```
///
/// What has to be in memory at a time is a *unit*: a record or, if a field leads up, what is as many steps around it. A reader is used by one
/// thread at a time; its records may go to others.
public final class JSONRecordReader {
  /// An array or object around the units.
  struct Frame {
    /// Whether the record path leads here.
    var isOnPath: Bool
    var childCount = 0
    /// The hashes of its names, as long as they are not too many.
    var names: Set<Int> = []
  }

  let options: JSONRecordOptions
  let fileName: String
  let window: JSONWindow
  var scanner: JSONScanner
  /// How many steps lead to a unit.
  let unitDepth: Int
  var frames: [Frame] = []
  var unit = JSONUnit()
  /// Where the unit begins in the text.
  var unitOffset = 0
  /// What was wrong in the unit, in the order of the text, and how much of it has been reported.
  var unitIssues: [JSONIssue] = []
  var nextIssue = 0
  /// How many issues have been reported since the last unit.
  var outerIssueCount = 0
  /// For each record of the unit the nodes from the unit to it, one after the other.
  var chains: [Int] = []
  var nextChain = 0
  /// The place of the last record in the unit.
  private var lastPlace = (offset: 0, cursor: FileCursor())
  var recordCount = 0
  var isFinished = false
  /// Whether the text could not be read to its end. The reason is among the findings.
  public internal(set) var isFaulty = false
  var findings: [Finding] = []
  private var fieldReader: JSONFieldReader?
  private var discovery: JSONFieldDiscovery

  /// Reads a text from anywhere.
  ///
  /// - Parameter fields: What to take from each record; without any, each record has the fields that are found in it.
  /// - Parameter input: Where the bytes come from.
  /// - Parameter options: Where the records stand, and how they are read.
  /// - Throws: `JSONTextError`, and what a stream throws.
  public init(_ input: ByteInput, options: JSONRecordOptions, fields: [JSONFieldPath] = []) throws {
    var input = input
    var faults: [Finding] = []
    if options.layout == .document, !options.deliversRecordsBeforeFault {
      input = try input.repeatable(limit: 1 << 30)
      faults = try Self.faults(of: input, options)
    }
    self.options = options
    fileName = options.fileName ?? input.name
    window = try JSONWindow(input, given: options.encoding)
    scanner = JSONScanner(window, limits: options.limits, mode: options.mode)
    let stepsUp = fields.map(\.stepsUp).max() ?? 0
    guard stepsUp <= options.records.steps.count else {
      throw JSONTextError(
        .path,
        "A field goes up \(stepsUp) steps, but “\(options.records)” has \(options.records.steps.count)"
      )
    }
    // A line is in memory whole anyway.
    unitDepth = options.layout == .lines ? 0 : options.records.steps.count - stepsUp
    fieldReader = fields.isEmpty ? nil : JSONFieldReader(fields)
    discovery = JSONFieldDiscovery(separator: options.separator)
    if faults.isEmpty { reportEncoding() } else { stop(with: faults) }
  }

  private func stop(with faults: [Finding]) {
    findings = faults
    isFaulty = true
    isFinished = true
  }

  /// What is wrong with the text so that it cannot be read to its end; empty if nothing is.
  private static func faults(of input: ByteInput, _ options: JSONRecordOptions) throws -> [Finding] {
    var options = options
    options.deliversRecordsBeforeFault = true
    let check = try JSONRecordReader(input, options: options, fields: [JSONFieldPath("@")])
    var record = JSONRecord()
    while try check.next(&record) { _ = check.takeFindings() }
    return check.isFaulty ? check.takeFindings() : []
  }

  /// What has been found wrong since the last call, in the order of the text.
  public func takeFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Whether the file is in UTF-8, so that its bytes are those of the text.
  public var isUTF8: Bool { window.encoding == .utf8 }

  /// The name of the encoding in which the file is.
  package var encodingName: String { window.encoding.rawValue }

  /// How many bytes of the text have been read, as UTF-8.
  public var bytesRead: Int { window.mark + scanner.offset }

  /// Reads the next record.
  ///
  /// - Parameter record: Replaced by the next record, at the end by an empty one; its memory is used again if nobody else has a copy.
  /// - Returns: `false` at the end of the text or at a fault, which is then among the findings.
  /// - Throws: `JSONTextError` of kind `unreadable` when the file cannot be read on, and what a stream throws.
  /// - Complexity: O(*n*) in the bytes of the record.
  public func next(_ record: inout JSONRecord) throws -> Bool {
    while true {
      if nextChain < chains.count {
        makeRecord(&record)
        return true
      }
      guard !isFinished else {
        record.storage = nil
        return false
      }
      // The unit's memory can be used again unless a record that somebody kept refers to it.
      if record.storage?.unit === unit, isKnownUniquelyReferenced(&record.storage) {
        record.storage?.unit = Self.noUnit
      }
      if !isKnownUniquelyReferenced(&unit) { unit = JSONUnit() }
      chains.removeAll(keepingCapacity: true)
      nextChain = 0
      switch options.layout {
      case .document: try readUnit()
      case .lines: if try readLine(&record) { return true }
      }
      forgetPlace()
    }
  }

  private static let noUnit = JSONUnit()

  // MARK: Records

  private func makeRecord(_ record: inout JSONRecord) {
    let length = chains[nextChain]
    let chain = chains[nextChain + 1...nextChain + length]
    nextChain += length + 1
    recordCount += 1
    let node = chain[chain.endIndex - 1]
    let found = unit.tree.nodes[node]
    let storage = freshStorage(&record, start: found.wholeStart, end: Int(found.end))
    storage.isMember = found.nameStart >= 0
    takeIssues(upTo: nextChain < chains.count ? storage.end : .max, record: recordCount)
    if fieldReader != nil {
      fieldReader?.read(chain, of: unit, into: storage)
      for mismatch in fieldReader?.mismatches ?? [] { report(mismatch, of: record) }
    } else {
      discovery.read(node, of: unit, into: storage)
    }
  }

  /// The storage of the next record, which is put into `record`.
  @discardableResult
  func freshStorage(_ record: inout JSONRecord, start: Int, end: Int) -> JSONRecordStorage {
    if !isKnownUniquelyReferenced(&record.storage) { record.storage = nil }
    let storage = record.storage ?? JSONRecordStorage()
    record.storage = storage
    storage.unit = unit
    storage.number = recordCount
    storage.isBroken = false
    storage.isMember = false
    storage.start = start
    storage.end = end
    storage.values.removeAll(keepingCapacity: true)
    storage.cells.removeAll(keepingCapacity: true)
    storage.parts.removeAll(keepingCapacity: true)
    lastPlace = (start, unit.moved(lastPlace.cursor, from: lastPlace.offset, to: start))
    storage.cursor = lastPlace.cursor
    return storage
  }

  /// Begins to count places at the beginning of a new unit.
  func forgetPlace() { lastPlace = (0, unit.cursor) }

  /// The fields of a record that has none.
  func emptyCells(_ storage: JSONRecordStorage) {
    storage.names = fieldReader?.fields.map(\.text) ?? []
    storage.cells = storage.names.map { _ in JSONRecordStorage.Cell() }
  }

  private func report(_ mismatch: JSONFieldReader.Mismatch, of record: JSONRecord) {
    guard let storage = record.storage, let fieldReader else { return }
    let node = unit.tree.nodes[mismatch.node]
    let (start, end) = (Int(node.start), Int(node.end))
    let isInside = start >= storage.start
    let position = unit.position(
      start,
      end,
      from: isInside ? storage.cursor : unit.cursor,
      at: isInside ? storage.start : 0
    )
    findings.append(
      Finding(
        mismatch.kind,
        at: position,
        record: storage.number,
        field: fieldReader.fields[mismatch.field].text,
        excerpt: unit.excerpt(start, end, at: position)
      )
    )
  }
}
