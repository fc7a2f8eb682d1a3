internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// A deletion that a context of its own carries out and forgets.
struct ScratchDeletion {
  /// A relationship between two objects, both as the browser's context has them.
  struct Effect {
    var object: ManagedObject
    var relationship: RelationshipDescription
    var other: ManagedObject
  }

  struct Result {
    /// The object itself first, then those that it takes along.
    var deleted: [ManagedObject] = []
    var cascades: [Effect] = []
    var nullified: [Effect] = []
    var denied: [Effect] = []
    var problems: [String] = []
  }

  private(set) var result = Result()

  /// - Parameter context: The object's context, which stays as it is: the deletion is saved into a parent that is reset.
  init(_ object: ManagedObject, _ context: ManagedObjectContext) throws {
    let scratch = ManagedObjectContext(persistentStoreCoordinator: context.persistentStoreCoordinator)
    let child = ManagedObjectContext(parent: scratch)
    defer { scratch.reset() }
    let doomed = try child.existingObject(with: object.objectID)
    child.delete(doomed)
    child.processPendingChanges()
    func own(_ other: ManagedObject) throws -> ManagedObject { try context.existingObject(with: other.objectID) }
    let gone = Set(child.deletedObjects.map(\.objectID))
    // In the order in which the rules lead to them.
    result.deleted = [object]
    var seen: Set<ManagedObjectID> = [object.objectID]
    var place = 0
    while place < result.deleted.count {
      let current = result.deleted[place]
      place += 1
      for (relationship, others) in current.related {
        for other in others
        where relationship.deleteRule == .cascade && gone.contains(other.objectID)
          && seen.insert(other.objectID).inserted
        {
          result.deleted.append(other)
          result.cascades.append(Effect(object: other, relationship: relationship, other: current))
        }
      }
    }
    for current in result.deleted {
      for (relationship, others) in current.related {
        for other in others where !gone.contains(other.objectID) {
          if relationship.deleteRule == .deny {
            result.denied.append(Effect(object: other, relationship: relationship, other: current))
          } else if let inverse = relationship.inverseRelationship {
            result.nullified.append(Effect(object: other, relationship: inverse, other: current))
          }
        }
      }
    }
    try addOneSided(gone, context)
    do {
      try child.save()
    } catch let error as ValidationErrors {
      let denials = result.denied.map(\.other.objectID)
      for problem in error.errors where problem.code != .relationshipDeniedDelete || denials.isEmpty {
        if !result.problems.contains(problem.message) { result.problems.append(problem.message) }
      }
    }
  }

  /// Adds objects that stay and lose what goes by a relationship without inverse: nobody else knows of these.
  private mutating func addOneSided(_ gone: Set<ManagedObjectID>, _ context: ManagedObjectContext) throws {
    let model = context.persistentStoreCoordinator.managedObjectModel
    for entity in model.entities {
      for relationship in entity.declaredProperties.compactMap({ $0 as? RelationshipDescription })
      where relationship.inverseRelationship == nil {
        let doomed = result.deleted.filter { object in relationship.destinationEntity.map(object.entity.isKind) ?? false
        }
        for other in doomed {
          let operand = relationship.isToMany ? "ANY %K == %@" : "%K == %@"
          let request = FetchRequest<ManagedObject>(
            entity: entity,
            predicate: try ObjectPredicate(format: operand, relationship.name, other)
          )
          for object in try context.fetch(request) where !gone.contains(object.objectID) {
            result.nullified.append(Effect(object: object, relationship: relationship, other: other))
          }
        }
      }
    }
  }
}

extension ManagedObject {
  /// All relationships with their objects.
  var related: [(RelationshipDescription, [ManagedObject])] {
    let layout = entity.layout
    let one = layout.toOneRelationships.enumerated().map { ($1, [toOneObject(slot: $0)].compactMap(\.self)) }
    return one + layout.toManyRelationships.enumerated().map { ($1, toManyObjects(slot: $0)) }
  }
}
