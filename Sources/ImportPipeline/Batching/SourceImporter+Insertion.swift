internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Records that make objects.
extension SourceImporter {
  func insert(_ record: Int, _ batch: RecordBatch, key: AttributeValue?) throws -> Outcome {
    let row = row(record, batch, key: key, over: plan.defaults)
    guard accepts(row, record, batch, isNew: true, faults: nil) else { return .rejected }
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
}
