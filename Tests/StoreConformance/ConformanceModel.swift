public import ObjectModel

internal import AttributeValues

/// The model that the conformance cases use: every kind of attribute, relationship and inheritance that a store has to keep.
public enum ConformanceModel {
  /// Makes the model anew, not frozen yet.
  public static func make() -> ManagedObjectModel {
    let group = EntityDescription(name: "Group")
    let breed = EntityDescription(name: "Breed")
    let person = EntityDescription(name: "Person")
    let dog = EntityDescription(name: "Dog")
    let tag = EntityDescription(name: "Tag")
    let animal = EntityDescription(name: "Animal")
    let bird = EntityDescription(name: "Bird")
    let fish = EntityDescription(name: "Fish")
    let sample = EntityDescription(name: "Sample")

    let breedGroup = toOne("group", to: group)
    let groupBreeds = toMany("breeds", to: breed, deleteRule: .cascade)
    connect(breedGroup, groupBreeds)
    group.declaredProperties = [
      required("name", .string), attribute("code", .string), attribute("yearEstablished", .integer16), groupBreeds,
    ]
    let height = attribute("height", .double)
    height.constraints.minimum = .double(5)
    height.constraints.maximum = .double(120)
    let isRare = required("isRare", .boolean)
    isRare.defaultValue = .boolean(false)
    let name = required("name", .string)
    name.constraints.minimumLength = 2
    name.constraints.maximumLength = 60
    breed.declaredProperties = [
      name, height, attribute("weight", .float), attribute("popularity", .integer32), isRare,
      attribute("recognised", .date), breedGroup,
    ]

    let friends = toMany("friends", to: person)
    connect(friends, friends)
    let dogs = toMany("dogs", to: dog)
    dogs.isOrdered = true
    let dogOwner = toOne("owner", to: person)
    connect(dogs, dogOwner)
    let personTags = toMany("tags", to: tag)
    let tagPeople = toMany("people", to: person)
    connect(personTags, tagPeople)
    let partner = toOne("partner", to: person)
    connect(partner, partner)
    person.declaredProperties = [required("name", .string), friends, dogs, personTags, partner]
    let sitters = toMany("sitters", to: person)
    sitters.inverseRelationship = nil
    dog.declaredProperties = [required("name", .string), dogOwner, sitters]
    tag.declaredProperties = [required("name", .string), attribute("weight", .integer64), tagPeople]
    tag.uniquenessConstraints = [["name"]]

    animal.isAbstract = true
    animal.declaredProperties = [required("name", .string), attribute("legs", .integer16)]
    bird.declaredProperties = [attribute("wingspan", .double)]
    fish.declaredProperties = [attribute("depth", .double)]
    animal.subentities = [bird, fish]

    sample.declaredProperties = AttributeType.allCases.compactMap { type in
      switch type {
      case .undefined, .composite: nil
      default: attribute("value" + type.modelName.filter { $0 != " " }, type)
      }
    }
    return ManagedObjectModel(entities: [group, breed, person, dog, tag, animal, bird, fish, sample])
  }

  private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
    AttributeDescription(name: name, type: type)
  }

  private static func required(_ name: String, _ type: AttributeType) -> AttributeDescription {
    let attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = false
    return attribute
  }

  private static func toOne(_ name: String, to entity: EntityDescription) -> RelationshipDescription {
    RelationshipDescription(name: name, destination: entity)
  }

  private static func toMany(
    _ name: String,
    to entity: EntityDescription,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    let relationship = RelationshipDescription(name: name, destination: entity, toMany: true)
    relationship.deleteRule = deleteRule
    return relationship
  }

  private static func connect(_ left: RelationshipDescription, _ right: RelationshipDescription) {
    left.inverseRelationship = right
    right.inverseRelationship = left
  }
}
