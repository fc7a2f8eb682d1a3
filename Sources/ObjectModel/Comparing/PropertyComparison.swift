internal import AttributeValues

/// Compares properties of the same name.
enum PropertyComparison {
  static func add(
    _ first: PropertyDescription?,
    _ second: PropertyDescription?,
    named name: String,
    in firstEntity: EntityDescription,
    _ secondEntity: EntityDescription,
    to list: inout DifferenceList
  ) {
    guard let first, let second else {
      let property = first ?? second
      list.add(
        kind(of: property),
        property: name,
        first.map { _ in name },
        second.map { _ in name },
        changesVersionHash: property.map(isHashed) ?? false
      )
      return
    }
    guard kind(of: first) == kind(of: second) else {
      list.add(
        "kind",
        property: name,
        kind(of: first),
        kind(of: second),
        changesVersionHash: isHashed(first) || isHashed(second)
      )
      return
    }
    // A transient property is no part of the hash, unless it ceases to be or becomes one.
    let hashed = isHashed(first) || isHashed(second)
    let isPlain = !(first is DerivedAttributeDescription) && !(first is CompositeAttributeDescription)
    list.add("name", property: name, first.name, second.name, changesVersionHash: hashed)
    list.add("optional", property: name, first.isOptional, second.isOptional, changesVersionHash: hashed && isPlain)
    list.add("transient", property: name, first.isTransient, second.isTransient, changesVersionHash: hashed)
    list.add(
      "version hash modifier",
      property: name,
      first.versionHashModifier,
      second.versionHashModifier,
      changesVersionHash: hashed && isPlain
    )
    list.add(
      "renaming identifier",
      property: name,
      first.renamingIdentifier ?? first.name,
      second.renamingIdentifier ?? name
    )
    list.addEntries("user info", property: name, first.userInfo, second.userInfo) { $0 }
    list.add("validation rules", property: name, rules(of: first), rules(of: second))
    switch (first, second) {
    case (let first as AttributeDescription, let second as AttributeDescription):
      add(first, second, hashed: hashed, isPlain: isPlain, to: &list)
    case (let first as RelationshipDescription, let second as RelationshipDescription):
      add(first, second, hashed: hashed, to: &list)
    case (let first as FetchedPropertyDescription, let second as FetchedPropertyDescription):
      list.add(
        "fetch request",
        property: name,
        ModelComparison.text(of: first.fetchRequest),
        ModelComparison.text(of: second.fetchRequest)
      )
    default: break
    }
  }

  private static func kind(of property: PropertyDescription?) -> String {
    switch property {
    case is DerivedAttributeDescription: "derived attribute"
    case is CompositeAttributeDescription: "composite attribute"
    case is AttributeDescription: "attribute"
    case is RelationshipDescription: "relationship"
    default: "fetched property"
    }
  }

  private static func isHashed(_ property: PropertyDescription) -> Bool {
    !property.isTransient && !(property is FetchedPropertyDescription)
  }

  private static func rules(of property: PropertyDescription) -> String? {
    ModelComparison.names(property.validationRules.map(\.warning))
  }

  private static func add(
    _ first: AttributeDescription,
    _ second: AttributeDescription,
    hashed: Bool,
    isPlain: Bool,
    to list: inout DifferenceList
  ) {
    let name = second.name
    list.add(
      "type",
      property: name,
      first.attributeType.modelName,
      second.attributeType.modelName,
      changesVersionHash: hashed && isPlain
    )
    list.add(
      "external storage",
      property: name,
      first.allowsExternalBinaryDataStorage,
      second.allowsExternalBinaryDataStorage,
      changesVersionHash: hashed && isPlain
    )
    list.add(
      "preservation after deletion",
      property: name,
      first.preservesValueInHistoryOnDeletion,
      second.preservesValueInHistoryOnDeletion,
      changesVersionHash: hashed && isPlain
    )
    list.add("read-only", property: name, first.isReadOnly, second.isReadOnly)
    list.add("indexed", property: name, first.isIndexed, second.isIndexed)
    list.add("cloud encryption", property: name, first.allowsCloudEncryption, second.allowsCloudEncryption)
    list.add("default", property: name, text(of: first.defaultValue), text(of: second.defaultValue))
    list.add("value transformer", property: name, first.valueTransformerName, second.valueTransformerName)
    list.add("class", property: name, first.attributeValueClassName, second.attributeValueClassName)
    let (old, new) = (first.constraints, second.constraints)
    list.add("minimum", property: name, old.minimum.flatMap(text(of:)), new.minimum.flatMap(text(of:)))
    list.add("maximum", property: name, old.maximum.flatMap(text(of:)), new.maximum.flatMap(text(of:)))
    list.add("least length", property: name, old.minimumLength.map(String.init), new.minimumLength.map(String.init))
    list.add("greatest length", property: name, old.maximumLength.map(String.init), new.maximumLength.map(String.init))
    list.add("pattern", property: name, old.regularExpression, new.regularExpression)
    if let first = first as? DerivedAttributeDescription, let second = second as? DerivedAttributeDescription {
      list.add(
        "derivation",
        property: name,
        first.derivationExpressionText,
        second.derivationExpressionText,
        changesVersionHash: hashed
      )
      list.add(
        "filtering predicate",
        property: name,
        first.filteringPredicateText,
        second.filteringPredicateText,
        changesVersionHash: hashed
      )
    }
    if let first = first as? CompositeAttributeDescription, let second = second as? CompositeAttributeDescription {
      list.add("elements", property: name, elements(of: first), elements(of: second), changesVersionHash: hashed)
    }
  }

  private static func elements(of composite: CompositeAttributeDescription) -> String? {
    ModelComparison.names(
      composite.leaves.map { "\($0.name) \($0.attributeType.modelName)\($0.isOptional ? " optional" : "")" }
    )
  }

  private static func text(of value: AttributeValue) -> String? {
    switch value {
    case .null: nil
    case .string(let text): "“\(text)”"
    default: value.textForPeople
    }
  }

  private static func add(
    _ first: RelationshipDescription,
    _ second: RelationshipDescription,
    hashed: Bool,
    to list: inout DifferenceList
  ) {
    let name = second.name
    list.add(
      "destination",
      property: name,
      first.destinationEntity?.name,
      second.destinationEntity?.name,
      changesVersionHash: hashed
    )
    list.add(
      "inverse",
      property: name,
      first.inverseRelationship?.name,
      second.inverseRelationship?.name,
      changesVersionHash: hashed
    )
    list.add("least count", property: name, String(first.minCount), String(second.minCount), changesVersionHash: hashed)
    list.add(
      "greatest count",
      property: name,
      String(first.maxCount),
      String(second.maxCount),
      changesVersionHash: hashed
    )
    list.add("ordered", property: name, first.isOrdered, second.isOrdered, changesVersionHash: hashed)
    list.add("delete rule", property: name, "\(first.deleteRule)", "\(second.deleteRule)")
  }
}
