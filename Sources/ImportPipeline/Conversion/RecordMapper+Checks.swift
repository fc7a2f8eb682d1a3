internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// What is checked of a record while it is read.
extension RecordMapper {
  func check(_ value: AttributeValue, _ record: inout ProposedRecord, _ index: Int) {
    let plan = self.plan.attributes[index]
    let part = RecordProblems.Part.attribute(index)
    for failure in plan.attribute.validate(value) {
      reject(&record, part, noting(failure, value, plan), suggestion: plan.convertedText(of: value))
    }
    if case .string(let string) = value, !string.isASCII, !maker.rulesOff.contains(.valueMojibake),
      let finding = mojibakeFinding(string, subject(record, part))
    {
      return reject(&record, part, finding)
    }
    if case .decimal(let number) = value, !number.isKeptByDouble {
      let kept = Decimal(shortest: number.nearestDouble)
      reject(&record, part, ValueFinding.precision("\(number)", kept: "\(kept)"))
    }
    if !plan.checks.isEmpty || !plan.subentityChecks.isEmpty { runChecks(value, &record, index) }
  }

  /// What to say about a text that was decoded twice, or of which something was lost when it was decoded.
  private func mojibakeFinding(_ string: String, _ subject: @autoclosure () -> FindingSubject) -> Finding? {
    let repaired = Mojibake.repair(string)
    guard repaired != nil || string.unicodeScalars.contains("\u{FFFD}") else { return nil }
    var subject = subject()
    let source = subject.value ?? ""
    subject.value = string
    return maker.finding(
      ValueFinding.mojibake(string, isDecodedTwice: repaired != nil),
      about: subject,
      // Of a text that went through steps, the source's own is repaired.
      suggestion: string == source ? repaired : Mojibake.repair(source)
    )
  }

  /// Makes the recipe's checks of a value.
  private func runChecks(_ value: AttributeValue, _ record: inout ProposedRecord, _ index: Int) {
    let plan = self.plan.attributes[index]
    forEachProblem(plan.checks, value, plan) { reject(&record, .attribute(index), $0) }
    // Of several keys nobody knows yet whose object is of which entity.
    if self.plan.takesSeveralKeys, self.plan.keyAttributes[0] == index { return }
    for other in plan.subentityChecks {
      forEachProblem([other.check], value, plan) { problem in
        let subject = subject(record, .attribute(index))
        let (severity, suggestion) = (problem.severity, problem.suggestion)
        let finding = maker.finding(problem.kind, severity: severity, about: subject, suggestion: suggestion)
        record.subentityFindings.append((index, other.entity, finding))
      }
    }
  }

  private func forEachProblem(
    _ checks: [any ValueCheck],
    _ value: AttributeValue,
    _ plan: AttributePlan,
    _ body: (CheckProblem) -> Void
  ) {
    withInput(plan.input) { bytes in
      guard let bytes else { return }
      for check in checks { check.inspect(value, bytes, into: &problems) }
    }
    guard !problems.isEmpty else { return }
    for var problem in problems {
      // These speak of the text itself.
      if problem.kind.rule != .valuePart, problem.kind.rule != .valueDateOrder {
        problem.kind = noting(problem.kind, value, plan)
      }
      body(problem)
    }
    problems.removeAll(keepingCapacity: true)
  }

  /// Checks that somebody takes every part of the list that a relationship takes a part of.
  func checkParts(_ record: inout ProposedRecord, _ index: Int) {
    let relationship = plan.relationships[index]
    let steps = relationship.converter.steps
    guard steps.takesParts, let problem = withInput(relationship.input, { $0.flatMap(steps.partsProblem) })
    else { return }
    reject(&record, .relationship(index), problem)
  }

  /// Adds what is wrong with a text that became no value.
  func report(_ failure: ConversionFailure, _ record: inout ProposedRecord, _ part: RecordProblems.Part) {
    if case .lookup(_, _, _, .skip) = failure { return }
    if isFaulty(plan.origin(of: part).input) { return record.faults.add(part) }
    let subject = subject(record, part)
    let suggestion = suggestion(for: subject.value ?? "", part)
    reject(&record, part, maker.finding(for: failure, about: subject, suggestion: suggestion))
  }

  /// What a text that is of the wrong type was probably meant to be.
  private func suggestion(for text: String, _ part: RecordProblems.Part) -> String? {
    guard case .attribute(let index) = part else { return nil }
    return TextSuggestion(plan.attributes[index]).text(for: text)
  }

  /// Adds the value that was validated beside the text in the source, where a conversion lies between and they do not say the same.
  private func noting(_ kind: any FindingKind, _ value: AttributeValue, _ plan: AttributePlan) -> any FindingKind {
    let source = text(plan.input)
    return value.textBeside(source).map { kind.converted(from: source, to: $0) } ?? kind
  }
}

extension AttributePlan {
  /// What a value that the model does not allow would be after the conversion that it may lack; `nil` if that is not allowed either.
  func convertedText(of value: AttributeValue) -> String? {
    guard let suspectedUnit, converter.numbers.conversion == nil, let number = value.number,
      let converted = value.with(suspectedUnit.rounded(number)), attribute.validate(converted).isEmpty
    else { return nil }
    return converted.number?.plainText
  }
}
