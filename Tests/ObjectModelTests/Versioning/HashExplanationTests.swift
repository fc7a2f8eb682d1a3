import AttributeValues
import ObjectModel
import Testing

/// For every part of a hash: when it alone differs, the explanation names it.
@Suite struct HashExplanationTests {
  /// A change of the model that is to be found out from the hash alone.
  struct Mutation: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What is found, seen from the model to the file.
    var explanation: String
    var change: @Sendable (EntityDescription) -> Void

    init(_ explanation: String, _ change: @escaping @Sendable (EntityDescription) -> Void) {
      testDescription = explanation
      self.explanation = explanation
      self.change = change
    }
  }

  private static func attribute(_ name: String, in entity: EntityDescription) -> AttributeDescription {
    entity.attributesByName[name] ?? AttributeDescription(name: name, type: .undefined)
  }

  private static func relationship(_ name: String, in entity: EntityDescription) -> RelationshipDescription {
    entity.relationshipsByName[name] ?? RelationshipDescription(name: name)
  }

  static let mutations = [
    Mutation("Breed.name: optional was no and is yes") { attribute("name", in: $0).isOptional = true },
    Mutation("Breed.name: type was String and is Integer 16") { attribute("name", in: $0).attributeType = .integer16 },
    Mutation("Breed.name: type was String and is Transformable") {
      attribute("name", in: $0).attributeType = .transformable
    },
    Mutation("Breed.name: version hash modifier 2 was added") { attribute("name", in: $0).versionHashModifier = "2" },
    Mutation("Breed.photo: version hash modifier compressed was removed") {
      attribute("photo", in: $0).versionHashModifier = nil
    },
    Mutation("Breed.photo: external storage was yes and is no") {
      attribute("photo", in: $0).allowsExternalBinaryDataStorage = false
    },
    Mutation("Breed.name: preservation after deletion was no and is yes") {
      attribute("name", in: $0).preservesValueInHistoryOnDeletion = true
    },
    // A transient property is no part of the hash, just as if it were not there.
    Mutation("Breed.name: property name was removed") { attribute("name", in: $0).isTransient = true },
    Mutation("Breed.mood: transient was yes and is no") { attribute("mood", in: $0).isTransient = false },
    Mutation("Breed.name: property name was removed") { entity in
      entity.declaredProperties.removeAll { $0.name == "name" }
    },
    Mutation("Breed.weight: name was weight and is mass") { attribute("weight", in: $0).name = "mass" },
    Mutation("Breed.size: element height optional was yes and is no") { entity in
      (entity.attributesByName["size"] as? CompositeAttributeDescription)?.elements[0].isOptional = false
    },
    Mutation("Breed.size: element height type was Double and is Float") { entity in
      (entity.attributesByName["size"] as? CompositeAttributeDescription)?.elements[0].attributeType = .float
    },
    Mutation("Breed.group: optional was yes and is no") { relationship("group", in: $0).isOptional = false },
    Mutation("Breed.group: inverse breeds was removed") { relationship("group", in: $0).inverseRelationship = nil },
    Mutation("Breed.group: greatest count was 1 and is 0") { relationship("group", in: $0).maxCount = 0 },
    Mutation("Breed.group: least count was 0 and is 1") { relationship("group", in: $0).minCount = 1 },
    Mutation("Breed.owners: ordered was no and is yes") { relationship("owners", in: $0).isOrdered = true },
    Mutation("Breed.owners: greatest count was 0 and is 5") { relationship("owners", in: $0).maxCount = 5 },
    Mutation("Breed: abstract was no and is yes") { $0.isAbstract = true },
    Mutation("Breed: version hash modifier 3 was added") { $0.versionHashModifier = "3" },
    Mutation("Breed: uniqueness constraint name was removed") { $0.uniquenessConstraints = [] },
    Mutation("Breed: uniqueness constraint weight was added") { $0.uniquenessConstraints.append(["weight"]) },
  ]

  @Test(arguments: mutations) func namesWhatChanged(_ mutation: Mutation) throws {
    let (original, changed) = (Self.model(), Self.model())
    let (entity, other) = (
      try #require(original.entitiesByName["Breed"]), try #require(changed.entitiesByName["Breed"])
    )
    mutation.change(other)
    let hash = try #require(other.versionHash.bytes)
    let hashes = changed.entityVersionHashesByName
    let changes = VersionHashExplanation.changes(from: entity, toHash: hash, others: hashes, names: ["mass"])
    #expect(changes?.map(\.description) == [mutation.explanation])
    withExtendedLifetime((original, changed)) {}
  }

  @Test func namesANewDestinationOrInverse() throws {
    let (original, changed) = (Self.model(), Self.model())
    let entity = try #require(original.entitiesByName["Breed"])
    let other = try #require(changed.entitiesByName["Breed"])
    other.relationshipsByName["owners"]?.destinationEntity = changed.entitiesByName["Kennel"]
    func explanation() throws -> [String]? {
      let hash = try #require(other.versionHash.bytes)
      return VersionHashExplanation.changes(from: entity, toHash: hash, others: changed.entityVersionHashesByName)?
        .map(\.description)
    }
    #expect(try explanation() == ["Breed.owners: destination was Owner and is Kennel"])
    other.relationshipsByName["owners"]?.destinationEntity = changed.entitiesByName["Owner"]
    other.relationshipsByName["group"]?.inverseRelationship =
      changed.entitiesByName["Group"]?.relationshipsByName["rest"]
    #expect(try explanation() == ["Breed.group: inverse was breeds and is rest"])
    withExtendedLifetime((original, changed)) {}
  }

  @Test func findsTheNameThatAPropertyHadBefore() throws {
    let (original, old) = (Self.model(), Self.model())
    let entity = try #require(original.entitiesByName["Breed"])
    entity.attributesByName["weight"]?.renamingIdentifier = "kilos"
    let before = try #require(old.entitiesByName["Breed"])
    before.attributesByName["weight"]?.name = "kilos"
    let changes = VersionHashExplanation.changes(from: entity, toHash: try #require(before.versionHash.bytes))
    #expect(changes?.map(\.reversed.description) == ["Breed.weight: name was kilos and is weight"])
    withExtendedLifetime((original, old)) {}
  }

  @Test func doesNotTakeForAChangeWhatIsNoPartOfTheHash() throws {
    let (original, changed) = (Self.model(), Self.model())
    let other = try #require(changed.entitiesByName["Breed"])
    for rule in DeleteRule.allCases {
      other.relationshipsByName["group"]?.deleteRule = rule
      #expect(other.versionHash == original.entitiesByName["Breed"]?.versionHash)
    }
    other.attributesByName["name"]?.defaultValue = .string("none")
    other.attributesByName["name"]?.isIndexed = true
    other.attributesByName["name"]?.userInfo = ["a": "b"]
    other.attributesByName["mood"]?.attributeType = .date
    other.managedObjectClassName = "Other"
    other.renamingIdentifier = "Race"
    #expect(other.versionHash == original.entitiesByName["Breed"]?.versionHash)
    withExtendedLifetime((original, changed)) {}
  }

  private static func model() -> ManagedObjectModel {
    let entities = ["Breed", "Group", "Owner", "Kennel"].map { EntityDescription(name: $0) }
    let (breed, group, owner) = (entities[0], entities[1], entities[2])
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let photo = AttributeDescription(name: "photo", type: .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    photo.versionHashModifier = "compressed"
    let mood = AttributeDescription(name: "mood", type: .string)
    mood.isTransient = true
    let size = CompositeAttributeDescription(
      name: "size",
      elements: [
        AttributeDescription(name: "height", type: .double), AttributeDescription(name: "length", type: .double),
      ]
    )
    let toGroup = RelationshipDescription(name: "group", destination: group)
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    let rest = RelationshipDescription(name: "rest", destination: breed, toMany: true)
    (toGroup.inverseRelationship, breeds.inverseRelationship) = (breeds, toGroup)
    breed.declaredProperties = [
      name, photo, mood, size, AttributeDescription(name: "weight", type: .double), toGroup,
      RelationshipDescription(name: "owners", destination: owner, toMany: true),
    ]
    breed.uniquenessConstraints = [["name"]]
    group.declaredProperties = [breeds, rest]
    return ManagedObjectModel(entities: entities)
  }
}
