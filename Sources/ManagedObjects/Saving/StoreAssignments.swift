/// The stores that were chosen for new objects, until they are saved.
final class StoreAssignments {
  /// The objects are kept, because another one could have the address of one that is given up.
  private var choices: [ObjectIdentifier: (object: ManagedObject, storeNumber: UInt32)] = [:]

  /// Chooses the store with this number for an object.
  func assign(_ object: ManagedObject, to storeNumber: UInt32) {
    choices[ObjectIdentifier(object)] = (object, storeNumber)
  }

  /// The number of the store that was chosen for an object; `nil` if none was.
  func storeNumber(of object: ManagedObject) -> UInt32? {
    choices.isEmpty ? nil : choices[ObjectIdentifier(object)]?.storeNumber
  }

  /// Forgets all choices.
  func removeAll() { choices.removeAll() }
}
