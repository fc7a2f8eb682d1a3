internal import ObjectModel

/// Gives new objects of a context their permanent IDs.
struct IdentifierAssignment {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Gives those of `objects` that are new and have no permanent ID one.
  ///
  /// - Parameter areReserved: Whether the keys have to be kept from other processes, because they are not saved at once.
  /// - Throws: `PersistentStoreError` when no store takes an entity; the store's own error.
  /// - Complexity: O(*n*), one call to the store per run of objects of one entity.
  func run(_ objects: [ManagedObject], areReserved: Bool = false) throws {
    let coordinator = context.persistentStoreCoordinator
    var index = 0
    while index < objects.count {
      let first = objects[index]
      guard first.storeNumber == 0, first.flags.contains(.inserted) else {
        index += 1
        continue
      }
      let assigned = context.storeAssignments.storeNumber(of: first)
      // One request for the whole run of objects of the same entity, which is what an import makes.
      var end = index + 1
      while end < objects.count, objects[end].runtime === first.runtime, objects[end].storeNumber == 0,
        objects[end].flags.contains(.inserted), context.storeAssignments.storeNumber(of: objects[end]) == assigned
      {
        end += 1
      }
      let store = try coordinator.storeForInsertion(of: first.entity, assigned: assigned)
      let identifiers = try coordinator.lock.withLock {
        areReserved
          ? try store.reservePermanentIDs(for: first.entity, count: end - index)
          : try store.obtainPermanentIDs(for: first.entity, count: end - index)
      }
      for (object, identifier) in zip(objects[index..<end], identifiers) {
        context.rename(object, reference: identifier.reference, storeNumber: identifier.storeNumber)
      }
      index = end
    }
  }

  /// Gives new objects temporary IDs again, those by which children know them, because the store that gave them permanent ones goes without them.
  func takeBack() {
    let references = context.children.takeBackIDs()
    for object in context.changes.inserted where object.isInserted && object.storeNumber != 0 {
      context.registry.takeBackID(of: object, reference: references[object.objectID])
    }
  }

  /// Gives new keys to those new objects whose key another process has used first.
  ///
  /// - Returns: Whether there were any, so that the save should be tried again.
  /// - Throws: The store's error.
  func replaceTakenKeys(in error: StoreConflictError) throws -> Bool {
    let coordinator = context.persistentStoreCoordinator
    var isReplaced = false
    for case .keyTaken(let taken) in error.conflicts {
      guard let object = context.registeredObject(for: taken), let store = coordinator.store(number: taken.storeNumber)
      else { continue }
      let identifiers = try coordinator.lock.withLock { try store.obtainPermanentIDs(for: object.entity, count: 1) }
      guard let identifier = identifiers.first else { continue }
      context.rename(object, reference: identifier.reference, storeNumber: identifier.storeNumber)
      // Children know the object under its temporary ID.
      context.children.replace(taken, by: identifier)
      isReplaced = true
    }
    return isReplaced
  }
}
