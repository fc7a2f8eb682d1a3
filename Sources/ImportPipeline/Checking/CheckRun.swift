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
    let kit = CheckKit(source, of: plan, tables: tables, rulesOff: rulesOff)
    var account = SourceAccount(source)
    var profile = profiles[source.entity] ?? EntityProfile(source.entity)
    let start = ContinuousClock.now
    let keepBatch = { (batch: CheckedBatch, bytesRead: Int) in
      account.records += batch.records
      for (record, finding) in batch.findings.inOrderOfRecords { self.keep(finding, isOfRecord: record >= 0) }
      self.tables.finishBatch()
      self.options.progress?(account.progress(source, of: self.plan, bytesRead: bytesRead))
    }
    if let delimited = opened as? DelimitedSource, !kit.checks.areAboutRecords {
      try check(delimited, kit, &profile, keepBatch)
    } else {
      try check(opened, kit, &profile, keepBatch)
    }
    if kit.judge.hasMetChange { return false }
    profiles[source.entity] = profile
    if account.records.read == 0 { keep(source.hasNoRecords(plan.recipe.severities)) }
    account.seconds = (ContinuousClock.now - start).seconds
    result.sources.append(account)
    return true
  }

  /// Checks records one after the other, until the source ends or a record changes an object.
  private func check(
    _ opened: some RecordSource,
    _ kit: CheckKit,
    _ profile: inout EntityProfile,
    _ keepBatch: (CheckedBatch, Int) -> Void
  ) throws {
    let check = SourceCheck(source: opened, mapper: kit.mapper(of: opened), screen: kit.screen, judge: kit.judge)
    var hasEnded = false
    while !hasEnded {
      let batch: CheckedBatch
      (batch, hasEnded) = try check.next(plan.recipe.batchSize, profile: &profile)
      if kit.judge.hasMetChange { return }
      keepBatch(batch, opened.bytesRead)
    }
  }

  /// Checks records on several threads, with the same result.
  private func check(
    _ opened: DelimitedSource,
    _ kit: CheckKit,
    _ profile: inout EntityProfile,
    _ keepBatch: @escaping (CheckedBatch, Int) -> Void
  ) throws {
    let check = BatchedCheck(
      source: opened,
      batchSize: plan.recipe.batchSize,
      judge: kit.judge,
      profile: profile,
      keep: keepBatch
    )
    let workers = (0..<max(1, options.threads)).map { _ in
      let records = KeptSource(opened)
      return BatchedCheckWorker(check, records: records, mapper: kit.mapper(of: records), screen: kit.screen)
    }
    try OrderedWork.run(workers)
    profile = check.profile
  }

  private func keep(_ finding: Finding, isOfRecord: Bool = false) {
    if !rulesOff.contains(finding.rule) { result.keep(finding, isOfRecord: isOfRecord, limit: options.findingLimit) }
  }
}
