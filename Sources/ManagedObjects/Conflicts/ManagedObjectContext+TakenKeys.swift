internal import ObjectModel

extension ManagedObjectContext {
  /// Gives new keys to those new objects whose key another process has used first.
  ///
  /// - Returns: Whether there were any, so that the save should be tried again.
  /// - Throws: The store's error.
  func replaceTakenKeys(in error: StoreConflictError) throws -> Bool {
    var isReplaced = false
    for case .keyTaken(let taken) in error.conflicts {
      guard let object = registeredObject(for: taken),
        let store = persistentStoreCoordinator.store(number: taken.storeNumber)
      else { continue }
      let identifiers = try persistentStoreCoordinator.lock.withLock {
        try store.obtainPermanentIDs(for: object.entity, count: 1)
      }
      guard let identifier = identifiers.first else { continue }
      rename(object, reference: identifier.reference, storeNumber: identifier.storeNumber)
      // Children know the object under its temporary ID.
      for (temporary, known) in permanentIDs where known == taken { permanentIDs[temporary] = identifier }
      isReplaced = true
    }
    return isReplaced
  }
}
