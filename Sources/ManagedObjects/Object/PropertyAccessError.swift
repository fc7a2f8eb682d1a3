/// Why a value was refused by key-value access.
public enum PropertyAccessError: Error, Sendable, Hashable {
  /// The entity has no property of this name.
  case unknownKey(entity: String, key: String)
  /// The value is not of the property's type; `expected` names it, such as `Integer 16` or `a Breed object`.
  case unacceptableType(entity: String, key: String, expected: String, found: String)
  /// The property is computed, not set: a fetched property or a derived attribute.
  case readOnly(entity: String, key: String)
}

extension PropertyAccessError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKey(let entity, let key):
      "The entity \(entity) has no property named \"\(key)\"."
    case .unacceptableType(let entity, let key, let expected, let found):
      "\(entity).\(key) takes \(expected), not \(found)."
    case .readOnly(let entity, let key):
      "\(entity).\(key) is computed and cannot be set."
    }
  }
}
