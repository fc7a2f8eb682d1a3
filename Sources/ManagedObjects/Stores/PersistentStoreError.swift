public import FoundationEssentials

/// Why the persistence stack could not do what it was asked.
///
/// ```swift
/// do {
///   try coordinator.addPersistentStore(type: StoreType(rawValue: "Ledger"), at: path)
/// } catch PersistentStoreError.unknownStoreType(let name) {
///   unknown = name
/// }
/// ```
public enum PersistentStoreError: LocalizedError, Sendable, Hashable {
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
  /// The store that was chosen for a new object does not hold its entity, or belongs to another coordinator (`nil`).
  case entityNotInStore(entity: String, location: String?)
  /// A coordinator has the store, or the place holds another store already.
  case storeInUse(location: String)
  /// No mapping from the store's model to the coordinator's can be worked out.
  case migrationImpossible(reason: String)
  /// The two objects of a relationship are in different stores.
  case crossStoreRelationship(entity: String, relationship: String)
  /// An object was changed whose store does not belong to the coordinator any more.
  case storeRemoved(object: String)
  /// What was saved elsewhere names an object that no store of this coordinator has, so that it cannot be merged.
  case foreignObject(String)
  /// The folder of a store cannot be made.
  case folderUnwritable(path: String, reason: String)
  /// Objects of this entity, or others that they change, change in `willSave` however often it is called.
  case endlessChanges(entity: String, rounds: Int)
  /// The model does not say what the relationship leads to.
  case missingDestination(entity: String, relationship: String)
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
    case .entityNotInStore(let entity, let location?):
      "The store \(location) was chosen for a new \(entity), which its configuration does not have."
    case .entityNotInStore(let entity, nil):
      "The store that was chosen for a new \(entity) belongs to another coordinator."
    case .storeInUse(let location): "There is a store at \(location) already; remove it first."
    case .migrationImpossible(let reason): "The store cannot be migrated: \(reason)."
    case .crossStoreRelationship(let entity, let relationship):
      "\(entity).\(relationship) relates objects of two stores; use a fetched property, or assign both to one store."
    case .storeRemoved(let object):
      "\(object) was changed, but its store was removed; roll the changes back, or add the store again before the next change."
    case .foreignObject(let object):
      "\(object) was saved elsewhere and cannot be merged: no store of this coordinator has it."
    case .folderUnwritable(let path, let reason): "The folder \(path) cannot be made: \(reason)."
    case .endlessChanges(let entity, let rounds):
      "The save has not begun: after \(rounds) calls of willSave, objects of \(entity) are still being changed."
    case .missingDestination(let entity, let relationship):
      "The relationship \(entity).\(relationship) has no destination; give it one in the model."
    case .invalidRequest(let reason): reason
    }
  }
}

extension PersistentStoreError {
  public var errorDescription: String? { description }
}
