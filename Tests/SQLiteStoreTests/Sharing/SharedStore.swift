import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport

/// A store file that several connections and processes use, each through a stack of its own.
struct SharedStore {
  let folder: TemporaryFolder
  var path: String { folder.file("Kennel.sqlite") }

  /// Makes an empty store of the conformance model.
  init(journalMode: SQLiteStoreOptions.JournalMode = .delete) throws {
    folder = try TemporaryFolder()
    let model = ConformanceModel.make()
    model.freeze()
    var options = SQLiteStoreOptions()
    options.journalMode = journalMode
    try SQLiteStore.create(at: path, model: model, options: options).close()
  }

  func open(_ configure: (inout SQLiteStoreOptions) -> Void = { _ in }) throws -> ConformanceStack {
    try SharedStore.open(path, configure)
  }

  /// Opens the store, as another process does that only knows its path.
  static func open(
    _ path: String,
    _ configure: (inout SQLiteStoreOptions) -> Void = { _ in }
  ) throws -> ConformanceStack {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    var options = SQLiteStoreOptions()
    options.busyTimeout = 60
    configure(&options)
    let store = CountingStore(
      try SQLiteStore.open(at: path, model: coordinator.managedObjectModel, options: options)
    )
    try coordinator.addPersistentStore(store)
    return ConformanceStack(store: store, coordinator: coordinator)
  }
}

extension ConformanceStack {
  /// Adds breeds in one save.
  func addBreeds(_ names: [String]) throws {
    let context = context()
    for name in names { try context.make("Breed", ["name": name]) }
    try context.save()
  }

  /// The names of the stored breeds, sorted.
  func breeds() throws -> [String] { try context().all("Breed").names }
}
