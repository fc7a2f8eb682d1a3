public import PredicateLanguage

// Comparisons of a class's properties with values, as predicates of requests: `try \Breed.name == "Beagle" && \Breed.heightMax > 40`.

/// Holds where a property has the value `value`, which may be an object or its ID for a relationship.
///
/// - Throws: `QueryTranslationError` for a key path that does not lead to one property of the model, and for a value of a type that none has.
public func == <Object: ManagedObject, Value: Equatable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .equal, value) }

/// Holds where a property has another value than `value`, or none.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func != <Object: ManagedObject, Value: Equatable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .notEqual, value) }

/// Holds where a property's value is less than `value`.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func < <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .lessThan, value) }

/// Holds where a property has a value, and it is less than `value`.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func < <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value?>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .lessThan, value) }

/// Holds where a property's value is `value` or less.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func <= <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .lessThanOrEqual, value) }

/// Holds where a property has a value, and it is `value` or less.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func <= <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value?>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .lessThanOrEqual, value) }

/// Holds where a property's value is greater than `value`.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func > <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .greaterThan, value) }

/// Holds where a property has a value, and it is greater than `value`.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func > <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value?>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .greaterThan, value) }

/// Holds where a property's value is `value` or greater.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func >= <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .greaterThanOrEqual, value) }

/// Holds where a property has a value, and it is `value` or greater.
///
/// - Throws: `QueryTranslationError` as `==` does.
public func >= <Object: ManagedObject, Value: Comparable>(
  keyPath: KeyPath<Object, Value?>,
  value: Value
) throws(QueryTranslationError) -> ObjectPredicate { try comparison(keyPath, .greaterThanOrEqual, value) }

private func comparison(
  _ keyPath: AnyKeyPath,
  _ operation: PredicateComparison.Operator,
  _ value: Any
) throws(QueryTranslationError) -> ObjectPredicate {
  let property = TranslatedValue(try PropertyPath.of(keyPath), of: .evaluatedObject)
  guard let constant = PredicateConstant(swiftValue: value) else {
    throw QueryTranslationError(.unsuitableConstant, type(of: value))
  }
  return TranslatedValue.comparison(property, operation, TranslatedValue(.constant(constant)))
}
