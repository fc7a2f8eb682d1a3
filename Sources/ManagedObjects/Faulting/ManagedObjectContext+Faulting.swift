internal import AttributeValues
internal import ObjectModel

extension ManagedObjectContext {
  /// The object with this ID: the registered one, or a fault, whether the store has the row or not; the store is not asked, unless the ID was made of a URI or a
  /// key and names an entity that has others below it. A store that cannot be read then makes the next save fail.
  public func object(with objectID: ManagedObjectID) -> ManagedObject {
    assertConfinement()
    if let known = registeredObject(for: objectID) { return known }
    let objectID = currentID(of: objectID)
    // An ID that names an entity above the object's own was not given by a store; the object's own entity decides its class.
    do {
      if objectID.mayBeOfSubentity, let row = try faults.row(for: objectID) { return object(for: row) }
    } catch {
      faults.noteFailure(error)
    }
    return makeFault(objectID)
  }

  /// Throws the first error of the store that a property of an object could not throw, once; otherwise the next save does.
  ///
  /// Who only reads asks here whether what was read is all that the store has: a fault that could not be filled has no values, and a relationship no objects.
  /// Core Data raises an exception there.
  public func throwReadFailure() throws {
    assertConfinement()
    try faults.throwFailure()
  }

  /// The object with an ID that may name an entity above the object's own, as those do that an import makes of keys; the store is asked which it is.
  package func object(withIDOfFamily objectID: ManagedObjectID) -> ManagedObject {
    object(
      with: ManagedObjectID(
        ofFamily: objectID.entity,
        storeNumber: objectID.storeNumber,
        reference: objectID.reference
      )
    )
  }

  /// The object with this ID, if the context knows it; the store is not asked. A child finds it by the temporary ID, too, that it had before a
  /// context above was saved.
  ///
  /// - Complexity: O(1).
  public func registeredObject(for objectID: ManagedObjectID) -> ManagedObject? {
    if let known = registry.object(for: objectID) { return known }
    if parent == nil { return nil }
    let current = currentID(of: objectID)
    learnPermanentIDs()
    return registry.object(for: current)
  }

  /// The object with an ID that names the object's own entity, as IDs from a store do; the store is not asked.
  func object(withExact identifier: ManagedObjectID) -> ManagedObject {
    registeredObject(for: identifier) ?? makeFault(currentID(of: identifier))
  }

  /// The object with this ID, read from the store unless the context has it with its values.
  ///
  /// - Throws: `PersistentStoreError.missingObject` when there is no such row; the store's error when it cannot read.
  public func existingObject(with objectID: ManagedObjectID) throws -> ManagedObject {
    assertConfinement()
    if let known = registeredObject(for: objectID), !known.isFault {
      guard !known.isGone else { throw PersistentStoreError.missingObject(objectID.description) }
      return known
    }
    guard let row = try faults.row(for: objectID) else {
      throw PersistentStoreError.missingObject(objectID.description)
    }
    let object = object(for: row)
    fill(object, from: row)
    return object
  }

  /// The context's object for a row: the one it has, or a fault that needs not be read again. A fault takes the newest row that was read for it.
  func object(for row: borrowing StoreRow) -> ManagedObject {
    if let known = registeredObject(for: row.objectID) {
      if known.takesRow(ofVersion: row.version) { known.readAhead(row) }
      return known
    }
    let object = makeFault(row.objectID)
    object.readAhead(row)
    return object
  }

  /// The context's object for a row as a fetch finds it: the one it has, or a fault that needs not be read again.
  func object(for row: borrowing FetchedRow) -> ManagedObject {
    switch row.contents {
    case .packed(let values): object(for: values)
    case .whole(let row): object(for: row)
    }
  }

  private func object(for row: PackedValues) -> ManagedObject {
    guard let known = registry.object(of: row) else { return makeFault(row) }
    if known.takesRow(ofVersion: row.head.pointee.version) { known.readAhead(row) }
    return known
  }

