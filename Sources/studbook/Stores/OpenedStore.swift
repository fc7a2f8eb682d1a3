import AtomicStores
import CompiledModels
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteAccess
import SQLiteStore
import SystemErrors

/// A store that a command reads, with its model.
struct OpenedStore {
  let model: ManagedObjectModel
  let store: any PersistentStore
  /// What the file was before it was opened, if changes are to be noticed.
  private let state: ReadingState?

  /// Opens the store at `path` for reading.
  ///
  /// - Parameters:
  ///   - modelPath: The model the user names; `nil` for the one that the store carries.
  ///   - noticesChanges: Whether `read(_:)` is to notice what other programs write meanwhile, because no lock keeps them from it.
  /// - Throws: `CommandFailure` when there is no model; the reader's or the store's error.
  init(_ path: String, model modelPath: String?, noticesChanges: Bool = false) throws {
    // An XML or a binary store is read whole as it is opened.
    state = try noticesChanges && StoreKind(ofFileAt: path) == .sqlite ? ReadingState(of: path) : nil
    if let atomicClass = try StoreKind(ofFileAt: path).atomicClass {
      _ = try atomicClass.storedMetadata(at: path)
      guard let modelPath else {
        throw CommandFailure("\(path) is of type \(atomicClass.typeName), which carries no model; name it with --model")
      }
      model = try ModelReader.read(modelPath)
      store = try atomicClass.open(at: path, model: model, isReadOnly: true)
      return
    }
    // A file that is no store is to be reported as such, whatever is the matter with the model.
    _ = try SQLiteStore.metadata(ofStoreAt: path)
    let model: ManagedObjectModel
    if let modelPath {
      model = try ModelReader.read(modelPath)
    } else if let carried = try Self.carriedModel(of: path) {
      model = carried
    } else {
      throw CommandFailure("the store \(path) carries no model; name it with --model")
    }
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    // A model that a store carries may have hashes that the store lacks, because they were not known when it was built.
    options.checksVersionHashes =
      try modelPath != nil || SQLiteStore.entitiesWithoutVersionHash(inStoreAt: path).isEmpty
    store = try SQLiteStore.open(at: path, model: model, options: options)
    model.freeze()
    self.model = model
    try state?.requireUnwritten()
  }

  /// Calls `body`, which reads the store.
  ///
  /// - Throws: `SQLITE_BUSY` if another program changes the file meanwhile, so that what was read may be a mixture; else what `body` throws.
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    let result: Result
    do { result = try body() } catch {
      try state?.requireUnwritten()
      throw error
    }
    try state?.requireUnwritten()
    return result
  }

  /// Says which files are not there in which the store keeps values: those read so far, or all of them.
  func tellOfMissingFiles(_ output: CommandOutput, all: Bool = false) throws {
    guard let store = store as? SQLiteStore else { return }
    let names = try all ? store.findMissingExternalFiles() : store.missingExternalFiles
    guard !names.isEmpty else { return }
    let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    output.diagnostic(
      names.count == 1
        ? "studbook: a value is kept in the file \(list), which is not there, so it reads as none"
        : "studbook: \(names.count) values are kept in files that are not there, so they read as none: \(list)"
    )
  }

  /// Whether an error says that the system does not let a store be read, so that nothing is known of it.
  static func isOfTheSystem(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: return error.isOfTheSystem
    case let error as SQLiteStoreError:
      switch error.kind {
      case .cannotOpen, .database, .busy: return true
      default: return false
      }
    default: return error is FileError
    }
  }

  /// The model in the store's `Z_MODELCACHE`; `nil` if there is none.
  ///
  /// - Throws: `CommandFailure` if there is one that cannot be read.
  static func carriedModel(of path: String) throws -> ManagedObjectModel? {
    let connection = try SQLiteConnection.reading(path)
    defer { connection.close() }
    do {
      return try CompiledModel.model(carriedBy: connection)
    } catch let error as CompiledModelError {
      throw CommandFailure("the model that the store \(path) carries cannot be read (\(error)); name it with --model")
    }
  }
}
