import AttributeValues
import ObjectModel
import PredicateLanguage
import Testing

/// Models made in code, and what can be asked of them.
@Suite struct ModelInCodeTests {
  private let animal = EntityDescription(name: "Animal")
  private let dog = EntityDescription(name: "Dog")
  private let owner = EntityDescription(name: "Owner")
  private let model: ManagedObjectModel

  init() {
    let name = AttributeDescription(name: "name", type: .string)
    name.renamingIdentifier = "title"
    name.versionHashModifier = "2"
    name.userInfo = ["label": "Name"]
    animal.declaredProperties = [name]
    animal.isAbstract = true
    animal.subentities = [dog]
    let dogOwner = RelationshipDescription(name: "owner", destination: owner)
    let dogs = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    dogs.isOrdered = true
    dogs.deleteRule = .cascade
    dogs.inverseRelationship = dogOwner
    dogOwner.inverseRelationship = dogs
    dog.declaredProperties = [AttributeDescription(name: "height", type: .double), dogOwner]
    owner.declaredProperties = [dogs]
    model = ManagedObjectModel(entities: [animal, dog, owner])
  }

  @Test func propertiesAreInheritedWithTheirOwnerAndKind() throws {
    #expect(dog.properties.map(\.name) == ["name", "height", "owner"])
    #expect(dog.attributesByName.keys.sorted() == ["height", "name"])
    #expect(dog.relationshipsByName.keys.sorted() == ["owner"])
    #expect(dog.propertiesByName["name"]?.entity === animal)
    #expect(dog.superentity === animal && dog.isKind(of: animal) && !animal.isKind(of: dog))
    #expect(animal.subentitiesByName["Dog"] === dog)
    #expect(dog.managedObjectModel === model)
    #expect(owner.relationships(forDestination: dog).map(\.name) == ["dogs"])
    #expect(dog.relationships(forDestination: dog).isEmpty)
  }

  @Test func aPropertyIsOptionalAndKeptUnlessMadeOtherwise() {
    let attribute = AttributeDescription(name: "x", type: .date)
    #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue.isNull)
    #expect(attribute.userInfo.isEmpty && attribute.renamingIdentifier == nil && attribute.versionHashModifier == nil)
    let relationship = RelationshipDescription(name: "y", destination: dog)
    #expect(!relationship.isToMany && relationship.deleteRule == .nullify && !relationship.isOrdered)
    #expect(RelationshipDescription(name: "z", toMany: true).maxCount == 0)
  }

  @Test func configurationsNameTheirEntities() {
    model.setEntities([owner], forConfigurationName: "People")
    #expect(model.configurations == ["People"])
    #expect(model.entities(forConfiguration: "People") == [owner])
    #expect(model.entities(forConfiguration: nil) == [animal, dog, owner])
    #expect(model.entities(forConfiguration: "None").isEmpty)
  }

  @Test func fetchRequestTemplatesAreKeptByName() {
    model.setFetchRequestTemplate(
      FetchRequestTemplate(entityName: "Dog", predicateText: "height > $HEIGHT"),
      forName: "tall"
    )
    #expect(model.fetchRequestTemplate(forName: "tall")?.predicateText == "height > $HEIGHT")
    model.setFetchRequestTemplate(nil, forName: "tall")
    #expect(model.fetchRequestTemplate(forName: "tall") == nil)
  }

  @Test func namesForPeopleAreLookedUpFromTheNearestEntityOn() throws {
    let name = try #require(animal.attributesByName["name"])
    #expect(model.localizedName(of: dog) == "Dog" && model.localizedName(of: name) == "name")
    model.localizationDictionary = [
      "Entity/Dog": "Hund", "Property/name": "Bezeichnung", "Property/name/Entity/Dog": "Rufname",
      "ErrorString/too tall": "zu groß",
    ]
    #expect(model.localizedName(of: dog) == "Hund" && model.localizedName(of: owner) == "Owner")
    #expect(model.localizedName(of: name) == "Bezeichnung")
    #expect(model.localizedName(of: name, in: dog) == "Rufname")
    #expect(model.localizedErrorString("too tall") == "zu groß" && model.localizedErrorString("x") == "x")
  }

  @Test func aCopyKeepsWhatTheEditorsSettingsSay() throws {
    dog.codeGeneration = .categoryExtension
    try #require(dog.attributesByName["height"]).usesScalarValueType = true
    try #require(dog.attributesByName["height"]).setValidationPredicates(
      [try ObjectPredicate(format: "SELF > 0")],
      withValidationWarnings: ["A dog has a height"]
    )
    let copiedModel = model.copy()
    let copy = try #require(copiedModel.entitiesByName["Dog"])
    #expect(copy.codeGeneration == .categoryExtension)
    let height = try #require(copy.attributesByName["height"])
    #expect(height.usesScalarValueType && height.validationWarnings == ["A dog has a height"])
    #expect(copy.attributesByName["name"]?.userInfo == ["label": "Name"])
    #expect(copy.relationshipsByName["owner"]?.inverseRelationship?.isOrdered == true)
  }

  @Test func aLimitThatIsNoNumberLimitsNothing() {
    let height = AttributeDescription(name: "height", type: .double)
    height.constraints.minimum = .double(.nan)
    height.constraints.maximum = .double(9)
    #expect(height.validate(.double(5)).isEmpty)
    #expect(height.validate(.double(10)).map(\.code) == [1610])
  }

  @Test func aFrozenModelCannotBeChanged() async {
    await #expect(processExitsWith: .failure) {
      let entity = EntityDescription(name: "A")
      ManagedObjectModel(entities: [entity]).freeze()
      entity.name = "B"
    }
  }

  @Test func anEntityCannotDescendFromItself() async {
    await #expect(processExitsWith: .failure) {
      let first = EntityDescription(name: "A")
      let second = EntityDescription(name: "B")
      first.subentities = [second]
      second.subentities = [first]
    }
  }

  @Test func referencesToWhatIsGoneAreNil() {
    let owner = RelationshipDescription(name: "owner")
    do {
      let person = EntityDescription(name: "Person")
      let dogs = RelationshipDescription(name: "dogs", toMany: true)
      owner.destinationEntity = person
      owner.inverseRelationship = dogs
      withExtendedLifetime((person, dogs)) {
        #expect(owner.destinationEntity === person && owner.inverseRelationship === dogs)
      }
    }
    #expect(owner.destinationEntity == nil && owner.inverseRelationship == nil)
  }

  @Test func aFrozenModelKeepsEntitiesOfOthersThatItRefersTo() {
    let dog = EntityDescription(name: "Dog")
    let owner = RelationshipDescription(name: "owner")
    dog.declaredProperties = [owner]
    do {
      let person = EntityDescription(name: "Person")
      owner.destinationEntity = person
      ManagedObjectModel(entities: [dog]).freeze()
    }
    #expect(owner.destinationEntity?.name == "Person")
  }
}
