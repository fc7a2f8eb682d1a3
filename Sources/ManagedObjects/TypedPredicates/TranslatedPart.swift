internal import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage

/// What a part of Foundation's predicate means in the predicate language.
enum TranslatedPart {
  /// A truth value.
  case condition(ObjectPredicate)
  /// A truth value that is there only where `presence` holds: what `?` makes of a condition.
  case optionalCondition(ObjectPredicate, presence: ObjectPredicate)
  case value(TranslatedValue)
  case range(TranslatedRange)
}

/// An expression, and what Swift shows where it has no value.
struct TranslatedValue {
  var expression: ObjectExpression
  /// What is shown in place of no value; `nil` where that is `nil` for Swift, too.
  var substitute: PredicateConstant?
  /// Where the substitute is shown; everywhere without. The name of no group is `nil`, that of a group without name `""`.
  var holder: ObjectPredicate?

  init(_ expression: ObjectExpression, substitute: PredicateConstant? = nil, holder: ObjectPredicate? = nil) {
    self.expression = expression
    self.substitute = substitute
    self.holder = holder
  }

  /// Where the substitute is shown.
  private var isMissing: ObjectPredicate {
    let missing = expression.isNil
    return holder.map { .and([missing, $0]) } ?? missing
  }

  /// The expression that has the value that Swift shows.
  var shown: ObjectExpression {
    substitute.map { .conditional(isMissing, .constant($0), expression) } ?? expression
  }

  /// The value with another substitute for `nil`.
  func replacingNil(by constant: PredicateConstant) -> TranslatedValue { TranslatedValue(shown, substitute: constant) }

  /// A comparison, written so that an index can serve it: where the comparison with the substitute says the same as that with `nil` does, the
  /// substitute is not needed.
  static func comparison(
    _ left: TranslatedValue,
    _ operation: PredicateComparison.Operator,
    _ right: TranslatedValue
  ) -> ObjectPredicate {
    func compared(_ first: ObjectExpression, _ second: ObjectExpression) -> ObjectPredicate {
      ObjectPredicate(PredicateComparison(first, operation, second))
    }
    let plain = compared(left.expression, right.expression)
    if left.substitute == nil, right.substitute == nil { return plain }
    let (value, other) = left.substitute == nil ? (right, left) : (left, right)
    guard let substitute = value.substitute, other.expression.constantValue != nil else {
      return compared(left.shown, right.shown)
    }
    func holds(for constant: PredicateConstant) -> Bool? {
      let expression = ObjectExpression.constant(constant)
      let test =
        left.substitute == nil
        ? compared(left.expression, expression) : compared(expression, right.expression)
      return try? test.evaluate(withValue: .null)
    }
    guard let truth = holds(for: substitute), let plainTruth = holds(for: .null) else {
      return compared(left.shown, right.shown)
    }
    if truth == plainTruth { return plain }
    return truth ? .or([plain, value.isMissing]) : .and([plain, .not(value.isMissing)])
  }
}

/// The bounds of a range.
struct TranslatedRange {
  var lower: TranslatedValue?
  var upper: TranslatedValue?
  var includesUpper: Bool
}

extension ObjectExpression {
  /// Whether the expression has no value.
  var isNil: ObjectPredicate { ObjectPredicate(PredicateComparison(self, .equal, .constant(.null))) }

  /// Whether the expression has a value.
  var isPresent: ObjectPredicate { ObjectPredicate(PredicateComparison(self, .notEqual, .constant(.null))) }

  /// How many elements a collection has.
  var count: ObjectExpression {
    if case .keyPath(let path, of: let base) = self {
      return .keyPath(ObjectKeyPath(path.components + [CollectionOperator.count.rawValue]), of: base)
    }
    return .keyPath(ObjectKeyPath([CollectionOperator.count.rawValue]), of: self)
  }

  /// The value of a property of the object that this expression is; the object itself for no names.
  func following(_ names: [String]) -> ObjectExpression {
    if names.isEmpty { return self }
    if case .keyPath(let path, of: let base) = self {
      return .keyPath(ObjectKeyPath(path.components + names), of: base)
    }
    return .keyPath(ObjectKeyPath(names), of: self)
  }
}

extension TranslatedPart {
  /// The part for a value of Swift's; `nil` for a type that no attribute has.
  init?(constant value: Any) {
    if let range = TranslatedRange(value) {
      self = .range(range)
    } else if let constant = PredicateConstant(swiftValue: value) {
      self = .value(TranslatedValue(.constant(constant)))
    } else {
      return nil
    }
  }
}

extension PredicateConstant {
  /// The constant for a value of Swift's: of an attribute's type, an object, an ID, or a collection of these; `nil` for another type.
  init?(swiftValue value: Any) {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.unwrapped else {
        self = .null
        return
      }
      self.init(swiftValue: wrapped)
      return
    }
    if let identifier = value as? ManagedObjectID {
      self = .object(ObjectIdentity(identifier))
    } else if let object = value as? ManagedObject {
      self = .object(ObjectIdentity(object.objectID))
    } else if let argument = value as? any PredicateArgument {
      self = argument.predicateConstant
    } else if let stored = AttributeValue.stored(as: value) {
      self = .value(stored)
    } else if !(value is String), let elements = value as? any Collection {
      var constants: [PredicateConstant] = []
      for element in elements {
        guard !(element is Character), let constant = PredicateConstant(swiftValue: element) else { return nil }
        constants.append(constant)
      }
      self = .collection(constants)
    } else {
      return nil
    }
  }
}

/// Swift's ranges, whose bounds are found whatever their type.
private protocol RangeOfValues {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { get }
}

extension Range: RangeOfValues {
  fileprivate var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, false) }
}

extension ClosedRange: RangeOfValues {
  fileprivate var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, true) }
}

extension PartialRangeFrom: RangeOfValues {
  fileprivate var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, nil, false) }
}

extension PartialRangeUpTo: RangeOfValues {
  fileprivate var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, false) }
}

extension PartialRangeThrough: RangeOfValues {
  fileprivate var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, true) }
}

extension TranslatedRange {
  /// The range that `value` is; `nil` if it is none, or one of values that no attribute has.
  fileprivate init?(_ value: Any) {
    guard let bounds = (value as? any RangeOfValues)?.bounds else { return nil }
    let lower = bounds.lower.flatMap { PredicateConstant(swiftValue: $0) }
    let upper = bounds.upper.flatMap { PredicateConstant(swiftValue: $0) }
    guard (lower == nil) == (bounds.lower == nil), (upper == nil) == (bounds.upper == nil) else { return nil }
    self.lower = lower.map { TranslatedValue(.constant($0)) }
    self.upper = upper.map { TranslatedValue(.constant($0)) }
    includesUpper = bounds.includesUpper
  }
}
