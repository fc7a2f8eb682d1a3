internal import Findings
internal import ObjectModel

/// What the records of one source are checked with.
struct CheckKit {
  let checks: SourceChecks
  let screen: RecordScreen?
  let judge: RecordJudge
  private let plan: SourcePlan
  private let maker: FindingMaker

  init(_ source: SourcePlan, of plan: ImportPlan, tables: KeyTables, rulesOff: Set<RuleCode>) {
    self.plan = source
    maker = FindingMaker(plan: source, severities: plan.recipe.severities, rulesOff: rulesOff)
    checks = SourceChecks(plan.checks, source: source, model: plan.model)
    let rules = plan.rules(of: source).map { BoundRule(plan: $0, layout: source.entity.layout) }
    screen = RecordScreen(source, rules: rules, checks: checks, tables: tables, rulesOff: rulesOff)
    judge = RecordJudge(source, rules: rules, tables: tables, maker: maker)
  }

  /// Converts records in full.
  func mapper<Records: RecordCursor>(of records: Records) -> RecordMapper<Records> {
    RecordMapper(plan: plan, source: records, maker: maker, checks: checks)
  }
}
