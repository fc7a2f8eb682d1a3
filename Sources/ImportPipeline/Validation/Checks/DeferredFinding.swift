internal import Findings
internal import ManagedObjects

/// A finding of a check after the last source, before its place is known.
struct DeferredFinding {
  /// A property of an object, or the object as a whole.
  struct Subject {
    var objectID: ManagedObjectID
    var property: String?
  }

  var kind: any FindingKind
  var severity: Severity?
  var subject: Subject
  /// The record to point at, if it is not the one that the subject has its value from.
  var origin: RecordOrigin?
  var value: String?
  var suggestion: String?
  /// Another place that has to do with it.
  var related: (relation: RelatedPlace.Relation, subject: Subject, origin: RecordOrigin?)?
}
