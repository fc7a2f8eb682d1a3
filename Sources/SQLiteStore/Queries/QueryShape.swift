internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// What a fetch asks, without the values that it compares with: fetches of one shape are served by one statement.
///
/// The shape is written as bytes, each node before its parts, and the constants are collected in the order of the text. What decides how a
/// constant is translated is part of the shape: its kind, whether it has a value, whether an object is one of the store's.
struct QueryShape {
  private(set) var bytes: [UInt8] = []
  private(set) var constants: [PredicateConstant] = []
  private let storeNumber: UInt32

  private enum Mark: UInt8 {
    case and = 1
    case or, not, yes, no, comparison, constant, subject, variable, keyPath, first, last, size, element, list, function,
      method, cast
    case conditional, subquery, setOperation, fetch, assignment, sort, end
  }

  init(_ fetch: StoreFetch, storeNumber: UInt32) {
    self.storeNumber = storeNumber
    bytes.reserveCapacity(64)
    append(address: fetch.entity)
    bytes.append((fetch.includesSubentities ? 1 : 0) | (fetch.limit != 0 ? 2 : 0) | (fetch.offset != 0 ? 4 : 0))
    for key in fetch.sortKeys {
      bytes.append(Mark.sort.rawValue)
      bytes.append(key.ascending ? 1 : 0)
      switch key.comparison {
      case .binary: bytes.append(0)
      case .caseInsensitive: bytes.append(1)
      case .localizedStandard: bytes.append(2)
      }
      append(key.keyPath)
    }
    if let predicate = fetch.predicate { append(predicate) }
  }

  // MARK: Predicates

  private mutating func append(_ mark: Mark) { bytes.append(mark.rawValue) }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0xFF)
  }

  private mutating func append(count: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: count)) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(address object: AnyObject) {
    withUnsafeBytes(of: ObjectIdentifier(object)) { bytes.append(contentsOf: $0) }
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
      append(comparison.operation.rawValue)
      bytes.append(comparison.modifier == .direct ? 0 : comparison.modifier == .any ? 1 : 2)
      bytes.append(UInt8(truncatingIfNeeded: comparison.options.rawValue))
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
    case .value(let value): bytes.append(Self.kind(of: value))
    case .object(let identity):
      bytes.append(0x20)
      if let objectID = identity.base as? ManagedObjectID, objectID.storeNumber == storeNumber {
        append(address: objectID.entity.rootEntity)
      } else {
        append(count: 0)
      }
    case .collection(let elements):
      if QueryList.canCarry(elements) {
        bytes.append(0x21)
        append(kindOf: elements[0])
      } else {
        bytes.append(0x22)
        append(count: elements.count)
        for element in elements { append(kindOf: element) }
      }
    }
  }

  private static func kind(of value: AttributeValue) -> UInt8 {
    switch value {
    case .null: 0x30
    case .integer(let value): QueryList.isExactAsReal(value) ? 0x31 : 0x3D
    case .boolean: 0x31
    case .double(let value): value.isNaN ? 0x33 : 0x32
    case .float(let value): value.isNaN ? 0x33 : 0x32
    case .decimal(let value): StoredDecimal.keeps(value) ? 0x34 : 0x35
    case .string, .uri: 0x36
    case .date(let time): time.isNaN ? 0x38 : 0x37
    case .uuid: 0x39
    case .binary: 0x3A
    case .transformable: 0x3B
    case .composite: 0x3C
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
