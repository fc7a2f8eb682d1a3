internal import Findings
internal import ObjectModel
internal import Synchronization

/// The import of one source: batches are validated and applied one after the other, in the order of the source.
///
/// `@unchecked Sendable` because only the worker whose turn it is uses it (`OrderedWork`); what others ask meanwhile, `keepsValues`, is atomic.
final class SourceImport: @unchecked Sendable {
  private let validator: RecordValidator
  private let sink: any RecordSink
  private let batchSize: Int
  /// Whether the values of prechecked records are of use; asked at any time.
  private let keepsValues = Atomic(true)
  private let makesRows: Bool
  /// What became of the records so far.
  private(set) var records = RecordCounts()
  /// What sources do not agree on; a place is known only when the other source is looked at again.
  private(set) var disagreements: [DeferredFinding] = []
  private(set) var profile: CompletenessProfile
  /// Takes what is known of a batch when it has been applied: its findings, what became of the source's records so far, and how many bytes were read.
  private let keep: ([DecidedFinding], RecordCounts, Int) throws -> Void

  /// A finding with its record; `nil` stands for the source as a whole.
  typealias DecidedFinding = (record: DecidedRecord?, finding: Finding)

  /// A record with a finding.
  struct DecidedRecord: Equatable {
    /// The record's number in its source, from 1.
    var number: Int
    var isRejected: Bool
  }

  init(
    _ validator: RecordValidator,
    sink: any RecordSink,
    batchSize: Int,
    profile: CompletenessProfile,
    keep: @escaping ([DecidedFinding], RecordCounts, Int) throws -> Void
  ) {
    self.validator = validator
    self.sink = sink
    makesRows = sink.useOfProof == .rows
    self.batchSize = batchSize
    self.profile = profile
    self.keep = keep
  }

  /// Validates and applies a batch.
  fileprivate func finish(_ prepared: PreparedBatch, _ reader: any BatchReader) throws {
    var findings: [DecidedFinding] = []
    var passed = 0
    var proposed = 0
    let prechecked = prepared.prechecked
    var admitted: [Int] = []
    admitted.reserveCapacity(prechecked?.count ?? 0)
    for index in 0..<prepared.count {
      if let prechecked, prepared.havePassed[index] {
        defer { passed += 1 }
        if let reference = try validator.admit(passed, of: prechecked, line: prepared.lines[index]) {
          if makesRows { try sink.insert(validator.row(passed, of: prechecked, reference: reference)) }
          admitted.append(passed)
          records.add(.inserted)
        } else {
          try decide(reader.map(index), &findings)
        }
        continue
      }
      try decide(prepared.proposed[proposed], &findings)
      proposed += 1
    }
    if let prechecked { profile.insert(admitted, of: prechecked, validator.plan.entity) }
    for finding in prepared.lastFindings { findings.append((nil, finding)) }
    try sink.endBatch()
    keepsValues.store(
      makesRows || profile.drawsHistograms(of: validator.plan.entity) || validator.wantsValues,
      ordering: .relaxed
    )
    try keep(findings, records, prepared.bytesRead)
  }

  private func decide(_ record: ProposedRecord, _ findings: inout [DecidedFinding]) throws {
    let decision = try validator.decide(record)
    switch decision.outcome {
    case .inserted, .updated, .unchanged:
      try sink.apply(decision)
      validator.adopt(decision, record)
      profile.add(decision)
      disagreements += decision.disagreements
    case .rejected, .skipped: break
    }
    records.add(decision.outcome)
    if record.findings.isEmpty, decision.findings.isEmpty { return }
    let decided = DecidedRecord(number: record.number, isRejected: decision.outcome == .rejected)
    for (isOfRecord, finding) in record.findings { findings.append((isOfRecord ? decided : nil, finding)) }
    for finding in decision.findings { findings.append((decided, finding)) }
  }

  /// One of the workers that take turns.
  struct Worker: OrderedWorker {
    private let source: SourceImport
    private let reader: any BatchReader
    private var prepared: PreparedBatch?

    init(_ source: SourceImport, _ reader: any BatchReader) {
      self.source = source
      self.reader = reader
    }

    mutating func fetch() throws -> Bool { try reader.fetch(source.batchSize) }

    mutating func prepare() { prepared = reader.prepare(keepsValues: source.keepsValues.load(ordering: .relaxed)) }

    mutating func finish() throws {
      guard let prepared else { return }
      self.prepared = nil
      try source.finish(prepared, reader)
    }
  }
}

extension RecordCounts {
  /// Counts a record.
  mutating func add(_ outcome: Decision.Outcome) {
    read += 1
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .rejected: rejected += 1
    case .skipped: skipped += 1
    }
  }
}
