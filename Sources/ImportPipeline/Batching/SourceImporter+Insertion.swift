internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Records that make objects.
extension SourceImporter {
  func insert(_ record: Int, _ batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
    var row = plan.defaults
    let start = record * batch.attributeCount
    for index in attributeSlots.indices where !batch.values[start + index].isNull {
      row[attributeSlots[index]] = batch.values[start + index]
    }
    if let key { row[plan.attributes[plan.keyAttributes[0]].slot] = key }
    var isRejected = false
    for slot in plan.requiredSlots where row[slot].isNull {
      isRejected = true
      add(record, refusals.missingValue(slot: slot, record, batch))
    }
    guard findRelatedObjects(record, batch, isNew: true), !isRejected else { return .rejected }
    for index in uniqueIndexes {
      if let entry = holder(of: row, in: index) {
        return duplicate(record, batch, slot: index.slots[0], holder: entry)
      }
    }
    let object = context.insert(plan.entity, validatedAttributes: row)
    connect(object)
    guard check(object, record, batch) else {
      context.delete(object)
      return .rejected
    }
    for slot in row.indices where !row[slot].isNull { filledChanges[slot] += 1 }
    finder.add(object, to: indexes, source: plan.number, line: batch.places.line(of: record))
    if keepsOrigins { made.append((object, batch.numbers[record])) }
    return .inserted
  }

  /// What is known of the object that has a new object's values in a uniqueness constraint already.
  func holder(of row: [AttributeValue], in index: ObjectIndex) -> KeyIndex.Entry? {
    if index.slots.count == 1 {
      let value = row[index.slots[0]]
      return value.isNull ? nil : finder.find(value, in: index)?.entry
    }
    let values = index.slots.map { row[$0] }
    return values.contains(where: \.isNull) ? nil : finder.find(values, in: index)?.entry
  }
}
