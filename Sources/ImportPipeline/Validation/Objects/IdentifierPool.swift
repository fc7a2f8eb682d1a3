internal import ManagedObjects
internal import ObjectModel

/// Hands out the IDs of new objects one after the other. Those of a record that does not take effect go to the next one, so that rejected records leave no
/// gaps.
final class IdentifierPool {
  /// The keys of one hierarchy of entities.
  final class Counter {
    private let root: EntityDescription
    private let store: (any PersistentStore)?
    private var last: Int64 = 0
    /// Keys that can be had, the greatest first: the first `left` of these.
    private var keys: [Int64] = []
    private var left = 0

    fileprivate init(_ root: EntityDescription, _ store: (any PersistentStore)?) {
      self.root = root
      self.store = store
    }

    /// The key of a new object of a record that takes effect.
    func takeAndKeep() throws -> Int64 {
      if left == 0 { try obtain(1) }
      guard left > 0 else { throw ImportError.noIdentifier(entity: root.name) }
      left -= 1
      return keys[left]
    }

    /// Sees to it that there are keys for so many objects, which the store is then asked for at once.
    func reserve(_ count: Int) throws { if left < count { try obtain(count - left) } }

    /// Takes back the key that was handed out last and was not used.
    fileprivate func putBack(_ key: Int64) {
      keys.replaceSubrange(left..., with: CollectionOfOne(key))
      left += 1
    }

    private func obtain(_ count: Int) throws {
      var more: [Int64]
      if let store {
        more = try store.obtainPermanentIDs(for: root, count: count).map(\.reference)
      } else {
        more = (0..<Int64(count)).map { last + 1 + $0 }
        last += Int64(count)
      }
      more.reverse()
      keys = more + keys.prefix(left)
      left = keys.count
    }
  }

  private let store: (any PersistentStore)?
  private var counters: [EntityDescription: Counter] = [:]
  /// The keys that the current record has taken.
  private var taken: [(counter: Counter, reference: Int64)] = []

  /// - Parameter store: The store that the objects go to; `nil` if they are only counted.
  init(_ store: (any PersistentStore)?) { self.store = store }

  /// The number of the store that the objects go to.
  var storeNumber: UInt32 { store?.number ?? 0 }

  /// Where the keys of an entity's objects come from.
  func counter(of entity: EntityDescription) -> Counter {
    let root = entity.rootEntity
    if let known = counters[root] { return known }
    let counter = Counter(root, store)
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
    for (counter, reference) in taken.reversed() { counter.putBack(reference) }
    taken.removeAll(keepingCapacity: true)
  }
}
