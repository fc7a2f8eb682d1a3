/// One side of a comparison, or a derivation: Core Data's `NSExpression`.
///
/// ```swift
/// let expression = try ObjectExpression(format: "heightMax - heightMin")
/// let value = try expression.value(with: beagle)
/// if case PredicateValue.value(.double(let centimetres)) = value { print(centimetres) }
/// ```
public indirect enum ObjectExpression: Sendable, Hashable {
  /// A literal or a substituted argument. An aggregate of constants only is a constant too; use `list(_:)` to make one.
  case constant(PredicateConstant)
  /// `SELF`: the object that the predicate is evaluated on.
  case evaluatedObject
  /// `$NAME`.
  case variable(String)
  /// The value at a key path of another expression, mostly of `SELF`.
  case keyPath(ObjectKeyPath, of: ObjectExpression)
  /// `collection[0]`, `collection[FIRST]`, `[LAST]`, `[SIZE]`.
  case element(of: ObjectExpression, CollectionIndex)
  /// `{a, b}` with at least one part that is not constant.
  case aggregate([ObjectExpression])
  /// A predefined function or an arithmetic operator, with as many arguments as it takes.
  case function(PredicateFunction, [ObjectExpression])
  /// `FUNCTION(target, "selector:", arguments…)`.
  case method(target: ObjectExpression, name: String, [ObjectExpression])
  /// `CAST(value, "NSDate")`.
  case cast(ObjectExpression, CastType)
  /// `TERNARY(predicate, a, b)`.
  case conditional(ObjectPredicate, ObjectExpression, ObjectExpression)
  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate holds.
  case subquery(ObjectExpression, variable: String, ObjectPredicate)
  /// `a UNION b`, `a INTERSECT b`, `a MINUS b`.
  case setOperation(SetOperation, ObjectExpression, ObjectExpression)
  /// `FETCH(request, context, countOnly)`: what a fetch request finds in a context, or how many.
  case fetch(ObjectExpression, context: ObjectExpression, countOnly: Bool)
  /// `$NAME := value`: gives the variable its value for the rest of the evaluation.
  case assignment(String, ObjectExpression)
}

extension ObjectExpression {
  /// The value at a key path of `SELF`.
  public static func keyPath(_ keyPath: ObjectKeyPath) -> ObjectExpression { .keyPath(keyPath, of: .evaluatedObject) }

  /// A constant.
  public static func value(_ argument: any PredicateArgument) -> ObjectExpression {
    .constant(argument.predicateConstant)
  }

  /// `{a, b}`: a constant collection when all parts are constants, else an aggregate.
  public static func list(_ elements: [ObjectExpression]) -> ObjectExpression {
    var constants: [PredicateConstant] = []
    for element in elements {
      guard case .constant(let constant) = element else { return .aggregate(elements) }
      constants.append(constant)
    }
    return .constant(.collection(constants))
  }

  /// The constant, if this is one.
  public var constantValue: PredicateConstant? {
    if case .constant(let constant) = self { constant } else { nil }
  }
}

/// Which element of a collection.
///
/// ```swift
/// let tallest = ObjectKeyPath(["heights", CollectionOperator.maximum.rawValue])
/// let first = ObjectExpression.element(of: .keyPath(ObjectKeyPath("heights")), CollectionIndex.first)
/// let either = ObjectExpression.setOperation(
///   SetOperation.union,
///   .keyPath(ObjectKeyPath("heights")),
///   .list([.value(40)])
/// )
/// let number = ObjectExpression.cast(.value("33"), CastType.number)
/// let found = try [.keyPath(tallest), first, either, number].map { try $0.value(with: breeds[0]) }
/// ```
public indirect enum CollectionIndex: Sendable, Hashable {
  case first
  case last
  /// Not an element but how many there are.
  case size
  /// The element at a position from 0, or the value for a key of an object.
  case at(ObjectExpression)
}

/// How two collections are combined.
///
/// ```swift
/// let tallest = ObjectKeyPath(["heights", CollectionOperator.maximum.rawValue])
/// let first = ObjectExpression.element(of: .keyPath(ObjectKeyPath("heights")), CollectionIndex.first)
/// let either = ObjectExpression.setOperation(
///   SetOperation.union,
///   .keyPath(ObjectKeyPath("heights")),
///   .list([.value(40)])
/// )
/// let number = ObjectExpression.cast(.value("33"), CastType.number)
/// let found = try [.keyPath(tallest), first, either, number].map { try $0.value(with: breeds[0]) }
/// ```
public enum SetOperation: String, Sendable, Hashable, CaseIterable {
  case union = "UNION"
  case intersection = "INTERSECT"
  case difference = "MINUS"
}

/// What `CAST` can make of a value; the raw value is the class name in the format.
///
/// ```swift
/// let tallest = ObjectKeyPath(["heights", CollectionOperator.maximum.rawValue])
/// let first = ObjectExpression.element(of: .keyPath(ObjectKeyPath("heights")), CollectionIndex.first)
/// let either = ObjectExpression.setOperation(
///   SetOperation.union,
///   .keyPath(ObjectKeyPath("heights")),
///   .list([.value(40)])
/// )
/// let number = ObjectExpression.cast(.value("33"), CastType.number)
/// let found = try [.keyPath(tallest), first, either, number].map { try $0.value(with: breeds[0]) }
/// ```
///
/// Values without a literal of their own are printed as casts of one: `CAST(12.5, "NSDate")`. The last two are ours.
public enum CastType: String, Sendable, Hashable, CaseIterable {
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
  /// From and to seconds since 2001-01-01 00:00:00 UTC; from text in ISO 8601, such as `2020-01-31` or `2020-01-31T12:00:00Z`.
  case date = "NSDate"
  case uuid = "NSUUID"
  case uri = "NSURL"
  /// From and to Base64 text.
  case data = "NSData"
  /// Single precision.
  case float = "Float"
  /// The bytes of a transformable attribute, from Base64 text.
  case transformable = "Transformable"
}
