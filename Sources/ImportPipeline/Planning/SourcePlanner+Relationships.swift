internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Which fields name related objects and the object itself, and what no field fills.
extension SourcePlanner {
  func explicitRelationships(layout: EntityLayout) -> [RelationshipPlan] {
    recipe.relationships.compactMap { name, mapping in
      let relationship: RelationshipDescription
      let slot: Int
      switch layout.slot(named: name.value) {
      case .toOne(let number): (relationship, slot) = (layout.toOneRelationships[number], number)
      case .toMany(let number): (relationship, slot) = (layout.toManyRelationships[number], number)
      default:
        let known = (layout.toOneRelationships + layout.toManyRelationships).map(\.name)
        problems.addUnknown("relationship of \(recipe.entity.value)", name, known: known)
        return nil
      }
      if let position = mapping.takenPosition { require(relationship, isOneToOneFor: position) }
      // The object of the record around this one is of that one's entity, though the relationship may lead to others, too.
      let outer = mapping.isToParent ? recipe.parent.flatMap { model.entitiesByName[$0.entity.value] } : nil
      guard let input = input(mapping.field), let destination = outer ?? relationship.destinationEntity,
        let matchSlot = matchedSlot(mapping, relationship: relationship, destination: destination, at: name.position)
      else { return nil }
      return RelationshipPlan(
        self,
        relationship,
        slot: slot,
        input: input,
        destination: destination,
        matchSlot: matchSlot,
        mapping: mapping
      )
    }
  }

  /// Reports that nobody can have the partner already, so that there is nothing to say about it.
  private func require(_ relationship: RelationshipDescription, isOneToOneFor position: SourcePosition) {
    let uniqueness: RecipeFinding.Uniqueness
    if relationship.isToMany {
      uniqueness = .isToMany
    } else if let inverse = relationship.inverseRelationship {
      guard inverse.isToMany else { return }
      uniqueness = .toManyInverse(inverse.name)
    } else {
      uniqueness = .noInverse
    }
    problems.add(.taken(relationship: relationship.name, uniqueness), at: position)
  }

  /// The slot of the attribute that references are compared with.
  private func matchedSlot(
    _ mapping: RelationshipMapping,
    relationship: RelationshipDescription,
    destination: EntityDescription,
    at position: SourcePosition
  ) -> Int? {
    let layout = destination.layout
    let name: Located<String>
    if let matches = mapping.matches {
      name = matches
    } else if let unique = destination.nameOfOneUniqueAttribute {
      name = Located(unique, at: position)
    } else {
      problems.add(.matches(relationship: relationship.name, destination: destination.name), at: position)
      return nil
    }
    guard case .attribute(let slot)? = layout.slot(named: name.value) else {
      problems.addUnknown("attribute of \(destination.name)", name, known: layout.attributes.map(\.name))
      return nil
    }
    return isGiven(layout.attributes[slot], at: name.position) ? slot : nil
  }

  func keyAttributes(_ attributes: [AttributePlan], entity: EntityDescription) -> [Int] {
    recipe.key.compactMap { key in
      if let index = attributes.firstIndex(where: { $0.attribute.name == key.value }) { return index }
      guard let attribute = entity.attributesByName[key.value] else {
        problems.addUnknown("attribute of \(entity.name)", key, known: entity.attributesByName.keys)
        return nil
      }
      if isGiven(attribute, at: key.position) {
        problems.add(.unfilledKey(key.value, file: recipe.file.value), at: key.position)
      }
      return nil
    }
  }

  /// Says of each relationship that the recipe does not list, and that a column of the source has the name of, that the column fills nothing.
  func unlistedRelationships(layout: EntityLayout, _ attributes: [AttributePlan]) -> [Finding] {
    guard recipe.takesFieldsByName else { return [] }
    let listed = Set(recipe.relationships.map(\.name.value))
    let byName = attributes.compactMap(\.input.mainField).map { fieldNames[$0] }
    let used = Set(recipe.mappedFields.map(\.value) + byName)
    let names = (layout.toOneRelationships + layout.toManyRelationships).map(\.name)
    return names.filter { !listed.contains($0) }.compactMap { name in
      let field = fieldNames.first { !used.contains($0) && Self.normalised($0) == Self.normalised(name) }
      guard let field else { return nil }
      let place = opened?.headerPlace(ofField: fieldNumbers[field])
      return Finding(
        RecipeFinding.unlisted(field: field, relationship: name),
        at: place?.position ?? recipe.file.position,
        field: field,
        entity: recipe.entity.value,
        excerpt: place?.excerpt,
        related: [RelatedPlace(.recipeSource, at: recipe.file.position)]
      )
    }
  }

  /// Reports required properties that no record could ever fill.
  func reportUnfilled(_ plan: SourcePlan) {
    // A wrong header is told of as a whole; other problems leave open what is filled.
    guard problems.findings.allSatisfy({ $0.rule == .sourceHeader }) else { return }
    let entity = plan.entity
    let hasFields = problems.findings.isEmpty
    let filled = Set(plan.attributes.map(\.slot))
    let isByName = recipe.mapsByName && takesNamesFromHeader
    func report(_ name: String, fields: [String]?) {
      let kind = RecipeFinding.unfilled("\(entity.name).\(name)", file: recipe.file.value, fields: fields)
      problems.add(kind, at: recipe.entity.position)
    }
    for slot in plan.requiredSlots where plan.defaults[slot].isNull && !filled.contains(slot) {
      let name = entity.layout.attributes[slot].name
      if isByName, !recipe.attributes.contains(where: { $0.name.value == name }) {
        reportMissingColumn(name, requiredBy: entity, askedAt: recipe.entity.position)
      } else if hasFields {
        report(name, fields: fieldNames)
      }
    }
    guard hasFields else { return }
    let related = Set(plan.relationships.map(\.relationship.name))
    for relationship in entity.layout.toOneRelationships
    where !relationship.isOptional && !related.contains(relationship.name) {
      report(relationship.name, fields: nil)
    }
  }
}
