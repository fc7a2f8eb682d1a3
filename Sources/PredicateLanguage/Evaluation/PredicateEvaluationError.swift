public import FoundationEssentials

/// Why a predicate has no answer for a subject.
///
/// ```swift
/// do {
///   _ = try ObjectPredicate(format: "weight > 10").evaluate(with: Showcase.model().entities[0])
/// } catch PredicateEvaluationError.unknownKey(let name, _) {
///   key = name
/// }
/// ```
public enum PredicateEvaluationError: LocalizedError, Sendable, Hashable {
  /// The subject has no such key.
  case unknownKey(String, keyPath: String)
  /// No value was given for `$name`.
  case undefinedVariable(String)
  /// `ANY`, `IN`, `BETWEEN`, a collection operator, a statistic or the like needs a collection and got `found`.
  case notACollection(operation: String, found: String)
  /// The operation does not take such a value.
  case unsuitableValue(operation: String, found: String)
  /// A text that was to be a regular expression is none.
  case invalidPattern(String, reason: String)
  /// `FUNCTION` names a method that is not known.
  case unknownMethod(String)
  /// `FETCH` got something other than a fetch request and a context.
  case noFetch(found: String)
  /// The request of `FETCH` could not be carried out.
  case fetchFailed(reason: String)
}

extension PredicateEvaluationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKey(let key, let keyPath):
      key == keyPath ? "there is no key \"\(key)\"" : "there is no key \"\(key)\" where \"\(keyPath)\" leads to"
    case .undefinedVariable(let name): "the variable $\(name) has no value"
    case .notACollection(let operation, let found): "\(operation) needs a collection, not \(found)"
    case .unsuitableValue(let operation, let found): "\(operation) cannot be applied to \(found)"
    case .invalidPattern(let pattern, let reason): "\"\(pattern)\" is no regular expression: \(reason)"
    case .unknownMethod(let name): "FUNCTION knows no method \(name)"
    case .noFetch(let found): "FETCH needs a fetch request and a context, not \(found)"
    case .fetchFailed(let reason): "FETCH failed: \(reason)"
    }
  }
}

extension PredicateEvaluationError {
  public var errorDescription: String? { description }
}
