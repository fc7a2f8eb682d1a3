internal import ManagedObjects
internal import ObjectModel

extension StoreMetadata {
  /// Compares the store's version hashes with the model's; entities whose hash is not known are passed over.
  ///
  /// - Throws: `SQLiteStoreError.incompatibleModel`, which names what differs.
  func requireCompatibility(with model: ManagedObjectModel, configuration: String?, path: String) throws {
    // A store that was written without an entity's hash, because nobody knew it, is told by its tables.
    guard let difference = difference(from: model, configuration: configuration) else { return }
    throw SQLiteStoreError(
      .incompatibleModel(
        differing: difference.differing,
        missing: difference.missing,
        unexpected: difference.unexpected
      ),
      path: path
    )
  }
}
