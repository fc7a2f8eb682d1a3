internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// What a fetch asks, without the values that it compares with: fetches of one shape are served by one statement.
///
/// The shape is written as words, each node before its parts, and the constants are collected in the order of the text. What decides how a
/// constant is translated is part of the shape: its kind, whether it has a value, whether an object is one of the store's.
struct QueryShape {
  private(set) var words: [UInt64] = []
  private(set) var constants: [PredicateConstant] = []
  private let storeNumber: UInt32

  private enum Mark: UInt64 {
    case and = 1
    case or, not, yes, no, comparison, constant, subject, variable, keyPath, first, last, size, element, list, function,
      method, cast
    case conditional, subquery, setOperation, fetch, assignment, sort, end
  }

  init(_ fetch: StoreFetch, storeNumber: UInt32) {
    self.storeNumber = storeNumber
    words.reserveCapacity(24)
    append(address: fetch.entity)
    words.append((fetch.includesSubentities ? 1 : 0) | (fetch.limit != 0 ? 2 : 0) | (fetch.offset != 0 ? 4 : 0))
    for key in fetch.sortKeys {
      append(.sort)
      words.append(key.ascending ? 1 : 0)
      switch key.comparison {
      case .binary: words.append(0)
      case .caseInsensitive: words.append(1)
      case .localizedStandard: words.append(2)
      case .localized(let locale):
        words.append(3)
        append(locale)
      case .localizedCaseInsensitive(let locale):
        words.append(4)
        append(locale)
      }
      append(key.keyPath)
    }
    if let predicate = fetch.predicate { append(predicate) }
  }

  // MARK: Predicates

  private mutating func append(_ mark: Mark) { words.append(mark.rawValue) }

  /// The number of bytes, and the bytes by eights.
  private mutating func append(_ text: String) {
    append(count: text.utf8.count)
    var word: UInt64 = 0
    var filled = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled == 8 {
        words.append(word)
        (word, filled) = (0, 0)
      }
    }
    if filled > 0 { words.append(word) }
  }

  private mutating func append(count: Int) { words.append(UInt64(truncatingIfNeeded: count)) }

  private mutating func append(address object: AnyObject) {
    words.append(UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  private mutating func append(_ predicate: ObjectPredicate) {
    switch predicate.node {
    case .constant(let value): append(value ? .yes : .no)
    case .not(let inner):
      append(.not)
      append(inner)
    case .and(let parts):
      append(.and)
      append(count: parts.count)
      for part in parts { append(part) }
    case .or(let parts):
      append(.or)
      append(count: parts.count)
      for part in parts { append(part) }
    case .comparison(let comparison):
      append(.comparison)
      let modifier: UInt64 = comparison.modifier == .direct ? 0 : comparison.modifier == .any ? 1 : 2
      words.append(comparison.operation.number | modifier << 8 | UInt64(comparison.options.rawValue) << 16)
      append(comparison.left)
      append(comparison.right)
    }
  }

  // MARK: Expressions

  private mutating func append(_ expressions: [ObjectExpression]) {
    append(count: expressions.count)
    for expression in expressions { append(expression) }
  }

  private mutating func append(_ expression: ObjectExpression) {
    switch expression {
    case .constant(let constant):
      append(.constant)
      append(kindOf: constant)
      constants.append(constant)
    case .evaluatedObject: append(.subject)
    case .variable(let name):
      append(.variable)
      append(name)
    case .keyPath(let path, of: let base):
      append(.keyPath)
      append(count: path.components.count)
      for component in path.components { append(component) }
      append(base)
    case .element(of: let collection, let index):
      switch index {
      case .first: append(.first)
      case .last: append(.last)
      case .size: append(.size)
      case .at: append(.element)
      }
      append(collection)
      if case .at(let position) = index { append(position) }
    case .aggregate(let parts):
      append(.list)
      append(parts)
    case .function(let function, let arguments):
      append(.function)
      append(function.rawValue)
      append(arguments)
    case .method(let target, let name, let arguments):
      append(.method)
      append(name)
      append(target)
      append(arguments)
    case .cast(let operand, let type):
      append(.cast)
      append(type.rawValue)
      append(operand)
    case .conditional(let condition, let first, let second):
      append(.conditional)
      append(condition)
      append(first)
      append(second)
    case .subquery(let collection, let variable, let condition):
      append(.subquery)
      append(variable)
      append(collection)
      append(condition)
    case .setOperation(let operation, let left, let right):
      append(.setOperation)
      append(operation.rawValue)
      append(left)
      append(right)
    case .fetch(let request, let context, _):
      append(.fetch)
      append(request)
      append(context)
    case .assignment(let name, let value):
      append(.assignment)
      append(name)
      append(value)
    }
  }

  // MARK: Constants

  private mutating func append(kindOf constant: PredicateConstant) {
    switch constant {
    case .value(let value): words.append(Self.kind(of: value))
    case .object(let identity):
      words.append(0x20)
      if let objectID = identity.base as? ManagedObjectID, objectID.storeNumber == storeNumber {
        append(address: objectID.entity.rootEntity)
      } else {
        append(count: 0)
      }
    case .collection(let elements):
      if QueryList.canCarry(elements) {
        words.append(0x21)
        append(kindOf: elements[0])
      } else {
        words.append(0x22)
        append(count: elements.count)
        for element in elements { append(kindOf: element) }
      }
    }
  }

  private static func kind(of value: AttributeValue) -> UInt64 {
    switch value {
    case .null: 0x30
    case .integer(let value): QueryList.isExactAsReal(value) ? 0x31 : 0x3D
    case .boolean: 0x31
    case .double(let value): value.isNaN ? 0x33 : 0x32
    case .float(let value): value.isNaN ? 0x33 : 0x32
    case .decimal(let value): value.isKeptByDouble ? 0x34 : 0x35
    case .string, .uri: 0x36
    case .date(let time): time.isNaN ? 0x38 : 0x37
    case .uuid: 0x39
    case .binary: 0x3A
    case .transformable: 0x3B
    case .composite: 0x3C
    }
  }
}

extension PredicateComparison.Operator {
  fileprivate var number: UInt64 {
    switch self {
    case .lessThan: 0
    case .lessThanOrEqual: 1
    case .greaterThan: 2
    case .greaterThanOrEqual: 3
    case .equal: 4
    case .notEqual: 5
    case .matches: 6
    case .like: 7
    case .beginsWith: 8
    case .endsWith: 9
    case .in: 10
    case .contains: 11
    case .between: 12
    }
  }
}

extension ObjectPredicate {
  /// The predicate with variables in place of its constants, numbered in the order of the text as `QueryShape.constants` are. No name in a
  /// format has a percent sign.
  func numberingConstants() -> ObjectPredicate {
    var count = 0
    return mapped { expression in
      guard case .constant = expression else { return expression }
      defer { count += 1 }
      return .variable("%\(count)")
    }
  }
}
