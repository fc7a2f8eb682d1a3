extension ObjectPredicate {
  /// Whether the predicate holds for an object, a dictionary or a record.
  ///
  /// - Parameters:
  ///   - subject: What `SELF` and the key paths mean; without one all key paths are `nil`.
  ///   - substitutions: Values for `$VARIABLES`. To answer many objects, substitute first (`withSubstitutionVariables(_:)`), so that patterns
  ///     are compiled once.
  ///   - now: What `now()` gives, in seconds since 2001-01-01 00:00:00 UTC; `nil` for the clock.
  /// - Throws: `PredicateEvaluationError` for unknown keys, variables without value and operands that an operator does not take.
  public func evaluate(
    with subject: (any PredicateSubject)?,
    substitutions: [String: PredicateValue] = [:],
    now: Double? = nil
  ) throws(PredicateEvaluationError) -> Bool {
    try evaluate(withValue: subject.map { .object($0) } ?? .null, substitutions: substitutions, now: now)
  }

  /// Whether the predicate holds for a value: a scalar, for validation predicates such as `length >= 3` or `SELF > 0`, or a collection.
  public func evaluate(
    withValue value: PredicateValue,
    substitutions: [String: PredicateValue] = [:],
    now: Double? = nil
  ) throws(PredicateEvaluationError) -> Bool {
    var evaluator = PredicateEvaluator(subject: value, slots: nil, variables: substitutions, now: now)
    return try evaluator.holds(self)
  }
}

extension ObjectExpression {
  /// The expression's value for an object, a dictionary or a record.
  ///
  /// - Throws: `PredicateEvaluationError`, as for predicates.
  public func value(
    with subject: (any PredicateSubject)?,
    substitutions: [String: PredicateValue] = [:],
    now: Double? = nil
  ) throws(PredicateEvaluationError) -> PredicateValue {
    try value(withValue: subject.map { .object($0) } ?? .null, substitutions: substitutions, now: now)
  }

  /// The expression's value where `SELF` is a scalar or a collection.
  public func value(
    withValue value: PredicateValue,
    substitutions: [String: PredicateValue] = [:],
    now: Double? = nil
  ) throws(PredicateEvaluationError) -> PredicateValue {
    var evaluator = PredicateEvaluator(subject: value, slots: nil, variables: substitutions, now: now)
    return try evaluator.value(of: self)
  }
}
