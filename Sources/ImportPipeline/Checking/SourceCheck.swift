internal import Findings
internal import ObjectModel

/// Checks the records of one source, one after the other.
struct SourceCheck<Source: RecordSource> {
  let source: Source
  let mapper: RecordMapper<Source>
  let screen: RecordScreen?
  let judge: RecordJudge

  /// Reads the next records up to `count`, and says what is wrong with them.
  ///
  /// - Parameter findings: Filled with findings and the places of their records in this batch; -1 for the source as a whole.
  /// - Returns: What became of the records, and whether the source has ended.
  /// - Throws: What the source throws when it cannot be read on.
  func next(
    _ count: Int,
    profile: inout EntityProfile,
    findings: inout [(record: Int, finding: Finding)]
  ) throws -> (records: RecordCounts, hasEnded: Bool) {
    var records = RecordCounts()
    var screened = screen?.emptyRecord ?? ScreenedRecord(defaults: [])
    while records.read < count {
      guard try source.next() else {
        findings += mapper.lastFindings()
        return (records, true)
      }
      let found = source.takeFindings()
      if let screen, found.isEmpty, !source.isBroken, screen.passes(source, &screened, profile: &profile) {
        records.add(.inserted)
        continue
      }
      var batch = mapper.emptyBatch(capacity: 1)
      mapper.mapRecord(found, into: &batch)
      let (outcome, more) = judge.judge(batch, profile: &profile)
      for (record, finding) in batch.findings { findings.append((record < 0 ? -1 : records.read, finding)) }
      for finding in more { findings.append((records.read, finding)) }
      records.add(outcome)
    }
    return (records, false)
  }
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
