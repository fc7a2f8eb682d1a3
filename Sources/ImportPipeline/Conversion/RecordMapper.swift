internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import ObjectModel

/// Converts the records of one source by the plan, and finds what is wrong with each.
final class RecordMapper<Source: RecordCursor> {
  let plan: SourcePlan
  let source: Source
  let maker: FindingMaker
  var problems: [CheckProblem] = []
  /// The fields of the current record that the source itself has found faulty: what becomes of their values is only a consequence.
  private var faultyFields: [String] = []

  init(source: Source, maker: FindingMaker) {
    plan = maker.plan
    self.source = source
    self.maker = maker
  }

  /// What the source has found since its last record.
  func lastFindings() -> [Finding] {
    source.takeFindings().filter { !maker.rulesOff.contains($0.rule) }.map(maker.adjusted)
  }

  // MARK: One record

  /// The source's record, with what the source has found about it.
  func mapRecord(_ found: [Finding]) -> ProposedRecord {
    var record = ProposedRecord(number: source.recordNumber, line: source.line, place: source.place)
    record.values.reserveCapacity(plan.attributes.count)
    record.references.reserveCapacity(plan.relationships.count)
    if !faultyFields.isEmpty { faultyFields = [] }
    for finding in found where !maker.rulesOff.contains(finding.rule) {
      let finding = maker.adjusted(finding)
      let isOwn = finding.record == source.recordNumber
      record.findings.append((isOwn, finding))
      if isOwn, finding.severity == .error {
        record.state = .rejected
        if let field = finding.field {
          faultyFields.append(field)
        } else {
          record.faults.isBroken = true
        }
      }
    }
    guard !source.isBroken else {
      // Nothing can be made of such a record; where the recipe calls that no error, it is left out.
      let isLowered = record.findings.last?.isOfRecord == true && record.state == .ready
      record.state = isLowered ? .skipped : .rejected
      record.faults.isBroken = true
      mapBrokenRecord(&record)
      return record
    }
    let manyKeys = plan.takesSeveralKeys
    for index in plan.attributes.indices {
      if manyKeys, index == plan.keyAttributes[0] {
        mapKeys(&record, index)
      } else {
        mapAttribute(&record, index)
      }
    }
    for index in plan.relationships.indices { mapRelationship(&record, index) }
    return record
  }

  /// Takes from a record whose form is broken what may still be its key, so that what refers to it later is known to be a consequence.
  private func mapBrokenRecord(_ record: inout ProposedRecord) {
    for (index, attribute) in plan.attributes.enumerated() {
      var value = AttributeValue.null
      if plan.keyAttributes.contains(index) {
        let converter = attribute.input.converter(attribute.converter, of: source)
        withInput(attribute.input) { bytes in value = (try? converter.value(bytes)) ?? .null }
      }
      record.values.append(value)
    }
    record.references = plan.relationships.map { _ in [] }
  }

  func isFaulty(_ input: InputPlan) -> Bool {
    guard !faultyFields.isEmpty, let field = input.mainField else { return false }
    return faultyFields.contains(source.fieldNames[field])
  }

  /// What a finding about a part of the current record is about.
  func subject(_ record: ProposedRecord, _ part: RecordProblems.Part) -> FindingSubject {
    let (input, property) = plan.origin(of: part)
    return FindingSubject(
      record: record.number,
      place: record.place,
      field: input.mainField,
      property: property,
      value: text(input)
    )
  }

  /// Says what is wrong with a part of the record; an error rejects the record.
  func reject(
    _ record: inout ProposedRecord,
    _ part: RecordProblems.Part,
    _ kind: any FindingKind,
    severity: Severity? = nil,
    suggestion: String? = nil
  ) {
    let subject = subject(record, part)
    reject(&record, part, maker.finding(kind, severity: severity, about: subject, suggestion: suggestion))
  }

  /// Says what a check has found wrong with a part of the record.
  func reject(_ record: inout ProposedRecord, _ part: RecordProblems.Part, _ problem: CheckProblem) {
    reject(&record, part, problem.kind, severity: problem.severity, suggestion: problem.suggestion)
  }

