import AttributeValues
import Findings
import ManagedObjects
import ModelReading
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Models: made in code, read from files, compared.
@Suite struct ModelExamples {
  @Test func aModelIsMadeInCode() throws {
    // example: ManagedObjectModel, EntityDescription
    let group = EntityDescription(name: "AKCGroup")
    group.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    group.uniquenessConstraints = [["name"]]
    let model = ManagedObjectModel(entities: [group])
    // end
    #expect(model.entitiesByName["AKCGroup"]?.attributesByName["name"]?.attributeType == .string)
  }

  @Test func attributesHaveTypesAndLimits() throws {
    // example: AttributeDescription, AttributeConstraints, ValidationFailure
    let height = AttributeDescription(name: "heightMax", type: .double)
    height.isOptional = false
    var constraints = AttributeConstraints()
    constraints.minimum = .double(10)
    constraints.maximum = .double(120)
    height.constraints = constraints
    let failures: [ValidationFailure] = height.validate(.double(330))  // one of kind .tooLarge
    // end
    #expect(failures.map(\.kind) == [.tooLarge(maximum: .double(120))])
  }

  @Test func aModelIsWrittenAsXcodeKeepsIt() throws {
    let files = try TemporaryFolder()
    let (folder, inputs) = (files.path, Package.path("Inputs"))
    SQLiteStore.register()
    try SQLiteStore.create(at: folder + "/default.store", model: Showcase.model()).close()
    // example: ModelWriter
    let model = try ModelReader.read(folder + "/default.store")  // as SwiftData makes it
    try ModelWriter.write(model, to: folder + "/Breeds.xcdatamodeld")
    let text = ModelWriter.contents(of: model)  // <?xml version="1.0" …
    // end
    #expect(text.hasPrefix("<?xml"))
    let names = try ModelReader.read(folder + "/Breeds.xcdatamodeld").entitiesByName.keys.sorted()
    #expect(names == ["AKCGroup", "Breed"])
    var reason = ""
    // example: ModelWritingError
    do {
      try ModelWriter.write(model, to: inputs + "/DogBreeds.xcdatamodeld")
    } catch let error as ModelWritingError {
      reason = error.reason  // it is there already
    }
    // end
    #expect(reason == "it is there already")
  }

  @Test func relationshipsHaveInverses() throws {
    let group = EntityDescription(name: "AKCGroup")
    let breed = EntityDescription(name: "Breed")
    // example: RelationshipDescription, DeleteRule
    let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
    let owner = RelationshipDescription(name: "group", destination: group)
    breeds.inverseRelationship = owner
    owner.inverseRelationship = breeds
    breeds.deleteRule = DeleteRule.cascade
    group.declaredProperties.append(breeds)
    breed.declaredProperties.append(owner)
    // end
    #expect(group.relationships(forDestination: breed) == [breeds] && breeds.isToMany && !owner.isToMany)
  }

  @Test func anAttributeIsDerivedFromOthers() throws {
    let model = Showcase.model()
    let group = try #require(model.entitiesByName["AKCGroup"])
    // example: DerivedAttributeDescription
    let count = DerivedAttributeDescription(
      name: "breedCount",
      type: .integer64,
      derivationExpressionText: "breeds.@count"
    )
    group.declaredProperties.append(count)
    // end
    let showcase = try Showcase(model: model)
    let hounds = try #require(try showcase.breed("Beagle").value(forKey: "group") as? ManagedObject)
    #expect(hounds.attributeValue(forKey: "breedCount") == .integer(3))
  }

