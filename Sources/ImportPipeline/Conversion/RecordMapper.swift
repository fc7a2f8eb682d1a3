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

  init(plan: SourcePlan, source: Source, maker: FindingMaker) {
    self.plan = plan
    self.source = source
    self.maker = maker
  }

  func emptyBatch(capacity: Int) -> RecordBatch {
    RecordBatch(
      attributeCount: plan.attributes.count,
      relationshipCount: plan.relationships.count,
      capacity: capacity,
      places: source.makePlaceArena()
    )
  }

  /// What the source has found since its last record.
  func lastFindings() -> [(record: Int, finding: Finding)] {
    source.takeFindings().filter { !maker.rulesOff.contains($0.rule) }.map { (-1, maker.adjusted($0)) }
  }

  // MARK: One record

  /// Adds the source's record to `batch`, with what the source has found about it.
  func mapRecord(_ found: [Finding], into batch: inout RecordBatch) {
    let record = batch.count
    batch.numbers.append(source.recordNumber)
    batch.states.append(.ready)
    source.keepPlace(in: &batch.places)
    if !faultyFields.isEmpty { faultyFields = [] }
    for finding in found where !maker.rulesOff.contains(finding.rule) {
      let finding = maker.adjusted(finding)
      let isOwn = finding.record == source.recordNumber
      batch.findings.append((isOwn ? record : -1, finding))
      if isOwn, finding.severity == .error {
        batch.states[record] = .rejected
        if let field = finding.field {
          faultyFields.append(field)
        } else {
          batch.extras[record, default: RecordBatch.Extras()].faults.isBroken = true
        }
      }
    }
    guard !source.isBroken else {
      // Nothing can be made of such a record; where the recipe calls that no error, it is left out.
      let isLowered = batch.findings.last?.record == record && batch.states[record] == .ready
      batch.states[record] = isLowered ? .skipped : .rejected
      batch.extras[record, default: RecordBatch.Extras()].faults.isBroken = true
      mapBrokenRecord(&batch)
      return
    }
    let manyKeys = plan.takesSeveralKeys
    for index in plan.attributes.indices {
      if manyKeys, index == plan.keyAttributes[0] {
        mapKeys(record, index, &batch)
      } else {
        mapAttribute(record, index, &batch)
      }
    }
    for index in plan.relationships.indices { mapRelationship(record, index, &batch) }
  }

  /// Takes from a record whose form is broken what may still be its key, so that what refers to it later is known to be a consequence.
  private func mapBrokenRecord(_ batch: inout RecordBatch) {
    for (index, attribute) in plan.attributes.enumerated() {
      var value = AttributeValue.null
      if plan.keyAttributes.contains(index) {
        withInput(attribute.input) { bytes in value = (try? attribute.converter.value(bytes)) ?? .null }
      }
      batch.values.append(value)
    }
    batch.references.append(contentsOf: repeatElement(.null, count: plan.relationships.count))
  }

  func isFaulty(_ input: InputPlan) -> Bool {
    guard !faultyFields.isEmpty, let field = input.mainField else { return false }
    return faultyFields.contains(source.fieldNames[field])
  }

  /// What a finding about a part of the current record is about.
  func subject(_ record: Int, _ part: RecordProblems.Part, in batch: RecordBatch) -> FindingSubject {
    let (input, property) = plan.origin(of: part)
    return FindingSubject(
      record: source.recordNumber,
      place: batch.places.place(of: record),
      field: input.mainField,
      property: property,
      value: text(input)
    )
  }

  /// Says what is wrong with a part of the record; an error rejects the record.
  func reject(
    _ record: Int,
    _ part: RecordProblems.Part,
    _ rule: RuleCode,
    severity: Severity? = nil,
    _ message: String,
    suggestion: String? = nil,
    in batch: inout RecordBatch
  ) {
    let subject = subject(record, part, in: batch)
    let finding = maker.finding(rule, severity: severity, message, about: subject, suggestion: suggestion)
    reject(record, part, finding, in: &batch)
  }

  /// Says what a check has found wrong with a part of the record.
  func reject(_ record: Int, _ part: RecordProblems.Part, _ problem: CheckProblem, in batch: inout RecordBatch) {
    let (message, suggestion) = (problem.message, problem.suggestion)
    reject(record, part, problem.rule, severity: problem.severity, message, suggestion: suggestion, in: &batch)
  }

  /// Adds a finding about a part of the record; an error rejects the record.
  func reject(_ record: Int, _ part: RecordProblems.Part, _ finding: Finding, in batch: inout RecordBatch) {
    if maker.rulesOff.contains(finding.rule) { return }
    if !isKnown(finding, record, batch) { batch.findings.append((record, finding)) }
    guard finding.severity == .error else { return }
    batch.states[record] = .rejected
    addFault(part, to: record, in: &batch)
  }

  /// Whether the same has been said of the same field, from which another attribute was filled.
  private func isKnown(_ finding: Finding, _ record: Int, _ batch: RecordBatch) -> Bool {
    for (other, known) in batch.findings.reversed() {
      guard other == record else { return false }
      if known.rule == finding.rule, known.field == finding.field, known.message == finding.message { return true }
    }
    return false
  }

  func addFault(_ part: RecordProblems.Part, to record: Int, in batch: inout RecordBatch) {
    batch.extras[record, default: RecordBatch.Extras()].faults.add(part)
  }

  private func mapAttribute(_ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let attribute = plan.attributes[index]
    let outcome = withInput(attribute.input) { bytes in
      Result { () throws(ConversionFailure) in try attribute.converter.value(bytes) }
    }
    switch outcome {
    case .success(let value):
      batch.values.append(value)
      if isFaulty(attribute.input) {
        addFault(.attribute(index), to: record, in: &batch)
      } else if !value.isNull {
        check(value, record, index, &batch)
      }
    case .failure(let failure):
      batch.values.append(.null)
      report(failure, record, .attribute(index), &batch)
    }
  }

  /// Maps the key when a lookup may give several: the record then speaks of several objects.
  private func mapKeys(_ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let attribute = plan.attributes[index]
    switch values(attribute.input, attribute.converter.steps, attribute.converter) {
    case .success(let values):
      batch.values.append(values.first ?? .null)
      if values.count > 1 { batch.extras[record, default: RecordBatch.Extras()].keys = values }
      // A key that the lookup table leaves out on purpose leaves out the record; an empty one is an error, found later.
      if values.isEmpty, isFilled(attribute), case .ready = batch.states[record] { batch.states[record] = .skipped }
      for value in values { check(value, record, index, &batch) }
    case .failure(let failure):
      batch.values.append(.null)
      report(failure, record, .attribute(index), &batch)
    }
  }

  private func isFilled(_ attribute: AttributePlan) -> Bool {
    withInput(attribute.input) { bytes in
      guard let text = bytes?.trimmed else { return false }
      return !text.isEmpty && !attribute.converter.steps.isNull(text)
    }
  }

  private func mapRelationship(_ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let relationship = plan.relationships[index]
    if isFaulty(relationship.input) { addFault(.relationship(index), to: record, in: &batch) }
    switch values(relationship.input, relationship.steps, relationship.converter) {
    case .success(let values):
      checkParts(record, index, &batch)
      batch.references.append(values.count == 1 ? values[0] : .null)
      if values.isEmpty, relationship.isToParent {
        let (key, parent) = (relationship.matches.name, relationship.destination.name)
        let message = "The record around this one has no \(key), by which its \(parent) is found"
        var subject = subject(record, .relationship(index), in: batch)
        (subject.field, subject.value) = (nil, nil)
        reject(record, .relationship(index), maker.finding(.referenceUnknown, message, about: subject), in: &batch)
      } else if relationship.relationship.isToMany {
        batch.extras[record, default: RecordBatch.Extras()].members[index] = values
      } else if values.count > 1 {
        let message = "\(relationship.relationship.name) takes one object, but here are \(values.count)"
        reject(record, .relationship(index), .referenceAmbiguous, message, in: &batch)
      }
    case .failure(let failure):
      batch.references.append(.null)
      report(failure, record, .relationship(index), &batch)
    }
  }

  private func values(_ input: InputPlan, _ steps: TextSteps, _ converter: ValueConverter)
    -> Result<[AttributeValue], ConversionFailure>
  {
    withInput(input) { bytes in
      Result { () throws(ConversionFailure) in
        guard let bytes else { return [] }
        if steps.isPlain {
          let value = try converter.value(bytes)
          return value.isNull ? [] : [value]
        }
        var values: [AttributeValue] = []
        for text in try steps.texts(bytes) { values.append(try converter.plainValue(text)) }
        return values
      }
    }
  }

  // MARK: Input

  /// Calls `body` with the bytes that an input gives for the current record.
  func withInput<Result>(_ input: InputPlan, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    switch input {
    case .field(let field):
      return source.withField(field, body)
    case .constant(let text):
      return text.withContiguousBytes { body($0) }
    case .firstNonEmpty(let fields):
      for field in fields {
        let isFilled = source.withField(field) { bytes in bytes.map { !$0.trimmed.isEmpty } ?? false }
        if isFilled { return source.withField(field, body) }
      }
      return body(nil)
    case .joined(let fields, let separator):
      var parts: [String] = []
      for field in fields {
        let part = source.withField(field) { bytes in bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } }
        if let part, !part.isEmpty { parts.append(part) }
      }
      return parts.joined(separator: separator).withContiguousBytes { body($0) }
    }
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
