internal import ObjectModel
internal import PredicateLanguage

/// Faults that are read together: when one of them fires, the rows come in one request for all that still wait.
final class FaultBatch {
  let identifiers: [ManagedObjectID]

  init(identifiers: [ManagedObjectID]) { self.identifiers = identifiers }
}

extension ManagedObjectContext {
  /// Makes faults that read themselves `size` at a time, the first time and whenever they became faults again.
  ///
  /// An object leaves its batch when it goes.
  func makeFaultBatches(_ identifiers: [ManagedObjectID], size: Int) -> [ManagedObject] {
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let batch = FaultBatch(identifiers: Array(identifiers[start..<min(start + size, identifiers.count)]))
      for identifier in batch.identifiers { faultBatches[identifier] = batch }
    }
    return identifiers.map { object(withExact: $0) }
  }

  /// The object with an ID that names the object's own entity, as IDs from a store do; the store is not asked.
  func object(withExact identifier: ManagedObjectID) -> ManagedObject {
    registeredObject(for: identifier) ?? makeFault(identifier)
  }

  /// Reads the batch that a fault belongs to; does nothing for a fault on its own.
  func readBatch(of object: ManagedObject) throws {
    guard !faultBatches.isEmpty, let batch = faultBatches[object.objectID] else { return }
    try readAhead(batch.identifiers.filter { registeredObject(for: $0)?.needsRow ?? false })
  }

  /// Reads the rows of faults in one request per entity and store, where the store can; a child asks its parent for all of them at once.
  func readAhead(_ identifiers: [ManagedObjectID]) throws {
    guard identifiers.count > 1 else { return }
    if let parent {
      for row in try parent.performAndWait({ try parent.rowsForChild(identifiers) }) { readAhead(row) }
      return
    }
    var byStore: [UInt32: [ManagedObjectID]] = [:]
    for identifier in identifiers where !identifier.isTemporaryID {
      byStore[identifier.storeNumber, default: []].append(identifier)
    }
    for (number, wanted) in byStore {
      guard let store = try reader(ofStore: number) else { continue }
      for entity in Set(wanted.map(\.entity.rootEntity)) {
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = .identifiers(wanted.filter { $0.entity.rootEntity === entity })
        guard store.canExecute(fetch) else { continue }
        try persistentStoreCoordinator.lock.withLock {
          try store.forEachRow(for: fetch) { row in
            readAhead(row)
            return true
          }
        }
      }
    }
  }

  private func readAhead(_ row: borrowing StoreRow) {
    if let known = registeredObject(for: row.objectID), known.needsRow { known.readAhead(row) }
  }
}

extension ManagedObject {
  /// Whether the object is a fault whose row is not at hand.
  final var needsRow: Bool { isFault && !flags.contains(.rowAtHand) }
}
