/// The stores that were chosen for new objects, until they are saved.
final class StoreAssignments {
  private var storeNumbers: [ObjectIdentifier: UInt32] = [:]

  /// Chooses the store with this number for an object.
  func assign(_ object: ManagedObject, to storeNumber: UInt32) { storeNumbers[ObjectIdentifier(object)] = storeNumber }

  /// The number of the store that was chosen for an object; `nil` if none was.
  func storeNumber(of object: ManagedObject) -> UInt32? {
    storeNumbers.isEmpty ? nil : storeNumbers[ObjectIdentifier(object)]
  }

  /// Forgets all choices.
  func removeAll() { storeNumbers.removeAll() }
}
