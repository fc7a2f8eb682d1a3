internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage
internal import SQLiteAccess

extension PredicateTranslator {
  /// The condition that a comparison makes of two operands.
  mutating func test(_ comparison: PredicateComparison, left: QueryOperand, right: QueryOperand) throws -> String {
    switch comparison.operation {
    case .equal: return try equality(left, right, isNegated: false, comparison)
    case .notEqual: return try equality(left, right, isNegated: true, comparison)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return try order(left, right, comparison.operation, comparison)
    case .between:
      guard let bounds = bounds(right) else { throw Untranslatable(reason: "BETWEEN without two bounds") }
      let low = try order(left, bounds.0, .greaterThanOrEqual, comparison)
      return "(\(low) AND \(try order(left, bounds.1, .lessThanOrEqual, comparison)))"
    case .in: return try membership(left, right, comparison, whole: comparison.right)
    case .contains: return try membership(right, left, comparison, whole: comparison.left)
    case .beginsWith, .endsWith, .like, .matches: return try textTest(comparison, left, right)
    }
  }

  // MARK: Equality

  mutating func equality(
    _ left: QueryOperand,
    _ right: QueryOperand,
    isNegated: Bool,
    _ comparison: PredicateComparison
  ) throws -> String {
    let (never, always) = isNegated ? ("1", "0") : ("0", "1")
    switch (left, right) {
    case (.constant, .scalar), (.constant, .object):
      return try equality(right, left, isNegated: isNegated, comparison)
    case (.scalar(let sql, _), .constant(.value(.null), _)), (.object(let sql, _), .constant(.value(.null), _)):
      return "\(sql) \(isNegated ? "IS NOT" : "IS") NULL"
    case (.scalar(let sql, let kind), .constant(.value(let value), let source)):
      guard kind.isComparable, let other = QueryOperand.Kind(value) else { break }
      guard kind.isComparable(to: other), let parameter = parameter(value, source) else { return never }
      if kind == .text, comparison.options.folds {
        return isNegated
          ? "NOT IFNULL(\(textTest(sql, parameter, .equal, comparison)), 0)"
          : textTest(sql, parameter, .equal, comparison)
      }
      return "\(sql) \(isNegated ? "IS NOT" : "=") \(parameter)"
    case (.scalar(let sql, let kind), .scalar(let otherSQL, let otherKind)):
      guard kind.isComparable, otherKind.isComparable, !(kind == .text && comparison.options.folds) else { break }
      // Of kinds that cannot be compared, only nil is equal to nil.
      guard kind.isComparable(to: otherKind) else {
        return "\(isNegated ? "NOT " : "")(\(sql) IS NULL AND \(otherSQL) IS NULL)"
      }
      return "\(sql) \(isNegated ? "IS NOT" : "IS") \(otherSQL)"
    case (.object(let sql, let entity), .constant(.object(let identity), let source)):
      guard isStored(identity, in: entity) else { return never }
      return "\(sql) \(isNegated ? "IS NOT" : "=") \(select.parameter(source))"
    case (.object(let sql, let entity), .object(let otherSQL, let otherEntity)):
      guard entity.rootEntity === otherEntity.rootEntity else { break }
      // Two objects that are not there are both nil, and nil is nil.
      return "\(sql) \(isNegated ? "IS NOT" : "IS") \(otherSQL)"
    case (.constant(.value(let first), _), .constant(.value(let second), _)) where !comparison.options.folds:
      dependOnConstants()
      return first.relation(to: second) == .same ? always : never
    default: break
    }
    throw Untranslatable(reason: "an equality of values that only memory can compare")
  }

  // MARK: Order

  private mutating func order(
    _ left: QueryOperand,
    _ right: QueryOperand,
    _ operation: PredicateComparison.Operator,
    _ comparison: PredicateComparison
  ) throws -> String {
    // nil and what cannot be compared are in no order. The kinds come first: a parameter that is made must be used.
    guard let leftKind = try kind(left), let rightKind = try kind(right), leftKind.isComparable(to: rightKind) else {
      return "0"
    }
    guard let leftSQL = ordered(left), let rightSQL = ordered(right) else { return "0" }
    if leftKind == .text, comparison.options.folds || comparison.options.contains(.localized) {
      return textTest(leftSQL, rightSQL, operation, comparison)
    }
    return "\(leftSQL) \(operation.rawValue) \(rightSQL)"
  }

  /// The kind of an operand that has an order; `nil` for `nil` and for numbers that are none.
  private func kind(_ operand: QueryOperand) throws -> QueryOperand.Kind? {
    switch operand {
    case .scalar(_, let kind) where kind.isComparable: return kind
    case .constant(.value(let value), _):
      guard let kind = QueryOperand.Kind(value) else { return nil }
      if kind.isComparable { return SQLiteValue(stored: value) == nil ? nil : kind }
    default: break
    }
    throw Untranslatable(reason: "an order of values that only memory can compare")
  }

  private mutating func ordered(_ operand: QueryOperand) -> String? {
    switch operand {
    case .scalar(let sql, _): sql
    case .constant(.value(let value), let source): parameter(value, source)
    default: nil
    }
  }

  private func bounds(_ operand: QueryOperand) -> (QueryOperand, QueryOperand)? {
    switch operand {
    case .constant(.collection(let parts), let source) where parts.count == 2:
      (.constant(parts[0], source.element(0)), .constant(parts[1], source.element(1)))
    case .list(let parts) where parts.count == 2: (parts[0], parts[1])
    default: nil
    }
  }

  // MARK: Membership

