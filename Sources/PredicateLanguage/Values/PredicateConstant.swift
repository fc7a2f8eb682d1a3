public import AttributeValues

/// A constant inside a predicate: a value that may cross threads.
///
/// ```swift
/// enum Size: String, PredicateArgument {
///   case small, large
///   var predicateConstant: PredicateConstant { .value(.string(rawValue)) }
/// }
/// func predicate(for size: Size) throws -> ObjectPredicate { try ObjectPredicate(format: "size == %@", size) }
/// ```
///
/// Evaluation works on `PredicateValue`, which may also be a live object.
public indirect enum PredicateConstant: Sendable, Hashable {
  /// A scalar, or `.null` for `nil`.
  case value(AttributeValue)
  /// An object, by its identity.
  case object(ObjectIdentity)
  /// Several constants: an aggregate literal such as `{1, 2}`, or an array or set that was substituted for `%@`.
  case collection([PredicateConstant])

  /// The constant `nil`.
  public static var null: PredicateConstant { .value(.null) }

  /// The scalar, unless this is an object or a collection.
  public var scalar: AttributeValue? {
    if case .value(let value) = self { value } else { nil }
  }
}
