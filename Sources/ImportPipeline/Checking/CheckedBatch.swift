internal import Findings

/// What became of some records of a source, and what is wrong with them.
struct CheckedBatch {
  private(set) var records = RecordCounts()
  /// Findings with the places of their records among these; -1 for the source as a whole.
  private(set) var findings: [(record: Int, finding: Finding)] = []

  /// Counts a good record.
  mutating func addGoodRecord() { records.add(.inserted) }

  /// Counts a record of `batch` that has been looked at in full.
  ///
  /// - Parameter found: What has been found about that record and about the source while it was converted.
  mutating func add(
    _ record: Int,
    of batch: RecordBatch,
    _ found: ArraySlice<(record: Int, finding: Finding)>,
    judge: RecordJudge,
    profile: inout EntityProfile
  ) {
    let (outcome, more) = judge.judge(record, of: batch, profile: &profile)
    for (record, finding) in found { findings.append((record < 0 ? -1 : records.read, finding)) }
    for finding in more { findings.append((records.read, finding)) }
    records.add(outcome)
  }

  /// Adds what is wrong with the source as a whole.
  mutating func add(_ findings: [(record: Int, finding: Finding)]) { self.findings += findings }
}

extension RecordCounts {
  /// Counts a record.
  mutating func add(_ outcome: SourceImporter.Outcome) {
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
