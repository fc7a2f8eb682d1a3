internal import ObjectModel
package import AttributeValues

// Access by slot. The slots come from the entity's layout; they are resolved once per source or query, never per object.
extension ManagedObject {
  /// The value of an attribute.
  ///
  /// - Complexity: O(1), and a read from the store if the object is a fault.
  package final func attribute(slot: Int) -> AttributeValue {
    if flags.contains(.fault) { fireFault(for: .attribute(slot)) }
    return slot < values.attributes.count ? values.attributes[slot] : .null
  }

  /// Sets an attribute to a value of the attribute's type, which is not checked here.
  ///
  /// - Complexity: O(1); allocates nothing for a new object.
  package final func setAttribute(_ value: AttributeValue, slot: Int) {
    if !flags.isDisjoint(with: .slowAttributeChange) {
      if flags.contains(.fault) { fireFault() }
      // Setting what is there already leaves an unchanged object unchanged, so that a repeated import writes nothing.
      if slot < attributes.count, flags.contains(.unchanged), attributes[slot].isIdentical(to: value) { return }
      willChangeAttribute(slot: slot)
    }
    guard slot < attributes.count else { return }
    values.setAttribute(value, slot: slot)
  }

  /// Gives a new object all its attributes at once, already validated against the model; the array is taken over.
  ///
  /// - Complexity: O(1) for an object that was just inserted.
  package final func adoptValidatedAttributes(_ new: consuming [AttributeValue]) {
    precondition(new.count == runtime.layout.attributes.count, "One value per attribute of \(runtime.entity.name)")
    if flags.contains(.inserted), flags.isDisjoint(with: [.tracked, .deleted]) {
      values.adoptAttributes(new)
      state.adoptValidAttributes()
    } else {
      for slot in new.indices { setAttribute(new[slot], slot: slot) }
      state.noteValidAttributes()
    }
  }

  /// The related object of a to-one relationship.
  ///
  /// - Complexity: O(1), and a read from the store if the object is a fault. The related object is not read.
  package final func toOneObject(slot: Int) -> ManagedObject? {
    if flags.contains(.fault) { fireFault(for: .toOne(slot)) }
    return currentToOne(slot: slot)
  }

  /// The ID of the related object, without making the object.
  package final func toOneIdentifier(slot: Int) -> ManagedObjectID? {
    if flags.contains(.fault) { fireFault() }
    guard slot < toOne.count else { return nil }
    switch toOne[slot] {
    case .none: return nil
    case .object(let object): return object.objectID
    case .identifier(let identifier): return identifier
    }
  }

  /// The related object as it is in memory; the object itself must not be a fault.
  final func currentToOne(slot: Int) -> ManagedObject? {
    guard slot < toOne.count else { return nil }
    switch toOne[slot] {
    case .none:
      return nil
    case .object(let object):
      return object
    case .identifier(let identifier):
      guard let related = owner?.object(with: identifier) else { return nil }
      values.resolveToOne(related, slot: slot)
      return related
    }
  }
}

extension ManagedObject {
  /// Everything that comes before a change of an attribute's value.
  @inline(never)
  final func willChangeAttribute(slot: Int) {
    willChangeStoredValue(isAttribute: true)
    if flags.contains(.tracked) { owner?.recorder.recordAttribute(of: self, slot: slot) }
  }

  /// Everything that comes before a change of a to-one reference.
  @inline(never)
  final func willChangeToOne(slot: Int) {
    willChangeStoredValue(isAttribute: false)
    if flags.contains(.tracked) { owner?.recorder.recordToOne(of: self, slot: slot) }
  }

  private final func willChangeStoredValue(isAttribute: Bool) {
    if flags.contains(.fault) { fireFault() }
    if flags.contains(.awaking) { return }
    if flags.contains(.tracked) { owner?.recorder.keepSnapshot(of: self) }
    if isAttribute { state.attributesChange() } else { state.relationshipsChange() }
    guard flags.contains(.unchanged) else {
      markUpdated(storedChange: true)
      return
    }
    state.leaveUnchanged()
    values.keepSnapshot()
    markUpdated(storedChange: true)
  }

  /// Puts the object on its context's list of changed objects, unless it is new, and into the event's notification.
  final func markUpdated(storedChange: Bool) {
    if storedChange { state.noteStoredChange() }
    // Neither a new object nor one that was deleted before its first save has a row that could be updated.
    if flags.isDisjoint(with: [.inserted, .deletedUnsaved, .updated]), let owner {
      state.noteUpdate()
      owner.changes.listUpdate(of: self)
    }
    // A new object changes, too: it was told of as inserted by the event that made it, and is as updated by the next.
    if flags.contains(.tracked), !flags.contains(.deletedUnsaved) { owner?.recorder.noteUpdate(of: self) }
  }
}
