internal import AttributeValues

/// The small changes of an entity that are worth trying, most likely first within each property.
struct HashCandidates {
  let facts: HashFacts
  /// The other version's hashes by entity name.
  let others: [String: [UInt8]]
  /// Names that properties may have in the other version.
  let names: [String]

  /// Texts that people give as a modifier when they count versions.
  private static let usualModifiers = (1...9).map(String.init)

  func all() -> [HashCandidate] {
    let properties = facts.entity.propertiesByName.values.filter { !($0 is FetchedPropertyDescription) }
    return entityCandidates()
      + properties.sorted { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }.flatMap(candidates)
  }

  private func difference(_ property: String?, _ aspect: String, _ first: String?, _ second: String?) -> ModelDifference
  {
    ModelDifference(
      entity: facts.entity.name,
      property: property,
      aspect,
      first,
      second,
      changesVersionHash: true
    )
  }

  // MARK: The entity

  private func entityCandidates() -> [HashCandidate] {
    var list: [HashCandidate] = []
    func tryChange(_ aspect: String, _ first: String?, _ second: String?, _ change: @escaping (inout HashFacts) -> Void)
    {
      list.append(
        HashCandidate(target: .entity, changeEntity: change, difference: difference(nil, aspect, first, second))
      )
    }
    tryChange("abstract", facts.isAbstract ? "yes" : "no", facts.isAbstract ? "no" : "yes") { $0.isAbstract.toggle() }
    if facts.modifier != nil { tryChange("version hash modifier", facts.modifier, nil) { $0.modifier = nil } }
    for modifier in Self.usualModifiers where modifier != facts.modifier {
      tryChange("version hash modifier", facts.modifier, modifier) { $0.modifier = modifier }
    }
    if let old = facts.entity.renamingIdentifier, old != facts.name {
      tryChange("name", facts.name, old) { $0.name = old }
    }
    for (index, constraint) in facts.constraints.enumerated() {
      tryChange("uniqueness constraint", constraint.joined(separator: ", "), nil) { $0.constraints.remove(at: index) }
    }
    for name in facts.propertyHashes.keys.sorted(by: CodeUnitOrder.areInIncreasingOrder)
    where !facts.constraints.contains([name]) {
      tryChange("uniqueness constraint", nil, name) { $0.constraints.append([name]) }
    }
    let parent = facts.entity.superentity?.name
    if parent != nil { tryChange("parent", parent, nil) { $0.superentityHash = nil } }
    for (name, hash) in others.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) })
    where name != parent && name != facts.name {
      tryChange("parent", parent, name) { $0.superentityHash = hash }
    }
    return list
  }

  // MARK: Properties

  private func candidates(_ property: PropertyDescription) -> [HashCandidate] {
    var trial = PropertyTrial(property: property, entity: facts.entity)
    if facts.propertyHashes[property.name] != nil {
      trial.list.append(
        HashCandidate(
          target: .property(property.name),
          difference: difference(property.name, "property", property.name, nil)
        )
      )
    } else {
      trial.change("transient", "yes", "no") { $0.isTransient = false }
    }
    trial.change("optional", property.isOptional) { $0.isOptional.toggle() }
    if let modifier = property.versionHashModifier {
      trial.change("version hash modifier", modifier, nil) { $0.versionHashModifier = nil }
    }
    switch property {
    case let composite as CompositeAttributeDescription: tryElements(of: composite, &trial)
    case is DerivedAttributeDescription: break
    case let attribute as AttributeDescription: tryAttribute(attribute, &trial)
    case let relationship as RelationshipDescription: tryRelationship(relationship, &trial)
    default: break
    }
    let old = Set(names + [property.renamingIdentifier].compactMap(\.self)).subtracting(facts.propertyHashes.keys)
    for name in old.sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      trial.change("name", property.name, name, newName: name) { $0.name = name }
    }
    for modifier in Self.usualModifiers where modifier != property.versionHashModifier {
      trial.change("version hash modifier", property.versionHashModifier, modifier) {
        $0.versionHashModifier = modifier
      }
    }
    return trial.list
  }

  private func tryAttribute(_ attribute: AttributeDescription, _ trial: inout PropertyTrial) {
    for type in AttributeType.allCases where type != attribute.attributeType && type != .composite {
      trial.change("type", attribute.attributeType.modelName, type.modelName) {
        ($0 as? AttributeDescription)?.attributeType = type
      }
    }
    // Xcode offers external storage for binary data only; elsewhere the same change of the hash has another cause.
    if attribute.attributeType == .binaryData || attribute.allowsExternalBinaryDataStorage {
      trial.change("external storage", attribute.allowsExternalBinaryDataStorage) {
        ($0 as? AttributeDescription)?.allowsExternalBinaryDataStorage.toggle()
      }
    }
    trial.change("preservation after deletion", attribute.preservesValueInHistoryOnDeletion) {
      ($0 as? AttributeDescription)?.preservesValueInHistoryOnDeletion.toggle()
    }
  }

  private func tryElements(of composite: CompositeAttributeDescription, _ trial: inout PropertyTrial) {
    for (index, element) in composite.elements.enumerated() {
      trial.change("element \(element.name)", element.name, nil) {
        ($0 as? CompositeAttributeDescription)?.elements.remove(at: index)
      }
      trial.change("element \(element.name) optional", element.isOptional) {
        ($0 as? CompositeAttributeDescription)?.elements[index].isOptional.toggle()
      }
      for type in AttributeType.allCases where type != element.attributeType && type != .composite {
        trial.change("element \(element.name) type", element.attributeType.modelName, type.modelName) {
          ($0 as? CompositeAttributeDescription)?.elements[index].attributeType = type
        }
      }
    }
  }

  private func tryRelationship(_ relationship: RelationshipDescription, _ trial: inout PropertyTrial) {
    trial.change("ordered", relationship.isOrdered) { ($0 as? RelationshipDescription)?.isOrdered.toggle() }
    for count in [0, 1, -1] + Array(2...10) where count != relationship.maxCount {
      trial.change("greatest count", String(relationship.maxCount), String(count)) {
        ($0 as? RelationshipDescription)?.maxCount = count
      }
    }
    for count in 0...5 where count != relationship.minCount {
      trial.change("least count", String(relationship.minCount), String(count)) {
        ($0 as? RelationshipDescription)?.minCount = count
      }
    }
    let inverse = relationship.inverseRelationship?.name
    if inverse != nil {
      trial.change("inverse", inverse, nil) { ($0 as? RelationshipDescription)?.inverseRelationship = nil }
    }
    let others = relationship.destinationEntity?.relationshipsByName.keys.filter { $0 != inverse } ?? []
    for name in Set(others + names).sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      let other = RelationshipDescription(name: name)
      trial.change("inverse", inverse, name) { ($0 as? RelationshipDescription)?.inverseRelationship = other }
      withExtendedLifetime(other) {}
    }
    let entityNames = self.others.keys.filter { $0 != relationship.destinationEntity?.name }
    for name in entityNames.sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      let destination = EntityDescription(name: name)
      trial.change("destination", relationship.destinationEntity?.name, name) {
        ($0 as? RelationshipDescription)?.destinationEntity = destination
      }
      withExtendedLifetime(destination) {}
    }
  }
}

/// Tries changes on copies of a property that keep its ends: the hash needs only their names.
private struct PropertyTrial {
  let property: PropertyDescription
  let entity: EntityDescription
  var list: [HashCandidate] = []

  mutating func change(_ aspect: String, _ isOn: Bool, _ change: (PropertyDescription) -> Void) {
    self.change(aspect, isOn ? "yes" : "no", isOn ? "no" : "yes", change)
  }

  mutating func change(
    _ aspect: String,
    _ first: String?,
    _ second: String?,
    newName: String? = nil,
    _ change: (PropertyDescription) -> Void
  ) {
    let copy = property.copyWithoutLinks()
    if let copy = copy as? RelationshipDescription, let original = property as? RelationshipDescription {
      copy.destinationEntity = original.destinationEntity
      copy.inverseRelationship = original.inverseRelationship
    }
    change(copy)
    guard !copy.isTransient, let hash = VersionHashing.hash(of: copy, in: entity).bytes else { return }
    let difference = ModelDifference(
      entity: entity.name,
      property: property.name,
      aspect,
      first,
      second,
      changesVersionHash: true
    )
    list.append(
      HashCandidate(target: .property(property.name), newName: newName, propertyHash: hash, difference: difference)
    )
  }
}
