internal import AttributeValues
internal import PredicateLanguage
internal import SQLiteAccess

extension PredicateTranslator {
  /// A predefined function of columns and constants, or a statistic of related objects.
  mutating func operand(_ function: PredicateFunction, _ arguments: [ObjectExpression]) throws -> QueryOperand {
    switch function {
    case .now: return .scalar(sql: select.parameter(.now), kind: .date)
    case .noIndex:
      let inner = try operand(arguments[0])
      // The unary plus takes the column away from the indexes and changes nothing else.
      guard case .scalar(let sql, let kind) = inner, kind != .decimal else { return inner }
      return .scalar(sql: "+\(sql)", kind: kind)
    case .count, .sum, .average, .minimum, .maximum:
      if let result = try statistic(function, of: arguments[0]) { return result }
    case .uppercase, .lowercase, .canonical, .length:
      guard let text = try text(arguments[0]) else { break }
      return .scalar(sql: ScalarFunction.call(function, [text]), kind: function == .length ? .integer : .text)
    case .add, .subtract, .multiply, .divide, .raise, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift,
      .rightShift:
      return try binary(function, try operand(arguments[0]), try operand(arguments[1]))
    case .negate, .onesComplement, .absolute, .ceiling, .floor, .round, .truncate, .squareRoot, .logarithm,
      .naturalLogarithm, .exponential:
      guard let number = number(try operand(arguments[0])) else { break }
      let kind = function == .onesComplement ? .integer : number.kind
      return .scalar(sql: ScalarFunction.call(function, [number.sql]), kind: kind)
    case .random, .randomBelow, .median, .mode, .standardDeviation: break
    }
    throw Untranslatable(reason: "the function \(function.rawValue)")
  }

  private mutating func binary(
    _ function: PredicateFunction,
    _ left: QueryOperand,
    _ right: QueryOperand
  ) throws -> QueryOperand {
    if case .scalar(let time, .date) = left, function == .add || function == .subtract, let seconds = number(right) {
      return .scalar(sql: "(CAST(\(time) AS REAL) \(function == .add ? "+" : "-") \(seconds.sql))", kind: .date)
    }
    guard let first = number(left), let second = number(right) else {
      throw Untranslatable(reason: "the function \(function.rawValue) of values that only memory can take")
    }
    let kind: QueryOperand.Kind = first.kind == .integer && second.kind == .integer ? .integer : .real
    switch function {
    // Both worlds go on with fractions where integers overflow, and have no value where the result is no number.
    case .add, .subtract, .multiply:
      return .scalar(sql: "(\(first.sql) \(function.infixSymbol ?? "") \(second.sql))", kind: kind)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift:
      return .scalar(sql: ScalarFunction.call(function, [first.sql, second.sql]), kind: .integer)
    default:
      return .scalar(sql: ScalarFunction.call(function, [first.sql, second.sql]), kind: kind)
    }
  }

  /// `TERNARY`, where both values are of one kind.
  mutating func conditional(
    _ predicate: ObjectPredicate,
    _ first: ObjectExpression,
    _ second: ObjectExpression
  ) throws -> QueryOperand {
    let condition = try condition(predicate)
    guard let whenTrue = value(try operand(first)), let whenFalse = value(try operand(second)),
      whenTrue.kind == nil || whenFalse.kind == nil || whenTrue.kind == whenFalse.kind,
      let kind = whenTrue.kind ?? whenFalse.kind
    else { throw Untranslatable(reason: "TERNARY of values of several kinds") }
    return .scalar(sql: "CASE WHEN \(condition) THEN \(whenTrue.sql) ELSE \(whenFalse.sql) END", kind: kind)
  }

  /// An operand as SQL, without a kind if it is `nil`.
  private mutating func value(_ operand: QueryOperand) -> (sql: String, kind: QueryOperand.Kind?)? {
    switch operand {
    case .scalar(let sql, let kind) where kind.isComparable: return (sql, kind)
    case .constant(.value(.null), _): return ("NULL", nil)
    case .constant(.value(let value), let source):
      guard let kind = QueryOperand.Kind(value), kind.isComparable, SQLiteValue(stored: value) != nil else {
        return nil
      }
      return (select.parameter(source), kind)
    default: return nil
    }
  }

  private mutating func text(_ expression: ObjectExpression) throws -> String? {
    switch try operand(expression) {
    case .scalar(let sql, .text): return sql
    case .constant(.value(.string), let source), .constant(.value(.uri), let source): return select.parameter(source)
    default: return nil
    }
  }

  /// An integer or floating-point operand. Decimals are left out: whole ones are stored as integers, and their arithmetic is exact in memory.
  private mutating func number(_ operand: QueryOperand) -> (sql: String, kind: QueryOperand.Kind)? {
    switch operand {
    case .scalar(let sql, let kind) where kind == .integer || kind == .real: return (sql, kind)
    case .constant(.value(let value), let source):
      guard let kind = QueryOperand.Kind(value), kind == .integer || kind == .real, SQLiteValue(stored: value) != nil
      else { return nil }
      return (select.parameter(source), kind)
    default: return nil
    }
  }
}

/// The SQL function that computes a predefined function exactly as a predicate in memory does.
///
/// Its arguments are the function's name and the function's own arguments: integers, fractions and texts.
enum ScalarFunction {
  private static let name = "STUDBOOK_APPLY"

  /// The call of a function.
  static func call(_ function: PredicateFunction, _ arguments: [String]) -> String {
    "\(name)('\(function.rawValue)', \(arguments.joined(separator: ", ")))"
  }

  static func register(on connection: SQLiteConnection) throws {
    for count in 2...3 {
      try connection.registerFunction(name, argumentCount: count) { arguments in
        guard let name = arguments[0].text, let function = PredicateFunction(rawValue: name) else { return .null }
        let result = try function.value(of: arguments.dropFirst().map(attributeValue))
        return SQLiteValue(stored: result) ?? .null
      }
    }
  }

  private static func attributeValue(_ value: SQLiteValue) -> AttributeValue {
    switch value {
    case .integer(let value): .integer(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .null, .blob: .null
    }
  }
}
