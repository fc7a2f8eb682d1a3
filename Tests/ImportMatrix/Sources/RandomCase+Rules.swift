internal import AttributeValues
internal import TestSupport

/// Draws rules of the recipe.
extension RandomCase {
  mutating func rule(_ number: Int) -> MatrixRule? {
    let entity = generator.pick(model.entities).name
    let attributes = model.attributes(of: entity)
    let relationships = model.relationships(of: entity)
    var choices: [MatrixRule.Condition] = []
    for attribute in attributes {
      switch attribute.type {
      case .integer16, .integer32, .integer64, .double: choices.append(.atMost(attribute.name, 2))
      case .composite:
        choices.append(.present(attribute.name))
        for element in attribute.elements { choices.append(.present("\(attribute.name).\(element.name)")) }
      default: if attribute.isOptional { choices.append(.present(attribute.name)) }
      }
    }
    for relationship in relationships {
      if relationship.isToMany {
        choices.append(.count(relationship.name, 1 + generator.number(below: 3)))
        continue
      }
      choices.append(.present(relationship.name))
      for other in model.relationships(of: relationship.destination) where other.isToMany {
        choices.append(.relatedCount(relationship.name, other.name, 1 + generator.number(below: 3)))
      }
      if let other = model.attributes(of: relationship.destination).first(where: \.isOptional) {
        choices.append(.relatedPresent(relationship.name, other.name))
      }
    }
    guard !choices.isEmpty else { return nil }
    return MatrixRule(
      "own.r\(number)",
      on: entity,
      generator.pick(choices),
      severity: generator.once(in: 5) ? "warning" : "error",
      isCheckedAtEnd: generator.once(in: 3)
    )
  }
}
