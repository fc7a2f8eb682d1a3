internal import Findings
internal import ObjectModel
internal import Synchronization

/// The check of one delimited source by several workers: what they share.
///
/// `@unchecked Sendable` because all but `keepsValues` is used only by the worker whose turn it is to fetch or to finish.
final class BatchedCheck: @unchecked Sendable {
  /// Read by the worker that fetches.
  let source: DelimitedSource
  let batchSize: Int
  // What follows belongs to the worker that finishes.
  let judge: RecordJudge
  var profile: EntityProfile
  /// Keeps what is known of a batch, and how many bytes have been read.
  private let keep: (CheckedBatch, Int) -> Void
  private let valuesAreWanted = Mutex(true)

  init(
    source: DelimitedSource,
    batchSize: Int,
    judge: RecordJudge,
    profile: EntityProfile,
    keep: @escaping (CheckedBatch, Int) -> Void
  ) {
    self.source = source
    self.batchSize = batchSize
    self.judge = judge
    self.profile = profile
    self.keep = keep
  }

  /// Whether the values of good records are of use; asked at any time.
  var keepsValues: Bool { valuesAreWanted.withLock { $0 } }

  /// Ends a batch.
  ///
  /// - Returns: Whether the check goes on.
  func end(_ batch: CheckedBatch, bytesRead: Int) -> Bool {
    if judge.hasMetChange { return false }
    keep(batch, bytesRead)
    let isWanted = profile.drawsHistograms || judge.wantsValues
    valuesAreWanted.withLock { $0 = isWanted }
    return true
  }
}

/// Checks one batch of a delimited source after the other. Records that do not pass the screen are converted at the same time as other workers
/// look at theirs; keys are looked up in the records' order.
struct BatchedCheckWorker: OrderedWorker {
  private let check: BatchedCheck
  private let records: KeptSource
  private let mapper: RecordMapper<KeptSource>
  private var screening: Screening?
  /// Which records have passed the screen.
  private var havePassed: [Bool] = []
  /// The others, converted.
  private var converted: RecordBatch
  /// For each of them, where what was found about it ends.
  private var findingEnds: [Int] = []
  private var lastFindings: [(record: Int, finding: Finding)] = []

  init(_ check: BatchedCheck, records: KeptSource, mapper: RecordMapper<KeptSource>, screen: RecordScreen?) {
    self.check = check
    self.records = records
    self.mapper = mapper
    screening = screen.map(Screening.init)
    converted = mapper.emptyBatch(capacity: 0)
  }

  mutating func fetch() throws -> Bool { try records.fill(check.batchSize) }

  mutating func prepare() {
    screening?.begin(keepsValues: check.keepsValues)
    converted = mapper.emptyBatch(capacity: 0)
    havePassed.removeAll(keepingCapacity: true)
    findingEnds.removeAll(keepingCapacity: true)
    records.forEach { index, fields in
      let passes = records.isWhole(index) && screening?.passes(fields) == true
      havePassed.append(passes)
      if !passes { convert(index) }
    }
    records.moveToEnd()
    lastFindings = mapper.lastFindings()
  }

  private mutating func convert(_ index: Int) {
    records.move(to: index)
    mapper.mapRecord(records.takeFindings(), into: &converted)
    findingEnds.append(converted.findings.count)
  }

  func finish() -> Bool {
    var checked = CheckedBatch()
    let passed = screening?.passed
    var (good, bad) = (0, 0)
    for index in havePassed.indices {
      guard havePassed[index], let passed else {
        let found = converted.findings[(bad == 0 ? 0 : findingEnds[bad - 1])..<findingEnds[bad]]
        checked.add(bad, of: converted, found, judge: check.judge, profile: &check.profile)
        bad += 1
        continue
      }
      if check.judge.take(good, of: passed, line: records.line(of: index), profile: &check.profile) {
        checked.addGoodRecord()
      } else {
        lookInFull(index, &checked)
      }
      good += 1
    }
    checked.add(lastFindings)
    return check.end(checked, bytesRead: records.bytesRead)
  }

  /// Looks in full at a record of which only the records before it show that something is wrong.
  private func lookInFull(_ index: Int, _ checked: inout CheckedBatch) {
    var batch = mapper.emptyBatch(capacity: 1)
    records.move(to: index)
    mapper.mapRecord([], into: &batch)
    checked.add(0, of: batch, batch.findings[...], judge: check.judge, profile: &check.profile)
  }
}
