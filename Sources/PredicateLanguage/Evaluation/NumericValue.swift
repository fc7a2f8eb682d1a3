internal import AttributeValues
internal import Foundation

/// A number in an evaluation. Integers stay integers until they overflow, as in SQLite; with a floating-point number everything becomes one.
enum NumericValue {
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)

  var attributeValue: AttributeValue {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    }
  }

  var doubleValue: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    // By way of the text, which rounds once; the arithmetic of NSDecimalNumber rounds at each step.
    case .decimal(let value): Double(value.description) ?? .nan
    }
  }

  /// The integer part; `nil` for numbers beyond 64 bits.
  var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value.rounded(.towardZero))
    case .decimal: Int64(exactly: doubleValue.rounded(.towardZero))
    }
  }

  func relation(to other: NumericValue) -> ValueRelation {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): ValueRelation(left, right)
    case (.double(let left), .double(let right)): ValueRelation(left, right)
    case (.integer(let left), .double(let right)): Self.relation(left, right)
    case (.double(let left), .integer(let right)): Self.relation(right, left).reversed
    case (.decimal(let left), .decimal(let right)): ValueRelation(left, right)
    case (.decimal(let left), .integer(let right)): ValueRelation(left, Decimal(right))
    case (.integer(let left), .decimal(let right)): ValueRelation(Decimal(left), right)
    // A decimal against a binary fraction: equal when the decimal's nearest binary fraction is that one.
    case (.decimal, .double(let right)): ValueRelation(doubleValue, right)
    case (.double(let left), .decimal): ValueRelation(left, other.doubleValue)
    }
  }

  /// Exact, also where the integer has more digits than a `Double`.
  private static func relation(_ left: Int64, _ right: Double) -> ValueRelation {
    if left.magnitude < 1 << 53 { return ValueRelation(Double(left), right) }
    if right.isNaN { return .unrelated }
    if right >= 0x1p63 { return .less }
    if right < -0x1p63 { return .greater }
    let whole = right.rounded(.towardZero)
    let relation = ValueRelation(left, Int64(whole))
    return relation == .same ? ValueRelation(0, right - whole) : relation
  }

  // MARK: Arithmetic

  /// The result of an operator; `nil` for a division by zero and for results that are not numbers.
  static func arithmetic(_ function: PredicateFunction, _ left: NumericValue, _ right: NumericValue) -> NumericValue? {
    switch (left, right) {
    case (.integer(let first), .integer(let second)) where function != .raise:
      integers(function, first, second)
    case (.decimal(let first), .decimal(let second)) where function != .raise && function != .modulus:
      decimals(function, first, second)
    case (.decimal(let first), .integer(let second)) where function != .raise && function != .modulus:
      decimals(function, first, Decimal(second))
    case (.integer(let first), .decimal(let second)) where function != .raise && function != .modulus:
      decimals(function, Decimal(first), second)
    default: doubles(function, left.doubleValue, right.doubleValue)
    }
  }

  private static func integers(_ function: PredicateFunction, _ left: Int64, _ right: Int64) -> NumericValue? {
    let result: (partialValue: Int64, overflow: Bool)
    switch function {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide:
      if right == 0 { return nil }
      result = left.dividedReportingOverflow(by: right)
    case .modulus:
      if right == 0 { return nil }
      // The remainder of the least integer by -1 is 0, but the machine calls it an overflow.
      return .integer(right == -1 ? 0 : left % right)
    default: return nil
    }
    if result.overflow { return doubles(function, Double(left), Double(right)) }
    return .integer(result.partialValue)
  }

  private static func decimals(_ function: PredicateFunction, _ left: Decimal, _ right: Decimal) -> NumericValue? {
    let result: Decimal
    switch function {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide:
      if right.isZero { return nil }
      result = left / right
    default: return nil
    }
    return result.isNaN ? nil : .decimal(result)
  }

  private static func doubles(_ function: PredicateFunction, _ left: Double, _ right: Double) -> NumericValue? {
    let result: Double
    switch function {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide:
      if right == 0 { return nil }
      result = left / right
    case .modulus:
      if right == 0 { return nil }
      result = left.truncatingRemainder(dividingBy: right)
    case .raise: result = pow(left, right)
    default: return nil
    }
    return result.isNaN ? nil : .double(result)
  }

  // MARK: Functions of one number

  /// The function's value; `nil` where it is not defined.
  func applying(_ function: PredicateFunction) -> NumericValue? {
    switch (function, self) {
    case (.negate, .integer(let value)): return value == .min ? .double(-Double(value)) : .integer(-value)
    case (.absolute, .integer(let value)): return value == .min ? .double(-Double(value)) : .integer(abs(value))
    case (.negate, .decimal(let value)): return .decimal(-value)
    case (.absolute, .decimal(let value)): return .decimal(abs(value))
    case (.ceiling, .integer), (.floor, .integer), (.round, .integer), (.truncate, .integer): return self
    case (.ceiling, .decimal(let value)): return .decimal(Self.rounded(value, .up))
    case (.floor, .decimal(let value)): return .decimal(Self.rounded(value, .down))
    case (.round, .decimal(let value)): return .decimal(Self.rounded(value, .plain))
    case (.truncate, .decimal(let value)): return .decimal(Self.rounded(value, value.isSignMinus ? .up : .down))
    default: break
    }
    let value = doubleValue
    let result: Double
    switch function {
    case .negate: result = -value
    case .absolute: result = abs(value)
    case .ceiling: result = value.rounded(.up)
    case .floor: result = value.rounded(.down)
    case .round: result = value.rounded()
    case .truncate: result = value.rounded(.towardZero)
    case .squareRoot: result = value.squareRoot()
    case .logarithm where value > 0: result = log10(value)
    case .naturalLogarithm where value > 0: result = log(value)
    case .exponential: result = exp(value)
    default: return nil
    }
    return result.isNaN ? nil : .double(result)
  }

  private static func rounded(_ value: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, 0, mode)
    return result
  }
}
