internal import AttributeValues
internal import ObjectModel

// What a save writes of an object.
extension ManagedObject {
  /// Whether the values that the store keeps in the object's row are those that were read.
  final var isAsRead: Bool {
    guard let snapshot, toOne.indices.allSatisfy({ toOne[$0].identity == snapshot.toOne[$0].identity }) else {
      return false
    }
    return attributes.indices.allSatisfy { slot in
      attributes[slot].isIdentical(to: snapshot.attributes[slot]) || runtime.transientSlots.contains(slot)
    }
  }

  /// The object's values as a store keeps them. The attributes are shared with the object, not copied, unless some are transient.
  final func storeRow(version: Int64) -> StoreRow {
    var values = attributes
    for slot in runtime.transientSlots { values[slot] = .null }
    return StoreRow(objectID: objectID, version: version, attributes: values, toOne: storedToOne())
  }

  private final func storedToOne() -> [ManagedObjectID?] {
    if toOne.count == 1 { return [toOne[0].storedIdentity] }
    return toOne.map(\.storedIdentity)
  }

  /// Names the changes of those to-many relationships that the store keeps by itself.
  final func appendToManyChanges(to request: inout StoreSaveRequest) {
    for slot in toMany.indices where !toMany[slot].isUnchanged && runtime.toManyIsStored[slot] {
      let relationship = runtime.layout.toManyRelationships[slot]
      var added: [ManagedObject] = []
      var removed: [ManagedObject] = []
      if case .links = runtime.toManyStorage[slot] {
        (added, removed) = toMany[slot].netChange()
        if relationship.inverseRelationship === relationship {
          // Both ends of a symmetric link note it; the one with the lesser key names it.
          added.removeAll { $0.reference < reference }
          removed.removeAll { $0.reference < reference }
        }
      }
      let order = relationship.isOrdered && !isGone ? toManyObjects(slot: slot).filter { !$0.isGone } : nil
      if added.isEmpty, removed.isEmpty, order == nil { continue }
      request.toManyChanges.append(
        StoreToManyChange(
          owner: objectID,
          slot: slot,
          added: added.filter { !$0.isGone }.map(\.objectID),
          removed: removed.map(\.objectID),
          order: order.map { $0.map(\.objectID) }
        )
      )
    }
  }

  /// Names the to-many relationships that have other members or another order than the store knows.
  final func appendChangedMembers(to request: inout StoreSaveRequest) {
    let slots = toMany.indices.filter { slot in
      let relationship = runtime.layout.toManyRelationships[slot]
      return !relationship.isTransient && toMany[slot].isChanged(isOrdered: relationship.isOrdered)
    }
    if !slots.isEmpty { request.changedMembers.append(ChangedMembers(owner: objectID, slots: slots)) }
  }

  /// The name of a to-one relationship that leads to an object of another store.
  final func toOneToAnotherStore() -> String? {
    for slot in toOne.indices {
      if let related = toOne[slot].identity, related.storeNumber != storeNumber, !related.isTemporaryID {
        return runtime.layout.toOneRelationships[slot].name
      }
    }
    return nil
  }

  /// The name of a to-many relationship that took in an object of another store.
  final func toManyToAnotherStore() -> String? {
    for slot in toMany.indices where !toMany[slot].isUnchanged {
      if toMany[slot].netChange().added.contains(where: { $0.storeNumber != storeNumber && $0.storeNumber != 0 }) {
        return runtime.layout.toManyRelationships[slot].name
      }
    }
    return nil
  }
}

extension ToOneReference {
  /// The related object's ID for its row; none for an object that is being deleted.
  fileprivate var storedIdentity: ManagedObjectID? {
    switch self {
    case .none: nil
    case .object(let object): object.flags.contains(.deletedUnsaved) ? nil : object.objectID
    case .identifier(let identifier): identifier
    }
  }
}
