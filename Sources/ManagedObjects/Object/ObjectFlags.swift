/// What is known about an object's state, in one word, so that the fast paths test everything at once.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// Inserted and not saved yet.
  static let inserted = ObjectFlags(rawValue: 1 << 0)
  /// Changed since it was read or saved, be it only an inverse relationship without a column of its own.
  static let updated = ObjectFlags(rawValue: 1 << 1)
  /// To be deleted by the next save.
  static let deleted = ObjectFlags(rawValue: 1 << 2)
  /// The values have not been read, or were read ahead and not asked for yet.
  static let fault = ObjectFlags(rawValue: 1 << 3)
  /// Nothing changed since the object was read or saved: the next change has to keep a snapshot first.
  static let unchanged = ObjectFlags(rawValue: 1 << 4)
  /// The attributes met the model's rules and did not change since.
  static let attributesValidated = ObjectFlags(rawValue: 1 << 5)
  /// The relationships met the model's rules and did not change since.
  static let relationshipsValidated = ObjectFlags(rawValue: 1 << 6)
  /// A value that the store keeps in the object's own row changed.
  static let storedChange = ObjectFlags(rawValue: 1 << 7)
  /// Every change has to be recorded, for undo or for observers.
  static let tracked = ObjectFlags(rawValue: 1 << 8)
  /// The object stands in its context's registry.
  static let registered = ObjectFlags(rawValue: 1 << 9)
  /// The object stands in the context's list of insertions, updates, deletions; it may be there without the flag above being set,
  /// because the lists are only cleaned by a save.
  static let listedInserted = ObjectFlags(rawValue: 1 << 10)
  static let listedUpdated = ObjectFlags(rawValue: 1 << 11)
  static let listedDeleted = ObjectFlags(rawValue: 1 << 12)
  /// What the next did-change notification says about the object.
  static let notedInserted = ObjectFlags(rawValue: 1 << 13)
  static let notedUpdated = ObjectFlags(rawValue: 1 << 14)
  static let notedDeleted = ObjectFlags(rawValue: 1 << 15)
  static let notedRefreshed = ObjectFlags(rawValue: 1 << 16)
  /// The deletion has been carried on to related objects.
  static let deletionPropagated = ObjectFlags(rawValue: 1 << 17)
  /// A save asked this object's `willSave` and did not see a change since.
  static let askedToSave = ObjectFlags(rawValue: 1 << 18)
  /// A primitive setter is at work inside a hook: the change is not recorded.
  static let awaking = ObjectFlags(rawValue: 1 << 19)
  /// The object is a fault whose values were read ahead: ending the fault costs no read.
  static let rowAtHand = ObjectFlags(rawValue: 1 << 20)
  /// The deleted object has no row: it was never saved, or its row is gone already.
  static let deletedUnsaved = ObjectFlags(rawValue: 1 << 21)
  /// A child context knows the object under its temporary ID.
  static let knownToChild = ObjectFlags(rawValue: 1 << 22)

  /// Its `prepareForDeletion` is at work.
  static let preparingDeletion = ObjectFlags(rawValue: 1 << 24)

  /// A save validates the object: it applies the model's rules itself, after the hooks.
  static let validating = ObjectFlags(rawValue: 1 << 23)

  /// A change of an attribute has more to do than to store the value.
  static let slowAttributeChange: ObjectFlags = [
    .deleted, .fault, .unchanged, .attributesValidated, .tracked, .askedToSave,
  ]
  /// A change of a relationship has more to do than to store the reference.
  static let slowRelationshipChange: ObjectFlags = [
    .deleted, .fault, .unchanged, .relationshipsValidated, .tracked, .askedToSave,
  ]
  /// The lists on which it may stand, and what a notification may say about it.
  static let lists: ObjectFlags = [.listedInserted, .listedUpdated, .listedDeleted]
  static let notes: ObjectFlags = [.notedInserted, .notedUpdated, .notedDeleted, .notedRefreshed]
}
