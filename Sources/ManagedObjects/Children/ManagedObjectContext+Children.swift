internal import AttributeValues
internal import ObjectModel

// What a parent context does for its children: it is their store. A child reads the parent's objects as they are now, changes included, and
// its save changes them.
extension ManagedObjectContext {
  /// The object that a child knows under this ID, which may have become permanent since.
  func objectForChild(_ objectID: ManagedObjectID) -> ManagedObject? {
    if let known = registeredObject(for: objectID) { return known }
    guard objectID.isTemporaryID, let permanent = children.permanentID(for: objectID.reference) else { return nil }
    return registeredObject(for: permanent) ?? object(with: permanent)
  }

  /// The values of an object as a child reads them: this context's own, else the store's.
  ///
  /// - Throws: The store's error.
  func rowForChild(_ objectID: ManagedObjectID) throws -> StoreRow? {
    children.noteUse()
    guard let object = objectForChild(objectID) else {
      return objectID.isTemporaryID ? nil : try faults.row(for: objectID)
    }
    if object.isGone { return nil }
    return try rowAtHand(of: object) ?? faults.row(for: object.objectID)
  }

  /// An object's values as a child reads them, if nothing has to be read for them; `nil` for a deleted object.
  func rowAtHand(of object: ManagedObject) -> StoreRow? {
    children.noteUse()
    if object.needsRow || object.isGone || object.isFault && faults.isRowStale(of: object) { return nil }
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
    try faults.readAhead(objects.filter(\.needsRow).map(\.objectID))
    return try objects.compactMap { try rowForChild($0.objectID) }
  }

  /// The members of a to-many relationship as a child reads them: as they are now in this context.
  func membersForChild(of objectID: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
    let object = objectForChild(objectID) ?? (objectID.isTemporaryID ? nil : self.object(with: objectID))
    return object?.toManyObjects(slot: slot).map(\.objectID) ?? []
  }
}
