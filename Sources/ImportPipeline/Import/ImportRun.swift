internal import Findings
internal import FoundationEssentials
public import ManagedObjects
internal import ObjectModel

/// One import: every source of a plan, record by record, through a validator into a sink.
///
/// ```swift
/// let store = InMemoryStore()
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
/// try coordinator.addPersistentStore(store)
/// let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// let run = ImportRun(plan: plan, context: context, store: store, options: ImportOptions())
/// let result: ImportResult = try run.run()
/// let rules = result.findings.map(\.rule)  // value.range: a height of 559; reference.unknown: the Hound Grup
/// ```
///
/// Several threads read and convert records; they are validated and applied in the order of the sources, `Recipe.batchSize` at a time. After each batch
/// everything is saved, so that memory stays flat whatever the sources' size.
public final class ImportRun {
  let plan: ImportPlan
  let options: ImportOptions
  private let rulesOff: Set<RuleCode>
  private let rejects: RejectFolder?
  let sink: any RecordSink
  private let identifiers: IdentifierPool
  /// Where the objects go; `nil` if they are only counted.
  let target: (context: ManagedObjectContext, store: any PersistentStore)?
  let origins: OriginTable
  private(set) var result = ImportResult()
  var profile: CompletenessProfile
  /// The root entities whose objects are drawn in the finished store; `nil` stands for all.
  private let drawnAtEnd: [EntityDescription]?
  /// What sources do not agree on, until the places are known.
  private(set) var disagreements: [DeferredFinding] = []

  /// Prepares a run into `store`, which is one of the context's coordinator.
  public convenience init(
    plan: ImportPlan,
    context: ManagedObjectContext,
    store: any PersistentStore,
    options: ImportOptions
  ) {
    let makesRows =
      options.writesNothingButRows
      || options.writesRows && plan.sources.allSatisfy(plan.makesRows)
        && !plan.model.entities.contains { context.hasClass(for: $0) }
    precondition(!options.writesNothingButRows || plan.needOfObjects == nil, "The plan needs objects.")
    self.init(
      plan: plan,
      options: options,
      sink: makesRows
        ? RowSink(context: context, store: store, mayHandOver: !options.writesNothingButRows)
        : ObjectSink(context: context),
      target: (context, store)
    )
  }

  private init(
    plan: ImportPlan,
    options: ImportOptions,
    sink: any RecordSink,
    target: (context: ManagedObjectContext, store: any PersistentStore)?
  ) {
    self.plan = plan
    self.options = options
    self.sink = sink
    identifiers = IdentifierPool(target?.store)
    self.target = target
    rulesOff = plan.recipe.rulesOff.union(options.rulesOff).union(SwitchedOffRules.codes)
    rejects = target == nil ? nil : options.rejectFolder.map { RejectFolder(folder: $0, plan: plan) }
    origins = OriginTable(entities: target == nil ? [] : plan.entitiesCheckedAtEnd)
    // A new object of this run that stays as it is is drawn as it is made, and need not be read once more.
    drawnAtEnd =
      target == nil ? [] : options.writesNothingButRows ? plan.entitiesUpdated + plan.entities(of: options.parts) : nil
    profile = CompletenessProfile(model: plan.model, draws: drawnAtEnd != nil)
  }

  /// Finds out what is wrong with every source, as an import would, and keeps nothing but the keys: 22 bytes for each.
  ///
  /// - Returns: The findings and the accounts; `nil` if they depend on the objects themselves, so that only an import can tell.
  /// - Throws: The reader's error when a source cannot be read on, `ImportError`.
  public static func check(_ plan: ImportPlan, options: ImportOptions) throws -> ImportResult? {
    guard plan.needOfStore == nil else { return nil }
    do {
      return try ImportRun(plan: plan, options: options, sink: CountingSink(), target: nil).run()
    } catch is ObjectsAreNeeded {
      return nil
    } catch is PartsAreNotEnough where options.memory != nil {
      // What was seen of the parts has taken effect.
      options.memory?.forget()
      return try check(plan, options: options)
    }
  }

