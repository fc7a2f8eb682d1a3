/// What a predicate can be evaluated on: a managed object, a dictionary, an import record.
///
/// ```swift
/// let small = try ObjectPredicate(format: "heightMax < %@ AND name BEGINSWITH[c] %@", 40, "b")
/// let isSmall = try small.evaluate(with: ["name": "Beagle", "heightMax": 38.1] as [String: PredicateValue])
/// // A managed object, a dictionary, or whatever conforms to PredicateSubject.
/// ```
///
/// Conforming types need not be `Sendable`: evaluation stays on the caller's thread, and a predicate never keeps a subject.
public protocol PredicateSubject {
  /// The value of a key; `.null` when the key has none, `nil` when there is no such key, which ends the evaluation with an error.
  func predicateValue(forKey key: String) -> PredicateValue?

  /// What `==` between objects compares; `nil` for subjects that are equal to none.
  var predicateIdentity: ObjectIdentity? { get }
}

extension PredicateSubject {
  public var predicateIdentity: ObjectIdentity? { nil }
}

extension PredicateSubject where Self: AnyObject {
  public var predicateIdentity: ObjectIdentity? { ObjectIdentity(ObjectIdentifier(self)) }
}

/// A dictionary answers `nil` for every key that it lacks, as `NSDictionary` does.
extension Dictionary: PredicateSubject where Key == String, Value: PredicateValueConvertible {
  public func predicateValue(forKey key: String) -> PredicateValue? { self[key]?.predicateValue ?? .null }
}
