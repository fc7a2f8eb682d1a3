internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

/// Why a predicate or sort key cannot be answered by the database exactly as in memory; the context then evaluates it.
struct Untranslatable: Error {
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
  /// What `now()` means, the same for the whole fetch.
  private let now: Double
  /// The objects that the variables of SUBQUERY stand for.
  private var variables: [String: SelectedObjects] = [:]

  init(select: SelectStatement, storeNumber: UInt32) {
    self.select = select
    self.storeNumber = storeNumber
    now = Date().timeIntervalSinceReferenceDate
  }

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
    return "(" + conditions.joined(separator: word) + ")"
  }

  private mutating func condition(_ comparison: PredicateComparison) throws -> String {
    switch comparison.modifier {
    case .direct:
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
  private func objects(_ expression: ObjectExpression) throws -> SelectedObjects? {
    switch expression {
    case .evaluatedObject: select.root
    case .variable(let name): variables[name]
    default: nil
    }
  }

  mutating func operand(_ expression: ObjectExpression) throws -> QueryOperand {
    switch expression {
    case .constant(let constant): return .constant(constant)
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
    default: throw Untranslatable(reason: "an expression that only memory can evaluate")
    }
  }

  private mutating func operand(at path: ObjectKeyPath, of base: ObjectExpression) throws -> QueryOperand {
    if case .subquery(let collection, let variable, let predicate) = base {
      guard path.components == ["@count"] else { throw Untranslatable(reason: "SUBQUERY other than its count") }
      return try count(collection, where: predicate, variable: variable)
    }
    guard let start = try objects(base) else { throw Untranslatable(reason: "a key path of a computed value") }
    return try operand(at: path.components[...], of: start)
  }

  /// What a path leads to; a collection operator may stand in it behind a to-many relationship.
  private mutating func operand(at path: ArraySlice<String>, of start: SelectedObjects) throws -> QueryOperand {
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

  private mutating func aggregate(
    _ name: String,
    over path: ArraySlice<String>,
    taking rest: ArraySlice<String>,
    of start: SelectedObjects
  ) throws -> QueryOperand {
    guard let (query, behind) = select.members(at: path, of: start), behind.isEmpty else {
      throw Untranslatable(reason: "\(name) of something other than a to-many relationship")
    }
    switch name {
    case "@count" where rest.isEmpty:
      return .scalar(sql: "(\(query.text(selecting: "count(*)", where: nil, in: select)))", kind: .integer)
    case "@min", "@max":
      guard case .scalar(let sql, let kind) = try operand(at: rest, of: query.members), kind.isComparable else {
        throw Untranslatable(reason: "\(name) of something other than an attribute")
      }
      let function = name == "@min" ? "min" : "max"
      return .scalar(sql: "(\(query.text(selecting: "\(function)(\(sql))", where: nil, in: select)))", kind: kind)
    default:
      // Sums of fractions depend on the order of the terms, so the database's sum is not memory's to the last digit.
      throw Untranslatable(reason: "the collection operator \(name)")
    }
  }

  private mutating func count(
    _ collection: ObjectExpression,
    where predicate: ObjectPredicate,
    variable: String
  ) throws -> QueryOperand {
    guard case .keyPath(let path, of: let base) = collection, let start = try objects(base),
      let (query, rest) = select.members(at: path.components[...], of: start), rest.isEmpty
    else { throw Untranslatable(reason: "SUBQUERY of something other than a to-many relationship") }
    let outer = variables[variable]
    variables[variable] = query.members
    defer { variables[variable] = outer }
    let condition = try condition(predicate)
    return .scalar(sql: "(\(query.text(selecting: "count(*)", where: "(\(condition))", in: select)))", kind: .integer)
  }

  private mutating func operand(_ function: PredicateFunction, _ arguments: [ObjectExpression]) throws -> QueryOperand {
    switch function {
    case .now: return .constant(.value(.date(now)))
    case .noIndex where arguments.count == 1: return try operand(arguments[0])
    case .count where arguments.count == 1:
      guard case .keyPath(let path, of: let base) = arguments[0] else { break }
      return try operand(at: ObjectKeyPath(path.components + ["@count"]), of: base)
    case .add, .subtract, .multiply:
      guard arguments.count == 2,
        let sign = ["add:to:": "+", "from:subtract:": "-", "multiply:by:": "*"][function.rawValue],
        let (left, leftKind) = try arithmeticOperand(arguments[0]),
        let (right, rightKind) = try arithmeticOperand(arguments[1])
      else { break }
      return .scalar(
        sql: "(\(left) \(sign) \(right))",
        kind: leftKind == .real || rightKind == .real ? .real : .integer
      )
    default: break
    }
    throw Untranslatable(reason: "the function \(function.rawValue)")
  }

  /// An integer or floating-point operand; whole decimals are stored as integers, so their arithmetic would not be memory's.
  private mutating func arithmeticOperand(_ expression: ObjectExpression) throws -> (
    sql: String, kind: QueryOperand.Kind
  )? {
    switch try operand(expression) {
    case .scalar(let sql, let kind) where kind == .integer || kind == .real: return (sql, kind)
    case .constant(.value(.integer(let value))): return (select.parameter(.integer(value)), .integer)
    case .constant(.value(.double(let value))): return (select.parameter(.real(value)), .real)
    default: return nil
    }
  }

  // MARK: Objects

  /// The key of an object of this store that may stand in a column; `nil` for any other object, which is equal to none here.
  func key(of identity: ObjectIdentity, in entity: EntityDescription) -> Int64? {
    guard let objectID = identity.base as? ManagedObjectID, objectID.storeNumber == storeNumber,
      objectID.entity.rootEntity === entity.rootEntity
    else { return nil }
    return objectID.reference
  }

  /// Whether a path of an expression is a to-many relationship, with its members.
  mutating func memberQuery(_ expression: ObjectExpression) throws -> MemberQuery? {
    guard case .keyPath(let path, of: let base) = expression, let start = try objects(base),
      let (query, rest) = select.members(at: path.components[...], of: start), rest.isEmpty
    else { return nil }
    return query
  }
}
