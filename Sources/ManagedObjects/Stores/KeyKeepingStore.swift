package import ObjectModel

/// A store that knows which keys it has given, and takes others for given: keys are never given again, whatever becomes of their objects.
package protocol KeyKeepingStore: PersistentStore {
  /// The last key that was ever given to objects of an entity and of those that share its sequence of keys.
  func lastKey(of entity: EntityDescription) throws -> Int64

  /// Gives no key up to this one to new objects of an entity.
  func skipKeys(through key: Int64, for entity: EntityDescription) throws
}
