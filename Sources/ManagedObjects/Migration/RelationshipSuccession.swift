internal import ObjectModel

/// A relationship and what it was in the older version: what its objects may be, and how many.
struct RelationshipSuccession {
  /// `nil` for a new relationship.
  let old: RelationshipDescription?
  let new: RelationshipDescription

  /// Whether the relationship may lead to objects of an entity of the newer version.
  func leads(to entity: EntityDescription) -> Bool { new.destinationEntity.map(entity.isKind) ?? true }

  /// Whether objects are given up that have left the hierarchy to which both versions lead: their own side of the relationship went with the move.
  var givesUpLeavers: Bool {
    guard let old, old.inverseRelationship != nil, let before = old.destinationEntity, let now = new.destinationEntity
    else { return false }
    return before.managedObjectModel?.predecessor(of: now) === before
  }

  /// What keeps the objects from being taken over, as the rest of a sentence about the relationship; `nil` if nothing does.
  ///
  /// An entity that is divided may have parts to which the relationship does not lead.
  ///
  /// - Parameter mappings: What becomes of which entity. Objects of an entity that is in none of them are given up.
  func obstacle(among mappings: [MappingModel.EntityMapping]) -> String? {
    guard let before = old?.destinationEntity, let now = new.destinationEntity, !givesUpLeavers else { return nil }
    let members = mappings.filter { $0.source.isKind(of: before) }
    let fitting = Set(members.filter { leads(to: $0.destination) }.map(\.source.name))
    var strangers: [String] = []
    for name in members.map(\.source.name) where !fitting.contains(name) && !strangers.contains(name) {
      strangers.append(name)
    }
    guard !strangers.isEmpty else { return nil }
    let verb = strangers.count == 1 ? "is" : "are"
    return "leads to \(now.name) and led to \(strangers.joined(separator: " and ")), which \(verb) no \(now.name)"
  }

  /// What is wrong with an object that has so many related objects, as the rest of a sentence about it. `nil` if nothing is, or if it was wrong in the older
  /// version already: real stores have such objects.
  ///
  /// - Parameter countBefore: How many it had in the older version.
  func failure(count: Int, countBefore: @autoclosure () throws -> Int) rethrows -> String? {
    guard new.validate(count: count) != nil else { return nil }
    if let old, try old.validate(count: countBefore()) != nil { return nil }
    let has = count == 0 ? "no object" : count == 1 ? "1 object" : "\(count) objects"
    let least = max(new.minCount, 1)
    let limit = count < least ? "has to have \(least)" : "may have \(new.maxCount)"
    return "has \(has) in \(new.name), which \(limit); change that in the store first, or let the model allow it"
  }
}

extension MappingModel.EntityMapping {
  /// What each to-one relationship of the destination was, by its slot.
  var toOneSuccessions: [RelationshipSuccession] {
    zip(toOne, destination.layout.toOneRelationships).map { slot, new in
      RelationshipSuccession(old: slot.map { source.layout.toOneRelationships[$0] }, new: new)
    }
  }

  /// What each to-many relationship of the destination was, by its slot.
  var toManySuccessions: [RelationshipSuccession] {
    zip(toMany, destination.layout.toManyRelationships).map { slot, new in
      switch slot {
      case .toOne(let slot)?: RelationshipSuccession(old: source.layout.toOneRelationships[slot], new: new)
      case .toMany(let slot)?: RelationshipSuccession(old: source.layout.toManyRelationships[slot], new: new)
      default: RelationshipSuccession(old: nil, new: new)
      }
    }
  }

  /// The relationships that lead to other objects than they did, as far as nothing was said of them.
  func destinationObstacles(among mappings: [MappingModel.EntityMapping]) -> [MigrationObstacle] {
    (toOneSuccessions + toManySuccessions).compactMap { succession in
      guard custom[succession.new.name] == nil, let reason = succession.obstacle(among: mappings) else { return nil }
      let place = "\(destination.name).\(succession.new.name)"
      return MigrationObstacle(reason: "\(place) \(reason)", concernsCoreDataOnly: false)
    }
  }
}
