public import AttributeValues
package import PredicateLanguage

extension AttributeDescription {
  /// Everything that is wrong with a value of this attribute; empty for a value that the model allows.
  ///
  /// Lengths count UTF-16 units, as `NSString.length` does; a missing value is wrong only for a required attribute; an empty text is a value.
  ///
  /// - Complexity: O(1) for numbers, O(*n*) for texts with a pattern; a good value allocates nothing once the model is frozen.
  public final func validate(_ value: AttributeValue) -> [ValidationFailure] {
    let checks = frozenChecks ?? AttributeChecks(self)
    return checks.accepts(value) ? [] : checks.failures(of: value)
  }

  /// Whether the regular expression can be used; true when there is none.
  package final var hasUsablePattern: Bool {
    constraints.regularExpression == nil || pattern != nil
  }

  /// The regular expression, compiled anew; `nil` when there is none or it cannot be used.
  final var pattern: TextPattern? {
    constraints.regularExpression.flatMap { try? TextPattern($0, []) }
  }
}

extension RelationshipDescription {
  /// What is wrong with having `count` related objects; `nil` when nothing is.
  ///
  /// - Complexity: O(1), without allocation for a good count.
  public func validate(count: Int) -> ValidationFailure? {
    if count == 0 {
      if isOptional { return nil }
      return ValidationFailure(isToMany ? .tooFewRelated(minimum: max(minCount, 1)) : .missing, of: name)
    }
    if count < minCount { return ValidationFailure(.tooFewRelated(minimum: minCount), of: name) }
    if maxCount > 0, count > maxCount { return ValidationFailure(.tooManyRelated(maximum: maxCount), of: name) }
    return nil
  }
}

extension ValidationRule {
  /// Whether the predicate holds with `value` as `SELF`. One that cannot be evaluated does not.
  func holds(for value: AttributeValue) -> Bool { holds(for: .value(value)) }

  /// Whether the predicate holds for a related object or the collection of them. One that cannot be evaluated does not.
  package func holds(for value: PredicateValue) -> Bool { (try? predicate.evaluate(withValue: value)) ?? false }
}
