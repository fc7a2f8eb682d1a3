internal import CompiledModels
internal import ObjectModel
internal import SQLiteAccess

extension ModelReader {
  /// What every SQLite database begins with.
  static let storeBeginning = Array("SQLite format 3\0".utf8)

  /// The model that a store carries, with the store's version hashes where they cannot be computed.
  ///
  /// - Throws: `ModelReadingError` for a store that carries none, and for other databases.
  static func inspectStore(_ path: String) throws -> ModelDocument {
    let model: ManagedObjectModel
    do {
      let connection = try SQLiteConnection.reading(path)
      defer { connection.close() }
      guard let hashes = try CompiledModel.versionHashes(of: connection) else {
        throw ModelReadingError(.notAModel, path: path, "This SQLite database is not a Core Data store")
      }
      guard let carried = try CompiledModel.model(carriedBy: connection) else {
        throw ModelReadingError(
          .notAModel,
          path: path,
          "The store carries no model, as those of older systems do; name the model that it was made with"
        )
      }
      carried.adoptedVersionHashes = hashes
      model = carried
    } catch let error as ModelReadingError {
      throw error
    } catch let error as CompiledModelError {
      throw ModelReadingError(.notAModel, path: path, "The model that the store carries cannot be read: \(error)")
    } catch let error as SQLiteError {
      throw ModelReadingError(.notAModel, path: path, "The store cannot be read: \(error.message)")
    } catch {
      throw ModelReadingError(.notAModel, path: path, "The store's metadata cannot be read: \(error)")
    }
    return ModelDocument(model: model, findings: ModelInspection.findings(for: model, file: path), path: path)
  }
}
