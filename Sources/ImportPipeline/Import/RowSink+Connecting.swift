internal import ManagedObjects
internal import ObjectModel

/// Relates objects as `ManagedObject` and `ProposedGraph` do, by changing rows.
extension RowSink {
  /// Relates an object to another; the inverse follows, and so do former partners.
  ///
  /// - Throws: `ObjectsAreNeeded`; the store's error.
  func connect(_ objectID: ManagedObjectID, _ connection: ObjectChange.Connection) throws {
    let (slot, target) = (connection.slot, connection.target)
    switch self.connection(connection, of: objectID.entity) {
    case .reference(let isOrdered):
      try setToOne(slot, of: objectID, to: target, isOrdered: isOrdered)
    case .partner(let inverse):
      let old = try toOne(slot, of: objectID)
      if old == target { return }
      if let old { try setToOne(inverse, of: old, to: nil) }
      if let rival = try toOne(inverse, of: target) { try setToOne(slot, of: rival, to: nil) }
      try setToOne(inverse, of: target, to: objectID)
      try setToOne(slot, of: objectID, to: target)
    case .member(let inverse, let isOrdered):
      try setToOne(inverse, of: target, to: objectID, isOrdered: isOrdered)
    case .link: rows.link(target, slot, of: objectID)
    case .other: throw ObjectsAreNeeded()
    }
  }

  /// - Parameter isOrdered: Whether the object goes to the end of the target's members. The store counts members as their rows come, and in a save those that
  ///   change come before new ones: so what came before is saved before.
  private func setToOne(
    _ slot: Int,
    of objectID: ManagedObjectID,
    to target: ManagedObjectID?,
    isOrdered: Bool = false
  ) throws {
    if try toOne(slot, of: objectID) == target { return }
    if isOrdered { try saveRows() }
    try change(objectID) { $0.toOne[slot] = target }
  }
}
