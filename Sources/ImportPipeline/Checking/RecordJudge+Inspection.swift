internal import AttributeValues
internal import Findings
internal import ObjectModel

/// What can be told of a record: everything that is wrong, not only the first of it.
extension RecordJudge {
  /// Inspects a record that was rejected for some of its values.
  func inspectRejected(_ record: Int, of batch: RecordBatch, _ findings: inout [Finding]) {
    var faults = batch.extras[record]?.faults ?? RecordFaults()
    if faults.isBroken { return }
    var isNew = false
    if !faults.hideKey(of: plan) {
      for key in batch.extras[record]?.keys.map({ $0.map(Optional.some) }) ?? [nil]
      where checkKey(record, of: batch, key: key, &faults, &findings) {
        isNew = true
      }
    }
    inspectRest(record, of: batch, key: nil, isNew: isNew, faults, &findings)
  }

  /// Inspects a record that makes no object.
  ///
  /// - Parameter isNew: Whether it would make one if its values were right; otherwise it may be about an object that is there.
  func inspectRest(
    _ record: Int,
    of batch: RecordBatch,
    key: AttributeValue?,
    isNew: Bool,
    _ faults: RecordFaults,
    _ findings: inout [Finding]
  ) {
    var faults = faults
    let isNew = isNew || plan.recipe.mode == .insert
    faults.mayCompleteAnother = !isNew
    _ = accepts(
      row(record, of: batch, key: key, isNew: isNew),
      record,
      of: batch,
      isNew: isNew,
      faults: faults,
      &findings
    )
  }

  /// The attributes' values after the record, by slot.
  func row(_ record: Int, of batch: RecordBatch, key: AttributeValue?, isNew: Bool = true) -> [AttributeValue] {
    var row = isNew ? plan.defaults : Array(repeating: .null, count: plan.defaults.count)
    for (attribute, value) in zip(plan.attributes, batch.values(of: record)) where !value.isNull {
      row[attribute.slot] = value
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    return row
  }

  /// Looks the record's key up.
  ///
  /// - Returns: Whether there is one that no other record has; if not, that is among the faults.
  func checkKey(
    _ record: Int,
    of batch: RecordBatch,
    key: AttributeValue?,
    _ faults: inout RecordFaults,
    _ findings: inout [Finding]
  ) -> Bool {
    guard let keyTable else { return true }
    let values = key.map { [$0] } ?? plan.keyAttributes.map { batch.values[record * batch.attributeCount + $0] }
    if let missing = values.firstIndex(where: \.isNull) {
      for index in plan.keyAttributes { faults.add(.attribute(index)) }
      findings.append(refusals.missingKey(missing, record, batch))
      return false
    }
    let print = values.count == 1 ? KeyPrint(values[0]) : KeyPrint(values.map { KeyPrint($0) })
    guard let holder = keyTable.holder(of: print) else { return true }
    let isRepetition = plan.recipe.repeats == .error && Int(holder.source) == plan.number
    if plan.recipe.mode == .upsert, !isRepetition { hasMetChange = true }
    faults.hasTakenKey = true
    findings.append(refusals.duplicate(record, batch, slot: keyTable.slots[0], holder: holder))
    return false
  }

  /// Checks required values, references and uniqueness, and if any of that is wrong also the rules, which nobody would check later.
  ///
  /// - Parameter faults: What is wrong already, and not looked at again; `nil` for nothing.
  /// - Returns: Whether the record may stay.
  func accepts(
    _ row: [AttributeValue],
    _ record: Int,
    of batch: RecordBatch,
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
        findings.append(refusals.missingValue(slot: slot, record, batch))
      }
    }
    if !checkReferences(record, of: batch, isNew: isNew, except: faults?.relationships ?? [], &findings) {
      isGood = false
    }
    if isNew, faults?.hasTakenKey != true {
      for table in uniqueTables where !table.slots.contains(where: unknown.contains) {
        guard let print = print(of: table, row), let holder = table.holder(of: print) else { continue }
        isGood = false
        findings.append(refusals.duplicate(record, batch, slot: table.slots[0], holder: holder))
      }
    }
    if isGood { return true }
    let slots = RowSlots(row: row)
    for rule in rules where !rule.slots.contains(where: unknown.contains) && !rule.isMet(by: slots) {
      findings.append(refusals.broken(rule, by: slots, record, batch))
    }
    return false
  }

  /// Looks up every object that the record refers to.
  ///
  /// - Returns: Whether the record may stay.
  private func checkReferences(
    _ record: Int,
    of batch: RecordBatch,
    isNew: Bool,
    except faulty: [Int],
    _ findings: inout [Finding]
  )
    -> Bool
  {
    var isGood = true
    for (index, relationship) in plan.relationships.enumerated() where !faulty.contains(index) {
      let single = batch.references[record * batch.relationshipCount + index]
      let values =
        relationship.relationship.isToMany
        ? batch.extras[record]?.members[index] ?? [] : single.isNull ? [] : [single]
      let table = referenceTables[index]
      var isEmpty = true
      for value in values {
        if table.holder(of: KeyPrint(value)) != nil {
          isEmpty = false
          continue
        }
        let finding = refusals.unknownReference(
          value,
          relationship,
          record,
          batch,
          wasRejected: table.wasRejected(KeyPrint(value)),
          suggestion: table.suggestion
        )
        guard let finding else { continue }
        findings.append(finding)
        if finding.severity == .error {
          isGood = false
          isEmpty = false
        }
      }
      if isEmpty, isNew, !relationship.relationship.isOptional {
        isGood = false
        findings.append(refusals.missingReference(relationship, values.first, record, batch))
      }
    }
    return isGood
  }
}
