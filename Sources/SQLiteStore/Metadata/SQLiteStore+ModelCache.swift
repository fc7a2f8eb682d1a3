internal import CompiledModels
internal import ManagedObjects
public import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  /// Why a new store does not carry its model: a feature whose archived form is not established. `nil` when it does, or need not.
  public var modelCacheProblem: String? { modelCache.problem }

  /// The model that the store at `path` carries, with the store's version hashes where they cannot be computed.
  ///
  /// - Returns: `nil` if the store carries none, as those of older versions of Core Data do.
  /// - Throws: `SQLiteStoreError` if the file is no store, `CompiledModelError` if the model cannot be read.
  public static func model(ofStoreAt path: String) throws -> ManagedObjectModel? {
    try translatingErrors(path: path) {
      let connection = try StoreFile.connect(to: path, for: .inspection)
      let header = try StoreFile.header(of: connection, path: path)
      guard let model = try CompiledModel.model(carriedBy: connection) else { return nil }
      model.adoptedVersionHashes = header.metadata.versionHashes
      return model
    }
  }
}
