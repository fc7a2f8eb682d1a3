internal import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage

/// An expression of Foundation's predicates that has a meaning in the predicate language.
protocol TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart
}

// MARK: Values and key paths

extension PredicateExpressions.Value: TranslatableExpression {
  // A value that can be a constant has been taken for one already.
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    throw QueryTranslationError(.unsuitableConstant, Output.self)
  }
}

extension PredicateExpressions.Variable: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard let part = translation.part(of: key) else { throw QueryTranslationError(.unsupportedExpression, self) }
    return part
  }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let base = try translation.value(root)
    if Root.Output.self is ManagedObject.Type {
      return .value(TranslatedValue(try PropertyPath.of(keyPath), of: base.shown))
    }
    switch kind {
    case .collectionIsEmpty where Root.Output.self is any StringProtocol.Type:
      return .condition(TranslatedValue.comparison(base, .equal, TranslatedValue(.value(""))))
    case .collectionCount where !(Root.Output.self is any StringProtocol.Type):
      return .value(TranslatedValue(base.shown.count))
    case .collectionIsEmpty:
      return .condition(ObjectPredicate(PredicateComparison(base.shown.count, .equal, .value(0))))
    case .collectionFirst: return .value(TranslatedValue(.element(of: base.shown, .first)))
    case .bidirectionalCollectionLast: return .value(TranslatedValue(.element(of: base.shown, .last)))
    default:
      // The raw value of an enumeration's case is what is stored.
      guard let type = Root.Output.self as? any RawRepresentable.Type, keyPath.isRawValue(of: type) else {
        throw QueryTranslationError(.unsupportedExpression, keyPath)
      }
      return .value(base)
    }
  }
}

extension TranslatedValue {
  /// The value of a property of `object`.
  init(_ path: PropertyPath, of object: ObjectExpression) {
    self.init(object.following(path.names))
    guard case .attribute(let shown) = path.kind, !shown.isNull else { return }
    substitute = .value(shown)
    let owners = path.names.dropLast()
    if !owners.isEmpty { holder = object.following(Array(owners)).isPresent }
  }
}

extension AnyKeyPath {
  /// Whether this gives the raw value of every case.
  fileprivate func isRawValue<Value: RawRepresentable>(of type: Value.Type) -> Bool {
    guard let cases = type as? any CaseIterable.Type else { return self == \Value.rawValue }
    return cases.casesShow(self)
  }
}

extension CaseIterable {
  fileprivate static func casesShow(_ keyPath: AnyKeyPath) -> Bool {
    allCases.allSatisfy { value in
      guard let shown = (value as Any)[keyPath: keyPath].flatMap({ AttributeValue.stored(as: $0) }) else {
        return false
      }
      return shown == AttributeValue.stored(as: value)
    }
  }
}

// MARK: Logic

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .condition(.and([try translation.condition(lhs), try translation.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .condition(.or([try translation.condition(lhs), try translation.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .condition(.not(try translation.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let condition = try translation.condition(test)
    if If.Output.self == Bool.self {
      let (first, second) = (try translation.condition(trueBranch), try translation.condition(falseBranch))
      return .condition(.or([.and([condition, first]), .and([.not(condition), second])]))
    }
    let (first, second) = (try translation.value(trueBranch), try translation.value(falseBranch))
    return .value(TranslatedValue(.conditional(condition, first.shown, second.shown)))
  }
}

// MARK: Comparisons

extension PredicateExpressions.Equal: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .condition(try translation.comparison(lhs, .equal, rhs))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .condition(try translation.comparison(lhs, .notEqual, rhs))
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let operation: PredicateComparison.Operator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqual
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqual
      @unknown default: throw QueryTranslationError(.unsupportedExpression, op)
      }
    return .condition(try translation.comparison(lhs, operation, rhs))
  }
}

extension PredicateExpressions.Range: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let (lower, upper) = (try translation.value(lower), try translation.value(upper))
    return .range(TranslatedRange(lower: lower, upper: upper, includesUpper: false))
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let (lower, upper) = (try translation.value(lower), try translation.value(upper))
    return .range(TranslatedRange(lower: lower, upper: upper, includesUpper: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard case .range(let range) = try translation.part(range) else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    let value = try translation.value(element)
    let lower = range.lower.map { TranslatedValue.comparison(value, .greaterThanOrEqual, $0) }
    let upper = range.upper.map {
      TranslatedValue.comparison(value, range.includesUpper ? .lessThanOrEqual : .lessThan, $0)
    }
    return .condition(.and([lower, upper].compactMap { $0 }))
  }
}

// MARK: Optionals

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let base = try translation.value(wrapped).shown
    let part = try translation.with(variable.key, as: .value(TranslatedValue(base))) {
      (inner) throws(QueryTranslationError) in try inner.part(transform)
    }
    switch part {
    case .condition(let condition): return .optionalCondition(condition, presence: base.isPresent)
    case .optionalCondition(let condition, let presence):
      return .optionalCondition(condition, presence: .and([base.isPresent, presence]))
    case .value(var value):
      // The property of nothing is nothing.
      guard value.expression.isProperty(of: base) else {
        return .value(TranslatedValue(.conditional(base.isPresent, value.shown, .constant(.null))))
      }
      if value.substitute != nil { value.holder = value.holder.map { .and([base.isPresent, $0]) } ?? base.isPresent }
      return .value(value)
    case .range: throw QueryTranslationError(.unsupportedExpression, self)
    }
  }
}

extension ObjectExpression {
  /// Whether this is a key path that begins with the key path, or the object, `base`.
  fileprivate func isProperty(of base: ObjectExpression) -> Bool {
    guard case .keyPath(let path, of: let start) = self, !path.components.contains(where: { $0.hasPrefix("@") }) else {
      return false
    }
    if start == base { return true }
    guard case .keyPath(let beginning, of: let baseStart) = base else { return false }
    return start == baseStart && path.components.starts(with: beginning.components)
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    if case .optionalCondition(let condition, let presence) = try translation.part(lhs) {
      let other = try translation.condition(rhs)
      return .condition(.or([.and([presence, condition]), .and([.not(presence), other])]))
    }
    let value = try translation.value(lhs)
    let other = try translation.value(rhs).shown
    if let constant = other.constantValue { return .value(value.replacingNil(by: constant)) }
    return .value(TranslatedValue(.conditional(value.shown.isNil, other, value.shown)))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    try translation.part(inner)
  }
}

// MARK: Arithmetic

extension PredicateTranslation {
  fileprivate mutating func arithmetic(
    _ function: PredicateFunction,
    _ operands: [any PredicateExpression],
    of type: any Any.Type
  ) throws(Failure) -> TranslatedPart {
    // Stores reckon in `Double`, whose last digits are others.
    if type == Float.self { throw QueryTranslationError(.unsupportedExpression, "Arithmetic of Float") }
    var arguments: [ObjectExpression] = []
    for operand in operands { arguments.append(try value(operand).shown) }
    return .value(TranslatedValue(.function(function, arguments)))
  }
}

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let function: PredicateFunction =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw QueryTranslationError(.unsupportedExpression, op)
      }
    return try translation.arithmetic(function, [lhs, rhs], of: Output.self)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    try translation.arithmetic(.negate, [wrapped], of: Output.self)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    try translation.arithmetic(.divide, [lhs, rhs], of: Output.self)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    try translation.arithmetic(.modulus, [lhs, rhs], of: Output.self)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    try translation.arithmetic(.divide, [lhs, rhs], of: Output.self)
  }
}