  private mutating func membership(
    _ element: QueryOperand,
    _ collection: QueryOperand,
    _ comparison: PredicateComparison,
    whole: ObjectExpression
  ) throws -> String {
    switch collection {
    case .constant(.collection(let parts), let source): return try membership(element, parts, source, comparison)
    case .constant(.value(.null), _): return "0"
    case .constant(.value(let value), let source) where QueryOperand.Kind(value) == .text:
      guard case .scalar(let sql, .text) = element, let parameter = parameter(value, source) else { break }
      return textInclusion(whole: parameter, part: sql, comparison)
    case .scalar(let sql, .text):
      switch element {
      case .scalar(let part, .text): return textInclusion(whole: sql, part: part, comparison)
      case .constant(.value(.null), _): return "0"
      case .constant(.value(let value), let source) where QueryOperand.Kind(value) == .text:
        guard let parameter = parameter(value, source) else { break }
        return textInclusion(whole: sql, part: parameter, comparison)
      default: break
      }
    case .list(let parts):
      var conditions: [String] = []
      for part in parts { conditions.append(try equality(element, part, isNegated: false, comparison)) }
      return Self.balanced(conditions[...], by: " OR ")
    default: break
    }
    throw Untranslatable(reason: "a membership that only memory can test")
  }

  private mutating func membership(
    _ element: QueryOperand,
    _ parts: [PredicateConstant],
    _ source: QueryParameter,
    _ comparison: PredicateComparison
  ) throws -> String {
    let folds = comparison.options.folds
    if let sql = element.comparableSQL, case .constant(let number) = source, QueryList.canCarry(parts),
      !(folds && element.kind == .text)
    {
      guard isComparable(element, to: parts[0]) else { return "0" }
      return "\(sql) IN (SELECT value FROM json_each(\(select.parameter(.list(number)))))"
    }
    guard let sql = element.comparableSQL, !(folds && element.kind == .text && parts.count > 200) else {
      throw Untranslatable(reason: "a membership that only memory can test")
    }
    // The shape of a long list does not say how long it is.
    if QueryList.canCarry(parts) { dependOnConstants() }
    var marks: [String] = []
    var conditions: [String] = []
    for (position, part) in parts.enumerated() {
      if part == .null {
        conditions.append("\(sql) IS NULL")
      } else if folds && element.kind == .text {
        let part = QueryOperand.constant(part, source.element(position))
        conditions.append(try equality(element, part, isNegated: false, comparison))
      } else if isComparable(element, to: part) {
        marks.append(select.parameter(source.element(position)))
      }
    }
    if !marks.isEmpty { conditions.append("\(sql) IN (\(marks.joined(separator: ", ")))") }
    return conditions.isEmpty ? "0" : Self.balanced(conditions[...], by: " OR ")
  }

  /// Whether a constant can be equal to an operand.
  private func isComparable(_ operand: QueryOperand, to constant: PredicateConstant) -> Bool {
    switch (operand, constant) {
    case (.object(_, let entity), .object(let identity)): return isStored(identity, in: entity)
    case (.scalar(_, let kind), .value(let value)):
      guard let other = QueryOperand.Kind(value), kind.isComparable(to: other) else { return false }
      // In a list, SQLite would round it to a fraction and find it equal to its neighbour.
      if kind == .real, case .integer(let integer) = value, !QueryList.isExactAsReal(integer) { return false }
      return SQLiteValue(stored: value) != nil
    default: return false
    }
  }

  // MARK: Texts

  private func textInclusion(whole: String, part: String, _ comparison: PredicateComparison) -> String {
    comparison.options.folds ? textTest(whole, part, .contains, comparison) : "instr(\(whole), \(part)) > 0"
  }

  private mutating func textTest(_ comparison: PredicateComparison, _ left: QueryOperand, _ right: QueryOperand) throws
    -> String
  {
    guard case .scalar(let sql, .text) = left else {
      throw Untranslatable(reason: "\(comparison.operation.rawValue) of no text")
    }
    let other: String
    switch right {
    case .constant(.value(.null), _): return "0"
    case .constant(.value(let value), let source) where QueryOperand.Kind(value) == .text:
      guard let parameter = parameter(value, source) else { return "0" }
      other = parameter
    case .scalar(let sql, .text): other = sql
    default: throw Untranslatable(reason: "\(comparison.operation.rawValue) with no text")
    }
    if comparison.operation == .beginsWith, !comparison.options.folds {
      // A range, so that an index finds it: no text has a byte as great as the one that ends it.
      return "(\(sql) >= \(other) AND \(sql) < \(other) || CAST(x'FF' AS TEXT))"
    }
    return textTest(sql, other, comparison.operation, comparison)
  }

  /// A test that the predicate language itself makes, through a function that the store registers.
  private func textTest(
    _ left: String,
    _ right: String,
    _ operation: PredicateComparison.Operator,
    _ comparison: PredicateComparison
  ) -> String {
    "\(TextTestFunction.name)('\(operation.rawValue)', \(comparison.options.rawValue), \(left), \(right))"
  }

  /// The mark of a parameter with a value as the store keeps it; `nil` for a number that is none, which is equal to nothing.
  private mutating func parameter(_ value: AttributeValue, _ source: QueryParameter) -> String? {
    SQLiteValue(stored: value) == nil ? nil : select.parameter(source)
  }
}

extension PredicateComparison.Options {
  /// Whether strings are changed before they are compared.
  fileprivate var folds: Bool {
    !contains(.normalized) && (contains(.caseInsensitive) || contains(.diacriticInsensitive))
  }
}
