internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// Makes the findings about records that cannot take effect as they are.
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

  /// What a finding about a record is about.
  private func subject(
    _ record: ProposedRecord,
    field: Int? = nil,
    property: String? = nil,
    value: String? = nil
  ) -> FindingSubject {
    FindingSubject(record: record.number, place: record.place, field: field, property: property, value: value)
  }

  /// The value that a record gives to an attribute.
  private func subject(_ record: ProposedRecord, _ attribute: AttributePlan, _ value: String? = nil) -> FindingSubject {
    subject(record, field: attribute.input.mainField, property: attribute.attribute.name, value: value)
  }

  /// The value by which a record refers to an object.
  private func subject(_ record: ProposedRecord, _ plan: RelationshipPlan, _ value: AttributeValue?) -> FindingSubject {
    subject(record, field: plan.input.mainField, property: plan.relationship.name, value: value?.text)
  }

  // MARK: Checks that look at records before

  func problem(_ problem: CheckProblem, ofAttribute index: Int?, _ record: ProposedRecord) -> Finding {
    maker.finding(
      problem.kind,
      severity: problem.severity,
      about: index.map { subject(record, plan.attributes[$0], record.value($0).text) } ?? subject(record),
      suggestion: problem.suggestion
    )
  }

  func problem(
    _ problem: CheckProblem,
    ofReference plan: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  ) -> Finding {
    maker.finding(
      problem.kind,
      severity: problem.severity,
      about: subject(record, plan, value),
      // What the value was made from is not what the check has seen.
      suggestion: plan.converter.takesTextAsItStands ? problem.suggestion : nil
    )
  }

  // MARK: The objects that a record speaks of

  func missingKey(_ key: Int, _ record: ProposedRecord) -> Finding {
    let attribute = plan.attributes[plan.keyAttributes[key]]
    return maker.finding(ValueFinding.requiredKey(attribute.attribute.name), about: subject(record, attribute))
  }

  func unmatched(_ values: [AttributeValue], _ record: ProposedRecord, suggestion: String?) -> Finding {
    maker.finding(
      RecordFinding.unmatched(object(values)),
      severity: plan.recipe.unmatched == .warning ? .warning : .error,
      about: keySubject(values, record),
      suggestion: suggestion
    )
  }

  func ambiguousKey(_ values: [AttributeValue], _ record: ProposedRecord) -> Finding {
    maker.finding(ReferenceFinding.ambiguousKey(object(values)), about: keySubject(values, record))
  }

  private func object(_ key: [AttributeValue]) -> NamedObject {
    NamedObject(plan.entity.name, plan.recipe.key.map(\.value).joined(separator: ", "), key.joinedText)
  }

  private func keySubject(_ values: [AttributeValue], _ record: ProposedRecord) -> FindingSubject {
    subject(record, plan.attributes[plan.keyAttributes[0]], values.joinedText)
  }

  // MARK: Required values

  func missingValue(slot: Int, of entity: EntityDescription, _ record: ProposedRecord) -> Finding {
    missing(subject(record, field: mainField(ofSlot: slot), property: entity.layout.attributes[slot].name))
  }

  /// A required relationship that stays empty; the record names `value`, which is nothing, or nothing at all.
  func missingReference(_ plan: RelationshipPlan, _ value: AttributeValue?, _ record: ProposedRecord) -> Finding {
    missing(subject(record, plan, nil), value.map(plan.object))
  }

  private func missing(_ subject: FindingSubject, _ object: NamedObject? = nil) -> Finding {
    maker.finding(ValueFinding.required(property: subject.property ?? "", lacks: object), about: subject)
  }

  /// An object that is made for a reference, and lacks something that it has to have.
  func missingInCreated(
    _ property: String,
    _ plan: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  ) -> Finding {
    impossible(.unfilled(property: property), plan, value, record)
  }

  /// An object that is made for a reference, and whose key the model does not allow. Where that is no error, it is made all the same.
  func invalidCreated(
    _ failure: ValidationFailure,
    _ plan: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  ) -> Finding {
    impossible(.invalid(failure.rule, problem: failure.message), plan, value, record)
  }

  private func impossible(
    _ flaw: ValueFinding.Flaw,
    _ plan: RelationshipPlan,
    _ value: AttributeValue,
    _ record: ProposedRecord
  ) -> Finding {
    func kind(isMade: Bool) -> ValueFinding {
      .created(entity: plan.destination.name, value.text, flaw, isMade: isMade)
    }
    var finding = maker.finding(kind(isMade: false), about: subject(record, plan, value))
    if finding.severity != .error { finding.kind = kind(isMade: true) }
    return finding
  }

  // MARK: References

  /// A reference to nothing; `nil` where the recipe passes over it.
  ///
  /// - Parameter wasRejected: Whether a record that would have made the object was rejected, so that there is nothing to correct here.
  func unknownReference(
    _ value: AttributeValue,
    _ plan: RelationshipPlan,
    _ record: ProposedRecord,
    wasRejected: Bool,
    suggestion: (String) -> String?
  ) -> Finding? {
    if plan.missing == .skip { return nil }
    return maker.finding(
      ReferenceFinding.unknown(plan.object(value), wasRejected: wasRejected),
      severity: plan.missing == .warning ? .warning : .error,
      about: subject(record, plan, value),
      suggestion: wasRejected ? nil : suggestion(value.text)
    )
  }

  /// A reference that several objects fit.
  func ambiguousReference(_ value: AttributeValue, _ plan: RelationshipPlan, count: Int, _ record: ProposedRecord)
    -> Finding
  {
    maker.finding(ReferenceFinding.ambiguous(plan.object(value), count: count), about: subject(record, plan, value))
  }

  /// A partner that another object has already, where only one can have it.
  func takenPartner(_ value: AttributeValue, _ plan: RelationshipPlan, holder: String, _ record: ProposedRecord)
    -> Finding
  {
    let (entity, name) = (plan.destination.name, plan.relationship.name)
    let kind = ReferenceFinding.taken(entity: entity, value.text, holder: holder, relationship: name)
    return maker.finding(kind, about: subject(record, plan, value))
  }

  /// An object that would lose a relationship that it has to have.
  func lostReference(_ property: String, of holder: String, _ record: ProposedRecord) -> Finding {
    let subject = subject(record, field: plan.relationships.first?.input.mainField)
    return maker.finding(ValueFinding.lost(property: property, holder: holder), about: subject)
  }

  /// A rule of the model about a relationship that is not met.
  func brokenRelationshipRule(_ message: String, of relationship: RelationshipDescription, _ record: ProposedRecord)
    -> Finding
  {
    let name = relationship.name
    let field = plan.relationships.first {
      $0.relationship === relationship || $0.relationship.inverseRelationship === relationship
    }?
    .input.mainField
    return maker.finding(
      ValueFinding.relationship(name, problem: message),
      about: subject(record, field: field, property: name)
    )
  }

  // MARK: Uniqueness

  /// A record whose values in a key or a uniqueness constraint another object has.
  ///
  /// - Parameters:
  ///   - values: The values of the index's attributes, `nil` for relationships.
  ///   - holder: What is known of that object; `nil` if the record itself makes it.
  ///   - reference: The relationship that means the object; `nil` if the record speaks of it.
  func duplicate(
    _ index: ObjectIndex,
    _ values: [AttributeValue?],
    holder: FingerprintTable.Entry?,
    _ record: ProposedRecord,
    reference: RelationshipPlan? = nil
  ) -> Finding {
    let names = index.propertyNames
    let field: Int?
    if let reference {
      field = reference.input.mainField
    } else {
      field =
        index.attributeSlots.lazy.compactMap { mainField(ofSlot: $0) }.first
        ?? plan.relationships.first { names.contains($0.relationship.name) }?.input.mainField
    }
    let known = values.compactMap(\.self)
    let line = holder.flatMap { Int($0.source) == plan.number ? Int($0.line) : nil }
    let kind = RecordFinding.duplicate(
      entity: index.entity.name,
      properties: names,
      values: known.isEmpty ? nil : known.joinedText,
      firstLine: line
    )
    let related = line.map { line in
      RelatedPlace(.firstUse, at: SourcePosition(file: plan.recipe.file.value, line: line))
    }
    let subject = subject(record, field: field, property: names.first, value: known.first?.text)
    return maker.finding(kind, about: subject, related: related.map { [$0] } ?? [])
  }

  // MARK: Rules

  /// A rule of the recipe that an object does not meet.
  func broken(
    _ rule: BoundRule,
    by attributes: [AttributeValue],
    of entity: EntityDescription,
    _ record: ProposedRecord
  ) -> Finding {
    let names = rule.plan.attributeNames
    let field =
      rule.slots.lazy.compactMap { mainField(ofSlot: $0) }.first
      ?? plan.relationships.first { names.contains($0.relationship.name) }?.input.mainField
    let value = field.map { _ in rule.slots.first.map { attributes[$0].text } ?? "" }
    let words = rule.plan.words(layout: entity.layout) { attributes[$0] }
    return maker.finding(
      words.kind,
      severity: rule.plan.severity,
      about: subject(record, field: field, property: names.first, value: value),
      suggestion: words.suggestion
    )
  }
}

extension RelationshipPlan {
  /// The object that a value means.
  fileprivate func object(_ value: AttributeValue) -> NamedObject {
    NamedObject(destination.name, matches.name, value.text)
  }
}

extension [AttributeValue] {
  /// The values as one text.
  fileprivate var joinedText: String { map(\.text).joined(separator: ", ") }
}