  /// Carries the run out.
  ///
  /// - Parameter whenLoaded: Called after the last source, before objects are counted and the rules over all of them are checked: the moment to make
  ///   the indexes of a store that is loaded in bulk.
  /// - Returns: The findings and the accounts, which balance.
  /// - Throws: The reader's error when a source cannot be read on, the store's when it cannot be written, the system's when a file cannot be read that
  ///   a record names, `ImportError`.
  public func run(whenLoaded: () throws -> Void = {}) throws -> ImportResult {
    let before = try counts()
    let resolver = ObjectResolver(plan: plan)
    if let store = target?.store {
      try profile.count(store)
      try resolver.read(store)
    }
    // Decisions have been validated; and a group is saved before its members are read.
    target?.context.validatesOnSave = false
    defer { target?.context.validatesOnSave = true }
    for finding in plan.lookupFindings { keep(finding) }
    for source in plan.sources { try run(source, resolver) }
    for number in options.parts.keys { try plan.noteNamedFiles(of: plan.sources[number]) }
    for files in plan.fileValues { try files.throwFailure() }
    for finding in try plan.unusedFiles() { keep(finding) }
    try rejects?.finish()
    // The keys take more memory than all else.
    resolver.removeAll()
    try whenLoaded()
    let after = try counts()
    for entity in plan.model.entitiesWithObjects {
      let inserted = profile.inserted(entity)
      let before = before[entity.name] ?? 0
      let account = EntityAccount(
        entity: entity.name,
        before: before,
        inserted: inserted,
        deleted: 0,
        after: target == nil ? before + inserted : after[entity.name] ?? 0
      )
      result.entities.append(account)
    }
    let objects = Dictionary(uniqueKeysWithValues: result.entities.map { ($0.entity, $0.after) })
    result.completeness = try profile.finished(store: target?.store, updated: drawnAtEnd, counts: objects)
    if let target {
      try checkAtEnd(target.context, target.store)
    } else {
      for finding in plan.completenessFindings(result.completeness) { keep(finding) }
    }
    try result.requireBalance()
    return result
  }

  // MARK: One source

  private func run(_ source: SourcePlan, _ resolver: ObjectResolver) throws {
    var account = try SourceAccount(source)
    let start = ContinuousClock.now
    let maker = FindingMaker(source, of: plan.recipe, rulesOff: rulesOff)
    let validator = RecordValidator(
      source,
      of: plan,
      resolver: resolver,
      reader: sink,
      identifiers: identifiers,
      origins: origins,
      maker: maker
    )
    if let part = options.parts[source.number] {
      account.records = try run(part, of: source, validator, maker)
      options.progress?(account.progress(source, of: plan, bytesRead: account.bytes))
    } else {
      account.records = try read(source, validator, maker, account)
    }
    for finding in source.unlisted { keep(maker.adjusted(finding)) }
    if account.records.read == 0 { keep(source.hasNoRecords(maker)) }
    account.seconds = (ContinuousClock.now - start) / .seconds(1)
    result.sources.append(account)
  }

  /// Reads all records of a source.
  private func read(
    _ source: SourcePlan,
    _ validator: RecordValidator,
    _ maker: FindingMaker,
    _ unread: SourceAccount
  ) throws -> RecordCounts {
    let opened = try source.opened?.take() ?? source.open()
    let tracer = options.tracesSources ? SourceTracer(source, opened, size: unread.bytes, of: plan, validator) : nil
    let traced = options.objectTracer
    // Changes that are proved are not decided on, and so not noted.
    let updates = try traced == nil && options.originLog == nil ? updates(by: source, validator) : nil
    let (precheck, use) =
      traced == nil ? precheck(source, validator, maker, changesObjects: updates != nil) : (nil, nil)
    var account = unread
    let importer = SourceImport(
      validator,
      sink: sink,
      use: use,
      updates: updates,
      batchSize: source.batchSize(of: plan.recipe),
      profile: profile,
      tracer: tracer
    ) { [self] findings, records, bytesRead in
      if options.isWanted?() == false { throw CancellationError() }
      try keepFindings(findings, source)
      account.records = records
      options.progress?(account.progress(source, of: plan, bytesRead: bytesRead))
    }
    importer.objectTracer = traced
    importer.originLog = options.originLog
    if use == .counting, let memory = options.memory, let precheck, let delimited = opened as? DelimitedSource {
      if let judged = memory.judged(source, delimited, precheck) {
        let batchSize = source.batchSize(of: plan.recipe)
        var replay = try JudgedReplay(source, delimited, maker, precheck, batchSize: batchSize)
        memory.keep(try replay.run(judged, importer), of: source, bytesRead: replay.bytesRead)
        profile = importer.profile
        disagreements += importer.disagreements
        return importer.records
      }
      importer.recorder = memory.recorder(source, delimited, precheck, of: plan)
    }
    let workers = (0..<max(1, options.threads)).map { _ in
      let packed = use == .packedRows ? sink.packedRows(of: source.entity) : nil
      return SourceImport.Worker(importer, opened.makeBatchReader(maker, precheck, packed))
    }
    try OrderedWork.run(workers)
    if let recorder = importer.recorder { options.memory?.keep(recorder, of: source) }
    profile = importer.profile
    disagreements += importer.disagreements
    if let trace = tracer?.trace(size: account.bytes) { result.traces[source.number] = trace }
    return importer.records
  }

