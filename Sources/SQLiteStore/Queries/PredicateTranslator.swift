internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// Why a predicate or sort key cannot be answered by the database exactly as in memory; the context then evaluates it.
struct Untranslatable: LocalizedError {
  var reason: String
}

/// Turns a predicate into SQL that gives exactly the answers that evaluation in memory gives.
///
/// Predicates have two truth values, SQL has three. Comparisons are written plainly, so that indexes serve them; they may then be NULL, which
/// AND, OR and WHERE treat as false. Only NOT tells NULL from false, so what stands under NOT goes through IFNULL. Values of kinds that
/// cannot be compared (a number and a text) are found out here, because SQLite would convert them.
struct PredicateTranslator {
  var select: SelectStatement
  private let storeNumber: UInt32
  /// The constants that stand behind the variables `%0`, `%1`, ….
  private let constants: [PredicateConstant]
  /// Whether the text is right for other constants of the same kinds.
  private(set) var isReusable = true
  /// The objects that the variables of SUBQUERY stand for.
  var variables: [String: SelectedObjects] = [:]

  init(select: SelectStatement, storeNumber: UInt32, constants: [PredicateConstant]) {
    self.select = select
    self.storeNumber = storeNumber
    self.constants = constants
  }

  /// Notes that the constants themselves decided about the text.
  mutating func dependOnConstants() { isReusable = false }

  // MARK: Predicates

  /// The condition; NULL stands for false.
  mutating func condition(_ predicate: ObjectPredicate) throws -> String {
    switch predicate.node {
    case .constant(let value): return value ? "1" : "0"
    case .not(let inner): return "NOT IFNULL(\(try condition(inner)), 0)"
    case .and(let parts): return try joined(parts, by: " AND ")
    case .or(let parts): return try joined(parts, by: " OR ")
    case .comparison(let comparison): return try condition(comparison)
    }
  }

  private mutating func joined(_ parts: [ObjectPredicate], by word: String) throws -> String {
    var conditions: [String] = []
    for part in parts { conditions.append(try condition(part)) }
    return Self.balanced(conditions[...], by: word)
  }

  /// The conditions joined in pairs, because SQLite takes expressions of limited depth only.
  static func balanced(_ conditions: ArraySlice<String>, by word: String) -> String {
    if conditions.count <= 8 { return "(" + conditions.joined(separator: word) + ")" }
    let middle = conditions.startIndex + conditions.count / 2
    return "(\(balanced(conditions[..<middle], by: word))\(word)\(balanced(conditions[middle...], by: word)))"
  }

  private mutating func condition(_ comparison: PredicateComparison) throws -> String {
    switch comparison.modifier {
    case .direct:
      if let membership = try relatedMembership(comparison) { return membership }
      return try test(comparison, left: try operand(comparison.left), right: try operand(comparison.right))
    case .any, .all:
      guard case .keyPath(let path, of: let base) = comparison.left, let start = try objects(base),
        let (query, rest) = select.members(at: path.components[...], of: start)
      else {
        throw Untranslatable(reason: "\(comparison.modifier.rawValue) of something other than a to-many relationship")
      }
      let left = try operand(at: rest, of: query.members)
      let condition = try test(comparison, left: left, right: try operand(comparison.right))
      if comparison.modifier == .any {
        return "EXISTS (\(query.text(selecting: "1", where: "(\(condition))", in: select)))"
      }
      return "NOT EXISTS (\(query.text(selecting: "1", where: "NOT IFNULL(\(condition), 0)", in: select)))"
    }
  }

  // MARK: Operands

  /// The objects that an expression stands for: the fetched ones, or those of a subquery's variable.
  func objects(_ expression: ObjectExpression) throws -> SelectedObjects? {
    switch expression {
    case .evaluatedObject: select.root
    case .variable(let name): variables[name]
    default: nil
    }
  }

  mutating func operand(_ expression: ObjectExpression) throws -> QueryOperand {
    switch expression {
    case .variable(let name) where name.utf8.first == UInt8(ascii: "%"):
      guard let number = Int(name.dropFirst()), constants.indices.contains(number) else {
        throw Untranslatable(reason: "a constant that is not there")
      }
      // A number with more digits than the store keeps is equal to nothing there.
      if constants[number].hasExcessiveDigits {
        throw Untranslatable(reason: "a decimal of more digits than the store keeps")
      }
      return .constant(constants[number], .constant(number))
    case .constant: throw Untranslatable(reason: "a constant without a number")
    case .evaluatedObject, .variable:
      guard let objects = try objects(expression) else { throw Untranslatable(reason: "a variable without value") }
      return .object(sql: "\(objects.alias).Z_PK", entity: objects.entity.entity)
    case .keyPath(let path, of: let base): return try operand(at: path, of: base)
    case .element(of: .keyPath(let path, of: let base), .size):
      return try operand(at: ObjectKeyPath(path.components + ["@count"]), of: base)
    case .aggregate(let parts):
      var operands: [QueryOperand] = []
      for part in parts { operands.append(try operand(part)) }
      return .list(operands)
    case .function(let function, let arguments): return try operand(function, arguments)
    case .conditional(let predicate, let first, let second): return try conditional(predicate, first, second)
    default: throw Untranslatable(reason: "an expression that only memory can evaluate")
    }
  }

  mutating func operand(at path: ObjectKeyPath, of base: ObjectExpression) throws -> QueryOperand {
    if case .subquery(let collection, let variable, let predicate) = base {
      guard path.components == ["@count"] else { throw Untranslatable(reason: "SUBQUERY other than its count") }
      return try count(collection, where: predicate, variable: variable)
    }
    guard let start = try objects(base) else { throw Untranslatable(reason: "a key path of a computed value") }
    return try operand(at: path.components[...], of: start)
  }

  /// What a path leads to; a collection operator may stand in it behind a to-many relationship.
  mutating func operand(at path: ArraySlice<String>, of start: SelectedObjects) throws -> QueryOperand {
    if let position = path.firstIndex(where: { $0.utf8.first == UInt8(ascii: "@") }) {
      return try aggregate(path[position], over: path[..<position], taking: path[(position + 1)...], of: start)
    }
    if path.isEmpty { return .object(sql: "\(start.alias).Z_PK", entity: start.entity.entity) }
    guard let column = select.column(at: path, of: start) else {
      throw Untranslatable(reason: "the key path \(path.joined(separator: "."))")
    }
    switch column.content {
    case .object(let entity): return .object(sql: column.sql, entity: entity)
    case .attribute(let attribute):
      return .scalar(
        sql: column.sql,
        kind: attribute.allowsExternalStorage ? .opaque : QueryOperand.Kind(attribute.type)
      )
    }
  }

  // MARK: Objects

  /// Whether an object is one of this store's that may stand in a column; any other is equal to none here.
  func isStored(_ identity: ObjectIdentity, in entity: EntityDescription) -> Bool {
    guard let objectID = identity.base as? ManagedObjectID else { return false }
    return objectID.storeNumber == storeNumber && objectID.entity.rootEntity === entity.rootEntity
  }
}

extension PredicateConstant {
  /// Whether it is, or holds, a decimal that a store would round.
  fileprivate var hasExcessiveDigits: Bool {
    switch self {
    case .value(.decimal(let value)): !value.isKeptByDouble
    case .collection(let elements): elements.contains(where: \.hasExcessiveDigits)
    case .value, .object: false
    }
  }
}

extension Untranslatable {
  var errorDescription: String? { "Only memory can evaluate it: \(reason)." }
}
