import AttributeValues
import Findings
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// What the description of the format leaves open gets a warning from the verification, which repeats `unprovenFeatures`.
@Suite struct UnprovenFeatureTests {
  struct Feature: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var explanation: String
    var configuration: String?
    var model: @Sendable () -> ManagedObjectModel
  }

  private static func makeModel(_ change: (EntityDescription, EntityDescription) -> Void) -> ManagedObjectModel {
    let town = EntityDescription(name: "Town")
    let person = EntityDescription(name: "Person")
    town.declaredProperties = [KennelModel.attribute("name", .string), KennelModel.attribute("height", .double)]
    person.declaredProperties = [KennelModel.attribute("name", .string)]
    change(town, person)
    return ManagedObjectModel(entities: [town, person])
  }

  private static func derived(_ expression: String) -> @Sendable () -> ManagedObjectModel {
    {
      makeModel { town, _ in
        town.declaredProperties += [
          DerivedAttributeDescription(name: "derived", type: .string, derivationExpressionText: expression)
        ]
      }
    }
  }

  private static func index(_ index: @escaping @Sendable () -> FetchIndexDescription)
    -> @Sendable () -> ManagedObjectModel
  {
    { makeModel { town, _ in town.indexes = [index()] } }
  }

  static let features = [
    Feature(
      testDescription: "a store of one configuration",
      explanation: "a store of one configuration",
      configuration: "Towns"
    ) {
      let model = makeModel { _, _ in }
      model.entityNamesByConfiguration["Towns"] = ["Town"]
      return model
    },
    Feature(testDescription: "the name of a reflexive join table", explanation: "which side names the table") {
      makeModel { town, _ in
        town.declaredProperties += [
          KennelModel.relationship("fathers", to: town, many: true),
          KennelModel.relationship("sons", to: town, many: true),
        ]
        KennelModel.inverse(town, "fathers", town, "sons")
      }
    },
    Feature(testDescription: "two join columns of one name", explanation: "two join columns of the name") {
      let (town, person, worker) = (
        EntityDescription(name: "Town"), EntityDescription(name: "Person"), EntityDescription(name: "Worker")
      )
      town.declaredProperties = [
        KennelModel.relationship("homes", to: person, many: true),
        KennelModel.relationship("works", to: worker, many: true),
      ]
      for entity in [person, worker] {
        entity.declaredProperties = [KennelModel.relationship("towns", to: town, many: true)]
      }
      KennelModel.inverse(town, "homes", person, "towns")
      KennelModel.inverse(town, "works", worker, "towns")
      return ManagedObjectModel(entities: [town, person, worker])
    },
    Feature(
      testDescription: "an index over an expression",
      explanation: "the index over the expression",
      model: index {
        FetchIndexDescription(name: "i", elements: [.init(propertyName: "length:(name)", isExpression: true)])
      }
    ),
    Feature(testDescription: "now()", explanation: "no trigger is made", model: derived("now()")),
    Feature(testDescription: "canonical:", explanation: "no trigger is made", model: derived("canonical:(name)")),
    Feature(testDescription: "sum", explanation: "the form of its triggers is inferred") {
      makeModel { town, person in
        town.declaredProperties += [
          KennelModel.relationship("people", to: person, many: true),
          DerivedAttributeDescription(name: "derived", type: .integer64, derivationExpressionText: "people.@sum.age"),
        ]
        person.declaredProperties += [
          KennelModel.attribute("age", .integer16), KennelModel.relationship("town", to: town),
        ]
        KennelModel.inverse(town, "people", person, "town")
      }
    },
    Feature(testDescription: "addresses", explanation: "how an address (URI) is stored") {
      makeModel { town, _ in town.declaredProperties += [KennelModel.attribute("page", .uri)] }
    },
    Feature(testDescription: "a composite of the model editor", explanation: "made in the model editor") {
      makeModel { town, _ in
        let place = CompositeAttributeDescription(name: "place", elements: [KennelModel.attribute("x", .double)])
        place.isMadeByModelEditor = true
        town.declaredProperties += [place]
      }
    },
    Feature(testDescription: "a composite in a composite", explanation: "inside a composite attribute") {
      makeModel { town, _ in
        let inner = CompositeAttributeDescription(name: "inner", elements: [KennelModel.attribute("x", .double)])
        town.declaredProperties += [CompositeAttributeDescription(name: "place", elements: [inner])]
      }
    },
    Feature(
      testDescription: "an ordered list without an inverse",
      explanation: "an ordered relationship without an inverse"
    ) {
      makeModel { town, person in
        town.declaredProperties += [KennelModel.relationship("people", to: person, many: true)]
        KennelModel.ordered(town, "people")
      }
    },
    Feature(testDescription: "a list without an inverse in a hierarchy", explanation: "whose owner has sub-entities") {
      let (town, city, person) = (
        EntityDescription(name: "Town"), EntityDescription(name: "City"), EntityDescription(name: "Person")
      )
      town.subentities = [city]
      town.declaredProperties = [KennelModel.relationship("people", to: person, many: true)]
      return ManagedObjectModel(entities: [town, city, person])
    },
    Feature(testDescription: "an attribute without a type", explanation: "an attribute without a type has no column") {
      makeModel { town, _ in town.declaredProperties += [KennelModel.attribute("odd", .undefined)] }
    },
  ]

  @Test(arguments: features) func hasAWarning(_ feature: Feature) {
    let schema = StoreSchema(model: feature.model(), configuration: feature.configuration)
    let found = schema.unprovenFeatures.map(\.explanation)
    #expect(found.contains { $0.contains(feature.explanation) }, "\(found)")
  }

  @Test(arguments: [false, true]) func anAddressHasAWarningOnlyWhereOneIsStored(isFilled: Bool) throws {
    let folder = try TemporaryFolder()
    let model = Self.makeModel { town, _ in town.declaredProperties += [KennelModel.attribute("page", .uri)] }
    let path = folder.file("Towns.sqlite")
    try SQLiteStore.create(at: path, model: model).close()
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    try connection.execute("INSERT INTO ZTOWN (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'Oslo')")
    if isFilled { try connection.execute("UPDATE ZTOWN SET ZPAGE = 'https://example.org/oslo'") }
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Town'")
    connection.close()
    let problems = try StoreInspection.verify(path, model: model)
    #expect(problems.map(\.rule) == (isFilled ? [.storeUnproven] : []), "\(problems)")
    #expect(problems.map(\.attribute) == (isFilled ? ["page"] : []))
  }

  @Test func aModelOfProvenFeaturesHasNone() {
    let model = Self.makeModel { town, person in
      town.declaredProperties += [KennelModel.relationship("people", to: person, many: true)]
      person.declaredProperties += [KennelModel.relationship("town", to: town)]
      KennelModel.inverse(town, "people", person, "town")
      KennelModel.ordered(town, "people")
    }
    #expect(StoreSchema(model: model).unprovenFeatures.isEmpty)
  }
}
