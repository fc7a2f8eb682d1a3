import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore

/// A store that a command reads, with its model.
struct OpenedStore {
  let model: ManagedObjectModel
  let store: SQLiteStore

  /// Opens the store at `path` for reading.
  ///
  /// - Parameter modelPath: The model the user names; `nil` for the one that the store carries.
  /// - Throws: `CommandFailure` when there is no model; the reader's or the store's error.
  init(_ path: String, model modelPath: String?) throws {
    let model: ManagedObjectModel
    if let modelPath {
      model = try ModelReader.read(modelPath)
    } else {
      throw CommandFailure("the store \(path) carries no model; name it with --model")
    }
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    store = try SQLiteStore.open(at: path, model: model, options: options)
    model.freeze()
    self.model = model
  }
}
