internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Rules that an object breaks, and records that make none.
extension SourceImporter {
  /// Checks the recipe's rules.
  ///
  /// - Returns: Whether the record may stay.
  func check(_ object: ManagedObject, _ record: Int, _ batch: RecordBatch) -> Bool {
    var isGood = true
    for rule in rules where !rule.isMet(by: object) {
      let finding = refusals.broken(rule, by: ObjectSlots(object: object), record, batch)
      add(record, finding)
      if finding.severity == .error, !maker.rulesOff.contains(finding.rule) { isGood = false }
    }
    return isGood
  }

  func missingKey(_ key: Int, _ record: Int, _ batch: RecordBatch) -> Subject {
    add(record, refusals.missingKey(key, record, batch))
    return .keyless
  }

  func unmatched(_ values: [AttributeValue], _ record: Int, _ batch: RecordBatch) -> Outcome {
    if plan.recipe.unmatched == .skip || plan.recipe.unmatched == .keep { return .skipped }
    if let keyIndex, keyIndex.rejected.contains(KeyIndex.hash(values)) { return .skipped }
    let suggestion = values.count == 1 ? keyIndex.flatMap { finder.suggestion(for: values[0].text, in: $0) } : nil
    let finding = refusals.unmatched(values, record, batch, suggestion: suggestion)
    add(record, finding)
    return finding.severity == .error ? .rejected : .skipped
  }

  func addDuplicate(_ record: Int, _ batch: RecordBatch, slot: Int, holder: KeyIndex.Entry) {
    add(record, refusals.duplicate(record, batch, slot: slot, holder: holder))
  }

  func add(_ record: Int, _ finding: Finding) {
    if !maker.rulesOff.contains(finding.rule) { findings.append((record, finding)) }
  }
}