  /// Keeps what a later run needs to know of a source of which parts were read.
  func keep(_ trace: SourceTrace, of source: SourcePlan) { result.traces[source.number] = trace }

  /// What may prove that records need no decision, and what is made of those; `nil` if all need one, because the sink needs their decisions, or somebody
  /// their origins.
  func precheck(
    _ source: SourcePlan,
    _ validator: RecordValidator,
    _ maker: FindingMaker,
    changesObjects: Bool
  ) -> (RecordPrecheck?, UseOfProof?) {
    guard let use = sink.useOfProof(of: source.entity), use == .counting || !origins.keeps(source.entity) else {
      return (nil, nil)
    }
    if changesObjects {
      return (RecordPrecheck(changesBy: source, validator: validator, rulesOff: maker.rulesOff), .rows)
    }
    if source.recipe.mode == .update { return (nil, nil) }
    let precheck = RecordPrecheck(source, validator: validator, rulesOff: maker.rulesOff, for: use)
    // The place of a member in an order follows from the records before it.
    let havePlaces = source.relationships.contains { $0.relationship.inverseRelationship?.isOrdered == true }
    guard use == .packedRows, precheck?.knowsAllTargets == false || havePlaces else { return (precheck, use) }
    return (RecordPrecheck(source, validator: validator, rulesOff: maker.rulesOff, for: .rows), .rows)
  }

  /// What changes objects by records of which there is proof; `nil` if the source's records are decided in full, or may make new objects.
  private func updates(by source: SourcePlan, _ validator: RecordValidator) throws -> RowUpdates? {
    guard source.recipe.mode == .update, let sink = sink as? RowSink, sink.useOfProof(of: source.entity) != nil,
      let store = target?.store as? any RowEditingStore
    else { return nil }
    return try RowUpdates(validator, sink, store)
  }

  // MARK: Findings

  /// Keeps a batch's findings in the order of its records, and writes its rejected records.
  private func keepFindings(_ findings: [SourceImport.DecidedFinding], _ source: SourcePlan) throws {
    for (record, finding) in findings { keep(finding, isOfRecord: record != nil) }
    guard let rejects else { return }
    try findings.forEachRun(where: { $0.record == $1.record }) { run in
      guard let record = run.first?.record, record.isRejected else { return }
      try rejects.add(record.number, ofSource: source.number, run.lazy.map(\.finding))
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

  /// How many objects each entity has in the store, by its name.
  private func counts() throws -> [String: Int] {
    guard let store = target?.store else { return [:] }
    return try plan.model.entitiesWithObjects.reduce(into: [:]) { counts, entity in
      counts[entity.name] = try store.count(for: StoreFetch(objectsOf: entity))
    }
  }
}

extension ManagedObjectModel {
  /// The entities that have objects of their own.
  var entitiesWithObjects: [EntityDescription] { entities.filter { !$0.isAbstract } }
}

extension StoreFetch {
  /// The objects of an entity, without those of its sub-entities.
  init(objectsOf entity: EntityDescription) {
    self.init(entity: entity)
    includesSubentities = false
  }
}