// MARK: Collections and texts

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    // A character is no text that is contained: "e" is none of the characters of "é".
    if LHS.Output.self is any StringProtocol.Type { throw QueryTranslationError(.unsupportedExpression, self) }
    let (members, value) = (try translation.value(sequence), try translation.value(element))
    return .condition(TranslatedValue.comparison(value, .in, members))
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    if let conditions = try translation.conditions(for: sequence, named: variable.key, test) {
      return .condition(.or(conditions))
    }
    let elements = try translation.elements(of: sequence, named: variable.key, where: test)
    return .condition(ObjectPredicate(PredicateComparison(elements.count, .greaterThan, .value(0))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    if let conditions = try translation.conditions(for: sequence, named: variable.key, test) {
      return .condition(.and(conditions))
    }
    let elements = try translation.elements(of: sequence, named: variable.key, where: test, negated: true)
    return .condition(ObjectPredicate(PredicateComparison(elements.count, .equal, .value(0))))
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    .value(TranslatedValue(try translation.elements(of: sequence, named: variable.key, where: filter)))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    let (elements, index) = (try translation.value(wrapped), try translation.value(index))
    guard Wrapped.Output.Index.self == Int.self, !(Wrapped.Output.self is any StringProtocol.Type) else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    return .value(TranslatedValue(.element(of: elements.shown, .at(index.shown))))
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    return .condition(try translation.comparison(base, .contains, other))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    return .condition(try translation.comparison(base, .beginsWith, prefix))
  }
}

// MARK: Types

extension PredicateExpressions.TypeCheck: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard Self.isAlwaysTrue else { throw QueryTranslationError(.unsupportedExpression, self) }
    return .condition(ObjectPredicate(value: true))
  }

  /// Whether every value is of the type. Which entities a subclass stands for is known by a coordinator only.
  private static var isAlwaysTrue: Bool { isInstance(Input.Output.self, of: Desired.self) }
}

extension PredicateExpressions.ConditionalCast: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard isInstance(Input.Output.self, of: Desired.self) else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    return try translation.part(input)
  }
}

extension PredicateExpressions.ForceCast: TranslatableExpression {
  func translated(by translation: inout PredicateTranslation) throws(QueryTranslationError) -> TranslatedPart {
    guard isInstance(Input.Output.self, of: Desired.self) else {
      throw QueryTranslationError(.unsupportedExpression, self)
    }
    return try translation.part(input)
  }
}

/// Whether every value of one type is one of the other: they are the same, or classes of which the second is above the first.
private func isInstance(_ type: any Any.Type, of other: any Any.Type) -> Bool {
  if type == other || ObjectIdentifier(other) == ObjectIdentifier(Any.self) { return true }
  var current: AnyClass? = type as? AnyClass
  while let this = current {
    if this == other { return true }
    current = _getSuperclass(this)
  }
  return false
}
