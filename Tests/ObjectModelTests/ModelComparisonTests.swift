import AttributeValues
import ObjectModel
import Testing

@Suite struct ModelComparisonTests {
  private func model(_ change: (EntityDescription, EntityDescription) -> Void = { _, _ in }) -> ManagedObjectModel {
    let breed = EntityDescription(name: "Breed")
    let group = EntityDescription(name: "Group")
    let named = EntityDescription(name: "Named")
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let height = AttributeDescription(name: "height", type: .double)
    let toGroup = RelationshipDescription(name: "group", destination: group)
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    toGroup.inverseRelationship = breeds
    breeds.inverseRelationship = toGroup
    named.declaredProperties = [name]
    breed.declaredProperties = [height, toGroup]
    group.declaredProperties = [breeds]
    named.subentities = [breed, group]
    let model = ManagedObjectModel(entities: [named, breed, group])
    model.entityNamesByConfiguration = ["Cloud": ["Breed"]]
    change(breed, group)
    return model
  }

  @Test func saysWhatDiffers() throws {
    let other = model { breed, group in
      breed.attributesByName["height"]?.isOptional = false
      breed.attributesByName["height"]?.constraints.minimum = .double(5)
      breed.declaredProperties.append(AttributeDescription(name: "country", type: .string))
      group.isAbstract = true
      group.relationshipsByName["breeds"]?.deleteRule = .cascade
    }
    let differences = ModelComparison.differences(from: model(), to: other)
    #expect(
      differences.map(\.description) == [
        "Breed.country: attribute country was added", "Breed.height: optional was yes and is no",
        "Breed.height: minimum 5 was added",
        "Group: abstract was no and is yes", "Group.breeds: delete rule was nullify and is cascade",
      ]
    )
    #expect(differences.map(\.changesVersionHash) == [true, true, false, true, false])
  }

  @Test func findsWhatWasRenamed() throws {
    let other = model { breed, group in
      breed.attributesByName["height"]?.renamingIdentifier = "height"
      breed.attributesByName["height"]?.name = "size"
      group.name = "Class"
      group.renamingIdentifier = "Group"
    }
    let differences = ModelComparison.differences(from: model(), to: other)
    #expect(
      differences.map(\.description) == [
        "Breed.group: destination was Group and is Class", "Breed.size: name was height and is size",
        "Class: name was Group and is Class",
      ]
    )
    #expect(differences.allSatisfy { $0.changesVersionHash })
    #expect(
      ModelComparison.differences(from: other, to: model()).map(\.description).contains(
        "Breed.height: name was size and is height"
      )
    )
  }

  @Test func copiesEverything() throws {
    let original = model()
    original.freeze()
    let copy = original.copy()
    #expect(ModelComparison.differences(from: original, to: copy).isEmpty)
    #expect(original.isEqual(to: copy))
    #expect(copy.entityVersionHashesByName == original.entityVersionHashesByName)
    let breed = try #require(copy.entitiesByName["Breed"])
    #expect(breed !== original.entitiesByName["Breed"])
    #expect(breed.relationshipsByName["group"]?.inverseRelationship?.entity === copy.entitiesByName["Group"])
    breed.name = "Race"
    #expect(original.entitiesByName["Breed"] != nil)
  }

  @Test func mergesModelsThatShareEntities() throws {
    let kennel = ManagedObjectModel(entities: [EntityDescription(name: "Kennel")])
    kennel.versionIdentifiers = ["7"]
    kennel.entityNamesByConfiguration = ["Cloud": ["Kennel"]]
    let merged = try ManagedObjectModel(mergedFrom: [model(), kennel, model()])
    #expect(merged.entities.map(\.name) == ["Named", "Breed", "Group", "Kennel"])
    #expect(merged.versionIdentifiers == ["7"])
    #expect(merged.entityNamesByConfiguration == ["Cloud": ["Breed", "Kennel"]])
    #expect(merged.entitiesByName["Breed"]?.superentity?.name == "Named")
  }

  @Test func refusesToMergeModelsThatDisagree() throws {
    let other = model { breed, _ in breed.isAbstract = true }
    let error = #expect(throws: ModelMergeError.self) { try ManagedObjectModel(mergedFrom: [model(), other]) }
    #expect(
      error?.description
        == "The models cannot be merged: they describe the entity Breed differently: Breed: abstract was no and is yes"
    )
  }

  @Test func choosesTheModelsOfAStore() throws {
    let kennel = ManagedObjectModel(entities: [EntityDescription(name: "Kennel")])
    let hashes = model().entityVersionHashesByName
    let other = model { breed, _ in breed.isAbstract = true }
    let merged = try ManagedObjectModel.merged(from: [kennel, other, model()], forStoreVersionHashes: hashes)
    #expect(merged?.isEqual(to: model()) == true)
    #expect(try ManagedObjectModel.merged(from: [kennel, other], forStoreVersionHashes: hashes) == nil)
  }

  @Test func comparesHashesWithAStore() {
    let model = model()
    var hashes = model.entityVersionHashesByName
    #expect(model.isConfiguration(withName: nil, compatibleWithStoreVersionHashes: hashes))
    #expect(!model.isConfiguration(withName: "Cloud", compatibleWithStoreVersionHashes: hashes))
    #expect(
      model.isConfiguration(withName: "Cloud", compatibleWithStoreVersionHashes: hashes.filter { $0.key == "Breed" })
    )
    hashes["Breed"] = [UInt8](repeating: 0, count: 32)
    #expect(!model.isConfiguration(withName: nil, compatibleWithStoreVersionHashes: hashes))
  }

  @Test func findsTheChangeBehindAHash() throws {
    let original = model()
    let entity = try #require(original.entitiesByName["Breed"])
    let changed = model { breed, _ in
      breed.attributesByName["height"]?.attributeType = .float
      breed.relationshipsByName["group"]?.isOptional = false
    }
    let hash = try #require(changed.entityVersionHashesByName["Breed"])
    let changes = VersionHashExplanation.changes(from: entity, toHash: hash)
    #expect(
      changes?.map(\.description) == [
        "Breed.group: optional was yes and is no", "Breed.height: type was Double and is Float",
      ]
    )
    #expect(VersionHashExplanation.changes(from: entity, toHash: try #require(entity.versionHash.bytes)) == [])
    #expect(VersionHashExplanation.changes(from: entity, toHash: [UInt8](repeating: 0, count: 32)) == nil)
    withExtendedLifetime((original, changed)) {}
  }

  @Test func findsARemovedPropertyAndAChangedParent() throws {
    let original = model()
    let entity = try #require(original.entitiesByName["Breed"])
    let changed = model { breed, _ in
      breed.superentity?.isAbstract = true
      breed.declaredProperties.removeFirst()
    }
    let hashes = changed.entityVersionHashesByName
    let changes = VersionHashExplanation.changes(
      from: entity,
      toHash: try #require(hashes["Breed"]),
      others: hashes
    )
    #expect(changes?.map(\.description) == ["Breed.height: property height was removed"])
    withExtendedLifetime((original, changed)) {}
  }

  @Test func clearsReferencesWhenAModelGoes() throws {
    var breed: EntityDescription?
    do {
      let model = model()
      breed = model.entitiesByName["Breed"]
    }
    let entity = try #require(breed)
    #expect(entity.managedObjectModel == nil)
    #expect(entity.superentity == nil)
    #expect(entity.relationshipsByName["group"]?.destinationEntity == nil)
  }
}
