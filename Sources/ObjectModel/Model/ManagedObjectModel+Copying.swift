extension ManagedObjectModel {
  /// A copy with entities and properties of its own, which may be changed though this model is frozen.
  ///
  /// - Complexity: O(properties).
  public func copy() -> ManagedObjectModel {
    let copy = ManagedObjectModel()
    copy.append(entities)
    copy.versionIdentifiers = versionIdentifiers
    copy.entityNamesByConfiguration = entityNamesByConfiguration
    copy.fetchRequestTemplatesByName = fetchRequestTemplatesByName
    copy.localizationDictionary = localizationDictionary
    copy.repeatsAttributeIndexes = repeatsAttributeIndexes
    copy.adoptedVersionHashes = adoptedVersionHashes
    return copy
  }

  /// Adds copies of entities, linked among themselves and to the entities that are here already.
  func append(_ originals: [EntityDescription]) {
    var copies = entitiesByName
    var added: [EntityDescription] = []
    for original in originals {
      let copy = original.copyWithoutLinks()
      copies[original.name] = copy
      added.append(copy)
    }
    for original in originals {
      guard let copy = copies[original.name] else { continue }
      copy.subentities = original.subentities.compactMap { copies[$0.name] }
    }
    entities += added
    for original in originals {
      for case let relationship as RelationshipDescription in original.declaredProperties {
        guard let copy = copies[original.name]?.declaredRelationship(named: relationship.name) else { continue }
        let destination = relationship.destinationEntity.flatMap { copies[$0.name] }
        copy.destinationEntity = destination
        // The inverse may be one that the destination inherits; its own entity says where it is declared.
        if let inverse = relationship.inverseRelationship {
          let owner = inverse.entity.flatMap { copies[$0.name] } ?? destination
          copy.inverseRelationship = owner?.declaredRelationship(named: inverse.name)
        }
      }
    }
  }
}

extension EntityDescription {
  fileprivate func declaredRelationship(named name: String) -> RelationshipDescription? {
    declaredProperties.first { $0.name == name } as? RelationshipDescription
  }

  /// A copy without parent, children, destinations and inverses.
  fileprivate func copyWithoutLinks() -> EntityDescription {
    let copy = EntityDescription(name: name)
    copy.managedObjectClassName = managedObjectClassName
    copy.isAbstract = isAbstract
    copy.declaredProperties = declaredProperties.map { $0.copyWithoutLinks() }
    copy.uniquenessConstraints = uniquenessConstraints
    copy.indexes = indexes
    copy.compoundIndexes = compoundIndexes
    copy.userInfo = userInfo
    copy.renamingIdentifier = renamingIdentifier
    copy.versionHashModifier = versionHashModifier
    copy.codeGeneration = codeGeneration
    copy.sourceLine = sourceLine
    return copy
  }
}

extension PropertyDescription {
  /// A copy that belongs to no entity; a relationship's copy leads nowhere yet.
  func copyWithoutLinks() -> PropertyDescription {
    let copy: PropertyDescription
    switch self {
    case let attribute as AttributeDescription: copy = attribute.copyAttribute()
    case let relationship as RelationshipDescription:
      let other = RelationshipDescription(name: name)
      other.minCount = relationship.minCount
      other.maxCount = relationship.maxCount
      other.deleteRule = relationship.deleteRule
      other.isOrdered = relationship.isOrdered
      copy = other
    case let fetched as FetchedPropertyDescription:
      copy = FetchedPropertyDescription(name: name, fetchRequest: fetched.fetchRequest)
    default: copy = PropertyDescription(name: name)
    }
    copy.isOptional = isOptional
    copy.isTransient = isTransient
    copy.userInfo = userInfo
    copy.renamingIdentifier = renamingIdentifier
    copy.versionHashModifier = versionHashModifier
    copy.validationRules = validationRules
    copy.sourceLine = sourceLine
    return copy
  }
}

extension AttributeDescription {
  fileprivate func copyAttribute() -> AttributeDescription {
    let copy: AttributeDescription
    switch self {
    case let derived as DerivedAttributeDescription:
      let other = DerivedAttributeDescription(
        name: name,
        type: attributeType,
        derivationExpressionText: derived.derivationExpressionText
      )
      other.filteringPredicateText = derived.filteringPredicateText
      copy = other
    case let composite as CompositeAttributeDescription:
      let elements = composite.elements.map { $0.copyWithoutLinks() as? AttributeDescription ?? $0 }
      let other = CompositeAttributeDescription(name: name, elements: elements)
      other.isMadeByModelEditor = composite.isMadeByModelEditor
      copy = other
    default: copy = AttributeDescription(name: name, type: attributeType)
    }
    copy.defaultValue = defaultValue
    copy.constraints = constraints
    copy.valueTransformerName = valueTransformerName
    copy.attributeValueClassName = attributeValueClassName
    copy.usesScalarValueType = usesScalarValueType
    copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    copy.allowsCloudEncryption = allowsCloudEncryption
    copy.isReadOnly = isReadOnly
    copy.isStorageAssumed = isStorageAssumed
    copy.isIndexed = isIndexed
    return copy
  }
}
