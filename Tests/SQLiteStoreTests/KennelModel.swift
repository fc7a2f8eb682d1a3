import AttributeValues
import ObjectModel

/// A small model with one of each kind of property: inheritance, one-to-many (plain and ordered), many-to-many, to-many without inverse.
enum KennelModel {
  static func make() -> ManagedObjectModel {
    let animal = EntityDescription(name: "Animal")
    let dog = EntityDescription(name: "Dog")
    let cat = EntityDescription(name: "Cat")
    let owner = EntityDescription(name: "Owner")
    let walk = EntityDescription(name: "Walk")

    animal.isAbstract = true
    animal.declaredProperties = [
      attribute("name", .string, optional: false), attribute("born", .date), relationship("owner", to: owner),
    ]
    dog.declaredProperties = [
      attribute("weight", .double), attribute("height", .float), attribute("isVaccinated", .boolean),
      attribute("litter", .integer16), attribute("chip", .integer64), attribute("price", .decimal),
      attribute("tag", .uuid),
      attribute("home", .uri), attribute("photo", .binaryData), attribute("notes", .transformable),
      external("scan"), relationship("walks", to: walk, many: true), transient("age", .integer32),
    ]
    cat.declaredProperties = [attribute("weight", .integer32), attribute("lives", .integer16)]
    owner.declaredProperties = [
      attribute("email", .string), attribute("phone", .string), composite("address", ["street", "city"]),
      relationship("animals", to: animal, many: true), relationship("favourites", to: animal, many: true),
      relationship("friends", to: owner, many: true),
    ]
    walk.declaredProperties = [
      attribute("place", .string), relationship("dogs", to: dog, many: true),
      relationship("photosOf", to: cat, many: true),
    ]
    animal.subentities = [dog, cat]
    owner.uniquenessConstraints = [["email"]]
    dog.indexes = [
      FetchIndexDescription(
        name: "byWeight",
        elements: [.init(propertyName: "weight", isAscending: false), .init(propertyName: "name")]
      )
    ]
    inverse(animal, "owner", owner, "animals")
    inverse(dog, "walks", walk, "dogs")
    ordered(owner, "animals")
    ordered(walk, "dogs")
    return ManagedObjectModel(entities: [animal, dog, cat, owner, walk])
  }

  static func attribute(_ name: String, _ type: AttributeType, optional: Bool = true) -> AttributeDescription {
    let attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = optional
    return attribute
  }

  static func transient(_ name: String, _ type: AttributeType) -> AttributeDescription {
    let attribute = attribute(name, type)
    attribute.isTransient = true
    return attribute
  }

  static func external(_ name: String) -> AttributeDescription {
    let attribute = attribute(name, .binaryData)
    attribute.allowsExternalBinaryDataStorage = true
    return attribute
  }

  static func composite(_ name: String, _ elements: [String]) -> CompositeAttributeDescription {
    CompositeAttributeDescription(name: name, elements: elements.map { attribute($0, .string) })
  }

  static func relationship(_ name: String, to destination: EntityDescription, many: Bool = false)
    -> RelationshipDescription
  {
    RelationshipDescription(name: name, destination: destination, toMany: many)
  }

  static func inverse(_ left: EntityDescription, _ leftName: String, _ right: EntityDescription, _ rightName: String) {
    let (one, other) = (left.relationshipsByName[leftName], right.relationshipsByName[rightName])
    one?.inverseRelationship = other
    other?.inverseRelationship = one
  }

  static func ordered(_ entity: EntityDescription, _ name: String) {
    entity.relationshipsByName[name]?.isOrdered = true
  }
}
