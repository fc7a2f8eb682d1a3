public import Findings
internal import FoundationEssentials

/// What a run found and did.
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
public struct ImportResult: Sendable {
  /// The findings in the order of the sources and of their records, the first `ImportOptions.findingLimit` of them.
  public var findings: [Finding] = []
  /// Every finding, counted.
  public var tally = FindingTally()
  /// One account per source, in the order of the recipe.
  public var sources: [SourceAccount] = []
  /// One account per entity that has objects of its own, in the order of the model.
  public var entities: [EntityAccount] = []
  /// How well each attribute is filled, in the order of the model.
  public var completeness: [AttributeProfile] = []

  /// How many findings of error severity reject no record: a file that breaks off, a rule over all objects.
  public var errorsBesideRecords = 0
  /// The places of these among `findings`, as far as they are kept.
  package var placesOfErrorsBesideRecords: Set<Int> = []
  /// How the sources of which parts may be taken over later were read, by their places in the recipe, if that was asked for.
  package var traces: [Int: SourceTrace] = [:]
  /// The warnings about the form of files that were kept, as hashes: two sources of one file meet the same ones.
  var formWarnings: Set<Int> = []

  /// What became of the records of all sources together.
  public var records: RecordCounts { sources.reduce(into: RecordCounts()) { $0 += $1.records } }
  /// Whether there is any finding of error severity.
  public var hasErrors: Bool { tally.counts.contains { $0.severity == .error } }
}

/// How a run is carried out.
///
/// ```swift
/// var options = ImportOptions()
/// options.threads = 1
/// options.progress = { (progress: ImportProgress) in print("\(progress.file): \(progress.records)") }
/// let result = try ImportRun.check(plan, options: options)  // an ImportError if a file cannot be read
/// ```
public struct ImportOptions: Sendable {
  /// The most findings that are kept; the rest are counted.
  public var findingLimit = 100_000
  /// Where rejected records are written, as files named like their sources; `nil` to write none.
  public var rejectFolder: String?
  /// Rules that are not checked, besides those that the recipe turns off: for finding out whether anybody would notice. Records that break one are
  /// imported as far as an object can be made of them.
  public var rulesOff: Set<RuleCode> = []
  /// How many threads read and convert records; whatever their number, the result is the same.
  public var threads = ProcessInfo.processInfo.activeProcessorCount
  /// Whether new objects may be written as rows, without managed objects, where no class, rule or change needs these: for a context that nobody
  /// observes.
  public var writesRows = false
  /// Whether new objects are always written as rows, because the store cannot be read before the last source; for plans without `needOfObjects`.
  package var writesNothingButRows = false
  /// Notes where one object has its values from; every record is then decided by itself.
  package var objectTracer: ObjectTracer?
  /// Notes where all objects have their values from.
  package var originLog: OriginLog?
  /// Whether to note what a later run needs to read only parts of sources.
  package var tracesSources = false
  /// The sources of which only parts are read, by their places in the recipe; the store has to be a `RowKeepingStore` over the file that the run wrote which
  /// read them before.
  package var parts: [Int: SourcePart] = [:]
  /// Whether somebody still wants the result; asked after each batch. A run that nobody wants any more throws `CancellationError`.
  package var isWanted: (@Sendable () -> Bool)?
  /// What is known of an earlier judgement of the same plan, and what is to be known of this one.
  package var memory: JudgementMemory?
  /// Called after every batch, by one thread at a time.
  public var progress: (@Sendable (ImportProgress) -> Void)?

  /// Makes the default options: no rejects written, no progress reported.
  public init() {}
}

/// How far a run has come.
///
/// ```swift
/// var options = ImportOptions()
/// options.threads = 1
/// options.progress = { (progress: ImportProgress) in print("\(progress.file): \(progress.records)") }
/// let result = try ImportRun.check(plan, options: options)  // an ImportError if a file cannot be read
/// ```
public struct ImportProgress: Sendable {
  /// The file that is being read, as the recipe names it.
  public var file: String
  /// The source's place in the recipe, from 1, and how many sources there are.
  public var source: Int
  /// How many sources there are.
  public var sourceCount: Int
  /// How many records of the source have been read.
  public var records: Int
  /// How many bytes of all sources have been read.
  public var bytesRead: Int
  /// How many bytes all sources have.
  public var bytesTotal: Int
}
