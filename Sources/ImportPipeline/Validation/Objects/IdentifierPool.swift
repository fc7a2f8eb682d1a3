internal import ManagedObjects
internal import ObjectModel

/// Hands out the IDs of new objects one after the other. Those of a record that does not take effect go to the next one, so that rejected records leave no
/// gaps.
final class IdentifierPool {
  /// The keys of one hierarchy of entities.
  final class Counter {
    private let obtain: () throws -> Int64
    /// Keys that were handed out and not used, in ascending order.
    fileprivate var spare: [Int64] = []

    fileprivate init(obtain: @escaping () throws -> Int64) { self.obtain = obtain }

    /// The key of a new object of a record that takes effect.
    func takeAndKeep() throws -> Int64 { spare.isEmpty ? try obtain() : spare.removeFirst() }
  }

  /// The number of the store that the objects go to.
  let storeNumber: UInt32
  private let source: (EntityDescription) -> () throws -> Int64
  private var counters: [EntityDescription: Counter] = [:]
  /// The keys that the current record has taken.
  private var taken: [(counter: Counter, reference: Int64)] = []

  /// - Parameter source: Makes what gives the next key of the objects of a root entity; asked once for each.
  init(storeNumber: UInt32, source: @escaping (EntityDescription) -> () throws -> Int64) {
    self.storeNumber = storeNumber
    self.source = source
  }

  /// Where the keys of an entity's objects come from.
  func counter(of entity: EntityDescription) -> Counter {
    let root = entity.rootEntity
    if let known = counters[root] { return known }
    let counter = Counter(obtain: source(root))
    counters[root] = counter
    return counter
  }

  /// The ID of the next new object of `entity`.
  func take(_ entity: EntityDescription) throws -> ManagedObjectID {
    let counter = counter(of: entity)
    let reference = try counter.takeAndKeep()
    taken.append((counter, reference))
    return ManagedObjectID(entity: entity, storeNumber: storeNumber, reference: reference)
  }

  /// Says that the current record takes effect.
  func keep() { taken.removeAll(keepingCapacity: true) }

  /// Says that the current record does not take effect.
  func putBack() {
    for (counter, reference) in taken.reversed() { counter.spare.insert(reference, at: 0) }
    taken.removeAll(keepingCapacity: true)
  }
}
