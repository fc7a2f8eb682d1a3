internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Words the findings about records that cannot take effect as they are.
struct RecordFindings {
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

  /// The field that fills the attribute in a slot, which may be one of a sub-entity, that no field fills.
  private func mainField(ofSlot slot: Int) -> Int? {
    guard attributeOfSlot.indices.contains(slot) else { return nil }
    return attributeOfSlot[slot].flatMap { plan.attributes[$0].input.mainField }
  }

  private func finding(
    _ rule: RuleCode,
    severity: Severity? = nil,
    _ message: String,
    _ record: ProposedRecord,
    field: Int?,
    property: String? = nil,
    value: String? = nil,
    suggestion: String? = nil,
    related: [RelatedPlace] = []
  ) -> Finding {
    maker.finding(
      rule,
      severity: severity,
      message,
      record: record.number,
      field: field,
      place: record.place,
      attribute: property,
      value: value,
      suggestion: suggestion,
      related: related
    )
  }

  // MARK: Checks that look at records before

  func problem(_ problem: CheckProblem, ofAttribute index: Int?, _ record: ProposedRecord) -> Finding {
    let attribute = index.map { plan.attributes[$0] }
    return finding(
      problem.rule,
      severity: problem.severity,
      problem.message,
      record,
      field: attribute?.input.mainField,
      property: attribute?.attribute.name,
      value: index.map { record.value($0).text },
      suggestion: problem.suggestion
    )
  }

  // MARK: The objects that a record speaks of

  func missingKey(_ key: Int, _ record: ProposedRecord) -> Finding {
    let attribute = plan.attributes[plan.keyAttributes[key]]
    return finding(
      .valueRequired,
      "\(attribute.attribute.name) is the key, but there is no value",
      record,
      field: attribute.input.mainField,
      property: attribute.attribute.name
    )
  }

  func unmatched(_ values: [AttributeValue], _ record: ProposedRecord, suggestion: String?) -> Finding {
    let text = values.map(\.text).joined(separator: ", ")
    return finding(
      .recordUnmatched,
      severity: plan.recipe.unmatched == .warning ? .warning : .error,
      "There is no \(plan.entity.name) whose \(keyNames) is “\(Finding.shortened(text))”",
      record,
      field: keyAttribute.input.mainField,
      property: keyAttribute.attribute.name,
      value: text,
      suggestion: suggestion
    )
  }

  func ambiguousKey(_ values: [AttributeValue], _ record: ProposedRecord) -> Finding {
    let text = values.map(\.text).joined(separator: ", ")
    return finding(
      .referenceAmbiguous,
      "There are several \(plan.entity.name) whose \(keyNames) is “\(Finding.shortened(text))”, and nobody knows which is meant",
      record,
      field: keyAttribute.input.mainField,
      property: keyAttribute.attribute.name,
      value: text
    )
  }

  private var keyAttribute: AttributePlan { plan.attributes[plan.keyAttributes[0]] }
  private var keyNames: String { plan.recipe.key.map(\.value).joined(separator: ", ") }

  // MARK: Required values

  func missingValue(slot: Int, of entity: EntityDescription, _ record: ProposedRecord) -> Finding {
    missing(entity.layout.attributes[slot].name, field: mainField(ofSlot: slot), record)
  }

  /// A required relationship that stays empty; the record names `value`, which is nothing, or nothing at all.
  func missingReference(_ relationship: RelationshipPlan, _ value: AttributeValue?, _ record: ProposedRecord) -> Finding
  {
    let what = value.map {
      "\(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened($0.text))”"
    }
    return missing(relationship.relationship.name, what, field: relationship.input.mainField, record)
  }

  private func missing(_ name: String, _ what: String? = nil, field: Int?, _ record: ProposedRecord) -> Finding {
    finding(
      .valueRequired,
      "\(name) is required, but there is no \(what ?? "value")",
      record,
      field: field,
      property: name
    )
  }

  /// An object that is made for a reference, and lacks something that it has to have.
  func missingInCreated(
    _ property: String,
    _ relationship: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  )
    -> Finding
  {
    finding(
      .valueRequired,
      "The \(relationship.destination.name) “\(Finding.shortened(value.text))” cannot be made: its \(property) is required, and no field fills it",
      record,
      field: relationship.input.mainField,
      property: relationship.relationship.name,
      value: value.text
    )
  }

  /// An object that is made for a reference, and whose key the model does not allow.
  func invalidCreated(
    _ failure: ValidationFailure,
    _ relationship: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  ) -> Finding {
    finding(
      failure.ruleCode,
      "The \(relationship.destination.name) “\(Finding.shortened(value.text))” cannot be made: \(failure.message)",
      record,
      field: relationship.input.mainField,
      property: relationship.relationship.name,
      value: value.text
    )
  }

  // MARK: References

