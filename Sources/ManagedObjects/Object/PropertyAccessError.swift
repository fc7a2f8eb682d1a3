internal import Findings
public import FoundationEssentials
internal import ObjectModel

/// Why key-value access was refused.
///
/// ```swift
/// do {
///   try beagle.setValue("United Kingdom", forKey: "contry")
/// } catch PropertyAccessError.unknownKey(_, _, let nearest) {
///   suggestion = nearest.name  // "country"
/// }
/// ```
public enum PropertyAccessError: LocalizedError, Sendable, Hashable {
  /// The entity has no property of this name.
  case unknownKey(entity: String, key: String, suggestion: NameSuggestion = NameSuggestion())
  /// The value is not of the property's type; `expected` names it, such as `Integer 16` or `an object of Breed`.
  case unacceptableType(entity: String, key: String, expected: String, found: String)
  /// The property is computed, not set: a fetched property or a derived attribute.
  case readOnly(entity: String, key: String)
  /// The object that was to be related belongs to another context, or to none.
  case foreignObject(entity: String, key: String)
  /// The path has an operator that its values do not have, or leads through a value that has no properties.
  case unusableKeyPath(entity: String, keyPath: String, reason: String)
  /// The property is no to-many relationship.
  case notToMany(entity: String, key: String)
}

extension PropertyAccessError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKey(let entity, let key, let suggestion):
      "The entity \(entity) has no property named \"\(key)\""
        + (suggestion.name.map { "; did you mean \"\($0)\"?" } ?? ".")
    case .unacceptableType(let entity, let key, let expected, let found):
      "\(entity).\(key) takes \(expected), not \(found)."
    case .readOnly(let entity, let key):
      "\(entity).\(key) is computed and cannot be set."
    case .foreignObject(let entity, let key):
      "\(entity).\(key) takes objects of its own object's context."
    case .unusableKeyPath(let entity, let keyPath, let reason):
      "The key path \"\(keyPath)\" cannot be followed from \(entity): \(reason)."
    case .notToMany(let entity, let key):
      "\(entity).\(key) is no to-many relationship."
    }
  }
}

extension PropertyAccessError {
  /// The name that was probably meant. It is help for people and no part of an error's equality.
  public struct NameSuggestion: Sendable, Hashable {
    /// The property's name; `nil` if none is near enough.
    public let name: String?

    /// Makes a suggestion, or none.
    public init(_ name: String? = nil) { self.name = name }

    /// Always `true`: errors about the same key are equal, whatever is suggested.
    public static func == (left: NameSuggestion, right: NameSuggestion) -> Bool { true }

    /// Adds nothing, since all suggestions are equal.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The error for a name that the entity does not have, with the nearest one that it has.
  static func unknownKey(_ key: String, of entity: EntityDescription) -> PropertyAccessError {
    let nearest = EditDistance.suggestion(for: key, among: entity.propertiesByName.keys.sorted())
    return .unknownKey(entity: entity.name, key: key, suggestion: NameSuggestion(nearest))
  }
}

extension PropertyAccessError {
  public var errorDescription: String? { description }
}
