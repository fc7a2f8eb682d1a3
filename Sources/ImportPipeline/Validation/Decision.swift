internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// What becomes of a record, with everything that is wrong with it. It takes effect whole or not at all: a sink applies it and cannot refuse it.
struct Decision {
  /// What became of a record. It counts once, however many objects it means: as inserted if it made at least one.
  enum Outcome: Sendable {
    case inserted, updated, unchanged, rejected, skipped
  }

  let outcome: Outcome
  /// In the order in which they were found.
  var findings: [Finding] = []
  /// The objects to make and to change, in this order; empty unless the record takes effect.
  var changes: [ObjectChange] = []
  /// The objects that the record speaks of and that were there before it, changed or not.
  var existingSubjects: [ManagedObjectID] = []
  /// What sources do not agree on, each to be told once its place is known.
  var disagreements: [DeferredFinding] = []
  /// What changes in the indexes.
  var indexChanges: [IndexChange] = []
}

/// What a decision does to one object.
struct ObjectChange {
  /// The object; a new one gets this ID.
  let objectID: ManagedObjectID
  let isNew: Bool
  /// A new object's attributes by slot.
  var attributes: [AttributeValue] = []
  /// The attributes that change in an object that is there, with the values before.
  var values: [(slot: Int, old: AttributeValue, new: AttributeValue)] = []
  /// The relationships to set, in this order, each member once; the inverses follow from them.
  var connections: [Connection] = []

  /// An object that another is related to.
  struct Connection: Hashable {
    let isToMany: Bool
    let slot: Int
    let target: ManagedObjectID
  }
}

/// An object that enters an index, leaves it, or changes its place there.
struct IndexChange {
  let index: ObjectIndex
  let reference: Int64
  let old: (fingerprint: Fingerprint, text: AttributeValue)?
  let new: (fingerprint: Fingerprint, text: AttributeValue)?
  /// Whether a record gives the object these values, rather than only referring to it.
  let isOfSubject: Bool
}
