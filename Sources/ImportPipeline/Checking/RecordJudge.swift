internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Judges single records in full, as `SourceImporter` does, but makes no objects: keys and references are looked up in tables. Records come in the
/// order of their source.
final class RecordJudge {
  let plan: SourcePlan
  private let maker: FindingMaker
  let refusals: RecordRefusals
  let rules: [BoundRule]
  private let tables: [KeyTable]
  let keyTable: KeyTable?
  /// The uniqueness constraints besides the key.
  let uniqueTables: [KeyTable]
  let referenceTables: [KeyTable]
  /// Whether a record means an object that another has made, which it would change: what is wrong then shows in objects only.
  var hasMetChange = false

  init(_ plan: SourcePlan, rules: [BoundRule], tables: KeyTables, maker: FindingMaker) {
    self.plan = plan
    self.maker = maker
    self.rules = rules
    refusals = RecordRefusals(plan: plan, maker: maker)
    self.tables = tables.tables(of: plan.entity)
    let key = tables.table(of: plan.entity, slots: plan.keySlots)
    keyTable = key
    uniqueTables = plan.uniqueSlots.compactMap { tables.table(of: plan.entity, slots: $0) }.filter { $0 !== key }
    referenceTables = plan.relationships.compactMap { tables.table(of: $0.destination, slots: [$0.matchSlot]) }
  }

  /// Judges a record of a batch, which has been converted.
  ///
  /// - Returns: What becomes of the record where objects are made, and what else is wrong with it.
  func judge(
    _ record: Int,
    of batch: RecordBatch,
    profile: inout EntityProfile
  ) -> (SourceImporter.Outcome, [Finding]) {
    let (outcome, findings) = outcome(record, of: batch, &profile)
    if case .rejected = outcome { noteRejected(record, of: batch) }
    return (outcome, findings)
  }

  private func outcome(_ record: Int, of batch: RecordBatch, _ profile: inout EntityProfile) -> (
    SourceImporter.Outcome, [Finding]
  ) {
    var findings: [Finding] = []
    switch batch.states[record] {
    case .rejected:
      inspectRejected(record, of: batch, &findings)
      return (.rejected, passed(findings))
    case .skipped: return (.skipped, [])
    case .ready: break
    }
    guard let keys = batch.extras[record]?.keys else {
      let isGood = judge(record, of: batch, key: nil, &findings, &profile)
      return (isGood ? .inserted : .rejected, passed(findings))
    }
    for key in keys where !judge(record, of: batch, key: key, &findings, &profile) {
      return (.rejected, passed(findings))
    }
    return (keys.isEmpty ? .skipped : .inserted, passed(findings))
  }

  private func passed(_ findings: [Finding]) -> [Finding] { findings.filter { !maker.rulesOff.contains($0.rule) } }

  /// - Returns: Whether an object would be made.
  private func judge(
    _ record: Int,
    of batch: RecordBatch,
    key: AttributeValue?,
    _ findings: inout [Finding],
    _ profile: inout EntityProfile
  ) -> Bool {
    var faults = RecordFaults()
    let isFree = checkKey(record, of: batch, key: key, &faults, &findings)
    let row = row(record, of: batch, key: key)
    guard isFree else {
      inspectRest(record, of: batch, key: key, isNew: false, faults, &findings)
      return false
    }
    guard accepts(row, record, of: batch, isNew: true, faults: nil, &findings) else { return false }
    let slots = RowSlots(row: row)
    let broken = rules.filter { !$0.isMet(by: slots) }.map { refusals.broken($0, by: slots, record, batch) }
    findings += broken
    if broken.contains(where: { $0.severity == .error && !maker.rulesOff.contains($0.rule) }) { return false }
    take(row, line: batch.places.line(of: record))
    profile.add(row)
    return true
  }

  /// Takes a record that has passed the screen, unless what the records before it say puts it in doubt.
  ///
  /// - Returns: Whether the record has been taken.
  /// - Complexity: O(1) on average for each key and reference.
  func take(_ record: Int, of screened: ScreenedRecords, line: Int, profile: inout EntityProfile) -> Bool {
    for reference in screened.ownReferences(record)
    where referenceTables[reference.relationship].holder(of: reference.print) == nil { return false }
    for index in tables.indices {
      if let print = screened.key(index, of: record), tables[index].holder(of: print) != nil { return false }
    }
    for index in tables.indices {
      let table = tables[index]
      if let print = screened.key(index, of: record) { table.insert(print, source: plan.number, line: line) }
      if table.wantsTexts, let row = screened.row(record) {
        table.note(table.slots.count == 1 ? row[row.startIndex + table.slots[0]] : .null)
      }
    }
    profile.add(record, of: screened)
    return true
  }

  /// Whether the values of good records are of use, for suggestions; once they are not, they never are again.
  var wantsValues: Bool { tables.contains(where: \.wantsTexts) }

  func print(of table: KeyTable, _ row: [AttributeValue]) -> KeyPrint? {
    if table.slots.count == 1 { return row[table.slots[0]].isNull ? nil : KeyPrint(row[table.slots[0]]) }
    let values = table.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : KeyPrint(values.map { KeyPrint($0) })
  }

  /// Remembers the keys of a rejected record, for what refers to it later.
  private func noteRejected(_ record: Int, of batch: RecordBatch) {
    for table in tables where table.isReferenced {
      let value =
        refusals.attributeOfSlot[table.slots[0]].map { batch.values[record * batch.attributeCount + $0] } ?? .null
      if !value.isNull { table.noteRejected(KeyPrint(value)) }
    }
  }

  /// Enters the keys of a good record.
  private func take(_ row: [AttributeValue], line: Int) {
    for table in tables {
      if let print = print(of: table, row) { table.insert(print, source: plan.number, line: line) }
      if table.wantsTexts { table.note(table.slots.count == 1 ? row[table.slots[0]] : .null) }
    }
  }
}
