internal import AttributeValues

extension ObjectPredicate {
  /// The predicate with every constant as a value of what it is compared with: `born > "2020-01-31"` then compares dates.
  ///
  /// Constants beside a key path, a function of known result or a cast are looked at, on both sides of a comparison, in lists and in
  /// subqueries. Operators that take texts only are left as they are, and so is what the model says nothing of.
  ///
  /// - Parameter kind: What a key path leads to, its keys counted from the predicate's subject; none for the subject itself.
  /// - Throws: `PredicateConstantError` for the first constant that can be read as no such value.
  package func typingConstants(
    _ kind: @escaping ([String]) -> ComparedKind?
  ) throws(PredicateConstantError) -> ObjectPredicate {
    var typing = ConstantTyping(kind: kind)
    return try typing.typed(self)
  }
}

/// Walks a predicate and gives its constants the types of what they are compared with.
private struct ConstantTyping {
  typealias Failure = PredicateConstantError

  let kind: ([String]) -> ComparedKind?
  /// Where the variables of subqueries and assignments lie, seen from the subject.
  var variables: [String: [String]] = [:]

  init(kind: @escaping ([String]) -> ComparedKind?) { self.kind = kind }

  mutating func typed(_ predicate: ObjectPredicate) throws(Failure) -> ObjectPredicate {
    switch predicate.node {
    case .constant: return predicate
    case .comparison(let comparison): return ObjectPredicate(try typed(comparison))
    case .not(let inner): return .not(try typed(inner))
    case .and(let parts): return .and(try typed(parts))
    case .or(let parts): return .or(try typed(parts))
    }
  }

  private mutating func typed(_ parts: [ObjectPredicate]) throws(Failure) -> [ObjectPredicate] {
    var result: [ObjectPredicate] = []
    for part in parts { result.append(try typed(part)) }
    return result
  }

  private mutating func typed(_ comparison: PredicateComparison) throws(Failure) -> PredicateComparison {
    var left = try typed(comparison.left)
    var right = try typed(comparison.right)
    switch comparison.operation {
    case .matches, .like, .beginsWith, .endsWith: break
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .between, .in, .contains:
      let sides = (left, right)
      left = try fitted(left, to: sides.1)
      right = try fitted(right, to: sides.0)
    }
    if left == comparison.left, right == comparison.right { return comparison }
    return PredicateComparison(
      left,
      comparison.operation,
      right,
      modifier: comparison.modifier,
      options: comparison.options
    )
  }

  /// The constants of `expression` as values of what `other` leads to.
  private func fitted(_ expression: ObjectExpression, to other: ObjectExpression) throws(Failure) -> ObjectExpression {
    switch expression {
    case .constant(let constant):
      guard let (kind, operand) = operand(of: other) else { return expression }
      return .constant(try fitted(constant, kind, operand))
    case .aggregate(let parts):
      var result: [ObjectExpression] = []
      for part in parts { result.append(try fitted(part, to: other)) }
      return .list(result)
    case .conditional(let condition, let first, let second):
      return .conditional(condition, try fitted(first, to: other), try fitted(second, to: other))
    case .function(let function, let arguments) where function.givesOneOfItsValues:
      var result: [ObjectExpression] = []
      for argument in arguments { result.append(try fitted(argument, to: other)) }
      return .function(function, result)
    default: return expression
    }
  }

  /// What a method asks of its target and of its arguments.
  private static let methodKinds: [String: (target: ComparedKind, arguments: ComparedKind)] = [
    "dateByAddingTimeInterval:": (.type(.date), .type(.double)),
    "timeIntervalSinceDate:": (.type(.date), .type(.date)),
  ]

  /// A constant as a value of this kind; every other expression as it is.
  private func fitted(_ expression: ObjectExpression, _ kind: ComparedKind, _ operand: ObjectExpression)
    throws(Failure) -> ObjectExpression
  {
    guard case .constant(let constant) = expression else { return expression }
    return .constant(try fitted(constant, kind, operand))
  }

  private func fitted(
    _ constant: PredicateConstant,
    _ kind: ComparedKind,
    _ operand: ObjectExpression
  ) throws(Failure) -> PredicateConstant {
    switch constant {
    case .object: return constant
    case .collection(let elements):
      var result: [PredicateConstant] = []
      for element in elements { result.append(try fitted(element, kind, operand)) }
      return .collection(result)
    case .value(let value):
      guard let fitting = kind.value(of: value) else {
        throw PredicateConstantError(operand: "\(operand)", kind: kind, constant: "\(constant)")
      }
      return .value(fitting)
    }
  }

  /// The part of an expression that says what its values are, and what they are; `nil` if nothing does.
  private func operand(of expression: ObjectExpression) -> (kind: ComparedKind, ObjectExpression)? {
    if case .aggregate(let parts) = expression { return parts.lazy.compactMap { operand(of: $0) }.first }
    return kind(of: expression).map { ($0, expression) }
  }

  // MARK: Kinds

