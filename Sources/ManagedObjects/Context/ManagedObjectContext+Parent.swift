internal import AttributeValues
internal import ObjectModel

// What a parent context does for its children: it is their store. A child reads the parent's objects as they are now, changes included, and
// its save changes them.
extension ManagedObjectContext {
  /// The object that a child knows under this ID, which may have become permanent since.
  private func objectForChild(_ objectID: ManagedObjectID) -> ManagedObject? {
    if let known = registeredObject(for: objectID) { return known }
    guard objectID.isTemporaryID, let permanent = permanentIDs[objectID.reference] else { return nil }
    return registeredObject(for: permanent) ?? object(with: permanent)
  }

  /// The values of an object as a child reads them: this context's own, else the store's.
  ///
  /// - Throws: The store's error.
  func rowForChild(_ objectID: ManagedObjectID) throws -> StoreRow? {
    hasChildren = true
    guard let object = objectForChild(objectID) else {
      return objectID.isTemporaryID ? nil : try storedRow(for: objectID)
    }
    if object.isDeleted { return nil }
    return try rowAtHand(of: object) ?? storedRow(for: object.objectID)
  }

  /// An object's values as a child reads them, if nothing has to be read for them; `nil` for a deleted object.
  func rowAtHand(of object: ManagedObject) -> StoreRow? {
    hasChildren = true
    if object.needsRow || object.isDeleted || object.isFault && isRowStale(of: object) { return nil }
    return StoreRow(
      objectID: object.objectID,
      version: max(object.version, 1),
      attributes: object.attributes,
      toOne: object.toOne.map(\.identity)
    )
  }

  /// The rows of several objects as a child reads them; what this context does not have at hand is read in one request.
  ///
  /// - Throws: The store's error.
  func rowsForChild(_ objectIDs: [ManagedObjectID]) throws -> [StoreRow] {
    let objects = objectIDs.compactMap { objectForChild($0) ?? ($0.isTemporaryID ? nil : object(withExact: $0)) }
    try readAhead(objects.filter(\.needsRow).map(\.objectID))
    return try objects.compactMap { try rowForChild($0.objectID) }
  }

  func membersForChild(of objectID: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
    let object = objectForChild(objectID) ?? (objectID.isTemporaryID ? nil : self.object(with: objectID))
    return object?.toManyObjects(slot: slot).map(\.objectID) ?? []
  }

  /// Makes this child's changes changes of the parent. Nothing is validated again, and nothing is written to a store.
  func push(to parent: ManagedObjectContext) throws {
    parent.hasChildren = true
    let insertions = inserted.filter(\.isInserted)
    let updates = updated.filter(\.isUpdated)
    for object in insertions where parent.objectForChild(object.objectID) == nil {
      let twin = parent.insert(object.entity)
      parent.rename(twin, reference: object.reference, storeNumber: object.storeNumber)
      twin.flags.insert(.knownToChild)
    }
    for object in insertions + updates {
      // An object whose to-many relationship alone changed may be a fault here; its values are not touched then.
      let twin = try parent.twin(of: object)
      if !object.isFault {
        if !object.isInserted { parent.adoptBase(of: object, for: twin) }
        for slot in object.attributes.indices where object.isInserted || object.attributeChanged(slot) {
          twin.setAttribute(object.attributes[slot], slot: slot)
        }
        for slot in object.toOne.indices
        where object.isInserted || object.currentIdentity(ofToOne: slot) != object.committedIdentity(ofToOne: slot) {
          twin.setToOne(try object.currentToOne(slot: slot).map { try parent.twin(of: $0) }, slot: slot)
        }
      }
    }
    for object in insertions + updates {
      let twin = try parent.twin(of: object)
      for slot in object.toMany.indices where !object.toMany[slot].isUnchanged {
        let relationship = object.runtime.layout.toManyRelationships[slot]
        if case .inverseColumn = object.runtime.toManyStorage[slot], !relationship.isOrdered { continue }
        let net = object.toMany[slot].netChange()
        for member in net.removed { twin.removeMember(try parent.twin(of: member), slot: slot) }
        for member in net.added { twin.addMember(try parent.twin(of: member), slot: slot) }
        if relationship.isOrdered {
          let order = try object.toManyObjects(slot: slot).map { try parent.twin(of: $0) }
          let wanted = Set(order.map { ObjectIdentifier($0) })
          let others = twin.toManyObjects(slot: slot).filter { !wanted.contains(ObjectIdentifier($0)) }
          twin.reorderMembers(order.filter { twin.hasMember($0, slot: slot) } + others, slot: slot)
        }
      }
    }
    for object in deleted where object.isDeletionPending {
      if let twin = parent.objectForChild(object.objectID) {
        parent.delete(twin)
      } else if !object.objectID.isTemporaryID {
        let twin = parent.object(with: object.objectID)
        parent.adoptBase(of: object, for: twin)
        parent.delete(twin)
      }
    }
    parent.propagateDeletions()
    if parent.tracksChanges { parent.processPendingChanges() }
  }

  /// Makes what a child's changes started from the base of `twin`, if somebody has changed the row in the store since; the save finds the conflict then.
  ///
  /// This context need not have kept the object that the child read, and reads it anew for the child's changes.
  private func adoptBase(of object: ManagedObject, for twin: ManagedObject) {
    guard parent == nil, twin.isFault else { return }
    twin.fireFault()
    let known = max(object.version, savedVersions[twin.objectID] ?? 1, 1)
    guard !twin.isDeleted, twin.version > known else { return }
    twin.version = known
    twin.attributes = object.committedAttributes
    twin.toOne = object.toOne.indices.map { slot in
      guard let identity = object.committedIdentity(ofToOne: slot) else { return .none }
      return .identifier(objectForChild(identity)?.objectID ?? identity)
    }
  }

  /// This context's object for a child's object.
  private func twin(of object: ManagedObject) throws -> ManagedObject {
    if let known = objectForChild(object.objectID) { return known }
    guard !object.objectID.isTemporaryID else { throw PersistentStoreError.missingObject(object.objectID.description) }
    return self.object(with: object.objectID)
  }
}

extension ManagedObject {
  fileprivate final func attributeChanged(_ slot: Int) -> Bool {
    guard let snapshot, slot < snapshot.attributes.count else { return false }
    return attributes[slot] != snapshot.attributes[slot]
  }
}
