public import AttributeValues

/// A value while a predicate is evaluated: a scalar, a live object or a collection of them.
///
/// ```swift
/// let expression = try ObjectExpression(format: "heightMax - heightMin")
/// let value = try expression.value(with: beagle)
/// if case PredicateValue.value(.double(let centimetres)) = value { print(centimetres) }
/// ```
///
/// It may hold objects that belong to one thread, so unlike `PredicateConstant` it is not `Sendable`.
public enum PredicateValue {
  /// A scalar, or `.null` for `nil`.
  case value(AttributeValue)
  /// An object that answers for its keys.
  case object(any PredicateSubject)
  /// An object of which only the identity is known; it has no keys.
  case identity(ObjectIdentity)
  /// A to-many relationship, an array or a set; `isOrdered` says whether the positions mean anything.
  case collection([PredicateValue], isOrdered: Bool)
}

extension PredicateValue {
  /// No value.
  public static var null: PredicateValue { .value(.null) }

  /// Whether this is `nil`.
  public var isNull: Bool {
    if case .value(.null) = self { true } else { false }
  }

  /// The value of a constant.
  public init(_ constant: PredicateConstant) {
    switch constant {
    case .value(let value): self = .value(value)
    case .object(let identity): self = .identity(identity)
    case .collection(let elements): self = .collection(elements.map { PredicateValue($0) }, isOrdered: true)
    }
  }

  /// The identity of an object; `nil` for scalars, collections and objects without identity.
  public var objectIdentity: ObjectIdentity? {
    switch self {
    case .object(let subject): subject.predicateIdentity
    case .identity(let identity): identity
    case .value, .collection: nil
    }
  }
}

/// A type whose instances can be values in an evaluation, such as the elements of a dictionary that is a predicate's subject.
///
/// ```swift
/// struct Height: PredicateValueConvertible {
///   var centimetres: Double
///   var predicateValue: PredicateValue { .value(.double(centimetres)) }
/// }
/// func isSmall(_ heights: [String: Height]) throws -> Bool {
///   try ObjectPredicate(format: "beagle < 40").evaluate(with: heights)
/// }
/// ```
public protocol PredicateValueConvertible {
  var predicateValue: PredicateValue { get }
}

extension PredicateValue: PredicateValueConvertible {
  public var predicateValue: PredicateValue { self }
}

extension PredicateValueConvertible where Self: PredicateArgument {
  public var predicateValue: PredicateValue { PredicateValue(predicateConstant) }
}
