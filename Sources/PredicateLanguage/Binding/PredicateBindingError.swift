public import FoundationEssentials

/// Why a predicate cannot be bound to slots.
///
/// ```swift
/// /// A row whose values have numbers instead of names, so that a million of them are asked without looking names up.
/// struct Row: SlotSubject {
///   static let names = ["name", "heightMax"]
///   var values: [AttributeValue]
///   func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
///   /// - Throws: `PredicateBindingError` for a key path that no number stands for.
///   static func bind(_ predicate: ObjectPredicate) throws -> BoundPredicate {
///     try predicate.bound { names.firstIndex(of: $0.dotted) }
///   }
/// }
/// ```
public enum PredicateBindingError: LocalizedError, Sendable, Hashable {
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

extension PredicateBindingError {
  public var errorDescription: String? { description }
}
