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
  /// - Returns: What became of the records, and whether the source has ended.
  /// - Throws: What the source throws when it cannot be read on.
  func next(_ count: Int, profile: inout EntityProfile) throws -> (batch: CheckedBatch, hasEnded: Bool) {
    var checked = CheckedBatch()
    var screening = screen.map(Screening.init)
    while checked.records.read < count {
      guard try source.next() else {
        checked.add(mapper.lastFindings())
        return (checked, true)
      }
      let found = source.takeFindings()
      if found.isEmpty, !source.isBroken, passes(&screening, &profile) {
        checked.addGoodRecord()
        continue
      }
      var batch = mapper.emptyBatch(capacity: 1)
      mapper.mapRecord(found, into: &batch)
      checked.add(0, of: batch, batch.findings[...], judge: judge, profile: &profile)
    }
    return (checked, false)
  }

  /// Whether there is surely nothing wrong with the source's record; it is then taken.
  private func passes(_ screening: inout Screening?, _ profile: inout EntityProfile) -> Bool {
    screening?.begin(keepsValues: profile.drawsHistograms || judge.wantsValues)
    guard screening?.passes(source) == true, let passed = screening?.passed else { return false }
    return judge.take(0, of: passed, line: source.line, profile: &profile)
  }
}
