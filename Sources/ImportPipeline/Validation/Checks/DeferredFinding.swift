internal import Findings
internal import ManagedObjects

/// A finding of a check after the last source, before its place is known.
struct DeferredFinding {
  /// A property of an object, or the object as a whole.
  struct Subject {
    var objectID: ManagedObjectID
    var property: String?
  }

  var rule: RuleCode
  var severity: Severity?
  /// What is wrong; the description of the other place is put in for `placeMark`.
  var message: String
  var subject: Subject
  /// The record to point at, if it is not the one that the subject has its value from.
  var origin: RecordOrigin?
  var value: String?
  var suggestion: String?
  /// Another place that has to do with it.
  var related: (message: String, subject: Subject, origin: RecordOrigin?)?

  /// Stands for the other place in `message`: a character that no source has in a text, since readers reject it.
  static let placeMark = "\u{0}"
}
