internal import ObjectModel

extension ManagedObjectContext {
  /// Reads the objects at the end of relationships of `objects` in a few requests instead of one per object.
  ///
  /// - Throws: `PersistentStoreError.invalidRequest` for a key path that is not made of relationships; the store's error.
  func prefetch(_ keyPaths: [String], of objects: [ManagedObject]) throws {
    for keyPath in keyPaths {
      var current = objects
      for component in keyPath.split(separator: ".") {
        current = try prefetch(relationship: String(component), of: current)
      }
    }
  }

  private func prefetch(relationship name: String, of objects: [ManagedObject]) throws -> [ManagedObject] {
    guard !objects.isEmpty else { return [] }
    var related: [ManagedObject] = []
    var seen: Set<ObjectIdentifier> = []
    func add(_ object: ManagedObject) {
      if seen.insert(ObjectIdentifier(object)).inserted { related.append(object) }
    }
    for object in objects {
      // Looking at a reference that was read ahead does not end the fault.
      if object.isFault, !object.flags.contains(.rowAtHand) { object.fireFault() }
      switch object.runtime.layout.slot(named: name) {
      case .toOne(let slot):
        if let partner = object.currentToOne(slot: slot) { add(partner) }
      case .toMany(let slot):
        for member in object.toManyObjects(slot: slot) { add(member) }
      default:
        throw PersistentStoreError.invalidRequest(
          "\(object.entity.name) has no relationship named \"\(name)\" to prefetch."
        )
      }
    }
    try readAhead(related.filter { $0.isFault && !$0.flags.contains(.rowAtHand) }.map(\.objectID))
    return related
  }
}
