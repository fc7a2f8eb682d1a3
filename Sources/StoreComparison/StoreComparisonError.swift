internal import FoundationEssentials

/// Why two stores cannot be compared.
package enum StoreComparisonError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// A key is told for an entity that neither model has.
  case unknownEntity(String, known: [String])
  /// A key names what both models do not have as an attribute or a to-one relationship.
  case unknownKey(String, entity: String, known: [String])
  /// Values are told to have other names now that belong to no key.
  case renamedIsNoKey(String, entity: String, key: [String])
  /// Keys need one another.
  case circularKey(String)
  /// Several objects of one store have the same key.
  case ambiguousKey(entity: String, key: [String], value: String, store: String)

  package var description: String {
    switch self {
    case .unknownEntity(let name, let known):
      "there is no entity ‘\(name)’ with objects in the models; there are \(known.joined(separator: ", "))"
    case .unknownKey(let name, let entity, let known):
      "‘\(name)’ cannot be a key of \(entity): both models need it as an attribute or a to-one relationship, which are "
        + known.joined(separator: ", ")
    case .renamedIsNoKey(let name, let entity, let key):
      key.isEmpty
        ? "values of \(entity).\(name) cannot be renamed, because nothing tells \(entity) objects apart; give their source a key"
        : "values of \(entity).\(name) cannot be renamed: \(entity) objects are told apart by \(key.joined(separator: ", "))"
    case .circularKey(let entity):
      "the key of \(entity) leads back to itself through relationships; name a key of attributes, \(Self.whereKeysAreNamed)"
    case .ambiguousKey(let entity, let key, let value, let store):
      "several \(entity) objects of \(store) have the \(key.joined(separator: ", ")) ‘\(value)’, so it cannot be told which is which; "
        + "name another key, \(Self.whereKeysAreNamed)"
    }
  }

  /// For a comparison, and for a release that follows another.
  private static let whereKeysAreNamed = "in --key of ‘studbook diff’ or as the key of its source in the recipe"
}

extension StoreComparisonError {
  package var errorDescription: String? { description }
}
