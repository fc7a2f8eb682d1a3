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
    guard differing.isEmpty, stored == names else {
      throw SQLiteStoreError(
        .incompatibleModel(
          differing: differing.sorted(),
          missing: names.subtracting(stored).sorted(),
          unexpected: stored.subtracting(names).sorted()
        ),
        path: path
      )
    }
  }
}
