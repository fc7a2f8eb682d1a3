internal import AttributeValues
internal import Findings
internal import ObjectModel

/// The checks of one source that look at more than one value: orders from record to record, and rules of one's own.
final class SourceChecks {
  private var orders: [OrderState]
  private let rules: [any RecordRule]

  /// Whether there is anything to do for a record.
  let areAboutRecords: Bool

  init(_ checks: CheckPlan, source: SourcePlan, model: ManagedObjectModel) {
    orders = checks.orders.filter { source.entity.isKind(of: $0.entity) }.compactMap { plan in
      source.attributes.firstIndex { $0.attribute.name == plan.attributeName }.map {
        OrderState(attribute: $0, plan: plan)
      }
    }
    rules = checks.own.filter { rule in
      model.entitiesByName[rule.entityName].map { source.entity.isKind(of: $0) } ?? false
    }
    areAboutRecords = !orders.isEmpty || !rules.isEmpty
  }

  /// What is wrong with a record, each problem with the number of its attribute in the plan.
  func inspect(_ values: [AttributeValue], number: Int, _ plan: SourcePlan) -> [(Int?, CheckProblem)] {
    var found: [(Int?, CheckProblem)] = []
    for index in orders.indices {
      if let problem = orders[index].problem(values[orders[index].attribute]) {
        found.append((orders[index].attribute, problem))
      }
    }
    guard !rules.isEmpty else { return found }
    let record = RuleRecord(number: number, source: plan.recipe.file.value, plan: plan, values: values)
    for rule in rules {
      for violation in rule.violations(of: record) {
        let attribute = plan.attributes.firstIndex { $0.attribute.name == violation.attribute }
        let problem = CheckProblem(
          kind: GivenWords(rule.code, violation.message),
          severity: rule.severity,
          suggestion: violation.suggestion
        )
        found.append((attribute, problem))
      }
    }
    return found
  }
}

/// An attribute whose values rise or fall, and the last one.
private struct OrderState {
  let attribute: Int
  let plan: OrderPlan
  var last: AttributeValue = .null
  private var isRising: Bool { plan.kind == .rising }

  /// Compares a value with the one of the record before.
  mutating func problem(_ value: AttributeValue) -> CheckProblem? {
    if value.isNull { return nil }
    let before = last
    last = value
    guard !before.isNull, let isInOrder = isRising ? before.isLess(than: value) : value.isLess(than: before),
      !isInOrder
    else { return nil }
    let name = plan.attributeName
    return plan.wording.problem(
      ValueFinding.order(attribute: name, value.text, after: before.text, isRising: isRising)
    )
  }
}
