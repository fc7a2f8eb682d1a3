internal import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage

/// Turns an expression of Foundation's predicates into the predicate language, part by part.
struct PredicateTranslation {
  typealias Failure = QueryTranslationError

  /// What the variables stand for.
  private var variables: [PredicateExpressions.VariableID: TranslatedPart] = [:]
  private var lastVariable = 0

  /// Begins a translation in which `variable` is the object that is asked for.
  init(objects variable: PredicateExpressions.VariableID) {
    variables[variable] = .value(TranslatedValue(.evaluatedObject))
  }

  /// What `expression` means. What has no variable in it is worked out here and is a constant.
  mutating func part(_ expression: any PredicateExpression) throws(Failure) -> TranslatedPart {
    if let constant = (try? expression.evaluate(PredicateBindings())) as Any?,
      let part = TranslatedPart(constant: constant)
    {
      return part
    }
    guard let translatable = expression as? any TranslatableExpression else {
      throw QueryTranslationError(.unsupportedExpression, expression)
    }
    return try translatable.translated(by: &self)
  }

  /// What `expression`, a truth value, means.
  mutating func condition(_ expression: any PredicateExpression) throws(Failure) -> ObjectPredicate {
    switch try part(expression) {
    case .condition(let condition): return condition
    case .optionalCondition(let condition, let presence): return .and([presence, condition])
    case .value(let value):
      if case .value(.boolean(let truth))? = value.expression.constantValue { return ObjectPredicate(value: truth) }
      return TranslatedValue.comparison(value, .equal, TranslatedValue(.value(true)))
    case .range: throw QueryTranslationError(.unsupportedExpression, expression)
    }
  }

  /// What `expression`, which is no range, means.
  mutating func value(_ expression: any PredicateExpression) throws(Failure) -> TranslatedValue {
    switch try part(expression) {
    case .condition(let condition): return TranslatedValue(.truth(of: condition))
    case .optionalCondition(let condition, let presence):
      return TranslatedValue(.conditional(presence, .truth(of: condition), .constant(.null)))
    case .value(let value): return value
    case .range: throw QueryTranslationError(.unsupportedExpression, expression)
    }
  }

  /// A comparison of two expressions.
  mutating func comparison(
    _ left: any PredicateExpression,
    _ operation: PredicateComparison.Operator,
    _ right: any PredicateExpression
  ) throws(Failure) -> ObjectPredicate {
    if operation == .equal || operation == .notEqual {
      let sides = (try part(left), try part(right))
      let (test, constant) = sides.1.isConstant ? sides : (sides.1, sides.0)
      if let condition = test.equality(with: constant) { return operation == .equal ? condition : .not(condition) }
    }
    return TranslatedValue.comparison(try value(left), operation, try value(right))
  }

  // MARK: Variables

  /// What a variable stands for.
  func part(of variable: PredicateExpressions.VariableID) -> TranslatedPart? { variables[variable] }

  /// Runs `body` while a variable stands for `part`.
  mutating func with<Result>(
    _ variable: PredicateExpressions.VariableID,
    as part: TranslatedPart,
    _ body: (inout PredicateTranslation) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = variables[variable]
    variables[variable] = part
    defer { variables[variable] = outer }
    return try body(&self)
  }

  /// The elements of `collection` for which `test` holds.
  mutating func elements(
    of collection: any PredicateExpression,
    named variable: PredicateExpressions.VariableID,
    where test: any PredicateExpression,
    negated: Bool = false
  ) throws(Failure) -> ObjectExpression {
    let source = try value(collection).shown
    // What was filtered already is filtered by both conditions at once.
    if case .subquery(let inner, let name, let condition) = source {
      let further = try with(variable, as: .value(TranslatedValue(.variable(name)))) { (inner) throws(Failure) in
        try inner.condition(test)
      }
      return .subquery(inner, variable: name, .and([condition, negated ? .not(further) : further]))
    }
    lastVariable += 1
    let name = "element\(lastVariable)"
    let condition = try with(variable, as: .value(TranslatedValue(.variable(name)))) { (inner) throws(Failure) in
      try inner.condition(test)
    }
    return .subquery(source, variable: name, negated ? .not(condition) : condition)
  }

  /// The conditions that `test` makes of the elements of a constant collection; `nil` for one that is none.
  mutating func conditions(
    for collection: any PredicateExpression,
    named variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression
  ) throws(Failure) -> [ObjectPredicate]? {
    guard case .collection(let elements)? = try value(collection).expression.constantValue else { return nil }
    var conditions: [ObjectPredicate] = []
    for element in elements {
      let part = TranslatedPart.value(TranslatedValue(.constant(element)))
      conditions.append(try with(variable, as: part) { (inner) throws(Failure) in try inner.condition(test) })
    }
    return conditions
  }
}

extension TranslatedPart {
  fileprivate var isConstant: Bool {
    if case .value(let value) = self { value.expression.constantValue != nil } else { false }
  }

  /// Where a condition has the truth value `constant`; `nil` if this is no condition or that no truth value.
  fileprivate func equality(with constant: TranslatedPart) -> ObjectPredicate? {
    guard case .value(let value) = constant, case .value(let truth)? = value.expression.constantValue else {
      return nil
    }
    switch (self, truth) {
    case (.condition(let condition), .boolean(let truth)): return truth ? condition : .not(condition)
    case (.condition, .null): return ObjectPredicate(value: false)
    case (.optionalCondition(let condition, let presence), .boolean(let truth)):
      return .and([presence, truth ? condition : .not(condition)])
    case (.optionalCondition(_, let presence), .null): return .not(presence)
    default: return nil
    }
  }
}

extension ObjectExpression {
  /// The value of a condition.
  static func truth(of condition: ObjectPredicate) -> ObjectExpression {
    .conditional(condition, .value(true), .value(false))
  }
}
