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
      guard needsObject else { return nil }
      return ValidationFailure(isToMany ? .tooFewRelated(minimum: minCount) : .missing, of: name)
    }
    if count < minCount { return ValidationFailure(.tooFewRelated(minimum: minCount), of: name) }
    if maxCount > 0, count > maxCount { return ValidationFailure(.tooManyRelated(maximum: maxCount), of: name) }
    return nil
  }

  /// Whether an object cannot be without a related object. Of a to-many relationship the least count says it: one that is not optional and has
  /// the least count 0, as every list of SwiftData, may be empty.
  package var needsObject: Bool { !isOptional && (!isToMany || minCount > 0) }

  /// Whether the model limits how many objects a to-many relationship has.
  package var limitsCount: Bool { minCount > 0 || maxCount > 1 }
}

extension ValidationRule {
  /// Whether the predicate holds with `value` as `SELF`. One that cannot be evaluated does not.
  func holds(for value: AttributeValue) -> Bool { holds(for: .value(value)) }

  /// Whether the predicate holds for a related object or the collection of them. One that cannot be evaluated does not.
  package func holds(for value: PredicateValue) -> Bool { (try? predicate.evaluate(withValue: value)) ?? false }
}
