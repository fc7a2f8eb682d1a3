internal import AttributeValues
internal import Findings
internal import ObjectModel

/// What a record proposes: typed values and the keys of the objects that it refers to. Nothing of it has touched a context or a store.
struct ProposedRecord {
  /// What has become of a record so far.
  enum State {
    /// Ready to become an object.
    case ready
    /// Rejected, with findings.
    case rejected
    /// Left out on purpose, without an error.
    case skipped
  }

  /// The record's number in its source, from 1.
  let number: Int
  /// The physical line on which it begins.
  let line: Int
  /// Where the record and its fields stand.
  let place: any PlacedRecord
  var state = State.ready
  /// The values in the order of the plan's attributes; `.null` where there is none.
  var values: [AttributeValue] = []
  /// The values that name related objects, in the order of the plan's relationships.
  var references: [[AttributeValue]] = []
  /// The keys of all objects that the record speaks of, where a lookup gave several.
  var severalKeys: [AttributeValue] = []
  /// What is wrong with it already.
  var faults = RecordProblems()
  /// What was found while it was read, about the record or about the source as a whole.
  var findings: [(isOfRecord: Bool, finding: Finding)] = []
  /// What is wrong with values, by their attributes' numbers in the plan, if the object is of a sub-entity.
  var subentityFindings: [(attribute: Int, entity: EntityDescription, finding: Finding)] = []

  /// The value of an attribute, by its number in the plan; `.null` where there is none.
  func value(_ attribute: Int) -> AttributeValue { values[attribute] }

  /// The keys of the objects that the record speaks of, one list of values for each; a value may be `.null`.
  func keys(_ plan: SourcePlan) -> [[AttributeValue]] {
    severalKeys.isEmpty ? [plan.keyAttributes.map(value)] : severalKeys.map { [$0] }
  }

  /// Whether a finding has been made of the record already, as severe at least: several attributes may be filled from one field.
  func has(_ finding: Finding) -> Bool {
    findings.contains { isOfRecord, known in
      isOfRecord && known.field == finding.field && known.rule == finding.rule && known.message == finding.message
        && known.severity >= finding.severity
    }
  }
}
