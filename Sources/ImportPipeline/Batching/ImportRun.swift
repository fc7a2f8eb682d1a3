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
  private let plan: ImportPlan
  private let context: ManagedObjectContext
  private let store: any PersistentStore
  private let options: ImportOptions
  private var result = ImportResult()
  private var profile: CompletenessProfile

  /// Prepares a run into `store`, which is one of the context's coordinator.
  public init(plan: ImportPlan, context: ManagedObjectContext, store: any PersistentStore, options: ImportOptions) {
    self.plan = plan
    self.context = context
    self.store = store
    self.options = options
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
    // The keys take more memory than all else; they are needed again only to say where an object with too few related ones came from.
    if !plan.model.entities.contains(where: \.limitsToManyCounts) { finder.removeAll() }
    try whenLoaded()
    try checkRulesAtEnd()
    try checkRelationshipCounts(finder)
    let after = try counts()
    account(before: before, after: after)
    result.completeness = try profile.finished(store: store, counts: after)
    try requireBalance()
    return result
  }

  // MARK: One source

  private func run(_ source: SourcePlan, finder: ObjectFinder) throws {
    let opened = try SourceOpener(recipe: source.recipe, path: source.path, fields: source.fieldNames).open()
    let channel = BoundedChannel<RecordBatch>(capacity: 3)
    let rejects = options.rejectFolder.map {
      RejectWriter(
        folder: $0,
        name: Self.fileName(source.recipe.file.value),
        preamble: opened.rejectPreamble,
        postamble: opened.rejectPostamble
      )
    }
    startReading(opened, source, into: channel)
    let importer = SourceImporter(
      plan: source,
      context: context,
      store: store,
      finder: finder,
      severities: plan.recipe.severities
    )
    var account = SourceAccount(
      file: source.recipe.file.value,
      format: source.recipe.format.rawValue,
      entity: source.entity.name,
      records: RecordCounts(),
      bytes: Self.size(of: source.path)
    )
    let start = ContinuousClock.now
    do {
      while let batch = try channel.receive() {
        let outcomes = try importer.importBatch(batch)
        try context.save()
        finder.adoptSavedObjects()
        context.reset()
        count(outcomes, in: &account.records)
        try keepFindings(batch, importer.findings, outcomes, rejects)
        options.progress?(
          ImportProgress(
            file: account.file,
            source: source.number + 1,
            sourceCount: plan.sources.count,
            records: account.records.read,
            bytesRead: batch.bytesRead,
            bytesTotal: account.bytes
          )
        )
      }
    } catch {
      channel.cancel()
      throw error
    }
    try rejects?.finish()
    if account.records.read == 0 {
      keep(
        Finding(
          .sourceNoRecords,
          severity: plan.recipe.severities[.sourceNoRecords],
          "There are no records in this source",
          at: SourcePosition(file: account.file, line: 1),
          entity: account.entity
        )
      )
    }
    let duration = ContinuousClock.now - start
    account.seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    result.sources.append(account)
    profile.add(importer.filledChanges, entity: source.entity)
  }

  /// Reads `opened` on a thread of its own.
  private func startReading(_ opened: any RecordSource, _ source: SourcePlan, into channel: BoundedChannel<RecordBatch>)
  {
    let reading = Reading(
      source: opened,
      plan: source,
      severities: plan.recipe.severities,
      batchSize: plan.recipe.batchSize
    )
    DispatchQueue.global(qos: .userInitiated).async { reading.run(into: channel) }
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func size(of path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  private func count(_ outcomes: [SourceImporter.Outcome], in records: inout RecordCounts) {
    records.read += outcomes.count
    for outcome in outcomes {
      switch outcome {
      case .inserted: records.inserted += 1
      case .updated: records.updated += 1
      case .unchanged: records.unchanged += 1
      case .rejected: records.rejected += 1
      case .skipped: records.skipped += 1
      }
    }
  }

  // MARK: Findings

  /// Keeps a batch's findings in the order of its records, and writes its rejected records.
  private func keepFindings(
    _ batch: RecordBatch,
    _ later: [(record: Int, finding: Finding)],
    _ outcomes: [SourceImporter.Outcome],
    _ rejects: RejectWriter?
  ) throws {
    guard !batch.findings.isEmpty || !later.isEmpty else { return }
    let all = (batch.findings + later).enumerated().sorted {
      ($0.element.record, $0.offset) < ($1.element.record, $1.offset)
    }
    .map(\.element)
    for (record, finding) in all { keep(finding, isOfRecord: record >= 0) }
    guard let rejects else { return }
    var index = 0
    while index < all.count {
      let record = all[index].record
      var end = index
      while end < all.count, all[end].record == record { end += 1 }
      if record >= 0, outcomes[record] == .rejected {
        try rejects.write(batch.places.rawBytes(of: record), findings: all[index..<end].map(\.finding))
      }
      index = end
    }
  }

  private func keep(_ finding: Finding, isOfRecord: Bool = false) {
    if finding.severity == .error, !isOfRecord { result.errorsBesideRecords += 1 }
    result.tally.add(finding)
    if result.findings.count < options.findingLimit { result.findings.append(finding) }
  }

  /// Checks the rules that hold over all objects, once every source has been read.
  private func checkRulesAtEnd() throws {
    for rule in plan.rules where rule.recipe.isCheckedAtEnd {
      let request = FetchRequest<ManagedObject>(entity: rule.entity)
      for object in try context.fetch(request) {
        let isMet = (try? rule.predicate.evaluate(with: object)) ?? false
        if isMet { continue }
        keep(
          Finding(
            rule.recipe.code,
            severity: plan.recipe.severities[rule.recipe.code] ?? rule.recipe.severity,
            "\(rule.message) (\(object.nameForPeople))",
            entity: rule.entity.name,
            attribute: rule.attributeNames.first
          )
        )
      }
      context.reset()
    }
  }

  /// Checks how many related objects each object has, where the model limits it.
  private func checkRelationshipCounts(_ finder: ObjectFinder) throws {
    for entity in plan.model.entities where !entity.isAbstract {
      for (slot, relationship) in entity.layout.toManyRelationships.enumerated() where relationship.limitsCount {
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = false
        for objectID in try store.objectIDs(for: fetch) {
          let count = try store.members(of: objectID, toManySlot: slot).count
          guard let failure = relationship.validate(count: count) else { continue }
          let object = context.object(with: objectID)
          let origin = finder.origin(of: object)
          keep(
            Finding(
              .referenceCount,
              severity: plan.recipe.severities[.referenceCount],
              "\(object.nameForPeople): \(failure.message), but there \(count == 1 ? "is" : "are") \(count)",
              at: origin.map { SourcePosition(file: plan.sources[$0.source].recipe.file.value, line: $0.line) },
              entity: entity.name,
              attribute: relationship.name
            )
          )
        }
        context.reset()
      }
    }
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

  private func account(before: [String: Int], after: [String: Int]) {
    for entity in plan.model.entities where !entity.isAbstract {
      let inserted = result.sources.filter { $0.entity == entity.name }.reduce(0) { $0 + $1.records.inserted }
      result.entities.append(
        EntityAccount(
          entity: entity.name,
          before: before[entity.name] ?? 0,
          inserted: inserted,
          deleted: 0,
          after: after[entity.name] ?? 0
        )
      )
    }
  }

  private func requireBalance() throws {
    let imbalances = result.sources.compactMap(\.imbalance) + result.entities.compactMap(\.imbalance)
    if !imbalances.isEmpty { throw ImportError.unbalanced(imbalances.joined(separator: "; ")) }
  }
}

/// A source on its way to the reading thread.
///
/// `@unchecked Sendable` because it is made here and then used by the reading thread alone.
private final class Reading: @unchecked Sendable {
  private let source: any RecordSource
  private let plan: SourcePlan
  private let severities: [RuleCode: Severity]
  private let batchSize: Int

  init(source: any RecordSource, plan: SourcePlan, severities: [RuleCode: Severity], batchSize: Int) {
    self.source = source
    self.plan = plan
    self.severities = severities
    self.batchSize = batchSize
  }

  func run(into channel: BoundedChannel<RecordBatch>) {
    do {
      try map(source, into: channel)
      channel.finish()
    } catch {
      channel.finish(throwing: error)
    }
  }

  /// Opens the existential, so that the mapper is compiled for the source's own type.
  private func map(_ source: some RecordSource, into channel: BoundedChannel<RecordBatch>) throws {
    try RecordMapper(plan: plan, source: source, severities: severities, batchSize: batchSize).run(into: channel)
  }
}

extension EntityDescription {
  fileprivate var limitsToManyCounts: Bool { layout.toManyRelationships.contains(where: \.limitsCount) }
}

extension RelationshipDescription {
  /// Whether the model limits how many objects a to-many relationship has.
  fileprivate var limitsCount: Bool { !isOptional || minCount > 0 || maxCount > 1 }
}
