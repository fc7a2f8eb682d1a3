extension ManagedObjectContext {
  /// Validates every new, changed and deleted object and writes them all, or nothing: to the stores, one transaction per store, or for a
  /// child context into the parent. Metadata of the stores that have changed are written, too.
  ///
  /// - Throws: `ValidationErrors` with everything that is not valid, or not any more after the merge policy's changes; `SaveConflictError` when the merge policy does not resolve a
  ///   conflict; `PersistentStoreError` when no store takes an entity, when the store of a changed object was removed, or when objects change in every `willSave`; the store's own error when it cannot write. The context keeps
  ///   its changes then. Of several stores none is changed, but where one fails in its very commit.
  /// - Complexity: O(changed objects), about a microsecond per new object besides the store.
  public func save() throws {
    assertConfinement()
    try ContextSave(self).run()
  }

  /// Gives new objects their permanent IDs now; a later save uses them.
  ///
  /// - Throws: `PersistentStoreError` when no store takes an entity; the store's own error.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
    assertConfinement()
    try IdentifierAssignment(self).run(objects, areReserved: true)
  }

  /// Chooses the store that takes a new object; without it, the first writable store that holds the entity takes it.
  ///
  /// The store has to belong to the coordinator and to hold the object's entity: the save throws `PersistentStoreError.entityNotInStore`
  /// otherwise. For an object that has been saved already it is too late, and nothing happens.
  public func assign(_ object: ManagedObject, to store: any PersistentStore) {
    assertConfinement()
    guard object.isInserted, object.storeNumber == 0 else { return }
    storeAssignments.assign(object, to: store.number)
  }
}
