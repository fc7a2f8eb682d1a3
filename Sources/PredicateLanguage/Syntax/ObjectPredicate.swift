/// A condition on objects: Core Data's `NSPredicate`, with Apple's format syntax.
///
/// ```swift
/// let small = try ObjectPredicate(format: "heightMax < %@ AND name BEGINSWITH[c] %@", 40, "b")
/// let isSmall = try small.evaluate(with: ["name": "Beagle", "heightMax": 38.1] as [String: PredicateValue])
/// // A managed object, a dictionary, or whatever conforms to PredicateSubject.
/// ```
///
/// Truth has two values. `nil` equals only `nil`; `<`, `<=`, `>`, `>=`, `BETWEEN` and the string operators do not hold when either side is
/// `nil`, and neither when the sides are of kinds that cannot be compared (a number and a string). `NOT` turns exactly those answers around:
/// `NOT (a < b)` holds for an `a` without value. A store that translates to SQL, whose logic has three values, has to see to that.
///
/// Numbers of all types compare by value, Booleans as 0 and 1. Strings compare by Unicode scalar values unless `[cdnl]` say otherwise.
/// Every string begins with, ends with and contains the empty one. `ANY` is false and `ALL` true for an empty collection. A key path through
/// collections gives all values at its end in one collection, `nil`s included.
public struct ObjectPredicate: Sendable, Hashable {
  /// What a predicate is made of.
  public indirect enum Node: Sendable, Hashable {
    case comparison(PredicateComparison)
    /// At least two predicates.
    case and([ObjectPredicate])
    /// At least two predicates.
    case or([ObjectPredicate])
    case not(ObjectPredicate)
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
  }

  /// What the predicate says, and of what parts.
  public let node: Node

  /// A predicate made of a node. `and` and `or` of one predicate are that predicate; of none they are true and false.
  public init(_ node: Node) {
    switch node {
    case .and(let parts) where parts.count < 2: self.node = parts.first?.node ?? .constant(true)
    case .or(let parts) where parts.count < 2: self.node = parts.first?.node ?? .constant(false)
    default: self.node = node
    }
  }
}

extension ObjectPredicate {
  /// A comparison.
  public init(_ comparison: PredicateComparison) { self.init(.comparison(comparison)) }

  /// Holds always, or never.
  public init(value: Bool) { self.init(.constant(value)) }

  /// Holds where all of `parts` hold.
  public static func and(_ parts: [ObjectPredicate]) -> ObjectPredicate { ObjectPredicate(.and(parts)) }

  /// Holds where one of `parts` holds.
  public static func or(_ parts: [ObjectPredicate]) -> ObjectPredicate { ObjectPredicate(.or(parts)) }

  /// Holds where `part` does not.
  public static func not(_ part: ObjectPredicate) -> ObjectPredicate { ObjectPredicate(.not(part)) }
}
