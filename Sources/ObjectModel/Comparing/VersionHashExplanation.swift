internal import AttributeValues

/// Finds out what most likely changed when only a hash is known of the other version of an entity.
///
/// A hash cannot be read backwards, but small changes can be tried: each property made optional or required, of another type, ordered, without
/// its inverse, removed, and so on, alone and then two at a time. A change that leads to the hash is what happened, since no two texts
/// have the same hash.
public enum VersionHashExplanation {
  /// The most pairs of changes to try.
  private static let mostPairs = 100_000

  /// The changes that lead from `entity` to an entity with the hash `hash`; `nil` when none of those tried does.
  ///
  /// - Parameters:
  ///   - superentityHash: The hash of the parent's other version, where that is known to differ too.
  ///   - entityNames: The entities of the other version, as destinations to try.
  /// - Complexity: Up to about a hundred thousand hashes.
  public static func changes(
    from entity: EntityDescription,
    toHash hash: [UInt8],
    superentityHash: [UInt8]? = nil,
    entityNames: [String] = []
  ) -> [ModelDifference]? {
    let parent = superentityHash.map { VersionHash.established($0) } ?? entity.superentity?.versionHash
    let facts = HashFacts(entity, superentityHash: parent)
    guard let base = facts else { return nil }
    if base.hash() == hash { return [] }
    let candidates = base.candidates(entityNames: entityNames)
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
private struct CandidateChange {
  enum Target: Hashable {
    case property(String)
    case entity
  }

  var target: Target
  /// The property's new hash; `nil` when it is gone. Not used for changes of the entity.
  var propertyHash: [UInt8]?
  var changeEntity: (inout HashFacts) -> Void = { _ in }
  var difference: ModelDifference
}

/// The parts of an entity's hash, each of which can be exchanged.
private struct HashFacts {
  var entity: EntityDescription
  var isAbstract: Bool
  var superentityHash: [UInt8]?
  var propertyHashes: [String: [UInt8]] = [:]
  var modifier: String?
  var constraints: [[String]]

  /// `nil` when a part of the hash is open.
  init?(_ entity: EntityDescription, superentityHash: VersionHash?) {
    self.entity = entity
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
      ofEntityNamed: entity.name,
      isAbstract: isAbstract,
      superentityHash: superentityHash,
      propertyHashes: propertyHashes,
      modifier: modifier,
      constraints: constraints
    )
  }

  func applying(_ changes: [CandidateChange]) -> HashFacts {
    var facts = self
    for change in changes {
      switch change.target {
      case .property(let name): facts.propertyHashes[name] = change.propertyHash
      case .entity: change.changeEntity(&facts)
      }
    }
    return facts
  }

  func candidates(entityNames: [String]) -> [CandidateChange] {
    var list = entityCandidates()
    for property in entity.propertiesByName.values.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) })
    where !(property is FetchedPropertyDescription) {
      list += propertyCandidates(property, entityNames: entityNames)
    }
    return list
  }

  private func difference(_ property: String?, _ aspect: String, _ first: String?, _ second: String?) -> ModelDifference
  {
    ModelDifference(entity: entity.name, property: property, aspect, first, second, changesVersionHash: true)
  }

  private func entityCandidates() -> [CandidateChange] {
    var list = [
      CandidateChange(
        target: .entity,
        changeEntity: { $0.isAbstract.toggle() },
        difference: difference(nil, "abstract", isAbstract ? "yes" : "no", isAbstract ? "no" : "yes")
      )
    ]
    if modifier != nil {
      list.append(
        CandidateChange(
          target: .entity,
          changeEntity: { $0.modifier = nil },
          difference: difference(nil, "version hash modifier", modifier, nil)
        )
      )
    }
    for (index, constraint) in constraints.enumerated() {
      list.append(
        CandidateChange(
          target: .entity,
          changeEntity: { $0.constraints.remove(at: index) },
          difference: difference(nil, "uniqueness constraint", constraint.joined(separator: ", "), nil)
        )
      )
    }
    for name in propertyHashes.keys.sorted(by: CodeUnitOrder.areInIncreasingOrder) where !constraints.contains([name]) {
      list.append(
        CandidateChange(
          target: .entity,
          changeEntity: { $0.constraints.append([name]) },
          difference: difference(nil, "uniqueness constraint", nil, name)
        )
      )
    }
    return list
  }

  private func propertyCandidates(_ property: PropertyDescription, entityNames: [String]) -> [CandidateChange] {
    var list: [CandidateChange] = []
    let name = property.name
    let isStored = propertyHashes[name] != nil
    if isStored {
      list.append(CandidateChange(target: .property(name), difference: difference(name, "property", name, nil)))
    }
    // Tried on a copy that keeps its ends: the hash needs only their names.
    func tryChange(_ aspect: String, _ first: String?, _ second: String?, _ change: (PropertyDescription) -> Void) {
      let copy = property.copyWithoutLinks()
      if let copy = copy as? RelationshipDescription, let original = property as? RelationshipDescription {
        copy.destinationEntity = original.destinationEntity
        copy.inverseRelationship = original.inverseRelationship
      }
      change(copy)
      guard !copy.isTransient, let hash = VersionHashing.hash(of: copy, in: entity).bytes else { return }
      list.append(
        CandidateChange(
          target: .property(name),
          propertyHash: hash,
          difference: difference(name, aspect, first, second)
        )
      )
    }
    if !isStored { tryChange("transient", "yes", "no") { $0.isTransient = false } }
    tryChange("optional", property.isOptional ? "yes" : "no", property.isOptional ? "no" : "yes") {
      $0.isOptional.toggle()
    }
    if let modifier = property.versionHashModifier {
      tryChange("version hash modifier", modifier, nil) { $0.versionHashModifier = nil }
    }
    switch property {
    case is DerivedAttributeDescription, is CompositeAttributeDescription: break
    case let attribute as AttributeDescription:
      for type in AttributeType.allCases where type != attribute.attributeType && type != .composite {
        tryChange("type", attribute.attributeType.modelName, type.modelName) {
          ($0 as? AttributeDescription)?.attributeType = type
        }
      }
      let isExternal = attribute.allowsExternalBinaryDataStorage
      tryChange("external storage", isExternal ? "yes" : "no", isExternal ? "no" : "yes") {
        ($0 as? AttributeDescription)?.allowsExternalBinaryDataStorage.toggle()
      }
      let isPreserved = attribute.preservesValueInHistoryOnDeletion
      tryChange("preservation after deletion", isPreserved ? "yes" : "no", isPreserved ? "no" : "yes") {
        ($0 as? AttributeDescription)?.preservesValueInHistoryOnDeletion.toggle()
      }
    case let relationship as RelationshipDescription:
      tryChange("ordered", relationship.isOrdered ? "yes" : "no", relationship.isOrdered ? "no" : "yes") {
        ($0 as? RelationshipDescription)?.isOrdered.toggle()
      }
      for count in [0, 1, -1] where count != relationship.maxCount {
        tryChange("greatest count", String(relationship.maxCount), String(count)) {
          ($0 as? RelationshipDescription)?.maxCount = count
        }
      }
      for count in [0, 1] where count != relationship.minCount {
        tryChange("least count", String(relationship.minCount), String(count)) {
          ($0 as? RelationshipDescription)?.minCount = count
        }
      }
      if let inverse = relationship.inverseRelationship {
        tryChange("inverse", inverse.name, nil) { ($0 as? RelationshipDescription)?.inverseRelationship = nil }
      }
      for destinationName in entityNames where destinationName != relationship.destinationEntity?.name {
        let destination = EntityDescription(name: destinationName)
        tryChange("destination", relationship.destinationEntity?.name, destinationName) {
          ($0 as? RelationshipDescription)?.destinationEntity = destination
        }
        withExtendedLifetime(destination) {}
      }
    default: break
    }
    return list
  }
}
