/// What tells one object from another, without the object: a managed object's ID, or a class instance's address.
///
/// ```swift
/// struct Dog: PredicateSubject {
///   var chip: Int
///   func predicateValue(forKey key: String) -> PredicateValue? { key == "chip" ? .value(.integer(Int64(chip))) : nil }
///   /// Two of one chip are the same dog.
///   var predicateIdentity: ObjectIdentity? { ObjectIdentity(chip) }
/// }
/// ```
///
/// Predicates are values that cross threads, live objects are not; so a predicate that mentions an object holds its identity.
public struct ObjectIdentity: Sendable {
  /// What was wrapped; a store asks `as? ManagedObjectID`.
  public let base: any Hashable & Sendable

  /// Wraps what stands for an object.
  public init(_ base: any Hashable & Sendable) { self.base = base }
}

extension ObjectIdentity: Hashable {
  public static func == (left: ObjectIdentity, right: ObjectIdentity) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension ObjectIdentity: CustomStringConvertible {
  public var description: String { String(describing: base) }
}