  /// Adds a finding about a part of the record; an error rejects the record.
  func reject(_ record: inout ProposedRecord, _ part: RecordProblems.Part, _ finding: Finding) {
    if maker.rulesOff.contains(finding.rule) { return }
    if !record.has(finding) { record.findings.append((true, finding)) }
    guard finding.severity == .error else { return }
    record.state = .rejected
    record.faults.add(part)
  }

  private func mapAttribute(_ record: inout ProposedRecord, _ index: Int) {
    let attribute = plan.attributes[index]
    let converter = attribute.input.converter(attribute.converter, of: source)
    let outcome = withInput(attribute.input) { bytes in
      Result { () throws(ConversionFailure) in try converter.value(bytes) }
    }
    switch outcome {
    case .success(let value):
      record.values.append(value)
      if isFaulty(attribute.input) {
        record.faults.add(.attribute(index))
      } else if !value.isNull {
        check(value, &record, index)
      }
    case .failure(let failure):
      record.values.append(.null)
      report(failure, &record, .attribute(index))
    }
  }

  /// Maps the key when a lookup may give several: the record then speaks of several objects.
  private func mapKeys(_ record: inout ProposedRecord, _ index: Int) {
    let attribute = plan.attributes[index]
    switch values(attribute.input, attribute.converter) {
    case .success(let values):
      record.values.append(values.first ?? .null)
      if values.count > 1 { record.severalKeys = values }
      // A key that the lookup table leaves out on purpose leaves out the record; an empty one is an error, found later.
      if values.isEmpty, isFilled(attribute), record.state == .ready { record.state = .skipped }
      for value in values { check(value, &record, index) }
    case .failure(let failure):
      record.values.append(.null)
      report(failure, &record, .attribute(index))
    }
  }

  private func isFilled(_ attribute: AttributePlan) -> Bool {
    withInput(attribute.input) { bytes in
      guard let text = bytes?.trimmed else { return false }
      return !text.isEmpty && !attribute.converter.steps.isNull(text)
    }
  }

  private func mapRelationship(_ record: inout ProposedRecord, _ index: Int) {
    let relationship = plan.relationships[index]
    if isFaulty(relationship.input) { record.faults.add(.relationship(index)) }
    switch values(relationship.input, relationship.converter) {
    case .success(let values):
      checkParts(&record, index)
      let isToMany = relationship.relationship.isToMany
      record.references.append(isToMany || values.count == 1 ? values : [])
      if values.isEmpty, relationship.isToParent {
        let (key, parent) = (relationship.matches.name, relationship.destination.name)
        let kind = ReferenceFinding.noOuterKey(key, entity: parent)
        var subject = subject(record, .relationship(index))
        (subject.field, subject.value) = (nil, nil)
        reject(&record, .relationship(index), maker.finding(kind, about: subject))
      } else if !isToMany, values.count > 1 {
        let name = relationship.relationship.name
        reject(&record, .relationship(index), ReferenceFinding.severalValues(relationship: name, count: values.count))
      }
    case .failure(let failure):
      record.references.append([])
      report(failure, &record, .relationship(index))
    }
  }

  private func values(_ input: InputPlan, _ converter: ValueConverter) -> Result<[AttributeValue], ConversionFailure> {
    let converter = input.converter(converter, of: source)
    return withInput(input) { bytes in
      Result { () throws(ConversionFailure) in
        guard let bytes else { return [] }
        if converter.steps.isPlain {
          let value = try converter.value(bytes)
          return value.isNull ? [] : [value]
        }
        var values: [AttributeValue] = []
        for text in try converter.steps.texts(bytes) { values.append(try converter.plainValue(text)) }
        return values
      }
    }
  }

  // MARK: Input

  /// Calls `body` with the bytes that an input gives for the current record.
  func withInput<Result>(_ input: InputPlan, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    input.withBytes(of: source, body)
  }

  /// The text that an input gives, for messages.
  func text(_ input: InputPlan) -> String {
    withInput(input) { bytes in bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } ?? "" }
  }
}

extension String {
  /// Whether every character is ASCII.
  ///
  /// - Complexity: O(*n*) over the bytes, without branches, so that the compiler vectorises it.
  var isASCII: Bool { withContiguousBytes(\.isASCII) }
}
