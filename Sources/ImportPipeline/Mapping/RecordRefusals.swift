internal import AttributeValues
internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// Words the findings about records that make no object, or whose object breaks a rule: the same whether objects are made or only checked.
struct RecordRefusals {
  let plan: SourcePlan
  let maker: FindingMaker
  /// Which attribute of the plan fills a slot, by slot.
  let attributeOfSlot: [Int?]

  init(plan: SourcePlan, maker: FindingMaker) {
    self.plan = plan
    self.maker = maker
    var attributeOfSlot: [Int?] = Array(repeating: nil, count: plan.defaults.count)
    for (index, attribute) in plan.attributes.enumerated() { attributeOfSlot[attribute.slot] = index }
    self.attributeOfSlot = attributeOfSlot
  }

  private func mainField(ofSlot slot: Int) -> Int? {
    attributeOfSlot[slot].flatMap { plan.attributes[$0].input.mainField }
  }

  func missingKey(_ key: Int, _ record: Int, _ batch: RecordBatch) -> Finding {
    let attribute = plan.attributes[plan.keyAttributes[key]]
    return maker.finding(
      .valueRequired,
      "\(attribute.attribute.name) is the key, but there is no value",
      record: batch.numbers[record],
      field: attribute.input.mainField,
      place: batch.places.place(of: record),
      attribute: attribute.attribute.name
    )
  }

  func missingValue(slot: Int, _ record: Int, _ batch: RecordBatch) -> Finding {
    missing(plan.entity.layout.attributes[slot].name, field: mainField(ofSlot: slot), record, batch)
  }

  /// A required relationship that stays empty; the record names `value`, which is nothing, or nothing at all.
  func missingReference(
    _ relationship: RelationshipPlan,
    _ value: AttributeValue?,
    _ record: Int,
    _ batch: RecordBatch
  ) -> Finding {
    let what = value.map {
      "\(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened($0.text))”"
    }
    return missing(relationship.relationship.name, what, field: relationship.input.mainField, record, batch)
  }

  private func missing(
    _ name: String,
    _ what: String? = nil,
    field: Int?,
    _ record: Int,
    _ batch: RecordBatch
  ) -> Finding {
    maker.finding(
      .valueRequired,
      "\(name) is required, but there is no \(what ?? "value")",
      record: batch.numbers[record],
      field: field,
      place: batch.places.place(of: record),
      attribute: name
    )
  }

  /// A reference to nothing; `nil` where the recipe passes over it.
  ///
  /// - Parameter wasRejected: Whether a record that would have made the object was rejected, so that there is nothing to mend here.
  func unknownReference(
    _ value: AttributeValue,
    _ relationship: RelationshipPlan,
    _ record: Int,
    _ batch: RecordBatch,
    wasRejected: Bool,
    suggestion: (String) -> String?
  ) -> Finding? {
    if relationship.missing == .skip { return nil }
    let text = value.text
    return maker.finding(
      .referenceUnknown,
      severity: relationship.missing == .warning ? .warning : .error,
      "There is no \(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened(text))”"
        + (wasRejected ? ", because its record was rejected" : ""),
      record: batch.numbers[record],
      field: relationship.input.mainField,
      place: batch.places.place(of: record),
      attribute: relationship.relationship.name,
      value: text,
      suggestion: wasRejected ? nil : suggestion(text)
    )
  }

  func unmatched(_ values: [AttributeValue], _ record: Int, _ batch: RecordBatch, suggestion: String?) -> Finding {
    let attribute = plan.attributes[plan.keyAttributes[0]]
    let text = values.map(\.text).joined(separator: ", ")
    return maker.finding(
      .recordUnmatched,
      severity: plan.recipe.unmatched == .warning ? .warning : .error,
      "There is no \(plan.entity.name) whose \(plan.recipe.key.map(\.value).joined(separator: ", ")) is “\(Finding.shortened(text))”",
      record: batch.numbers[record],
      field: attribute.input.mainField,
      place: batch.places.place(of: record),
      attribute: attribute.attribute.name,
      value: text,
      suggestion: suggestion
    )
  }

  /// A record whose values in a key or a uniqueness constraint another has.
  ///
  /// - Parameter slot: The first of the constraint's attributes.
  func duplicate(_ record: Int, _ batch: RecordBatch, slot: Int, holder: KeyIndex.Entry) -> Finding {
    let attribute = attributeOfSlot[slot]
    let filling = attribute.map { plan.attributes[$0] }
    let text = attribute.map { batch.values[record * batch.attributeCount + $0].text } ?? ""
    let isOfThisSource = Int(holder.source) == plan.number
    let line = Int(holder.line)
    return maker.finding(
      .recordDuplicate,
      "There already is a \(plan.entity.name) whose \(filling?.attribute.name ?? "key") is “\(Finding.shortened(text))”"
        + (isOfThisSource ? " (first in line \(line))" : ""),
      record: batch.numbers[record],
      field: filling?.input.mainField,
      place: batch.places.place(of: record),
      attribute: filling?.attribute.name,
      value: text,
      related: isOfThisSource
        ? [RelatedPlace("first used here", at: SourcePosition(file: plan.recipe.file.value, line: line))] : []
    )
  }

  /// A rule of the recipe that an object does not meet.
  func broken(_ rule: BoundRule, by object: some SlotSubject, _ record: Int, _ batch: RecordBatch) -> Finding {
    let field = rule.slots.lazy.compactMap { mainField(ofSlot: $0) }.first
    let words = rule.plan.words(layout: plan.entity.layout) { object.slotValue($0) }
    return maker.finding(
      rule.plan.code,
      severity: rule.plan.severity,
      words.message,
      record: batch.numbers[record],
      field: field,
      place: batch.places.place(of: record),
      attribute: rule.plan.attributeNames.first,
      value: field.map { _ in rule.slots.first.map { object.slotValue($0).text } ?? "" },
      suggestion: words.suggestion
    )
  }
}
