internal import ObjectModel

/// The relationships whose two ends do not belong together as they did: of which only one end was there, or both without leading back to each other, or which may
/// have related an object to several that it cannot be related to any more.
///
/// Their links are those of each end that was there, and the other end follows.
struct RelationshipReform {
  /// In the order of the mappings; a relationship stands here with its inverse.
  let relationships: [RelationshipDescription]
  private let origins: Origins

  /// - Parameter mappings: What becomes of which entity. What was said of an end of a relationship holds for both.
  init(_ mappings: [MappingModel.EntityMapping]) {
    var origins = Origins()
    var known: [RelationshipDescription] = []
    var said: Set<RelationshipDescription> = []
    for mapping in mappings {
      for succession in mapping.toOneSuccessions + mapping.toManySuccessions {
        let isNew = origins.note(succession, of: mapping.source)
        if isNew { known.append(succession.new) }
        if mapping.custom[succession.new.name] != nil { said.insert(succession.new) }
      }
    }
    self.origins = origins
    relationships = known.filter { relationship in
      let ends = [relationship] + (relationship.inverseRelationship.map { [$0] } ?? [])
      return said.isDisjoint(with: ends) && !ends.allSatisfy(origins.tellAll)
    }
  }

  /// Where it depends on a store's objects whether their links can be held. Apple's documentation does not say what Core Data does with others.
  var obstacles: [MigrationObstacle] {
    relationships.compactMap { relationship in
      guard let reason = origins.doubt(of: relationship) else { return nil }
      return MigrationObstacle(reason: "\(Self.place(relationship)) \(reason)", concernsCoreDataOnly: true)
    }
  }

  private static func place(_ relationship: RelationshipDescription) -> String {
    "\(relationship.entity?.name ?? "").\(relationship.name)"
  }

  /// An object's name in its store, whose UUID says nothing to people.
  static func name(_ objectID: ManagedObjectID) -> String { "\(objectID.entity.name)/p\(objectID.reference)" }

  /// The error where an object would be related to two, and may be to one.
  static func conflict(
    of one: ManagedObjectID,
    and other: ManagedObjectID,
    leadingTo object: ManagedObjectID,
    by relationship: RelationshipDescription
  ) -> PersistentStoreError {
    let inverse = relationship.inverseRelationship
    let limit = inverse.map { "and its inverse \(place($0)) leads to 1" } ?? "which only 1 may without an inverse"
    let way = "\(name(one)) and \(name(other)) would lead to \(name(object)) by \(place(relationship)), \(limit)"
    return .migrationImpossible(reason: "\(way); change that in the store first, or let the model allow it")
  }

  /// What each relationship of the newer version was in the entities of the older one.
  private struct Origins {
    private var origins: [RelationshipDescription: [(source: EntityDescription, old: RelationshipDescription?)]] = [:]

    /// - Returns: Whether the relationship was not known.
    mutating func note(_ succession: RelationshipSuccession, of source: EntityDescription) -> Bool {
      let isNew = origins[succession.new] == nil
      origins[succession.new, default: []].append((source, succession.old))
      return isNew
    }

    private func olds(of relationship: RelationshipDescription) -> Set<RelationshipDescription> {
      Set((origins[relationship] ?? []).compactMap(\.old))
    }

    /// Whether the links of the relationship are also those of its inverse, in every entity to whose objects they may lead, or need not be.
    func tellAll(_ relationship: RelationshipDescription) -> Bool {
      guard let inverse = relationship.inverseRelationship else {
        return !relationship.isToMany || hasOneOwner(relationship)
      }
      return olds(of: relationship).allSatisfy { old in
        guard let back = old.inverseRelationship else { return false }
        return (origins[inverse] ?? []).allSatisfy { origin in
          origin.old === back || !(old.destinationEntity.map(origin.source.isKind) ?? true)
        }
      }
    }

    /// Whether no two objects could lead to the same one.
    private func hasOneOwner(_ relationship: RelationshipDescription) -> Bool {
      let olds = olds(of: relationship)
      // A member of a relationship without inverse has one owner in every store.
      return olds.count < 2 && olds.allSatisfy { old in old.inverseRelationship.map { !$0.isToMany } ?? old.isToMany }
    }

    /// Why a relationship that is reformed may have too many objects, as the rest of a sentence about it.
    func doubt(of relationship: RelationshipDescription) -> String? {
      guard let inverse = relationship.inverseRelationship else {
        return "has no inverse, so that 1 object may lead to another, and several may have"
      }
      guard !relationship.isToMany, !olds(of: inverse).isEmpty else { return nil }
      if hasOneOwner(inverse), olds(of: relationship).isEmpty { return nil }
      return "leads to 1 object, and several may have led there by \(RelationshipReform.place(inverse))"
    }
  }
}
