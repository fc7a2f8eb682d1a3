/// The state of one object, which it goes through in these steps only: what changes together is changed in one place.
///
/// Everybody may ask for the flags. The steps of an object's life are its own and its context's; each of the marks belongs to one part of the context.
struct ObjectState {
  private(set) var flags: ObjectFlags = []

  init() {}

  /// Stands for a row that was just read, and is registered.
  init(readAheadTracked isTracked: Bool) {
    becomeFault(isTracked: isTracked)
    flags.formUnion([.rowAtHand, .registered])
  }

  // MARK: A new life; the marks go

  /// Was inserted.
  mutating func becomeNew(isTracked: Bool) { flags = isTracked ? [.inserted, .tracked] : .inserted }

  /// Stands for a row that has not been read.
  mutating func becomeFault(isTracked: Bool) {
    flags = isTracked ? [.fault, .unchanged, .tracked] : [.fault, .unchanged]
  }

  /// Belongs to no context any more, which may still have to tell of it.
  mutating func becomeDetached() { flags = flags.intersection(.notes).union(.fault) }

  /// Its deletion was saved.
  mutating func becomeDeleted() { flags = [.deleted] }

  /// Its deletion was saved, and undo may bring it back as a new object.
  mutating func becomeDismissed() { flags = [.deleted, .deletedUnsaved, .deletionPropagated, .tracked] }

  // MARK: Being a fault

  /// A fault has got its values before anybody asked for them.
  mutating func readAhead() { flags.insert(.rowAtHand) }

  /// What was read ahead is too old.
  mutating func dropRow() { flags.remove(.rowAtHand) }

  /// A fault has its values, which the store vouches for.
  mutating func endFault() {
    flags.remove([.fault, .rowAtHand])
    flags.insert([.attributesValidated, .relationshipsValidated])
  }

  /// A fault will never have values, because its row is gone.
  mutating func endFaultWithoutRow() { flags.remove(.fault) }

  /// The values are let go, changes with them.
  mutating func turnIntoFault() {
    flags.remove([.updated, .storedChange, .attributesValidated, .relationshipsValidated, .askedToSave, .rowAtHand])
    flags.insert([.fault, .unchanged])
  }

  /// Whether a hook sets values, which are no changes.
  mutating func setAwaking(_ isAwaking: Bool) { set(.awaking, isAwaking) }

  // MARK: Changing

  /// An attribute changes.
  mutating func attributesChange() { flags.remove([.attributesValidated, .askedToSave]) }

  /// A relationship changes.
  mutating func relationshipsChange() { flags.remove([.relationshipsValidated, .askedToSave]) }

  /// The values as they were read or saved have been kept, and differ from those to come.
  mutating func leaveUnchanged() { flags.remove(.unchanged) }

  /// The store keeps what has changed in the object's own row.
  mutating func noteStoredChange() { flags.insert(.storedChange) }

  /// What has changed has been changed back: there is nothing to write.
  mutating func dropStoredChange() { flags.remove(.storedChange) }

  /// Differs from what was read or saved.
  mutating func noteUpdate() { flags.insert(.updated) }

  /// Has no changes any more.
  mutating func forgetUpdate() { flags.remove([.updated, .storedChange]) }

  /// The values as they are now are those that the next change starts from.
  mutating func becomeUnchanged() { flags.insert(.unchanged) }

  /// As before its changes, which were taken back or saved.
  mutating func settle() {
    flags.remove([.updated, .storedChange, .askedToSave])
    flags.insert([.unchanged, .attributesValidated, .relationshipsValidated])
  }

  // MARK: Deleting

  /// Whether its `prepareForDeletion` is at work.
  mutating func setPreparingDeletion(_ isPreparing: Bool) { set(.preparingDeletion, isPreparing) }

  /// The next save deletes it; one that was never saved has no row to delete.
  mutating func delete() {
    flags.insert(.deleted)
    if flags.contains(.inserted) {
      flags.remove(.inserted)
      flags.insert(.deletedUnsaved)
    }
  }

  /// Its row has vanished: there is nothing left to delete.
  mutating func becomeInaccessible() { flags.insert([.deleted, .deletedUnsaved, .deletionPropagated]) }

  /// Its delete rules have been followed.
  mutating func notePropagation() { flags.insert(.deletionPropagated) }

  /// Its delete rules have to be followed again, because they could not be followed to the end.
  mutating func forgetPropagation() { flags.remove(.deletionPropagated) }

  /// Is not to be deleted any more.
  mutating func takeBackDeletion() { flags.remove([.deleted, .deletionPropagated]) }

  /// What was deleted before its first save is new again.
  ///
  /// - Returns: Whether it is.
  mutating func becomeNewAgain() -> Bool {
    guard flags.contains(.deletedUnsaved) else { return false }
    flags.remove(.deletedUnsaved)
    flags.insert(.inserted)
    return true
  }

  /// Its row was deleted by somebody else, and is to be inserted again.
  mutating func becomeInsertedAgain() {
    forgetUpdate()
    flags.insert(.inserted)
  }

  // MARK: Saving

  /// A save begins, and will call its `willSave` whether an earlier one that failed has or not.
  mutating func forgetAsking() { flags.remove(.askedToSave) }

  /// Its `willSave` has been called.
  mutating func noteAskedToSave() { flags.insert(.askedToSave) }

  /// Its insertion was saved.
  mutating func finishInsertion() {
    flags.remove([.inserted, .listedInserted])
    settle()
  }

  // MARK: Validation

  /// The attributes meet the model's rules.
  mutating func noteValidAttributes() { flags.insert(.attributesValidated) }

  /// All attributes of a new object were set to values that meet the model's rules.
  mutating func adoptValidAttributes() {
    flags.insert(.attributesValidated)
    flags.remove(.askedToSave)
  }

  /// The relationships meet the model's rules.
  mutating func noteValidRelationships() { flags.insert(.relationshipsValidated) }

  /// An attribute was set past all notice.
  mutating func forgetAttributeValidation() { flags.remove(.attributesValidated) }

  /// Values came from elsewhere.
  mutating func forgetValidation() { flags.remove([.attributesValidated, .relationshipsValidated]) }

  /// Whether a save validates it.
  mutating func setValidating(_ isValidating: Bool) { set(.validating, isValidating) }

  // MARK: Marks

  /// Whether it stands in the registry; only for `ObjectRegistry`.
  mutating func setRegistered(_ isRegistered: Bool) { set(.registered, isRegistered) }

  /// Whether every change is recorded; only for `ChangeRecorder`.
  mutating func setTracked(_ isTracked: Bool) { set(.tracked, isTracked) }

  /// What the next notification says about it; only for `ChangeRecorder`.
  mutating func note(_ note: ObjectFlags) { flags.formUnion(note.intersection(.notes)) }

  /// Forgets what the next notification would say; only for `ChangeRecorder`.
  mutating func forgetNotes() { flags.subtract(.notes) }

  /// Stands on a list of `PendingChanges`; only for that.
  mutating func enter(_ list: ObjectFlags) { flags.formUnion(list.intersection(.lists)) }

  /// Stands on a list no more; for `PendingChanges` and whoever takes its lists.
  mutating func leave(_ list: ObjectFlags) { flags.subtract(list.intersection(.lists)) }

  /// A child context knows it under its temporary ID.
  mutating func becomeKnownToChild() { flags.insert(.knownToChild) }

  private mutating func set(_ flag: ObjectFlags, _ isSet: Bool) {
    if isSet { flags.insert(flag) } else { flags.remove(flag) }
  }
}
