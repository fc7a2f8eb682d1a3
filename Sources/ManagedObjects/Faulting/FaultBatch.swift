internal import ObjectModel
internal import PredicateLanguage

/// Faults that are read together: when one of them fires, the rows of all come in one request.
final class FaultBatch {
  let identifiers: [ManagedObjectID]

  init(identifiers: [ManagedObjectID]) { self.identifiers = identifiers }
}

extension ManagedObjectContext {
  /// Makes faults that read themselves `size` at a time.
  func makeFaultBatches(_ identifiers: [ManagedObjectID], size: Int) -> [ManagedObject] {
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let batch = FaultBatch(identifiers: Array(identifiers[start..<min(start + size, identifiers.count)]))
      for identifier in batch.identifiers { faultBatches[identifier] = batch }
    }
    return identifiers.map { object(with: $0) }
  }

  /// Reads the batch that a fault belongs to; does nothing for a fault on its own.
  func readBatch(of object: ManagedObject) throws {
    guard !faultBatches.isEmpty, let batch = faultBatches[object.objectID] else { return }
    for identifier in batch.identifiers { faultBatches[identifier] = nil }
    let waiting = batch.identifiers.filter { identifier in
      registeredObject(for: identifier).map { $0.isFault && !$0.flags.contains(.rowAtHand) } ?? false
    }
    try readAhead(waiting)
  }

  /// Reads the rows of faults in one request per entity and store, where the store can.
  func readAhead(_ identifiers: [ManagedObjectID]) throws {
    guard parent == nil, identifiers.count > 1 else { return }
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
            if let known = registeredObject(for: row.objectID), known.isFault, !known.flags.contains(.rowAtHand) {
              known.readAhead(row)
            }
            return true
          }
        }
      }
    }
  }
}
