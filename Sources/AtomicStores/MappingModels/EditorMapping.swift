internal import AttributeValues
internal import ObjectModel

/// The objects of Xcode's editor in the file of a mapping model, `xcmapping.xml`, which is an XML store of them.
///
/// The file has what somebody has changed in the editor; what the editor shows besides is worked out from names. All of it is known from files that Xcode
/// wrote.
enum EditorMapping {
  /// The model of the store.
  static func model() -> ManagedObjectModel {
    let mappingModel = entity(
      "XDDevMappingModel",
      strings: ["sourceModelPath", "destinationModelPath"],
      data: ["sourceModelData", "destinationModelData"]
    )
    let entityMapping = entity(
      "XDDevEntityMapping",
      strings: [
        "name", "mappingTypeName", "sourceName", "destinationName", "migrationPolicyClassName",
        "sourceFilterPredicateString",
      ],
      data: ["sourceExpressionData", "userInfoData"]
    )
    let number = AttributeDescription(name: "mappingNumber", type: .integer16)
    entityMapping.declaredProperties += [number, AttributeDescription(name: "autoGenerateExpression", type: .boolean)]
    let attributeMapping = entity(
      "XDDevAttributeMapping",
      strings: ["name"],
      data: ["valueExpressionData", "userInfoData"]
    )
    let relationshipMapping = entity(
      "XDDevRelationshipMapping",
      strings: ["name", "sourceKeyPath", "sourceMappingName"],
      data: ["valueExpressionData", "userInfoData"]
    )
    relationshipMapping.declaredProperties.append(
      AttributeDescription(name: "autoGenerateExpression", type: .boolean)
    )
    relate(mappingModel, "entityMappings", entityMapping, "mappingModel")
    relate(entityMapping, "attributeMappings", attributeMapping, "entityMapping")
    relate(entityMapping, "relationshipMappings", relationshipMapping, "entityMapping")
    let model = ManagedObjectModel(entities: [mappingModel, entityMapping, attributeMapping, relationshipMapping])
    model.freeze()
    return model
  }

  private static func entity(_ name: String, strings: [String], data: [String]) -> EntityDescription {
    let entity = EntityDescription(name: name)
    entity.declaredProperties =
      strings.map { AttributeDescription(name: $0, type: .string) }
      + data.map { AttributeDescription(name: $0, type: .binaryData) }
    return entity
  }

  private static func relate(_ one: EntityDescription, _ many: String, _ other: EntityDescription, _ owner: String) {
    let members = RelationshipDescription(name: many, destination: other, toMany: true)
    let inverse = RelationshipDescription(name: owner, destination: one)
    members.inverseRelationship = inverse
    inverse.inverseRelationship = members
    one.declaredProperties.append(members)
    other.declaredProperties.append(inverse)
  }
}

extension StoredObject {
  private func value(_ name: String) -> AttributeValue {
    guard case .attribute(let slot)? = entity.layout.slot(named: name) else { return .null }
    return attributes[slot]
  }

  /// The text of an attribute; `nil` for an empty one, too, which the editor leaves where something was removed.
  func text(_ name: String) -> String? {
    guard case .string(let text) = value(name), !text.isEmpty else { return nil }
    return text
  }

  func bytes(_ name: String) -> [UInt8]? {
    guard case .binary(let data) = value(name), !data.isEmpty else { return nil }
    return [UInt8](data)
  }

  func integer(_ name: String) -> Int64? {
    if case .integer(let number) = value(name) { number } else { nil }
  }

  /// The numbers of the objects in a to-many relationship.
  func members(_ name: String) -> [Int64] {
    guard case .toMany(let slot)? = entity.layout.slot(named: name) else { return [] }
    return toMany[slot]
  }
}
