internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Judges single records in full, as `SourceImporter` does, but makes no objects: keys and references are looked up in tables.
final class RecordJudge {
  private let plan: SourcePlan
  private let maker: FindingMaker
  private let refusals: RecordRefusals
  private let rules: [BoundRule]
  private let tables: [KeyTable]
  private let keyTable: KeyTable?
  /// The uniqueness constraints besides the key.
  private let uniqueTables: [KeyTable]
  private let referenceTables: [KeyTable]
  /// Whether a record means an object that another has made, which it would change: what is wrong then shows in objects only.
  private(set) var hasMetChange = false

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

  /// Judges the only record of a batch, which has been converted.
  ///
  /// - Returns: What becomes of the record where objects are made, and what else is wrong with it.
  func judge(_ batch: RecordBatch, profile: inout EntityProfile) -> (SourceImporter.Outcome, [Finding]) {
    switch batch.states[0] {
    case .rejected: return (.rejected, [])
    case .skipped: return (.skipped, [])
    case .ready: break
    }
    var findings: [Finding] = []
    guard let keys = batch.extras[0]?.keys else {
      return (judge(batch, key: nil, &findings, &profile) ? .inserted : .rejected, findings)
    }
    for key in keys where !judge(batch, key: key, &findings, &profile) { return (.rejected, findings) }
    return (keys.isEmpty ? .skipped : .inserted, findings)
  }

  /// - Returns: Whether an object would be made.
  private func judge(
    _ batch: RecordBatch,
    key: AttributeValue?,
    _ findings: inout [Finding],
    _ profile: inout EntityProfile
  ) -> Bool {
    var found: [Finding] = []
    let isGood = isGood(batch, key: key, &found, &profile)
    findings += found.filter { !maker.rulesOff.contains($0.rule) }
    return isGood
  }

  private func isGood(
    _ batch: RecordBatch,
    key: AttributeValue?,
    _ findings: inout [Finding],
    _ profile: inout EntityProfile
  ) -> Bool {
    var row = plan.defaults
    for (index, attribute) in plan.attributes.enumerated() where !batch.values[index].isNull {
      row[attribute.slot] = batch.values[index]
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    if let refusal = refusalOfKey(batch, key: key) {
      findings.append(refusal)
      return false
    }
    let missing = plan.requiredSlots.filter { row[$0].isNull }
    findings += missing.map { refusals.missingValue(slot: $0, 0, batch) }
    let (areRelatedThere, unknown) = checkReferences(batch)
    findings += unknown
    guard areRelatedThere, missing.isEmpty else { return false }
    for table in uniqueTables {
      guard let print = print(of: table, row), let holder = table.holder(of: print) else { continue }
      findings.append(refusals.duplicate(0, batch, slot: table.slots[0], holder: holder))
      return false
    }
    let slots = RowSlots(row: row)
    let broken = rules.filter { !$0.isMet(by: slots) }.map { refusals.broken($0, by: slots, 0, batch) }
    findings += broken
    if broken.contains(where: { $0.severity == .error && !maker.rulesOff.contains($0.rule) }) { return false }
    take(row, line: batch.places.line(of: 0))
    profile.add(isFilled: row.map { !$0.isNull }, row: row)
    return true
  }

  /// Why the record's key does not do, if it does not.
  private func refusalOfKey(_ batch: RecordBatch, key: AttributeValue?) -> Finding? {
    guard let keyTable else { return nil }
    let values = key.map { [$0] } ?? plan.keyAttributes.map { batch.values[$0] }
    if let missing = values.firstIndex(where: \.isNull) { return refusals.missingKey(missing, 0, batch) }
    let print = values.count == 1 ? KeyPrint(values[0]) : KeyPrint(values.map { KeyPrint($0) })
    guard let holder = keyTable.holder(of: print) else { return nil }
    let isRepetition = plan.recipe.repeats == .error && Int(holder.source) == plan.number
    if plan.recipe.mode == .upsert, !isRepetition { hasMetChange = true }
    return refusals.duplicate(0, batch, slot: keyTable.slots[0], holder: holder)
  }

  /// Looks up every object that the record refers to.
  ///
  /// - Returns: Whether the record may stay, and what is wrong.
  private func checkReferences(_ batch: RecordBatch) -> (isGood: Bool, findings: [Finding]) {
    var isGood = true
    var findings: [Finding] = []
    for (index, relationship) in plan.relationships.enumerated() {
      let single = batch.references[index]
      let values =
        relationship.relationship.isToMany
        ? batch.extras[0]?.members[index] ?? [] : single.isNull ? [] : [single]
      let table = referenceTables[index]
      for value in values where table.holder(of: KeyPrint(value)) == nil {
        let finding = refusals.unknownReference(value, relationship, 0, batch) { table.suggestion(for: $0) }
        guard let finding else { continue }
        findings.append(finding)
        if finding.severity == .error { isGood = false }
      }
      if values.isEmpty, !relationship.relationship.isOptional {
        isGood = false
        findings.append(refusals.missingReference(relationship, 0, batch))
      }
    }
    return (isGood, findings)
  }

  private func print(of table: KeyTable, _ row: [AttributeValue]) -> KeyPrint? {
    if table.slots.count == 1 { return row[table.slots[0]].isNull ? nil : KeyPrint(row[table.slots[0]]) }
    let values = table.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : KeyPrint(values.map { KeyPrint($0) })
  }

  /// Enters the keys of a good record.
  private func take(_ row: [AttributeValue], line: Int) {
    for table in tables {
      if let print = print(of: table, row) { table.insert(print, source: plan.number, line: line) }
      if table.wantsTexts { table.note(table.slots.count == 1 ? row[table.slots[0]] : .null) }
    }
  }
}
