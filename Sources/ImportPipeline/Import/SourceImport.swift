internal import Findings
internal import ObjectModel
internal import Synchronization

/// The import of one source: batches are validated and applied one after the other, in the order of the source.
///
/// `@unchecked Sendable` because only the worker whose turn it is uses it (`OrderedWork`); what others ask meanwhile, `keeps`, is atomic.
final class SourceImport: @unchecked Sendable {
  private let validator: RecordValidator
  private let sink: any RecordSink
  private let batchSize: Int
  /// Whether the values of prechecked records are of use, and their numbers; asked at any time.
  private let keepsValues = Atomic(true)
  private let keepsNumbers = Atomic(true)
  /// What is made of prechecked records.
  private let use: UseOfProof?
  /// What changes objects by the records of which there is proof; `nil` if these make new ones.
  private let updates: RowUpdates?
  /// What became of the records so far.
  private(set) var records = RecordCounts()
  /// What sources do not agree on; a place is known only when the other source is looked at again.
  private(set) var disagreements: [DeferredFinding] = []
  private(set) var profile: CompletenessProfile
  /// Notes where one object has its values from, if somebody asks.
  var objectTracer: ObjectTracer?
  /// Notes where all objects have their values from, if somebody asks.
  var originLog: OriginLog?
  /// Notes where records stand, and whether all are admitted by proof; `nil` if nobody asks.
  private let tracer: SourceTracer?
  /// Keeps batches for the next judgement, if somebody asks; set before the first.
  var recorder: JudgementRecorder?
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
    use: UseOfProof?,
    updates: RowUpdates?,
    batchSize: Int,
    profile: CompletenessProfile,
    tracer: SourceTracer? = nil,
    keep: @escaping ([DecidedFinding], RecordCounts, Int) throws -> Void
  ) {
    self.validator = validator
    self.sink = sink
    self.use = use
    self.updates = updates
    self.batchSize = batchSize
    self.profile = profile
    self.tracer = tracer
    self.keep = keep
    noteNeeds()
  }

  /// What is needed of the next prechecked records.
  var keeps: KeptValues {
    KeptValues(
      values: keepsValues.load(ordering: .relaxed),
      numbers: keepsNumbers.load(ordering: .relaxed),
      offsets: tracer != nil,
      spans: recorder != nil
    )
  }

  private func noteNeeds() {
    keepsValues.store(use == .rows || validator.wantsValues, ordering: .relaxed)
    keepsNumbers.store(profile.drawsHistograms(of: validator.plan.entity), ordering: .relaxed)
  }

  /// Validates and applies a batch.
  func finish(_ prepared: PreparedBatch, _ reader: any BatchReader) throws {
    recorder?.note(prepared)
    var findings: [DecidedFinding] = []
    var passed = 0
    var proposed = 0
    let prechecked = prepared.prechecked
    var left: [Int] = []
    // Packed rows go to the sink together, before it is asked for anything that they may have to do with.
    var packed: [(row: Int, key: Int64)] = []
    let insertedBefore = records.inserted
    if let prechecked {
      if let updates { updates.prepareToAdmit(prechecked) } else { try validator.prepareToAdmit(prechecked) }
    }
    for index in 0..<prepared.count {
      if let prechecked, prepared.havePassed[index] {
        defer { passed += 1 }
        if let updates {
          let outcome = try updates.admit(passed, of: prechecked, line: prepared.lines[index], &profile)
          if let outcome { records.add(outcome) } else { try decide(reader.map(index), &findings) }
          continue
        }
        if let reference = try validator.admit(passed, of: prechecked, line: prepared.lines[index]) {
          switch use {
          case .packedRows: packed.append((passed, reference))
          case .rows: try sink.insert(validator.row(passed, of: prechecked, reference: reference))
          case .counting, nil: break
          }
          records.add(.inserted)
          let plan = validator.plan
          originLog?.note(
            reference,
            of: plan.entity,
            madeBy: RecordOrigin(source: plan.number, record: records.read)
          )
        } else {
          left.append(passed)
          try insert(&packed, of: prechecked)
          try decide(reader.map(index), &findings)
        }
        continue
      }
      if let prechecked { try insert(&packed, of: prechecked) }
      try decide(prepared.proposed[proposed], &findings)
      proposed += 1
    }
    if let prechecked { try insert(&packed, of: prechecked) }
    if let prechecked, updates == nil { profile.insert(prechecked, without: left, validator.plan.entity) }
    tracer?.note(
      prepared,
      areAdmitted: use == .packedRows && left.isEmpty && records.inserted - insertedBefore == prepared.count
    )
    for finding in prepared.lastFindings { findings.append((nil, finding)) }
    try sink.endBatch()
    noteNeeds()
    try keep(findings, records, prepared.bytesRead)
  }

  /// Inserts the objects of admitted records whose rows are packed.
  private func insert(_ rows: inout [(row: Int, key: Int64)], of prechecked: PrecheckedBatch) throws {
    guard !rows.isEmpty, let packed = prechecked.packed else { return }
    try sink.insert(rows, of: packed, as: validator.plan.entity)
    rows.removeAll(keepingCapacity: true)
  }

  private func decide(_ record: ProposedRecord, _ findings: inout [DecidedFinding]) throws {
    let decision = try validator.decide(record)
    switch decision.outcome {
    case .inserted, .updated, .unchanged:
      try sink.apply(decision)
      validator.adopt(decision, record)
      profile.add(decision)
      objectTracer?.note(decision, of: record, validator.plan)
      originLog?.note(decision, of: record, validator.plan)
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

    mutating func prepare() { prepared = reader.prepare(source.keeps) }

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
