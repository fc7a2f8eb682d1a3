import AttributeValues
import ObjectModel

/// Makes small models in a few lines.
enum SmallModel {
  /// An entity whose objects have an optional `name`, and other attributes.
  static func entity(_ name: String, _ attributes: PropertyDescription...) -> EntityDescription {
    let entity = EntityDescription(name: name)
    entity.declaredProperties = [attribute("name")] + attributes
    return entity
  }

  static func attribute(_ name: String, _ type: AttributeType = .string, isOptional: Bool = true)
    -> AttributeDescription
  {
    let attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = isOptional
    return attribute
  }

  /// Relates two entities both ways; a name that ends with `*` is a to-many relationship's.
  ///
  /// - Returns: The relationship and its inverse.
  @discardableResult
  static func relate(
    _ owner: EntityDescription,
    _ name: String,
    _ destination: EntityDescription,
    _ inverseName: String
  )
    -> (forth: RelationshipDescription, back: RelationshipDescription)
  {
    func relationship(_ name: String, _ destination: EntityDescription) -> RelationshipDescription {
      let isToMany = name.hasSuffix("*")
      let bare = isToMany ? String(name.dropLast()) : name
      return RelationshipDescription(name: bare, destination: destination, toMany: isToMany)
    }
    let (forth, back) = (relationship(name, destination), relationship(inverseName, owner))
    forth.inverseRelationship = back
    back.inverseRelationship = forth
    owner.declaredProperties.append(forth)
    destination.declaredProperties.append(back)
    return (forth, back)
  }
}
