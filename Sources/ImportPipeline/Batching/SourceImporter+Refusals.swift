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
      let field = rule.slots.lazy.compactMap { self.attributeOfSlot[$0] }.compactMap {
        self.plan.attributes[$0].input.mainField
      }.first
      let words = rule.plan.words(for: object)
      let finding = maker.finding(
        rule.plan.code,
        severity: rule.plan.severity,
        words.message,
        record: batch.numbers[record],
        field: field,
        place: batch.places.place(of: record),
        attribute: rule.plan.attributeNames.first,
        value: field.map { _ in rule.slots.first.map { object.attribute(slot: $0).text } ?? "" },
        suggestion: words.suggestion
      )
      add(record, finding)
      if finding.severity == .error, !maker.rulesOff.contains(finding.rule) { isGood = false }
    }
    return isGood
  }

  func missingKey(_ key: Int, _ record: Int, _ batch: RecordBatch) -> Outcome {
    let attribute = plan.attributes[plan.keyAttributes[key]]
    add(
      record,
      maker.finding(
        .valueRequired,
        "\(attribute.attribute.name) is the key, but there is no value",
        record: batch.numbers[record],
        field: attribute.input.mainField,
        place: batch.places.place(of: record),
        attribute: attribute.attribute.name
      )
    )
    return .rejected
  }

  func unmatched(_ values: [AttributeValue], _ record: Int, _ batch: RecordBatch) -> Outcome {
    if plan.recipe.unmatched == .skip || plan.recipe.unmatched == .keep { return .skipped }
    if let keyIndex, keyIndex.rejected.contains(KeyIndex.hash(values)) { return .skipped }
    let attribute = plan.attributes[plan.keyAttributes[0]]
    let text = values.map(\.text).joined(separator: ", ")
    let finding = maker.finding(
      .recordUnmatched,
      severity: plan.recipe.unmatched == .warning ? .warning : .error,
      "There is no \(plan.entity.name) whose \(plan.recipe.key.map(\.value).joined(separator: ", ")) is “\(Finding.shortened(text))”",
      record: batch.numbers[record],
      field: attribute.input.mainField,
      place: batch.places.place(of: record),
      attribute: attribute.attribute.name,
      value: text,
      suggestion: values.count == 1 ? keyIndex.flatMap { finder.suggestion(for: text, in: $0) } : nil
    )
    add(record, finding)
    return finding.severity == .error ? .rejected : .skipped
  }

  func duplicate(_ record: Int, _ batch: RecordBatch, attribute: Int?, line: Int, source: Int) -> Outcome {
    let plan = attribute.map { self.plan.attributes[$0] }
    let text = attribute.map { batch.values[record * batch.attributeCount + $0].text } ?? ""
    let place = batch.places.place(of: record)
    var related: [RelatedPlace] = []
    if source == self.plan.number {
      let position = SourcePosition(file: self.plan.recipe.file.value, line: line)
      related = [RelatedPlace("first used here", at: position)]
    }
    let origin = source == self.plan.number ? " (first in line \(line))" : ""
    add(
      record,
      maker.finding(
        .recordDuplicate,
        "There already is a \(self.plan.entity.name) whose \(plan?.attribute.name ?? "key") is “\(Finding.shortened(text))”\(origin)",
        record: batch.numbers[record],
        field: plan?.input.mainField,
        place: place,
        attribute: plan?.attribute.name,
        value: text,
        related: related
      )
    )
    return .rejected
  }

  func add(_ record: Int, _ finding: Finding) {
    if !maker.rulesOff.contains(finding.rule) { findings.append((record, finding)) }
  }
}
