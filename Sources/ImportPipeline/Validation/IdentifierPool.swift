internal import ManagedObjects
internal import ObjectModel

/// Hands out the IDs of new objects one after the other. Those of a record that does not take effect go to the next one, so that rejected records leave no
/// gaps.
final class IdentifierPool {
  /// The number of the store that the objects go to.
  let storeNumber: UInt32
  private let obtain: (EntityDescription) throws -> Int64
  /// By root entity, keys that were handed out and not used, in ascending order.
  private var spare: [EntityDescription: [Int64]] = [:]
  /// The keys that the current record has taken.
  private var taken: [(root: EntityDescription, reference: Int64)] = []

  /// - Parameter obtain: Gives the next key of an entity's objects.
  init(storeNumber: UInt32, obtain: @escaping (EntityDescription) throws -> Int64) {
    self.storeNumber = storeNumber
    self.obtain = obtain
  }

  /// The ID of the next new object of `entity`.
  func take(_ entity: EntityDescription) throws -> ManagedObjectID {
    let root = entity.rootEntity
    let reference: Int64
    if spare[root]?.isEmpty == false {
      reference = spare[root, default: []].removeFirst()
    } else {
      reference = try obtain(entity)
    }
    taken.append((root, reference))
    return ManagedObjectID(entity: entity, storeNumber: storeNumber, reference: reference)
  }

  /// Says that the current record takes effect.
  func keep() { taken.removeAll(keepingCapacity: true) }

  /// Says that the current record does not take effect.
  func putBack() {
    for (root, reference) in taken.reversed() { spare[root, default: []].insert(reference, at: 0) }
    taken.removeAll(keepingCapacity: true)
  }
}
