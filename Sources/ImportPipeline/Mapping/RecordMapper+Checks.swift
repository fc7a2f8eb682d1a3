internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// What is checked of a record while it is read.
extension RecordMapper {
  func check(_ value: AttributeValue, _ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let plan = self.plan.attributes[index]
    let failures = plan.attribute.validate(value)
    if !failures.isEmpty {
      let place = batch.places.place(of: record)
      for failure in failures {
        reject(
          record,
          .attribute(index),
          maker.finding(
            failure.ruleCode,
            failure.message,
            record: source.recordNumber,
            field: plan.input.mainField,
            place: place,
            attribute: plan.attribute.name,
            value: text(plan.input),
            suggestion: plan.convertedText(of: value)
          ),
          in: &batch
        )
      }
    }
    if case .string(let string) = value, !string.isASCII, !maker.rulesOff.contains(.valueMojibake),
      let repaired = Mojibake.repair(string)
    {
      reject(
        record,
        .attribute(index),
        maker.finding(
          .valueMojibake,
          "“\(Finding.shortened(string))” looks like text that was decoded twice",
          record: source.recordNumber,
          field: plan.input.mainField,
          place: batch.places.place(of: record),
          attribute: plan.attribute.name,
          value: string,
          suggestion: repaired
        ),
        in: &batch
      )
      return
    }
    if case .decimal(let number) = value, !number.isKeptByDouble {
      let kept = Decimal(shortest: number.nearestDouble)
      reject(
        record,
        .attribute(index),
        maker.finding(
          .valuePrecision,
          "\(number) has more digits than a store keeps: it becomes \(kept)",
          record: source.recordNumber,
          field: plan.input.mainField,
          place: batch.places.place(of: record),
          attribute: plan.attribute.name,
          value: text(plan.input)
        ),
        in: &batch
      )
    }
    if !plan.checks.isEmpty { runChecks(value, record, index, &batch) }
  }

  /// Makes the recipe's checks of a value.
  func runChecks(_ value: AttributeValue, _ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let plan = self.plan.attributes[index]
    withInput(plan.input) { bytes in
      guard let bytes else { return }
      for check in plan.checks { check.inspect(value, bytes, into: &problems) }
    }
    guard !problems.isEmpty else { return }
    for problem in problems { add(problem, record, attribute: index, &batch) }
    problems.removeAll(keepingCapacity: true)
  }

  /// Checks that somebody takes every part of the list that a relationship takes a part of.
  func checkParts(_ record: Int, _ index: Int, _ batch: inout RecordBatch) {
    let relationship = plan.relationships[index]
    guard relationship.steps.takesParts,
      let problem = withInput(relationship.input, { $0.flatMap(relationship.steps.partsProblem) })
    else { return }
    reject(
      record,
      .relationship(index),
      maker.finding(
        problem.rule,
        severity: problem.severity,
        problem.message,
        record: source.recordNumber,
        field: relationship.input.mainField,
        place: batch.places.place(of: record),
        attribute: relationship.relationship.name,
        value: text(relationship.input)
      ),
      in: &batch
    )
  }

  private func add(_ problem: CheckProblem, _ record: Int, attribute index: Int?, _ batch: inout RecordBatch) {
    let plan = index.map { self.plan.attributes[$0] }
    reject(
      record,
      index.map { .attribute($0) } ?? .whole,
      maker.finding(
        problem.rule,
        severity: problem.severity,
        problem.message,
        record: source.recordNumber,
        field: plan?.input.mainField,
        place: batch.places.place(of: record),
        attribute: plan?.attribute.name,
        value: plan.map { text($0.input) },
        suggestion: problem.suggestion
      ),
      in: &batch
    )
  }

  func report(
    _ failure: ConversionFailure,
    _ record: Int,
    _ part: RecordFaults.Part,
    _ input: InputPlan,
    _ attribute: String,
    _ batch: inout RecordBatch
  ) {
    if case .lookup(_, _, _, .skip) = failure { return }
    if isFaulty(input) { return addFault(part, to: record, in: &batch) }
    reject(
      record,
      part,
      maker.finding(
        for: failure,
        text: text(input),
        record: source.recordNumber,
        field: input.mainField,
        place: batch.places.place(of: record),
        attribute: attribute
      ),
      in: &batch
    )
  }
}

extension AttributePlan {
  /// What a value that the model does not allow would be after the conversion that it may lack; `nil` if that is not allowed either.
  func convertedText(of value: AttributeValue) -> String? {
    guard let suspectedUnit, let number = value.number, let converted = value.with(suspectedUnit.rounded(number)),
      attribute.validate(converted).isEmpty
    else { return nil }
    return converted.number?.plainText
  }
}
