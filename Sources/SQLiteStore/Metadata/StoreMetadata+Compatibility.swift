internal import ManagedObjects
internal import ObjectModel

extension StoreMetadata {
  /// Compares the store's version hashes with the model's; entities whose hash is not known are passed over.
  ///
  /// - Throws: `SQLiteStoreError.incompatibleModel`, which names what differs.
  func requireCompatibility(with model: ManagedObjectModel, configuration: String?, path: String) throws {
    let hashes = model.entityVersionHashesByName
    var names: Set<String> = []
    for entity in model.entities(forConfiguration: configuration) {
      var next: EntityDescription? = entity
      while let entity = next, names.insert(entity.name).inserted { next = entity.superentity }
    }
    let stored = Set(versionHashes.keys)
    let differing = names.intersection(stored).filter { name in hashes[name].map { $0 != versionHashes[name] } ?? false
    }
    // A store that was written without an entity's hash, because nobody knew it, is told by its tables.
    let missing = names.subtracting(stored).filter { hashes[$0] != nil }
    let unexpected = stored.subtracting(names)
    guard differing.isEmpty, missing.isEmpty, unexpected.isEmpty else {
      throw SQLiteStoreError(
        .incompatibleModel(
          differing: differing.sorted(),
          missing: missing.sorted(),
          unexpected: unexpected.sorted()
        ),
        path: path
      )
    }
  }
}
