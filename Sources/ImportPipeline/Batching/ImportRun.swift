internal import Dispatch
internal import Findings
internal import FoundationEssentials
public import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// One import: every source of a plan through a context into its store.
///
/// A second thread reads and converts while this one makes objects and saves them, `Recipe.batchSize` at a time; after each save the context is
/// emptied, so that memory stays flat whatever the sources' size.
public final class ImportRun {
  let plan: ImportPlan
  let context: ManagedObjectContext
  let store: any PersistentStore
  private let options: ImportOptions
  private let rulesOff: Set<RuleCode>
  private let rejects: RejectFolder?
  let origins: OriginTable
  private(set) var result = ImportResult()
  private var profile: CompletenessProfile
  /// What sources do not agree on, until the places are known.
  private(set) var disagreements: [LateFinding] = []

  /// Prepares a run into `store`, which is one of the context's coordinator.
  public init(plan: ImportPlan, context: ManagedObjectContext, store: any PersistentStore, options: ImportOptions) {
    self.plan = plan
    self.context = context
    self.store = store
    self.options = options
    rulesOff = plan.recipe.rulesOff.union(options.rulesOff).union(SwitchedOffRules.codes)
    rejects = options.rejectFolder.map { RejectFolder(folder: $0, plan: plan) }
    origins = OriginTable(entities: plan.entitiesCheckedAtEnd)
    profile = CompletenessProfile(model: plan.model)
  }

  /// Carries the run out.
  ///
  /// - Parameter whenLoaded: Called after the last source, before objects are counted and the rules over all of them are checked: the moment to make
  ///   the indexes of a store that is loaded in bulk.
  /// - Returns: The findings and the accounts, which balance.
  /// - Throws: The reader's error when a source cannot be read on, the store's when it cannot be written, `ImportError`.
  public func run(whenLoaded: () throws -> Void = {}) throws -> ImportResult {
    let before = try counts()
    try profile.count(store)
    let finder = try ObjectFinder(plan: plan, context: context, store: store)
    // A group is saved before its members are read; how many there have to be is checked when everything is there.
    context.validatesToManyCounts = false
    defer { context.validatesToManyCounts = true }
    for source in plan.sources { try run(source, finder: finder) }
    try rejects?.finish()
    // The keys take more memory than all else.
    finder.removeAll()
    try whenLoaded()
    let after = try counts()
    for entity in plan.model.entities where !entity.isAbstract {
      result.addAccount(of: entity, before: before[entity.name] ?? 0, after: after[entity.name] ?? 0)
    }
    result.completeness = try profile.finished(store: store, counts: after)
    try checkAtEnd()
    try result.requireBalance()
    return result
  }

  // MARK: One source

  private func run(_ source: SourcePlan, finder: ObjectFinder) throws {
    let opened = try SourceOpener(recipe: source.recipe, files: source.files, fields: source.fieldNames).open()
    let channel = BoundedChannel<RecordBatch>(capacity: 3)
    let maker = FindingMaker(plan: source, severities: plan.recipe.severities, rulesOff: rulesOff)
    startReading(opened, source, maker, into: channel)
    let importer = SourceImporter(
      plan: source,
      context: context,
      store: store,
      finder: finder,
      rules: plan.rules(of: source),
      checks: plan.checks,
      origins: origins,
      isFollowed: plan.sources[(source.number + 1)...].contains { $0.recipe.mode != .insert },
      maker: maker
    )
    var account = SourceAccount(source)
    let start = ContinuousClock.now
    do {
      while let batch = try channel.receive() {
        let outcomes = try importer.importBatch(batch)
        try context.save()
        finder.adoptSavedObjects()
        importer.noteOrigins()
        context.reset()
        for outcome in outcomes { account.records.add(outcome) }
        try keepFindings(batch, importer.findings, outcomes, source)
        options.progress?(account.progress(source, of: plan, bytesRead: batch.bytesRead))
      }
    } catch {
      channel.cancel()
      throw error
    }
    if account.records.read == 0 { keep(source.hasNoRecords(plan.recipe.severities)) }
    account.seconds = (ContinuousClock.now - start).seconds
    result.sources.append(account)
    profile.add(importer.filledChanges, entity: source.entity)
    disagreements += importer.disagreements
  }

  /// Reads `opened` on a thread of its own.
  private func startReading(
    _ opened: any RecordSource,
    _ source: SourcePlan,
    _ maker: FindingMaker,
    into channel: BoundedChannel<RecordBatch>
  ) {
    let reading = Reading(
      source: opened,
      plan: source,
      maker: maker,
      checks: SourceChecks(plan.checks, source: source, model: plan.model),
      batchSize: plan.recipe.batchSize
    )
    DispatchQueue.global(qos: .userInitiated).async { reading.run(into: channel) }
  }

  // MARK: Findings

  /// Keeps a batch's findings in the order of its records, and writes its rejected records.
  private func keepFindings(
    _ batch: RecordBatch,
    _ later: [(record: Int, finding: Finding)],
    _ outcomes: [SourceImporter.Outcome],
    _ source: SourcePlan
  ) throws {
    guard !batch.findings.isEmpty || !later.isEmpty else { return }
    let all = (batch.findings + later).inOrderOfRecords
    for (record, finding) in all { keep(finding, isOfRecord: record >= 0) }
    guard let rejects else { return }
    var index = 0
    while index < all.count {
      let record = all[index].record
      var end = index
      while end < all.count, all[end].record == record { end += 1 }
      if record >= 0, outcomes[record] == .rejected {
        try rejects.add(batch.numbers[record], ofSource: source.number, all[index..<end].lazy.map(\.finding))
      }
      index = end
    }
  }

  /// Whether another finding would be kept, or only counted.
  var hasRoomForFindings: Bool { result.findings.count < options.findingLimit }

  /// Counts a finding, and keeps it if there is room.
  func keep(_ finding: Finding, isOfRecord: Bool = false) {
    if rulesOff.contains(finding.rule) { return }
    result.keep(finding, isOfRecord: isOfRecord, limit: options.findingLimit)
  }

  // MARK: Accounts

  private func counts() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for entity in plan.model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      counts[entity.name] = try store.count(for: fetch)
    }
    return counts
  }
}
