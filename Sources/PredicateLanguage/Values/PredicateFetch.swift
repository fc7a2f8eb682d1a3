/// A fetch request as `FETCH` takes it: the stack above wraps its requests in such values, because predicates know no store.
///
/// It goes into a format as an argument, `FETCH(%@, %@, FALSE)`, wrapped in an `ObjectIdentity`; so does the context.
package protocol PredicateFetch: Hashable, Sendable {
  /// The objects that the request finds, or how many.
  ///
  /// - Throws: `PredicateEvaluationError.noFetch` when `context` is none; `fetchFailed` with what the request throws.
  func value(in context: ObjectIdentity, countOnly: Bool) throws(PredicateEvaluationError) -> PredicateValue
}

extension PredicateEvaluator {
  /// The value of `FETCH`.
  func fetched(
    _ request: PredicateValue,
    _ context: PredicateValue,
    countOnly: Bool
  ) throws(Failure) -> PredicateValue {
    guard case .identity(let identity) = request, let fetch = identity.base as? any PredicateFetch else {
      throw .noFetch(found: request.kindDescription)
    }
    guard case .identity(let place) = context else { throw .noFetch(found: context.kindDescription) }
    return try fetch.value(in: place, countOnly: countOnly)
  }
}