  @Test func anAttributeHasElements() throws {
    // example: CompositeAttributeDescription
    let height = CompositeAttributeDescription(
      name: "height",
      elements: [
        AttributeDescription(name: "min", type: .double), AttributeDescription(name: "max", type: .double),
      ]
    )
    // end
    let breed = EntityDescription(name: "Breed")
    breed.declaredProperties = [height]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [breed]))
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let beagle = context.insert(breed)
    try beagle.setValue(38.1, forKeyPath: "height.max")
    #expect(beagle.value(forKeyPath: "height.max") as? Double == 38.1)
  }

  @Test func anEntityHasIndexes() throws {
    let breed = EntityDescription(name: "Breed")
    // example: FetchIndexDescription, FetchIndexElementDescription
    let heaviest = FetchIndexElementDescription(propertyName: "weightMax", isAscending: false)
    breed.indexes = [FetchIndexDescription(name: "byHeaviest", elements: [heaviest])]
    // end
    #expect(breed.indexes.map(\.name) == ["byHeaviest"])
  }

  @Test func aFetchedPropertyFetchesWhenItIsAsked() throws {
    let model = Showcase.model()
    let breed = try #require(model.entitiesByName["Breed"])
    // example: FetchedPropertyDescription
    let request = FetchRequestTemplate(
      entityName: "Breed",
      predicateText: "country == $FETCH_SOURCE.country AND SELF != $FETCH_SOURCE"
    )
    breed.declaredProperties.append(FetchedPropertyDescription(name: "compatriots", fetchRequest: request))
    // end
    let beagle = try Showcase(model: model).breed("Beagle")
    #expect((beagle.value(forKey: "compatriots") as? [ManagedObject])?.isEmpty == true || beagle.isFault)
  }

  @Test func aModelKeepsRequests() throws {
    let model = Showcase.model()
    // example: FetchRequestTemplate
    let template = FetchRequestTemplate(entityName: "Breed", predicateText: "heightMax > $height")
    model.setFetchRequestTemplate(template, forName: "higherThan")
    let request = try model.fetchRequestFromTemplate(
      withName: "higherThan",
      substitutionVariables: ["height": 50]
    )
    // end
    let context = try Showcase(model: model)
    #expect(try context.context.fetch(#require(request)).count == 3)
  }

  @Test func propertiesHaveRulesOfTheirOwn() throws {
    let model = Showcase.model()
    // example: PropertyDescription, ValidationRule
    for property: PropertyDescription in model.entitiesByName["Breed"]?.properties ?? [] where property.name == "name" {
      let rule = ValidationRule(
        predicate: try ObjectPredicate(format: "NOT SELF ENDSWITH ' '"),
        warning: "A name ends with its last word"
      )
      property.validationRules.append(rule)
    }
    // end
    let name = try #require(model.entitiesByName["Breed"]?.attributesByName["name"])
    #expect(name.validate(.string("Pug ")).map(\.message).first?.contains("A name ends with its last word") == true)
  }

  @Test func differentEntitiesOfOneNameAreNotMerged() throws {
    let older = Showcase.model()
    let newer = Showcase.model()
    newer.entitiesByName["Breed"]?.attributesByName["country"]?.isOptional = false
    var lines: [String] = []
    // example: ModelMergeError, ModelDifference
    do {
      _ = try ManagedObjectModel(mergedFrom: [older, newer])
    } catch let error as ModelMergeError {
      lines = error.differences.map { (difference: ModelDifference) in
        "\(error.entityName).\(difference.propertyName ?? ""): \(difference.aspect)"
      }
    }
    // end
    #expect(lines.count == 1 && lines.first?.hasPrefix("Breed.country: ") == true)
  }

  @Test func hashesTellVersionsApart() throws {
    let model = Showcase.model()
    var open: [String] = []
    // example: VersionHash, OpenVersionHashFeature
    for (entity, hash) in model.versionHashesByEntityName {
      switch hash {
      case VersionHash.established(let bytes): print(entity, bytes.count)  // 32 bytes, as Core Data computes them
      case VersionHash.adopted: print(entity, "taken over from a file of the app")
      case VersionHash.open(let features):
        open += features.map { (feature: OpenVersionHashFeature) in feature.description }
      }
    }
    // end
    #expect(open.isEmpty && model.versionHashesByEntityName.count == 2)
  }

  @Test func aKeyPathThatDoesNotFitIsExplained() throws {
    let context = try Showcase().context
    var text = ""
    // example: KeyPathProblem
    do {
      var request = FetchRequest<ManagedObject>(entityName: "Breed")
      request.sortDescriptors = [SortKey("group.nmae")]
      _ = try context.fetch(request)
    } catch let error as FetchKeyError {
      let problem: KeyPathProblem = error.problem
      text = "\(problem.key) → \(problem.suggestion ?? "")"  // nmae → name
    }
    // end
    #expect(text == "nmae → name")
  }

  @Test func aModelIsReadFromXcodesFile() throws {
    let inputs = Package.path("Inputs")
    // example: ModelReader
    let model = try ModelReader.read(inputs + "/DogBreeds.xcdatamodeld")
    let names = model.entities.map(\.name)  // "AKCGroup", "Breed"
    // end
    #expect(names == ["AKCGroup", "Breed"])
  }

  @Test func whatIsWrongWithAModelIsListed() throws {
    let inputs = Package.path("Inputs")
    // example: ModelDocument
    let document: ModelDocument = try ModelReader.inspect(inputs + "/DogBreeds.xcdatamodeld")
    for finding in document.findings { print(finding.severity, finding.message) }
    // end
    #expect(document.model.entities.count == 2 && !document.findings.contains { $0.severity == .error })
  }

  @Test func aBundleHasVersions() throws {
    let inputs = Package.path("Inputs")
    // example: ModelVersion
    let versions: [ModelVersion] = try ModelReader.versions(of: inputs + "/DogBreeds.xcdatamodeld")
    let current = versions.first { $0.isCurrent }
    // end
    #expect(versions.map(\.name) == ["DogBreeds"] && current?.model.entities.count == 2)
  }

  @Test func aFolderWithoutModelIsNone() throws {
    let inputs = Package.path("Inputs")
    var kind: ModelReadingError.Kind?
    // example: ModelReadingError
    do {
      _ = try ModelReader.read(inputs + "/akc-breeds.csv")
    } catch let error as ModelReadingError {
      kind = error.kind  // .notAModel
    }
    // end
    #expect(kind == .notAModel)
  }

  @Test func aModelThatIsMadeInCodeIsInspected() throws {
    let model = Showcase.model()
    model.entitiesByName["Breed"]?.uniquenessConstraints = [["nmae"]]
    // example: ModelInspection
    let findings = ModelInspection.findings(for: model, file: "DogBreeds")
    let suggestions = findings.compactMap(\.suggestion)  // a constraint names "nmae": "name"
    // end
    #expect(suggestions == ["name"])
  }
}
