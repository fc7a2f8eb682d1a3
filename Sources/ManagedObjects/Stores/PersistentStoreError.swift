/// Why the persistence stack could not do what it was asked.
public enum PersistentStoreError: Error, Sendable, Hashable {
  /// The model has no entity of this name.
  case unknownEntity(String)
  /// No store of the coordinator holds this entity.
  case noStore(entity: String)
  /// The store may only be read.
  case readOnly(location: String)
  /// The object's row is gone.
  case missingObject(String)
  /// The model has no such configuration.
  case unknownConfiguration(String)
  /// The abstract entity cannot have objects of its own.
  case abstractEntity(String)
  /// No factory is registered for stores of this kind.
  case unknownStoreType(String)
  /// A property that a request names does not exist or cannot be used so.
  case invalidRequest(String)
}

extension PersistentStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownEntity(let name): "The model has no entity named \"\(name)\"."
    case .noStore(let entity): "No store holds the entity \(entity); add one whose configuration has it."
    case .readOnly(let location): "The store \(location) is read-only."
    case .missingObject(let object): "\(object) is no longer in its store."
    case .unknownConfiguration(let name): "The model has no configuration named \"\(name)\"."
    case .abstractEntity(let name): "\(name) is abstract; only its sub-entities have objects."
    case .unknownStoreType(let name): "Nobody knows how to open a store of type \(name)."
    case .invalidRequest(let reason): reason
    }
  }
}
