internal import AttributeValues
internal import ModelReading
internal import ObjectModel

/// Writes a drafted model as Xcode's model editor does: the `contents` of an `.xcdatamodel`.
struct ModelText {
  /// The file's text, without a line feed at its end, as Xcode writes it.
  let text: String

  init(_ drafts: [SourceDraft]) {
    let entities = drafts.map { draft in
      let entity = EntityDescription(name: draft.entity)
      entity.managedObjectClassName = draft.entity
      entity.codeGeneration = .classDefinition
      entity.declaredProperties = draft.attributes.map(Self.attribute)
      let key = draft.key.compactMap { draft.attribute(of: $0)?.name }
      if !key.isEmpty { entity.uniquenessConstraints = [key] }
      return entity
    }
    let model = ManagedObjectModel(entities: entities)
    model.versionIdentifiers = [""]
    let byNumber = Dictionary(zip(drafts.map(\.number), entities), uniquingKeysWith: { first, _ in first })
    for (draft, entity) in zip(drafts, entities) {
      for own in draft.relationships {
        guard let destination = byNumber[own.target.source] else { continue }
        let relationship = RelationshipDescription(name: own.name, destination: destination, toMany: own.isToMany)
        relationship.isOptional = !own.isRequired
        let inverse = RelationshipDescription(name: own.inverseName, destination: entity, toMany: true)
        Self.add(relationship, to: entity, inverse, to: destination)
      }
      guard let (name, inverseName) = draft.toParent, let parent = draft.set.inner.flatMap({ byNumber[$0.parent] })
      else { continue }
      let relationship = RelationshipDescription(name: name, destination: parent)
      relationship.isOptional = false
      let inverse = RelationshipDescription(name: inverseName, destination: entity, toMany: true)
      inverse.deleteRule = .cascade
      Self.add(relationship, to: entity, inverse, to: parent)
    }
    text = ModelWriter.contents(of: model)
  }

  private static func add(
    _ relationship: RelationshipDescription,
    to entity: EntityDescription,
    _ inverse: RelationshipDescription,
    to destination: EntityDescription
  ) {
    relationship.inverseRelationship = inverse
    inverse.inverseRelationship = relationship
    entity.declaredProperties.append(relationship)
    destination.declaredProperties.append(inverse)
  }

  private static func attribute(_ draft: AttributeDraft) -> AttributeDescription {
    let attribute = AttributeDescription(name: draft.name, type: draft.guess.type)
    attribute.isOptional = !draft.isRequired
    switch draft.guess.type {
    case .boolean, .integer16, .integer32, .integer64, .double, .float:
      attribute.usesScalarValueType = draft.isRequired
    default: break
    }
    return attribute
  }
}
