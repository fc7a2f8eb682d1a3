package import ObjectModel
internal import PropertyLists
package import SQLiteAccess

extension CompiledModel {
  /// The model that a store carries in `Z_MODELCACHE`.
  ///
  /// - Returns: `nil` if the store carries none, as those of older versions of Core Data do.
  /// - Throws: `SQLiteError`; `CompiledModelError` if the model cannot be read.
  package static func model(carriedBy store: SQLiteConnection) throws -> ManagedObjectModel? {
    guard try hasTable("Z_MODELCACHE", store),
      let content = try store.firstValue("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")?.blob, !content.isEmpty
    else { return nil }
    return try model(fromModelCache: content)
  }

  /// The version hashes in a store's metadata, by the entities' names; `nil` if the database is no store.
  ///
  /// - Throws: `SQLiteError`; `PropertyListError`.
  package static func versionHashes(of store: SQLiteConnection) throws -> [String: [UInt8]]? {
    guard try hasTable("Z_METADATA", store),
      let list = try store.firstValue("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")?.blob
    else { return nil }
    var hashes: [String: [UInt8]] = [:]
    for (name, hash) in try PropertyList.read(list).dictionary?["NSStoreModelVersionHashes"]?.dictionary ?? [:] {
      hashes[name] = hash.data
    }
    return hashes
  }

  private static func hasTable(_ name: String, _ store: SQLiteConnection) throws -> Bool {
    try store.firstValue("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(name)'")?.integer == 1
  }
}
