internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

// What a parent context does for its children: it is their store. A child reads the parent's objects as they are now, changes included, and
// its save changes them.
extension ManagedObjectContext {
  /// The object that a child knows under this ID, which may have become permanent since, or belong to an unsaved object of a context above.
  func objectForChild(_ objectID: ManagedObjectID) -> ManagedObject? {
    if let known = registeredObject(for: objectID) { return known }
    guard objectID.isTemporaryID else { return nil }
    if let permanent = permanentID(for: objectID.reference) { return object(with: permanent) }
    guard let parent, parent.performAndWait({ parent.objectForChild(objectID) }) != nil else { return nil }
    return makeFault(objectID)
  }

  /// The ID of an object for a child, which will be able to ask for the permanent one if it is temporary.
  func idForChild(of object: ManagedObject) -> ManagedObjectID {
    if object.storeNumber == 0 {
      children.noteUse()
      object.state.becomeKnownToChild()
    }
    return object.objectID
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
      objectID: idForChild(of: object),
      version: max(object.version, 1),
      attributes: object.attributes,
      toOne: object.toOne.map { reference in
        if case .object(let related) = reference { return idForChild(of: related) }
        return reference.identity
      }
    )
  }

  /// The rows of several objects as a child reads them, each with the ID by which it was asked for; what this context does not have at hand is read in one
  /// request.
  ///
  /// - Throws: The store's error.
  func rowsForChild(_ objectIDs: [ManagedObjectID]) throws -> [(asked: ManagedObjectID, row: StoreRow)] {
    let objects = objectIDs.compactMap { asked in
      (objectForChild(asked) ?? (asked.isTemporaryID ? nil : object(withExact: asked))).map { (asked, $0) }
    }
    try faults.readAhead(objects.map(\.1).filter(\.needsRow).map(\.objectID))
    return try objects.compactMap { asked, object in try rowForChild(object.objectID).map { (asked, $0) } }
  }

  /// The members of a to-many relationship as a child reads them: as they are now in this context.
  func membersForChild(of objectID: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
    let object = objectForChild(objectID) ?? (objectID.isTemporaryID ? nil : self.object(with: objectID))
    return object?.toManyObjects(slot: slot).map(idForChild) ?? []
  }
}

// What a child does for its own objects: it knows them under temporary IDs until it asks for the permanent ones that a context above has given them
// since. It asks when it comes across an ID that it does not know, so that each of its objects stands for a row of its own.
extension ManagedObjectContext {
  /// How many permanent IDs this context and those above it have handed out for objects that children know; may be asked on any thread.
  private var assignedIDCount: Int { children.notedIDCount + (parent?.assignedIDCount ?? 0) }

  /// The permanent ID that this context, or one above it, has given an object that children know under a temporary reference; `nil` while it is not saved.
  func permanentID(for reference: Int64) -> ManagedObjectID? {
    if let known = children.permanentID(for: reference) { return known }
    guard let parent, parent.assignedIDCount > 0 else { return nil }
    return parent.performAndWait { parent.permanentID(for: reference) }
  }

  /// The ID under which this context knows what was known by `objectID`: in a child, the permanent one for a temporary one.
  func currentID(of objectID: ManagedObjectID) -> ManagedObjectID {
    guard objectID.isTemporaryID, let parent, parent.assignedIDCount > 0 else { return objectID }
    return parent.performAndWait { parent.permanentID(for: objectID.reference) } ?? objectID
  }

  /// Gives the objects of a child the permanent IDs that the contexts above have handed out since the last call.
  ///
  /// - Complexity: O(1) if there are none, else O(registered objects).
  func learnPermanentIDs() {
    guard let parent, case let count = parent.assignedIDCount, count != learnedIDCount else { return }
    learnedIDCount = count
    let unsaved = registry.objects.filter { $0.storeNumber == 0 && !$0.isInserted }
    let permanent = parent.performAndWait { unsaved.map { parent.permanentID(for: $0.reference) } }
    for case (let object, let objectID?) in zip(unsaved, permanent) where registry.object(for: objectID) == nil {
      faults.forget(object)
      rename(object, reference: objectID.reference, storeNumber: objectID.storeNumber)
    }
  }

  /// A predicate with the permanent IDs of objects that it names by temporary ones.
  func usingCurrentIDs(in predicate: ObjectPredicate) -> ObjectPredicate {
    guard let parent, parent.assignedIDCount > 0 else { return predicate }
    var isAffected = false
    predicate.visit { if case .constant(let constant) = $0, constant.namesUnsavedObject { isAffected = true } }
    guard isAffected else { return predicate }
    return predicate.mapped { expression in
      guard case .constant(let constant) = expression else { return expression }
      return .constant(constant.mappingIDs(currentID))
    }
  }
}

extension PredicateConstant {
  fileprivate var namesUnsavedObject: Bool {
    switch self {
    case .value: false
    case .object(let identity): (identity.base as? ManagedObjectID)?.isTemporaryID ?? false
    case .collection(let parts): parts.contains(where: \.namesUnsavedObject)
    }
  }

  fileprivate func mappingIDs(_ transform: (ManagedObjectID) -> ManagedObjectID) -> PredicateConstant {
    switch self {
    case .value: self
    case .object(let identity):
      (identity.base as? ManagedObjectID).map { .object(ObjectIdentity(transform($0))) } ?? self
    case .collection(let parts): .collection(parts.map { $0.mappingIDs(transform) })
    }
  }
}
