internal import FoundationEssentials
internal import ManagedObjects
public import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  /// Makes the store at `path` one of another version of its model, by the mapping that the two versions suggest. The store keeps its UUID and its
  /// application's metadata.
  ///
  /// The new store is made beside the old one and takes its place at the end.
  ///
  /// - Throws: `PersistentStoreError.migrationImpossible`; `SQLiteStoreError`. The old store is intact then.
  /// - Complexity: O(rows).
  public static func migrate(
    storeAt path: String,
    from source: ManagedObjectModel,
    to model: ManagedObjectModel,
    configuration: String? = nil
  ) throws {
    let mapping = try MappingModel.inferred(from: source, to: model)
    let temporary = path + ".migrating-" + UUID().uuidString + ".sqlite"
    defer { try? destroy(at: temporary) }
    var reading = SQLiteStoreOptions()
    reading.isReadOnly = true
    let old = try open(
      at: path,
      model: source,
      configuration: source.entityNamesByConfiguration[configuration ?? ""] == nil ? nil : configuration,
      options: reading
    )
    var writing = SQLiteStoreOptions()
    writing.era = StoreEra(frameworkVersion: old.metadata.frameworkVersion ?? StoreEra.modern.frameworkVersion)
    writing.synchronous = .off
    // A connection that may not write sees no mode: it takes the file as one that nobody changes.
    let isInWALMode = StoreFile.isInWALMode(path)
    let new = try create(
      at: temporary,
      model: model,
      configuration: configuration,
      identifier: old.identifier,
      options: writing
    )
    try StoreCopier(from: old, to: new, mapping: mapping).run()
    try new.saveMetadata()
    try old.close()
    try new.close()
    try replace(at: path, withStoreAt: temporary)
    if isInWALMode {
      var options = SQLiteStoreOptions()
      options.journalMode = .wal
      try open(at: path, model: model, configuration: configuration, options: options).close()
    }
  }

  /// The model that the store at `path` was made for: the one that it carries, or one of those that the description names.
  static func sourceModel(
    ofStoreAt path: String,
    _ description: PersistentStoreDescription
  ) throws -> ManagedObjectModel? {
    if let carried = try model(ofStoreAt: path) { return carried }
    let candidates = description.options[sourceModelsKey] as? [ManagedObjectModel] ?? []
    let stored = try metadata(ofStoreAt: path).metadata
    return candidates.first { candidate in
      (try? stored.requireCompatibility(with: candidate, configuration: description.configuration, path: path)) != nil
    }
  }
}
