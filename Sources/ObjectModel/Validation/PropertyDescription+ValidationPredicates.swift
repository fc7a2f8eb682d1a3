public import PredicateLanguage

extension PropertyDescription {
  /// Sets the predicates that the property's values have to meet, and what to say when one does not.
  ///
  /// A predicate sees an attribute's value, a related object or the collection of related objects as `SELF`. A property without a value is
  /// not checked.
  ///
  /// - Parameters:
  ///   - predicates: What has to hold.
  ///   - warnings: One message per predicate, in the same order; a predicate without one is itself the message.
  public final func setValidationPredicates(
    _ predicates: [ObjectPredicate],
    withValidationWarnings warnings: [String] = []
  ) {
    validationRules = predicates.enumerated().map { index, predicate in
      let warning = index < warnings.count ? warnings[index] : "\(name) does not meet \(predicate)"
      return ValidationRule(predicate: predicate, warning: warning)
    }
  }

  /// The predicates that were set in code, in order. The model editor's limits stand in an attribute's `constraints`.
  public final var validationPredicates: [ObjectPredicate] { validationRules.map(\.predicate) }

  /// The messages of `validationPredicates`, in the same order.
  public final var validationWarnings: [String] { validationRules.map(\.warning) }
}