  /// Gives a fault the values of its row and ends the fault; other objects stay as they are.
  func fill(_ object: ManagedObject, from row: borrowing StoreRow) {
    guard object.flags.contains(.fault) else { return }
    if !object.flags.contains(.rowAtHand) { object.readAhead(row) }
    object.fireFault(isRowFresh: true)
  }

  /// The members of a to-many relationship as they are stored, each as the object that the context has for it or a fault; `nil` if the store cannot be read.
  func storedMembers(of object: ManagedObject, slot: Int) -> [ManagedObject]? {
    do {
      return try faults.members(of: object.objectID, slot: slot).map { self.object(with: $0) }
    } catch {
      faults.noteFailure(error)
      return nil
    }
  }
}

extension ManagedObject {
  /// Whether the object is a fault whose row is not at hand.
  final var needsRow: Bool { isFault && !flags.contains(.rowAtHand) }

  /// Whether the object is a fault without a row, or with an older one than this.
  fileprivate final func takesRow(ofVersion version: Int64) -> Bool {
    isFault && (!flags.contains(.rowAtHand) || version > self.version)
  }

  /// Takes over a row's values without ending the fault: the first access needs no read.
  final func readAhead(_ row: borrowing StoreRow) {
    values.adopt(row)
    state.readAhead()
    owner?.faults.noteReading(of: self)
  }

  /// Takes over a row's packed values without ending the fault.
  final func readAhead(_ packed: PackedValues) {
    values.adopt(packed)
    state.readAhead()
    owner?.faults.noteReading(of: self)
  }

  /// Ends the fault: the values are read unless they were read ahead.
  ///
  /// An object whose row is gone becomes deleted and has no values (`shouldDeleteInaccessibleFaults`), as Core Data does. A store that
  /// cannot be read leaves the object without values, and the context's next save throws the store's error.
  ///
  /// - Parameters:
  ///   - isRowFresh: Whether the row was read for this very purpose, so that its age does not matter.
  ///   - slot: The property that is asked for, if it is one.
  @inline(never)
  final func fireFault(isRowFresh: Bool = false, for slot: EntityLayout.Slot? = nil) {
    guard flags.contains(.fault), let owner else { return }
    if flags.contains(.rowAtHand), !isRowFresh, owner.faults.isRowStale(of: self) { state.dropRow() }
    if !flags.contains(.rowAtHand) {
      do {
        guard try owner.faults.readRow(of: self) else {
          becomeInaccessible(in: owner, for: slot)
          return
        }
      } catch {
        owner.faults.noteFailure(error, of: self)
        values.becomeEmpty(for: runtime)
      }
    }
    values.unpack()
    state.endFault()
    if runtime.objectClass != nil {
      state.setAwaking(true)
      awakeFromFetch()
      state.setAwaking(false)
    }
  }

  private final func becomeInaccessible(in owner: ManagedObjectContext, for slot: EntityLayout.Slot?) {
    values.becomeEmpty(for: runtime)
    state.endFaultWithoutRow()
    let isHandled =
      owner.shouldHandleInaccessibleFault?(self, objectID, slot.map(runtime.layout.property(at:)))
      ?? owner.shouldDeleteInaccessibleFaults
    if isHandled {
      state.noteValidAttributes()
      owner.markInaccessible(self)
    } else {
      owner.faults.noteFailure(PersistentStoreError.missingObject(objectID.description))
    }
  }

  /// Lets the values go; the next access reads them anew.
  final func turnIntoFault() {
    guard !flags.contains(.fault) || flags.contains(.rowAtHand) || !toMany.isEmpty else { return }
    if runtime.objectClass != nil { willTurnIntoFault() }
    values.removeAll()
    toMany = []
    state.turnIntoFault()
    if runtime.objectClass != nil { didTurnIntoFault() }
  }
}

extension EntityLayout {
  fileprivate func property(at slot: Slot) -> PropertyDescription {
    switch slot {
    case .attribute(let slot): attributes[slot]
    case .toOne(let slot): toOneRelationships[slot]
    case .toMany(let slot): toManyRelationships[slot]
    case .fetched(let slot): fetchedProperties[slot]
    }
  }
}
