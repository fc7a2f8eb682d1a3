internal import Foundation
package import ImportPipeline
package import ManagedObjects
internal import ObjectModel
internal import SQLiteStore
internal import SystemErrors

/// All objects that a plan's sources make, with what each comes from: in memory, or in a temporary file if the sources are large.
///
/// `@unchecked Sendable` because all that is asked of its objects runs on the context's queue.
package final class ImportedGraph: @unchecked Sendable {
  package let plan: ImportPlan
  /// What reads the objects; it has no changes.
  package let context: ManagedObjectContext
  let store: any PersistentStore
  package let log = OriginLog()
  /// Where the sources' records stand, as far as that is known.
  let places: RecordPlaces?
  private let folder: TemporaryItem?
  private var known: RecordTrials?
  /// How the sources were read of which parts may be read by themselves.
  private let forms: [Int: String]

  /// The bytes of all sources above which the objects go to a file.
  package static let memoryLimit = 24 << 20

  /// Imports all sources.
  ///
  /// - Parameters:
  ///   - memoryLimit: The bytes of all sources above which the objects go to a file.
  ///   - places: Where the sources' records stand; `nil` if nobody notes it.
  ///   - isWanted: Whether somebody still waits for the objects; asked again and again.
  /// - Throws: As an import does: the reader's error when a source cannot be read, the store's; `CancellationError` when nobody waits any more.
  package init(
    _ plan: ImportPlan,
    memoryLimit: Int = ImportedGraph.memoryLimit,
    places: RecordPlaces? = nil,
    isWanted: (@Sendable () -> Bool)? = nil
  ) throws {
    self.plan = plan
    self.places = places
    var bytes = 0
    for file in Set(plan.sourceFiles.map(\.path)) { bytes += try Files.status(of: file)?.size ?? 0 }
    if bytes > memoryLimit {
      let folder = TemporaryItem()
      try Files.makeFolder(folder.path)
      self.folder = folder
      var options = SQLiteStoreOptions()
      options.bulkLoading = true
      store = try SQLiteStore.create(at: folder.path + "/objects.sqlite", model: plan.model, options: options)
    } else {
      folder = nil
      store = InMemoryStore()
    }
    let coordinator = PersistentStoreCoordinator(plainObjectsOf: plan.model)
    try coordinator.addPersistentStore(store)
    var options = ImportOptions()
    options.writesRows = true
    options.originLog = log
    options.findingLimit = 0
    options.isWanted = isWanted
    let importing = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let loaded = store as? SQLiteStore
    _ = try ImportRun(plan: plan, context: importing, store: store, options: options).run {
      try loaded?.finishBulkLoading()
    }
    context = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: coordinator)
    // A replaced value was validated when its record was judged, as all others were.
    context.validatesOnSave = false
    forms = try plan.readingForms()
  }

  deinit {
    // Nobody needs the file any more; it goes with its folder.
    if folder != nil { try? store.close() }
  }

  /// Runs `body` where the context may be used, one after the other.
  package func read<Value>(_ body: (ManagedObjectContext) throws -> Value) throws -> Value {
    try context.performAndWait { try body(context) }
  }

  /// What judges records beside these objects; on the context's queue.
  func trials() throws -> RecordTrials {
    if let known { return known }
    let scratch = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
    let trials = try RecordTrials(plan: plan, context: scratch, store: store, log: log, places: places)
    known = trials
    return trials
  }

  /// Reads what judges records before somebody asks.
  func prepareTrials() {
    // What goes wrong is said to whoever asks.
    _ = try? read { _ in _ = try trials() }
  }

  // MARK: Following

  /// The other values by which an import of the changed sources would differ from these objects; `nil` if it may differ by more.
  ///
  /// - Throws: The reader's error if a source cannot be read, the store's.
  package func replacements(by changes: CellChanges) throws -> [ObjectReplacement]? {
    try read { _ in try trials().replacements(by: changes, forms: forms) }
  }

  /// Gives objects other values.
  ///
  /// What each object comes from stays as it was noted: its records are the same. Where an error is thrown, the objects are of no use any more.
  ///
  /// - Throws: The store's error.
  package func apply(_ replacements: [ObjectReplacement]) throws {
    try read { context in
      for replacement in replacements {
        let object = try context.existingObject(with: replacement.objectID)
        for (slot, value) in replacement.attributes where object.attribute(slot: slot) != value {
          object.setAttribute(value, slot: slot)
        }
        for (slot, target) in replacement.toOne where object.toOneIdentifier(slot: slot) != target {
          object.setToOne(target.map(context.object(withIDOfFamily:)), slot: slot)
        }
      }
      try context.save()
      // What is worked out of others is read anew.
      context.reset()
    }
  }
}
