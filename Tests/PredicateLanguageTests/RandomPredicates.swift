import AttributeValues
import FoundationEssentials
import PredicateLanguage
import TestSupport

/// Draws predicates of every form that the format can express.
struct RandomPredicates {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  mutating func predicate(depth: Int) -> ObjectPredicate {
    switch depth > 0 ? number(6) : 0 {
    case 1: .and(predicates(depth: depth - 1))
    case 2: .or(predicates(depth: depth - 1))
    case 3: .not(predicate(depth: depth - 1))
    case 4 where number(3) == 0: ObjectPredicate(value: number(2) == 0)
    default: ObjectPredicate(comparison(depth: depth))
    }
  }

  private mutating func predicates(depth: Int) -> [ObjectPredicate] {
    (0..<(2 + number(2))).map { _ in predicate(depth: depth) }
  }

  private mutating func comparison(depth: Int) -> PredicateComparison {
    let operation = pick(PredicateComparison.Operator.allCases)
    let right: ObjectExpression
    switch operation {
    case .matches: right = .value(pick(["[a-z]+", ".*\\d", "(a|b)*", "\"\\\\"]))
    case .between: right = .list([expression(depth: depth - 1), expression(depth: depth - 1)])
    default: right = expression(depth: depth - 1)
    }
    return PredicateComparison(
      expression(depth: depth - 1),
      operation,
      right,
      modifier: pick([.direct, .direct, .any, .all]),
      options: PredicateComparison.Options(rawValue: number(4) == 0 ? UInt(number(16)) : 0)
    )
  }

  mutating func expression(depth: Int) -> ObjectExpression {
    switch depth > 0 ? number(14) : number(4) {
    case 0, 1: return .constant(constant())
    case 2: return .keyPath(keyPath())
    case 3: return pick([.evaluatedObject, .variable("x"), .variable("A_1"), .keyPath(keyPath())])
    case 4: return .keyPath(keyPath(), of: pick([.variable("x"), expression(depth: depth - 1)]).unlessSubject)
    case 5: return .element(of: expression(depth: depth - 1), index(depth: depth - 1))
    case 6: return .list((0..<number(4)).map { _ in expression(depth: depth - 1) })
    case 7, 8, 9: return function(depth: depth)
    case 10:
      let arguments = (0..<number(3)).map { _ in expression(depth: depth - 1) }
      return .method(
        target: expression(depth: depth - 1),
        name: pick(["go", "odd\""]) + String(repeating: ":", count: arguments.count),
        arguments
      )
    case 11:
      let operand = expression(depth: depth - 1)
      return operand.constantValue == nil ? .cast(operand, pick(CastType.allCases)) : operand
    case 12:
      return .conditional(predicate(depth: depth - 1), expression(depth: depth - 1), expression(depth: depth - 1))
    default:
      switch number(4) {
      case 3: return .fetch(expression(depth: depth - 1), context: .variable("c"), countOnly: number(2) == 0)
      case 0: return .subquery(expression(depth: depth - 1), variable: "x", predicate(depth: depth - 1))
      case 1: return .assignment("y", expression(depth: depth - 1))
      default:
        return .setOperation(pick(SetOperation.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
      }
    }
  }

  private mutating func function(depth: Int) -> ObjectExpression {
    let function = pick(PredicateFunction.allCases)
    let arguments = (0..<function.argumentCount).map { _ in expression(depth: depth - 1) }
    return .function(function, arguments)
  }

  private mutating func index(depth: Int) -> CollectionIndex {
    switch number(4) {
    case 0: .first
    case 1: .last
    case 2: .size
    default: .at(expression(depth: depth))
    }
  }

  private mutating func keyPath() -> ObjectKeyPath {
    let keys = [
      "a", "name", "size", "in", "NOT", "Weight (lb)", "größe", "_x9", "@count", "@distinctUnionOfObjects", "function",
      "\"", "9",
    ]
    return ObjectKeyPath((0...number(3)).map { _ in pick(keys) })
  }

  mutating func constant() -> PredicateConstant {
    switch number(14) {
    case 0: return .null
    case 1: return .value(.boolean(number(2) == 0))
    case 2: return .value(.integer(pick([0, 1, -1, 42, .min, .max])))
    case 3: return .value(.integer(Int64.random(in: -1000...1000, using: &generator)))
    case 4: return .value(.double(pick([0, -0.5, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, 1.0, -3])))
    case 5: return .value(.double(Double.random(in: -1e6...1e6, using: &generator)))
    case 6: return .value(.float(pick([0.1, -2, 3.5e20])))
    case 7: return .value(.decimal(pick([Decimal(3), Decimal(-1) / Decimal(8), Decimal(string: "1e30") ?? 0])))
    case 8: return .value(.date(pick([0, -0.25, 757_382_400.5])))
    case 9: return .value(.binary(Data((0..<number(6)).map { UInt8($0 * 50) })))
    case 10: return .value(.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number(200))))))
    case 11: return .collection((0..<number(3)).map { _ in constant() })
    default: return .value(.string(pick(["", "x", "it's", "\"", "\\", "\\n\n\t\r\0", "é🐶\u{301}", "%@", "$x", "a b"])))
    }
  }
}

extension ObjectExpression {
  /// `SELF.name` and `name` are the same, so `SELF` cannot be what an outer key path begins at.
  fileprivate var unlessSubject: ObjectExpression {
    switch self {
    case .evaluatedObject: .variable("z")
    case .keyPath(_, of: .evaluatedObject): .element(of: self, .first)
    case .keyPath: .element(of: self, .last)
    default: self
    }
  }
}
