internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// What can be told of a record without making an object of it: everything that is wrong, not only the first of it.
extension SourceImporter {
  /// The attributes' values after a record, by slot.
  func row(_ record: Int, _ batch: RecordBatch, key: AttributeValue?, over base: [AttributeValue]) -> [AttributeValue] {
    var row = base
    let start = record * batch.attributeCount
    for index in attributeSlots.indices where !batch.values[start + index].isNull {
      row[attributeSlots[index]] = batch.values[start + index]
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    return row
  }

  /// Checks required values, references and uniqueness, and if any of that is wrong also the rules, which nobody would check later.
  ///
  /// - Parameter faults: What is wrong already, and not looked at again; `nil` for nothing.
  /// - Returns: Whether the record may stay.
  func accepts(_ row: [AttributeValue], _ record: Int, _ batch: RecordBatch, isNew: Bool, faults: RecordFaults?) -> Bool
  {
    var isGood = faults == nil
    var unknown = faults?.unknownSlots(row, plan) ?? []
    if isNew {
      for slot in plan.requiredSlots where row[slot].isNull && !unknown.contains(slot) {
        isGood = false
        unknown.append(slot)
        add(record, refusals.missingValue(slot: slot, record, batch))
      }
    }
    if !findRelatedObjects(record, batch, isNew: isNew, except: faults?.relationships ?? []) { isGood = false }
    if isNew, faults?.hasTakenKey != true, !isUnique(row, record, batch, except: unknown) { isGood = false }
    if !isGood { checkRules(row, record, batch, except: unknown) }
    return isGood
  }

  /// Inspects a record that was rejected for some of its values.
  func inspectRejected(_ record: Int, of batch: RecordBatch) {
    var faults = batch.extras[record]?.faults ?? RecordFaults()
    if faults.isBroken { return }
    guard keyIndex != nil, !faults.hideKey(of: plan) else {
      return inspectRest(record, batch, key: nil, faults)
    }
    var existing: ManagedObject?
    var isNew = false
    for key in batch.extras[record]?.keys.map({ $0.map(Optional.some) }) ?? [nil] {
      switch subject(of: record, batch, key: key) {
      case .new: isNew = true
      case .existing(let object): existing = existing ?? object
      case .unmatched(.rejected): break
      case .unmatched: return
      case .keyless: for index in plan.keyAttributes { faults.add(.attribute(index)) }
      case .taken: faults.hasTakenKey = true
      }
    }
    if let existing {
      let values = plan.defaults.indices.map { existing.attribute(slot: $0) }
      _ = accepts(row(record, batch, key: nil, over: values), record, batch, isNew: false, faults: faults)
    } else if isNew {
      _ = accepts(row(record, batch, key: nil, over: plan.defaults), record, batch, isNew: true, faults: faults)
    } else {
      inspectRest(record, batch, key: nil, faults)
    }
  }

  /// Inspects a record of which nobody knows whether it would make or change an object, or which one.
  func inspectRest(_ record: Int, _ batch: RecordBatch, key: AttributeValue?, _ faults: RecordFaults) {
    var faults = faults
    let isNew = mode == .insert
    let base = isNew ? plan.defaults : Array(repeating: .null, count: plan.defaults.count)
    faults.mayCompleteAnother = !isNew
    _ = accepts(row(record, batch, key: key, over: base), record, batch, isNew: isNew, faults: faults)
  }

  /// Checks the uniqueness constraints besides the key.
  private func isUnique(_ row: [AttributeValue], _ record: Int, _ batch: RecordBatch, except unknown: [Int]) -> Bool {
    var isUnique = true
    for index in uniqueIndexes where !index.slots.contains(where: unknown.contains) {
      guard let entry = holder(of: row, in: index) else { continue }
      isUnique = false
      addDuplicate(record, batch, slot: index.slots[0], holder: entry)
    }
    return isUnique
  }

  /// What is known of the object that has a new object's values in a uniqueness constraint already.
  private func holder(of row: [AttributeValue], in index: ObjectIndex) -> KeyIndex.Entry? {
    if index.slots.count == 1 {
      let value = row[index.slots[0]]
      return value.isNull ? nil : finder.find(value, in: index)?.entry
    }
    let values = index.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : finder.find(values, in: index)?.entry
  }

  /// Checks the recipe's rules about attributes, as far as these are known.
  private func checkRules(_ row: [AttributeValue], _ record: Int, _ batch: RecordBatch, except unknown: [Int]) {
    let slots = RowSlots(row: row)
    for rule in rules
    where rule.isAboutAttributes && !rule.slots.contains(where: unknown.contains) && !rule.isMet(by: slots) {
      add(record, refusals.broken(rule, by: slots, record, batch))
    }
  }
}
