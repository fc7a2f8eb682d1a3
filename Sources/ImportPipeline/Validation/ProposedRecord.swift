internal import AttributeValues
internal import Findings
internal import ObjectModel

/// A batch of records that is not changed any more, for those who judge one record of it after the other.
final class ProposedRecords {
  let batch: RecordBatch
  let plan: SourcePlan

  init(_ batch: RecordBatch, plan: SourcePlan) {
    self.batch = batch
    self.plan = plan
  }

  subscript(index: Int) -> ProposedRecord { ProposedRecord(records: self, index: index) }
}

/// What a record proposes: typed values and the keys of the objects that it refers to. Nothing of it has touched a context or a store.
struct ProposedRecord {
  private let records: ProposedRecords
  private let index: Int

  fileprivate init(records: ProposedRecords, index: Int) {
    self.records = records
    self.index = index
  }

  /// The record's number in its source, from 1.
  var number: Int { records.batch.numbers[index] }
  /// The physical line on which it begins.
  var line: Int { records.batch.places.line(of: index) }
  var state: RecordBatch.State { records.batch.states[index] }
  /// Where the record and its fields stand.
  var place: RecordPlace { records.batch.places.place(of: index) }
  /// What is wrong with it already.
  var faults: RecordProblems { records.batch.extras[index]?.faults ?? RecordProblems() }

  /// The value of an attribute, by its number in the plan; `.null` where there is none.
  func value(_ attribute: Int) -> AttributeValue {
    records.batch.values[index * records.batch.attributeCount + attribute]
  }

  /// The values in the order of the plan's attributes.
  var values: ArraySlice<AttributeValue> { records.batch.values(of: index) }

  /// The keys of the objects that the record speaks of, one list of values for each; a value may be `.null`.
  var keys: [[AttributeValue]] {
    if let several = records.batch.extras[index]?.keys { return several.map { [$0] } }
    return [records.plan.keyAttributes.map(value)]
  }

  /// The values that name the objects of a relationship, by its number in the plan.
  func references(_ relationship: Int) -> [AttributeValue] {
    if records.plan.relationships[relationship].relationship.isToMany {
      return records.batch.extras[index]?.members[relationship] ?? []
    }
    let value = records.batch.references[index * records.batch.relationshipCount + relationship]
    return value.isNull ? [] : [value]
  }
}
