package import AttributeValues
internal import FoundationEssentials

extension PredicateEvaluator {
  /// The value of a predefined function. `nil` in, `nil` out, except for statistics.
  mutating func apply(_ function: PredicateFunction, _ arguments: [ObjectExpression]) throws(Failure) -> PredicateValue
  {
    switch function {
    case .now:
      let time = now ?? Date().timeIntervalSinceReferenceDate
      now = time
      return .value(.date(time))
    case .random: return .value(.integer(Int64.random(in: 0...Int64(Int32.max))))
    case .randomBelow:
      let operand = try scalar(of: arguments[0], for: function)
      if operand.isNull { return .null }
      guard let number = operand.number else { throw Self.unsuitable(function, operand) }
      guard let bound = number.integerValue, bound > 0 else { return .null }
      return .value(.integer(Int64.random(in: 0..<bound)))
    case .noIndex: return try value(of: arguments[0])
    case .average, .sum, .count, .minimum, .maximum, .median, .mode, .standardDeviation:
      return try statistic(function, try value(of: arguments[0]))
    case .uppercase, .lowercase, .canonical, .length:
      return .value(try textFunction(function, try scalar(of: arguments[0], for: function)))
    case .add, .subtract, .multiply, .divide, .raise, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift,
      .rightShift:
      let left = try scalar(of: arguments[0], for: function)
      let right = try scalar(of: arguments[1], for: function)
      return .value(try Self.operate(function, left, right))
    case .negate, .onesComplement, .absolute, .ceiling, .floor, .round, .truncate, .squareRoot, .logarithm,
      .naturalLogarithm,
      .exponential:
      let operand = try scalar(of: arguments[0], for: function)
      if operand.isNull { return .null }
      guard let number = operand.number else { throw Self.unsuitable(function, operand) }
      if function == .onesComplement {
        return .value(number.integerValue.map { .integer(~$0) } ?? .null)
      }
      return .value(number.applying(function)?.attributeValue ?? .null)
    }
  }

  private static func unsuitable(_ function: PredicateFunction, _ value: AttributeValue) -> Failure {
    .unsuitableValue(
      operation: function.infixSymbol ?? function.rawValue,
      found: PredicateValue.value(value).kindDescription
    )
  }

  private mutating func scalar(of expression: ObjectExpression, for function: PredicateFunction) throws(Failure)
    -> AttributeValue
  {
    switch try value(of: expression) {
    case .value(let scalar): return scalar
    case let other:
      throw .unsuitableValue(operation: function.infixSymbol ?? function.rawValue, found: other.kindDescription)
    }
  }

  /// Arithmetic and bits. A date and a number of seconds give a date; two dates give seconds.
  static func operate(
    _ function: PredicateFunction,
    _ left: AttributeValue,
    _ right: AttributeValue
  ) throws(Failure) -> AttributeValue {
    if left.isNull || right.isNull { return .null }
    switch (function, left, right) {
    case (.subtract, .date(let first), .date(let second)):
      return (first - second).isNaN ? .null : .double(first - second)
    case (.add, .date(let time), _), (.subtract, .date(let time), _):
      guard let seconds = right.number?.doubleValue else { throw unsuitable(function, right) }
      return date(function == .add ? time + seconds : time - seconds)
    case (.add, _, .date(let time)):
      guard let seconds = left.number?.doubleValue else { throw unsuitable(function, left) }
      return date(time + seconds)
    default: break
    }
    guard let first = left.number else { throw unsuitable(function, left) }
    guard let second = right.number else { throw unsuitable(function, right) }
    switch function {
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift:
      guard let first = first.integerValue, let second = second.integerValue else { return .null }
      return .integer(bits(function, first, second))
    default:
      return NumericValue.arithmetic(function, first, second)?.attributeValue ?? .null
    }
  }

  /// A date; `nil` for a time that is no number.
  private static func date(_ time: Double) -> AttributeValue { time.isNaN ? .null : .date(time) }

  private static func bits(_ function: PredicateFunction, _ left: Int64, _ right: Int64) -> Int64 {
    switch function {
    case .bitwiseAnd: left & right
    case .bitwiseOr: left | right
    case .bitwiseXor: left ^ right
    case .leftShift: left << right
    default: left >> right
    }
  }

  private func statistic(_ function: PredicateFunction, _ collection: PredicateValue) throws(Failure) -> PredicateValue
  {
    let values = try elements(of: collection, for: function.rawValue)
    switch function {
    case .sum: return try CollectionStatistics.sum(values, name: function.rawValue)
    case .average: return try CollectionStatistics.average(values, name: function.rawValue)
    case .minimum: return CollectionStatistics.extreme(values, .less)
    case .maximum: return CollectionStatistics.extreme(values, .greater)
    case .median: return try CollectionStatistics.median(values)
    case .mode: return CollectionStatistics.mode(values)
    case .standardDeviation: return try CollectionStatistics.standardDeviation(values)
    default: return .value(.integer(Int64(values.count)))
    }
  }

  private func textFunction(_ function: PredicateFunction, _ operand: AttributeValue) throws(Failure) -> AttributeValue
  {
    if operand.isNull { return .null }
    guard let text = operand.text else { throw Self.unsuitable(function, operand) }
    switch function {
    case .uppercase: return .string(text.uppercased())
    case .lowercase: return .string(text.lowercased())
    case .canonical: return .string(TextFolding.canonical(text))
    default: return .integer(Int64(text.utf16.count))
    }
  }

  /// `FUNCTION(target, "name", arguments…)`: a key for names without colons, else one of a few methods.
  func call(_ name: String, on target: PredicateValue, _ arguments: [PredicateValue]) throws(Failure) -> PredicateValue
  {
    if arguments.isEmpty {
      return try value(at: ObjectKeyPath([name]), from: 0, of: target)
    }
    switch (name, target, arguments[0]) {
    case ("valueForKey:", _, .value(.string(let key))):
      return try value(at: ObjectKeyPath([key]), from: 0, of: target)
    case ("valueForKeyPath:", _, .value(.string(let path))):
      return try value(at: ObjectKeyPath(path), from: 0, of: target)
    case ("dateByAddingTimeInterval:", .value(let date), .value(let seconds)):
      return .value(try Self.operate(.add, date, seconds))
    case ("timeIntervalSinceDate:", .value(let date), .value(let other)):
      return .value(try Self.operate(.subtract, date, other))
    case ("stringByAppendingString:", .value(let left), .value(let right)):
      if left.isNull || right.isNull { return .null }
      guard let first = left.text, let second = right.text else {
        throw .unsuitableValue(operation: name, found: (left.text == nil ? target : arguments[0]).kindDescription)
      }
      return .value(.string(first + second))
    default: throw .unknownMethod(name)
    }
  }
}

extension PredicateFunction {
  /// The function's value for scalars, as many as it takes: for stores that let their database call back.
  ///
  /// - Throws: `PredicateEvaluationError` for scalars that the function does not take.
  package func value(of arguments: [AttributeValue]) throws(PredicateEvaluationError) -> AttributeValue {
    var evaluator = PredicateEvaluator(subject: .null, slots: nil, variables: [:], now: nil)
    let result = try evaluator.apply(self, arguments.map { .constant(.value($0)) })
    if case .value(let value) = result { return value }
    return .null
  }
}
