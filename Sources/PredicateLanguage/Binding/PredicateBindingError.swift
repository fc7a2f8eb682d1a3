/// Why a predicate cannot be bound to slots.
public enum PredicateBindingError: Error, Sendable, Hashable {
  /// No slot stands for this key path; `self` stands for a bare `SELF`.
  case unresolvedKeyPath(ObjectKeyPath)
  /// A `$VARIABLE` was not substituted.
  case undefinedVariable(String)
  /// `random` or `FETCH`, which give other answers for the same values.
  case unsteady(String)
}

extension PredicateBindingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unresolvedKeyPath(let path): "there is no value for \"\(path.dotted)\" here"
    case .undefinedVariable(let name): "the variable $\(name) has no value"
    case .unsteady(let name): "\(name) cannot stand here: it gives other answers for the same values"
    }
  }
}
