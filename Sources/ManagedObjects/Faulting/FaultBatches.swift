/// Which faults are read together: when one of them fires, the rows come in one request for all that still wait.
struct FaultBatches {
  private final class Batch {
    let identifiers: [ManagedObjectID]

    init(_ identifiers: [ManagedObjectID]) { self.identifiers = identifiers }
  }

  private var batches: [ManagedObjectID: Batch] = [:]

  /// Whether no object belongs to a batch.
  var isEmpty: Bool { batches.isEmpty }

  /// How many objects belong to a batch.
  var count: Int { batches.count }

  /// Makes batches of `size` objects each, which are read together the first time and whenever they became faults again.
  mutating func add(_ identifiers: [ManagedObjectID], size: Int) {
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let batch = Batch(Array(identifiers[start..<min(start + size, identifiers.count)]))
      for identifier in batch.identifiers { batches[identifier] = batch }
    }
  }

  /// The objects that are read with this one; `nil` for an object on its own.
  func batch(of object: ManagedObject) -> [ManagedObjectID]? { batches[object.objectID]?.identifiers }

  /// Takes an object that goes out of its batch.
  mutating func forget(_ object: ManagedObject) { batches[object.objectID] = nil }

  /// Forgets all batches.
  mutating func removeAll() { batches.removeAll() }
}
