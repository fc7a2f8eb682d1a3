internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// One check of every source of a plan without making any object: the findings and accounts are those that `ImportRun` would give.
///
/// Memory grows with the keys only, by 18 bytes for each.
public final class CheckRun {
  private let plan: ImportPlan
  private let options: ImportOptions
  private let rulesOff: Set<RuleCode>
  private let tables: KeyTables
  private var profiles: [EntityDescription: EntityProfile] = [:]
  private var result = ImportResult()

  /// Prepares a run; a folder for rejects in the options is not used.
  ///
  /// - Precondition: The plan's `needOfStore` is `nil`.
  public init(plan: ImportPlan, options: ImportOptions) {
    precondition(plan.needOfStore == nil, "The plan needs a store")
    self.plan = plan
    self.options = options
    rulesOff = plan.recipe.rulesOff.union(options.rulesOff).union(SwitchedOffRules.codes)
    tables = KeyTables(plan: plan)
    for entity in plan.model.entities where !entity.isAbstract { profiles[entity] = EntityProfile(entity) }
  }

  /// Carries the run out.
  ///
  /// - Returns: The findings and the accounts, which balance; `nil` if a record changes an object that another has made, so that only an import can
  ///   tell.
  /// - Throws: The reader's error when a source cannot be read on, `ImportError`.
  public func run() throws -> ImportResult? {
    for source in plan.sources {
      guard try check(source) else { return nil }
    }
    for entity in plan.model.entities where !entity.isAbstract {
      let count = profiles[entity]?.count ?? 0
      result.addAccount(of: entity, before: 0, after: count)
      result.completeness += AttributeProfile.all(
        of: entity,
        filled: profiles[entity]?.filled ?? [],
        total: count,
        histogram: { profiles[entity]?.histogram($0) }
      )
    }
    for finding in plan.completenessFindings(result.completeness) { keep(finding) }
    try result.requireBalance()
    return result
  }

  /// - Returns: Whether the source could be checked.
  private func check(_ source: SourcePlan) throws -> Bool {
    let opened = try SourceOpener(recipe: source.recipe, files: source.files, fields: source.fieldNames).open()
    // Only a call with a type of its own is compiled for that type.
    if let delimited = opened as? DelimitedSource { return try check(delimited, source) }
    return try check(opened, source)
  }

  private func check(_ opened: some RecordSource, _ source: SourcePlan) throws -> Bool {
    let maker = FindingMaker(plan: source, severities: plan.recipe.severities, rulesOff: rulesOff)
    let checks = SourceChecks(plan.checks, source: source, model: plan.model)
    let rules = plan.rules(of: source).map { BoundRule(plan: $0, layout: source.entity.layout) }
    let check = SourceCheck(
      source: opened,
      mapper: RecordMapper(plan: source, source: opened, maker: maker, checks: checks, batchSize: 1),
      screen: RecordScreen(source, rules: rules, checks: checks, tables: tables, rulesOff: rulesOff),
      judge: RecordJudge(source, rules: rules, tables: tables, maker: maker)
    )
    var account = SourceAccount(source)
    var profile = profiles[source.entity] ?? EntityProfile(source.entity)
    let start = ContinuousClock.now
    var hasEnded = false
    while !hasEnded {
      var findings: [(record: Int, finding: Finding)] = []
      let records: RecordCounts
      (records, hasEnded) = try check.next(plan.recipe.batchSize, profile: &profile, findings: &findings)
      if check.judge.hasMetChange { return false }
      account.records += records
      for (record, finding) in findings.inOrderOfRecords { keep(finding, isOfRecord: record >= 0) }
      tables.finishBatch()
      options.progress?(account.progress(source, of: plan, bytesRead: opened.bytesRead))
    }
    profiles[source.entity] = profile
    if account.records.read == 0 { keep(source.hasNoRecords(plan.recipe.severities)) }
    account.seconds = (ContinuousClock.now - start).seconds
    result.sources.append(account)
    return true
  }

  private func keep(_ finding: Finding, isOfRecord: Bool = false) {
    if !rulesOff.contains(finding.rule) { result.keep(finding, isOfRecord: isOfRecord, limit: options.findingLimit) }
  }
}
