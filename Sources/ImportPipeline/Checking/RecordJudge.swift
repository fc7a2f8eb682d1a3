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
    let (outcome, findings) = outcome(of: batch, &profile)
    if case .rejected = outcome { noteRejected(batch) }
    return (outcome, findings)
  }

  private func outcome(of batch: RecordBatch, _ profile: inout EntityProfile) -> (SourceImporter.Outcome, [Finding]) {
    var findings: [Finding] = []
    switch batch.states[0] {
    case .rejected:
      inspectRejected(batch, &findings)
      return (.rejected, passed(findings))
    case .skipped: return (.skipped, [])
    case .ready: break
    }
    guard let keys = batch.extras[0]?.keys else {
      let isGood = judge(batch, key: nil, &findings, &profile)
      return (isGood ? .inserted : .rejected, passed(findings))
    }
    for key in keys where !judge(batch, key: key, &findings, &profile) { return (.rejected, passed(findings)) }
    return (keys.isEmpty ? .skipped : .inserted, passed(findings))
  }

  private func passed(_ findings: [Finding]) -> [Finding] { findings.filter { !maker.rulesOff.contains($0.rule) } }

  /// - Returns: Whether an object would be made.
  private func judge(
    _ batch: RecordBatch,
    key: AttributeValue?,
    _ findings: inout [Finding],
    _ profile: inout EntityProfile
  ) -> Bool {
    var faults = RecordFaults()
    let isFree = checkKey(batch, key: key, &faults, &findings)
    let row = row(batch, key: key)
    guard isFree else {
      inspectRest(batch, key: key, isNew: false, faults, &findings)
      return false
    }
    guard accepts(row, batch, isNew: true, faults: nil, &findings) else { return false }
    let slots = RowSlots(row: row)
    let broken = rules.filter { !$0.isMet(by: slots) }.map { refusals.broken($0, by: slots, 0, batch) }
    findings += broken
    if broken.contains(where: { $0.severity == .error && !maker.rulesOff.contains($0.rule) }) { return false }
    take(row, line: batch.places.line(of: 0))
    profile.add(isFilled: row.map { !$0.isNull }, row: row)
    return true
  }

  /// Inspects a record that was rejected for some of its values.
  private func inspectRejected(_ batch: RecordBatch, _ findings: inout [Finding]) {
    var faults = batch.extras[0]?.faults ?? RecordFaults()
    if faults.isBroken { return }
    var isNew = false
    if !faults.hideKey(of: plan) {
      for key in batch.extras[0]?.keys.map({ $0.map(Optional.some) }) ?? [nil]
      where checkKey(batch, key: key, &faults, &findings) {
        isNew = true
      }
    }
    inspectRest(batch, key: nil, isNew: isNew, faults, &findings)
  }

  /// Inspects a record that makes no object.
  ///
  /// - Parameter isNew: Whether it would make one if its values were right; otherwise it may be about an object that is there.
  private func inspectRest(
    _ batch: RecordBatch,
    key: AttributeValue?,
    isNew: Bool,
    _ faults: RecordFaults,
    _ findings: inout [Finding]
  ) {
    var faults = faults
    let isNew = isNew || plan.recipe.mode == .insert
    faults.mayCompleteAnother = !isNew
    _ = accepts(row(batch, key: key, isNew: isNew), batch, isNew: isNew, faults: faults, &findings)
  }

  /// The attributes' values after the record, by slot.
  private func row(_ batch: RecordBatch, key: AttributeValue?, isNew: Bool = true) -> [AttributeValue] {
    var row = isNew ? plan.defaults : Array(repeating: .null, count: plan.defaults.count)
    for (index, attribute) in plan.attributes.enumerated() where !batch.values[index].isNull {
      row[attribute.slot] = batch.values[index]
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    return row
  }

  /// Looks the record's key up.
  ///
  /// - Returns: Whether there is one that no other record has; if not, that is among the faults.
  private func checkKey(
    _ batch: RecordBatch,
    key: AttributeValue?,
    _ faults: inout RecordFaults,
    _ findings: inout [Finding]
  ) -> Bool {
    guard let keyTable else { return true }
    let values = key.map { [$0] } ?? plan.keyAttributes.map { batch.values[$0] }
    if let missing = values.firstIndex(where: \.isNull) {
      for index in plan.keyAttributes { faults.add(.attribute(index)) }
      findings.append(refusals.missingKey(missing, 0, batch))
      return false
    }
    let print = values.count == 1 ? KeyPrint(values[0]) : KeyPrint(values.map { KeyPrint($0) })
    guard let holder = keyTable.holder(of: print) else { return true }
    let isRepetition = plan.recipe.repeats == .error && Int(holder.source) == plan.number
    if plan.recipe.mode == .upsert, !isRepetition { hasMetChange = true }
    faults.hasTakenKey = true
    findings.append(refusals.duplicate(0, batch, slot: keyTable.slots[0], holder: holder))
    return false
  }

  /// Checks required values, references and uniqueness, and if any of that is wrong also the rules, which nobody would check later.
  ///
  /// - Parameter faults: What is wrong already, and not looked at again; `nil` for nothing.
  /// - Returns: Whether the record may stay.
  private func accepts(
    _ row: [AttributeValue],
    _ batch: RecordBatch,
    isNew: Bool,
    faults: RecordFaults?,
    _ findings: inout [Finding]
  ) -> Bool {
    var isGood = faults == nil
    var unknown = faults?.unknownSlots(row, plan) ?? []
    if isNew {
      for slot in plan.requiredSlots where row[slot].isNull && !unknown.contains(slot) {
        isGood = false
        unknown.append(slot)
        findings.append(refusals.missingValue(slot: slot, 0, batch))
      }
    }
    if !checkReferences(batch, isNew: isNew, except: faults?.relationships ?? [], &findings) { isGood = false }
    if isNew, faults?.hasTakenKey != true {
      for table in uniqueTables where !table.slots.contains(where: unknown.contains) {
        guard let print = print(of: table, row), let holder = table.holder(of: print) else { continue }
        isGood = false
        findings.append(refusals.duplicate(0, batch, slot: table.slots[0], holder: holder))
      }
    }
    if isGood { return true }
    let slots = RowSlots(row: row)
    for rule in rules where !rule.slots.contains(where: unknown.contains) && !rule.isMet(by: slots) {
      findings.append(refusals.broken(rule, by: slots, 0, batch))
    }
    return false
  }

  /// Looks up every object that the record refers to.
  ///
  /// - Returns: Whether the record may stay.
  private func checkReferences(_ batch: RecordBatch, isNew: Bool, except faulty: [Int], _ findings: inout [Finding])
    -> Bool
  {
    var isGood = true
    for (index, relationship) in plan.relationships.enumerated() where !faulty.contains(index) {
      let single = batch.references[index]
      let values =
        relationship.relationship.isToMany
        ? batch.extras[0]?.members[index] ?? [] : single.isNull ? [] : [single]
      let table = referenceTables[index]
      for value in values where table.holder(of: KeyPrint(value)) == nil {
        let finding = refusals.unknownReference(
          value,
          relationship,
          0,
          batch,
          wasRejected: table.wasRejected(KeyPrint(value)),
          suggestion: table.suggestion
        )
        guard let finding else { continue }
        findings.append(finding)
        if finding.severity == .error { isGood = false }
      }
      if values.isEmpty, isNew, !relationship.relationship.isOptional {
        isGood = false
        findings.append(refusals.missingReference(relationship, 0, batch))
      }
    }
    return isGood
  }

  private func print(of table: KeyTable, _ row: [AttributeValue]) -> KeyPrint? {
    if table.slots.count == 1 { return row[table.slots[0]].isNull ? nil : KeyPrint(row[table.slots[0]]) }
    let values = table.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : KeyPrint(values.map { KeyPrint($0) })
  }

  /// Remembers the keys of a rejected record, for what refers to it later.
  private func noteRejected(_ batch: RecordBatch) {
    for table in tables where table.isReferenced {
      let value = refusals.attributeOfSlot[table.slots[0]].map { batch.values[$0] } ?? .null
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