  /// A reference to nothing; `nil` where the recipe passes over it.
  ///
  /// - Parameter wasRejected: Whether a record that would have made the object was rejected, so that there is nothing to mend here.
  func unknownReference(
    _ value: AttributeValue,
    _ relationship: RelationshipPlan,
    _ record: ProposedRecord,
    wasRejected: Bool,
    suggestion: (String) -> String?
  ) -> Finding? {
    if relationship.missing == .skip { return nil }
    let text = value.text
    return finding(
      .referenceUnknown,
      severity: relationship.missing == .warning ? .warning : .error,
      "There is no \(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened(text))”"
        + (wasRejected ? ", because its record was rejected" : ""),
      record,
      field: relationship.input.mainField,
      property: relationship.relationship.name,
      value: text,
      suggestion: wasRejected ? nil : suggestion(text)
    )
  }

  /// A reference that several objects fit.
  func ambiguousReference(
    _ value: AttributeValue,
    _ relationship: RelationshipPlan,
    count: Int,
    _ record: ProposedRecord
  )
    -> Finding
  {
    finding(
      .referenceAmbiguous,
      "There are \(count) \(relationship.destination.name) whose \(relationship.matches.name) is “\(Finding.shortened(value.text))”, and nobody knows which is meant",
      record,
      field: relationship.input.mainField,
      property: relationship.relationship.name,
      value: value.text
    )
  }

  /// A partner that another object has already, where only one can have it.
  func takenPartner(_ value: AttributeValue, _ relationship: RelationshipPlan, holder: String, _ record: ProposedRecord)
    -> Finding
  {
    finding(
      .referenceTaken,
      "The \(relationship.destination.name) “\(Finding.shortened(value.text))” belongs to \(holder) already, and \(relationship.relationship.name) gives each to one only",
      record,
      field: relationship.input.mainField,
      property: relationship.relationship.name,
      value: value.text
    )
  }

  /// An object that would lose a relationship that it has to have.
  func lostReference(_ property: String, of holder: String, _ record: ProposedRecord) -> Finding {
    finding(
      .valueRequired,
      "\(holder) would lose its \(property), which is required",
      record,
      field: plan.relationships.first?.input.mainField
    )
  }

  /// A rule of the model about a relationship that is not met.
  func brokenRelationshipRule(_ message: String, of relationship: RelationshipDescription, _ record: ProposedRecord)
    -> Finding
  {
    let field = plan.relationships.first {
      $0.relationship === relationship || $0.relationship.inverseRelationship === relationship
    }
    return finding(
      .valuePredicate,
      "\(relationship.name): \(message)",
      record,
      field: field?.input.mainField,
      property: relationship.name
    )
  }

  // MARK: Uniqueness

  /// A record whose values in a key or a uniqueness constraint another object has.
  ///
  /// - Parameters:
  ///   - values: The values of the index's attributes, `nil` for relationships.
  ///   - holder: What is known of that object; `nil` if the record itself makes it.
  func duplicate(
    _ index: ObjectIndex,
    _ values: [AttributeValue?],
    holder: FingerprintTable.Entry?,
    _ record: ProposedRecord
  ) -> Finding {
    let attributeSlot = index.attributeSlots.first
    let field = attributeSlot.flatMap { mainField(ofSlot: $0) } ?? relationshipField(of: index)
    let texts = values.compactMap { $0?.text }
    let text = Finding.shortened(texts.joined(separator: ", "))
    let isOfThisSource = holder.map { Int($0.source) == plan.number } ?? false
    let line = holder.map { Int($0.line) } ?? 0
    let names = index.propertyNames.joined(separator: " and ")
    let what = texts.isEmpty ? "the same \(names)" : "\(names) “\(text)”"
    let message =
      values.count == 1 && !texts.isEmpty
      ? "There already is a \(index.entity.name) whose \(names) is “\(text)”"
      : "There already is a \(index.entity.name) with \(what)"
    return finding(
      .recordDuplicate,
      message + (isOfThisSource ? " (first in line \(line))" : ""),
      record,
      field: field,
      property: index.propertyNames.first,
      value: texts.first,
      related: isOfThisSource
        ? [RelatedPlace("first used here", at: SourcePosition(file: plan.recipe.file.value, line: line))] : []
    )
  }

  private func relationshipField(of index: ObjectIndex) -> Int? {
    let names = index.propertyNames
    return plan.relationships.first { names.contains($0.relationship.name) }?.input.mainField
  }

  // MARK: Rules

  /// A rule of the recipe that an object does not meet.
  func broken(
    _ rule: BoundRule,
    by attributes: [AttributeValue],
    of entity: EntityDescription,
    _ record: ProposedRecord
  )
    -> Finding
  {
    let field =
      rule.slots.lazy.compactMap { mainField(ofSlot: $0) }.first
      ?? plan.relationships.first { rule.plan.attributeNames.contains($0.relationship.name) }?.input.mainField
    let words = rule.plan.words(layout: entity.layout) { attributes[$0] }
    return finding(
      rule.plan.code,
      severity: rule.plan.severity,
      words.message,
      record,
      field: field,
      property: rule.plan.attributeNames.first,
      value: field.map { _ in rule.slots.first.map { attributes[$0].text } ?? "" },
      suggestion: words.suggestion
    )
  }
}
