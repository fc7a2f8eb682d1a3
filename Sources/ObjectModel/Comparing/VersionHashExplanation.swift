/// Finds out what most likely changed when only a hash is known of the other version of an entity.
///
/// A hash cannot be read backwards, but small changes can be tried: each property made optional or required, of another type, ordered, without
/// its inverse, removed, and so on, alone and then two at a time. A change that leads to the hash is what happened, since no two texts
/// have the same hash.
package enum VersionHashExplanation {
  /// The most pairs of changes to try.
  private static let mostPairs = 100_000

  /// The changes that lead from `entity` to an entity with the hash `hash`; `nil` when none of those tried does.
  ///
  /// - Parameters:
  ///   - others: The hashes of the other version by entity name: its entities are tried as destinations, and its hash of the parent counts.
  ///   - names: Names that properties may have in the other version, such as those of its store's columns.
  /// - Returns: Empty when the entity itself is unchanged: then its hash is the same, or differs by its parent's alone.
  /// - Complexity: Up to about a hundred thousand hashes.
  package static func changes(
    from entity: EntityDescription,
    toHash hash: [UInt8],
    others: [String: [UInt8]] = [:],
    names: [String] = []
  ) -> [ModelDifference]? {
    let parent = entity.superentity.map { parent in others[parent.name].map { .established($0) } ?? parent.versionHash }
    guard let base = HashFacts(entity, superentityHash: parent) else { return nil }
    if base.hash() == hash { return [] }
    let candidates = HashCandidates(facts: base, others: others, names: names).all()
    for candidate in candidates where base.applying([candidate]).hash() == hash { return [candidate.difference] }
    var tried = 0
    for (index, first) in candidates.enumerated() {
      for second in candidates[(index + 1)...] where first.target != second.target {
        tried += 1
        guard tried <= mostPairs else { return nil }
        if base.applying([first, second]).hash() == hash { return [first.difference, second.difference] }
      }
    }
    return nil
  }
}

/// One small change, with what it makes of its part of the hash.
struct HashCandidate {
  enum Target: Hashable {
    case property(String)
    case entity
  }

  var target: Target
  /// The property's new name, when it has another.
  var newName: String?
  /// The property's new hash; `nil` when it is gone. Not used for changes of the entity.
  var propertyHash: [UInt8]?
  var changeEntity: (inout HashFacts) -> Void = { _ in }
  var difference: ModelDifference
}

/// The parts of an entity's hash, each of which can be exchanged.
struct HashFacts {
  var entity: EntityDescription
  var name: String
  var isAbstract: Bool
  var superentityHash: [UInt8]?
  var propertyHashes: [String: [UInt8]] = [:]
  var modifier: String?
  var constraints: [[String]]

  /// `nil` when a part of the hash is open.
  init?(_ entity: EntityDescription, superentityHash: VersionHash?) {
    self.entity = entity
    name = entity.name
    isAbstract = entity.isAbstract
    modifier = entity.versionHashModifier
    constraints = entity.uniquenessConstraints
    if let superentityHash {
      guard let bytes = superentityHash.bytes else { return nil }
      self.superentityHash = bytes
    }
    for property in entity.propertiesByName.values
    where !property.isTransient && !(property is FetchedPropertyDescription) {
      guard let bytes = VersionHashing.hash(of: property, in: entity).bytes else { return nil }
      propertyHashes[property.name] = bytes
    }
  }

  func hash() -> [UInt8] {
    VersionHashing.hash(
      ofEntityNamed: name,
      isAbstract: isAbstract,
      superentityHash: superentityHash,
      propertyHashes: propertyHashes,
      modifier: modifier,
      constraints: constraints
    )
  }

  func applying(_ changes: [HashCandidate]) -> HashFacts {
    var facts = self
    for change in changes {
      switch change.target {
      case .property(let name):
        if let newName = change.newName {
          facts.propertyHashes[name] = nil
          facts.propertyHashes[newName] = change.propertyHash
        } else {
          facts.propertyHashes[name] = change.propertyHash
        }
      case .entity: change.changeEntity(&facts)
      }
    }
    return facts
  }
}
