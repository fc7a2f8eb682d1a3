internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// What is checked of a record while it is read.
extension RecordMapper {
  func check(_ value: AttributeValue, _ record: Int, _ plan: AttributePlan, _ batch: inout RecordBatch) {
    let failures = plan.attribute.validate(value)
    if !failures.isEmpty {
      let place = batch.places.place(of: record)
      for failure in failures {
        reject(
          record,
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
    if !plan.checks.isEmpty { runChecks(value, record, plan, &batch) }
  }

  /// Makes the recipe's checks of a value.
  func runChecks(_ value: AttributeValue, _ record: Int, _ plan: AttributePlan, _ batch: inout RecordBatch) {
    withInput(plan.input) { bytes in
      guard let bytes else { return }
      for check in plan.checks { check.inspect(value, bytes, into: &problems) }
    }
    guard !problems.isEmpty else { return }
    for problem in problems {
      add(problem, record, field: plan.input.mainField, attribute: plan.attribute.name, value: text(plan.input), &batch)
    }
    problems.removeAll(keepingCapacity: true)
  }

  /// Makes the checks that look at a whole record or at the records before it.
  func checkRecord(_ record: Int, _ batch: inout RecordBatch) {
    let found = checks.inspect(batch.values(of: record), number: source.recordNumber, plan)
    for (attribute, problem) in found {
      let plan = attribute.map { self.plan.attributes[$0] }
      add(
        problem,
        record,
        field: plan?.input.mainField,
        attribute: plan?.attribute.name,
        value: plan.map { text($0.input) },
        &batch
      )
    }
  }

  func add(
    _ problem: CheckProblem,
    _ record: Int,
    field: Int?,
    attribute: String?,
    value: String?,
    _ batch: inout RecordBatch
  ) {
    reject(
      record,
      maker.finding(
        problem.rule,
        severity: problem.severity,
        problem.message,
        record: source.recordNumber,
        field: field,
        place: batch.places.place(of: record),
        attribute: attribute,
        value: value,
        suggestion: problem.suggestion
      ),
      in: &batch
    )
  }

  func report(
    _ failure: ConversionFailure,
    _ record: Int,
    _ input: InputPlan,
    _ attribute: String,
    _ batch: inout RecordBatch
  ) {
    if case .lookup(_, _, _, .skip) = failure { return }
    if isFaulty(input) { return }
    reject(
      record,
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