  private func kind(of expression: ObjectExpression) -> ComparedKind? {
    if let path = path(of: expression) { return kind(path) }
    switch expression {
    case .element(of: let collection, let index):
      if case .size = index { return .type(.integer64) }
      return kind(of: collection)
    case .function(let function, let arguments): return kind(of: function, arguments)
    case .cast(_, let type): return type.attributeType.map { .type($0) }
    case .conditional(_, let first, let second): return kind(of: first) ?? kind(of: second)
    case .setOperation(_, let first, let second): return kind(of: first) ?? kind(of: second)
    case .subquery(let collection, _, _): return kind(of: collection)
    case .assignment(_, let value): return kind(of: value)
    case .method(_, "dateByAddingTimeInterval:", _): return .type(.date)
    case .method(_, "timeIntervalSinceDate:", _): return .type(.double)
    case .method(_, "stringByAppendingString:", _): return .type(.string)
    case .method: return nil
    case .constant, .evaluatedObject, .variable, .keyPath, .aggregate, .fetch: return nil
    }
  }

  private func kind(of function: PredicateFunction, _ arguments: [ObjectExpression]) -> ComparedKind? {
    switch function {
    case .uppercase, .lowercase, .canonical: return .type(.string)
    case .now: return .type(.date)
    case let function where function.givesOneOfItsValues: return operand(of: arguments[0])?.kind
    case .add, .subtract:
      let kinds = arguments.compactMap { argument -> ComparedKind? in
        if case .constant(.value(.date)) = argument { return .type(.date) }
        return kind(of: argument)
      }
      if kinds.isEmpty { return nil }
      return .type(kinds.count { $0 == .type(.date) } == 1 ? .date : .double)
    default: return .type(.double)
    }
  }

  /// The keys from the subject to what an expression stands for; `nil` for anything else.
  private func path(of expression: ObjectExpression) -> [String]? {
    switch expression {
    case .evaluatedObject: []
    case .variable(let name): variables[name]
    case .keyPath(let path, of: let base): self.path(of: base).map { $0 + path.components }
    case .subquery(let collection, _, _): path(of: collection)
    case .element(of: let collection, .first), .element(of: let collection, .last),
      .element(of: let collection, .at):
      path(of: collection)
    default: nil
    }
  }

  // MARK: Expressions that hold predicates

  private mutating func typed(_ expression: ObjectExpression) throws(Failure) -> ObjectExpression {
    switch expression {
    case .constant, .evaluatedObject, .variable, .fetch: return expression
    case .keyPath(let path, of: let base):
      return base == .evaluatedObject ? expression : .keyPath(path, of: try typed(base))
    case .element(of: let collection, let index): return .element(of: try typed(collection), index)
    case .aggregate(let parts): return .list(try typed(parts))
    case .function(let function, let arguments):
      var arguments = try typed(arguments)
      if function.givesOneOfItsValues {
        for index in arguments.indices { arguments[index] = try fitted(arguments[index], to: arguments[index]) }
      }
      return .function(function, arguments)
    case .method(let target, let name, let arguments):
      var (target, arguments) = (try typed(target), try typed(arguments))
      if let (own, others) = Self.methodKinds[name] {
        target = try fitted(target, own, expression)
        for index in arguments.indices { arguments[index] = try fitted(arguments[index], others, expression) }
      }
      return .method(target: target, name: name, arguments)
    case .cast(let operand, let type):
      // What the parser could cast is a constant by now.
      if case .constant(.value(let value)) = operand, !value.isNull, let attributeType = type.attributeType {
        throw PredicateConstantError(operand: nil, kind: .type(attributeType), constant: "\(operand)")
      }
      return .cast(try typed(operand), type)
    case .conditional(let condition, let first, let second):
      let (first, second) = (try typed(first), try typed(second))
      return .conditional(try typed(condition), try fitted(first, to: second), try fitted(second, to: first))
    case .subquery(let collection, let variable, let condition):
      let outer = variables[variable]
      defer { variables[variable] = outer }
      let collection = try typed(collection)
      variables[variable] = path(of: collection)
      return .subquery(collection, variable: variable, try typed(condition))
    case .setOperation(let operation, let first, let second):
      return .setOperation(operation, try typed(first), try typed(second))
    case .assignment(let name, let value):
      let value = try typed(value)
      variables[name] = path(of: value)
      return .assignment(name, value)
    }
  }

  private mutating func typed(_ expressions: [ObjectExpression]) throws(Failure) -> [ObjectExpression] {
    var result: [ObjectExpression] = []
    for expression in expressions { result.append(try typed(expression)) }
    return result
  }
}

extension PredicateFunction {
  /// Whether the result is of the kind of the first argument, or of its elements.
  fileprivate var givesOneOfItsValues: Bool { [.minimum, .maximum, .mode, .noIndex].contains(self) }
}

extension CastType {
  /// The type of what a cast gives; `nil` for what predicates compare with nothing else.
  fileprivate var attributeType: AttributeType? {
    switch self {
    case .number, .float: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .uri: .uri
    case .data: .binaryData
    case .transformable: nil
    }
  }
}
