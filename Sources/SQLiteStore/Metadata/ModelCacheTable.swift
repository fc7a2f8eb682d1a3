internal import CompiledModels
internal import ObjectModel
internal import SQLiteAccess

/// `Z_MODELCACHE`, in which a store carries its model.
final class ModelCacheTable {
  private let database: StoreDatabase
  /// Why the table has no model: a feature whose archived form is not established.
  private(set) var problem: String?

  init(database: StoreDatabase) { self.database = database }

  /// Puts the model into a new store; a model whose archived form is not established stays outside.
  func fillTable(with model: ManagedObjectModel) throws {
    let content: [UInt8]
    do {
      content = try CompiledModel.modelCache(for: model)
    } catch let error as CompiledModelError where error.kind == .unsupported {
      problem = error.description
      return
    }
    try database.connection.execute("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?1)", [.blob(content)])
  }
}
