internal import AttributeValues
internal import PredicateLanguage

// What is asked about the members of to-many relationships.
extension PredicateTranslator {
  /// `x IN owner.dogs.name` and `owner.dogs.name CONTAINS x`; `nil` if the collection is no to-many relationship.
  mutating func relatedMembership(_ comparison: PredicateComparison) throws -> String? {
    let (element, collection): (ObjectExpression, ObjectExpression)
    switch comparison.operation {
    case .in: (element, collection) = (comparison.left, comparison.right)
    case .contains: (element, collection) = (comparison.right, comparison.left)
    default: return nil
    }
    guard case .keyPath(let path, of: let base) = collection, let start = try objects(base),
      !path.components.contains(where: { $0.utf8.first == UInt8(ascii: "@") }),
      let (query, rest) = select.members(at: path.components[...], of: start)
    else { return nil }
    let member = try operand(at: rest, of: query.members)
    let condition = try equality(member, try operand(element), isNegated: false, comparison)
    return "EXISTS (\(query.text(selecting: "1", where: "(\(condition))", in: select)))"
  }

  /// A collection operator of a to-many relationship.
  mutating func aggregate(
    _ name: String,
    over path: ArraySlice<String>,
    taking rest: ArraySlice<String>,
    of start: SelectedObjects
  ) throws -> QueryOperand {
    guard let (query, behind) = select.members(at: path, of: start) else {
      throw Untranslatable(reason: "\(name) of something other than a to-many relationship")
    }
    func subquery(_ selection: String) -> String { "(\(query.text(selecting: selection, where: nil, in: select)))" }
    if name == "@count", rest.isEmpty {
      return .scalar(sql: subquery("count(*)"), kind: .integer)
    }
    guard case .scalar(let sql, let kind) = try operand(at: behind + rest, of: query.members), kind.isComparable else {
      throw Untranslatable(reason: "\(name) of something other than an attribute")
    }
    switch name {
    case "@min": return .scalar(sql: subquery("min(\(sql))"), kind: kind)
    case "@max": return .scalar(sql: subquery("max(\(sql))"), kind: kind)
    // Sums of fractions depend on the order of the terms, and those of great integers overflow: these are memory's.
    case "@sum" where isSmallInteger(at: behind + rest, of: query.members):
      return .scalar(sql: "IFNULL(\(subquery("sum(\(sql))")), 0)", kind: .integer)
    case "@avg" where isSmallInteger(at: behind + rest, of: query.members):
      // nil counts as 0, so the sum is divided by the number of members.
      return .scalar(sql: subquery("total(\(sql)) / count(*)"), kind: .real)
    default: throw Untranslatable(reason: "the collection operator \(name)")
    }
  }

  /// Whether a path leads to an integer attribute whose sums do not overflow.
  private mutating func isSmallInteger(at path: ArraySlice<String>, of start: SelectedObjects) -> Bool {
    guard case .attribute(let attribute)? = select.column(at: path, of: start)?.content else { return false }
    switch attribute.type {
    case .integer16, .integer32, .boolean: return true
    default: return false
    }
  }

  /// A statistic function of the values that a to-many relationship leads to; `nil` for any other argument.
  mutating func statistic(_ function: PredicateFunction, of expression: ObjectExpression) throws -> QueryOperand? {
    if case .subquery(let collection, let variable, let predicate) = expression, function == .count {
      return try count(collection, where: predicate, variable: variable)
    }
    guard case .keyPath(let path, of: let base) = expression, let start = try objects(base) else { return nil }
    let names: [PredicateFunction: String] = [.sum: "@sum", .average: "@avg", .minimum: "@min", .maximum: "@max"]
    if function == .count {
      guard let (query, _) = select.members(at: path.components[...], of: start) else { return nil }
      return .scalar(sql: "(\(query.text(selecting: "count(*)", where: nil, in: select)))", kind: .integer)
    }
    guard let name = names[function] else { return nil }
    return try aggregate(name, over: path.components[...], taking: [], of: start)
  }

  /// `SUBQUERY(…).@count`.
  mutating func count(
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
}
