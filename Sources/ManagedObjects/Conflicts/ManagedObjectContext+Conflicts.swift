extension ManagedObjectContext {
  /// Compares a changed object's version with the stored one, without saving.
  ///
  /// - Throws: `SaveConflictError` if somebody else saved or deleted the object since it was read; the store's error.
  public func detectConflicts(for object: ManagedObject) throws {
    assertConfinement()
    guard parent == nil, object.hasChanges, !object.isInserted, !object.objectID.isTemporaryID else { return }
    let found = try persistentStoreCoordinator.row(for: object.objectID)?.version
    guard found != object.version else { return }
    let conflict = StoreConflictError.Conflict.version(
      objectID: object.objectID,
      expected: object.version,
      found: found
    )
    throw SaveConflictError(StoreConflictError(conflicts: [conflict]), in: self)
  }
}
