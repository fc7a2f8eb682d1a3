internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Records that change objects.
extension SourceImporter {
  func update(_ object: ManagedObject, _ record: Int, _ batch: RecordBatch, key: AttributeValue?) -> Outcome {
    let reference = object.objectID.reference
    let line = batch.places.line(of: record)
    var isGood = findRelatedObjects(record, batch, isNew: false)
    let start = record * batch.attributeCount
    var old: [(slot: Int, value: AttributeValue)] = []
    for (index, attribute) in plan.attributes.enumerated() {
      // The key's own value is already there; a lookup may have given it in several.
      if key != nil, index == plan.keyAttributes[0] { continue }
      let value = batch.values[start + index]
      let before = object.attribute(slot: attribute.slot)
      if value.isNull || value == before { continue }
      if !before.isNull, let agreement = agreements[index],
        !settle(agreement, object, before, value, record: batch.numbers[record])
      {
        continue
      }
      old.append((attribute.slot, before))
      object.setAttribute(value, slot: attribute.slot)
    }
    let changed = indexes.filter { index in index.slots.contains { slot in old.contains { $0.slot == slot } } }
    for index in uniqueIndexes where changed.contains(where: { $0 === index }) {
      let values = index.slots.map { object.attribute(slot: $0) }
      if values.contains(where: \.isNull) { continue }
      if let (other, entry) = finder.find(values, in: index), other !== object {
        addDuplicate(record, batch, slot: index.slots[0], holder: entry)
        isGood = false
      }
    }
    guard check(object, record, batch), isGood else {
      restore(object, old)
      return .rejected
    }
    let isConnected = connect(object)
    touched[reference] = line
    if old.isEmpty, !isConnected { return .unchanged }
    // A record only ever adds values: a field without one leaves the attribute as it is.
    for (slot, before) in old where before.isNull { filledChanges[slot] += 1 }
    if keepsOrigins { noteChanges(of: object, old.map(\.slot), isConnected: isConnected, batch.numbers[record]) }
    // The old values stay in the indexes; they no longer match when they are compared with the object.
    for index in changed { finder.update(object, in: index, source: plan.number, line: line) }
    return .updated
  }

  func restore(_ object: ManagedObject, _ old: [(slot: Int, value: AttributeValue)]) {
    for (slot, value) in old { object.setAttribute(value, slot: slot) }
  }
}
