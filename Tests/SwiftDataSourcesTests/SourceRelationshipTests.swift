#if SwiftDataSources
  import AttributeValues
  import Findings
  import ModelReading
  import ObjectModel
  import Testing

  /// Relationships, their inverses, uniqueness constraints, indexes and parents, as SwiftData makes them of sources.
  @Suite struct SourceRelationshipTests {
    @Test func propertiesOfOtherModelsAreRelationships() throws {
      let reading = try SourceReading(
        """
        typealias Home = Town
        @Model class Town {
          @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9, inverse: \\Street.town)
          var streets: [Street]
          @Relationship(deleteRule: .deny, originalName: "chief", hashModifier: "2") var mayor: Person?
          @Relationship(.unique, deleteRule: .noAction, inverse: nil) var keeper: Person
          var guests: Set<Person>?
          var sights: [Sight]? = []
        }
        @Model class Street { var town: Home? }
        @Model class Person {}
        @Model class Sight { var town: Town? }
        """
      )
      let streets = try reading.relationship("streets", of: "Town")
      #expect(streets.isToMany && !streets.isOptional && streets.deleteRule == .cascade)
      #expect(streets.minCount == 1 && streets.maxCount == 9)
      #expect(streets.inverseRelationship?.name == "town" && streets.destinationEntity?.name == "Street")
      let town = try reading.relationship("town", of: "Street")
      #expect(town.inverseRelationship === streets && town.isOptional && town.maxCount == 1 && town.minCount == 0)
      let mayor = try reading.relationship("mayor", of: "Town")
      #expect(mayor.deleteRule == .deny && mayor.renamingIdentifier == "chief" && mayor.versionHashModifier == "2")
      let keeper = try reading.relationship("keeper", of: "Town")
      #expect(!keeper.isOptional && keeper.inverseRelationship == nil && keeper.deleteRule == .noAction)
      #expect(try reading.entity("Town").uniquenessConstraints == [["keeper"]])
      let guests = try reading.relationship("guests", of: "Town")
      #expect(guests.isToMany && guests.isOptional && guests.maxCount == 0)
      // Neither end names the other.
      let sights = try reading.relationship("sights", of: "Town")
      #expect(sights.isOptional && sights.inverseRelationship?.name == "town" && sights.deleteRule == .nullify)
      #expect(!reading.problems.contains { $0.contains("error") })
    }

    @Test func anInverseThatCouldBeSeveralIsAnError() throws {
      let reading = try SourceReading(
        """
        @Model class Town {
          var streets: [Street]
          @Relationship(inverse: \\Person.town) var people: [Person]
          @Relationship(inverse: \\Person.twon) var guests: [Person]
          var twin: Town?
        }
        @Model class Street { var start: Town?; var end: Town? }
        @Model class Person { var town: Town? }
        """
      )
      #expect(
        reading.problems == [
          "2:7 error Town.streets names no inverse, and Street.start, Street.end could be it",
          "4:26 error The inverse Person.twon of Town.guests does not exist",
          "5:1 warning Town.twin has no inverse, so deleting a related object leaves it pointing nowhere",
          "7:27 error Street.start names no inverse, and Town.streets could be it",
          "7:45 error Street.end names no inverse, and Town.streets could be it",
        ]
      )
      #expect(reading.document.findings.compactMap(\.suggestion).contains("@Relationship(inverse: \\Street.start)"))
      #expect(reading.document.findings.compactMap(\.suggestion).contains("town"))
    }

    @Test func constraintsAndIndexesComeFromMacros() throws {
      let reading = try SourceReading(
        """
        @Model class Town {
          #Unique<Town>([\\.code], [\\.name, \\.country])
          #Index<Town>([\\.name], [\\.country, \\.name], .rtree([\\.share]), .binary([\\.code]))
          @Attribute(.unique) var name: String
          var country: String
          var code: String
          var share: Double
          #Unique<Town>([\\.mayor])
        }
        """
      )
      let town = try reading.entity("Town")
      #expect(town.uniquenessConstraints == [["name"], ["code"], ["name", "country"], ["mayor"]])
      #expect(
        town.indexes.map(\.name) == [
          "SwiftDataIndexOnBinaryname", "SwiftDataIndexOnBinarycountryname", "SwiftDataIndexOnRTreeshare",
          "SwiftDataIndexOnBinarycode",
        ]
      )
      #expect(town.indexes[2].elements.map(\.collationType) == [.rTree])
      #expect(
        reading.problems == ["1:1 error A uniqueness constraint of Town names mayor, which the entity does not have"]
      )
    }

    @Test func classesInheritFromEachOther() throws {
      let reading = try SourceReading(
        """
        @Model class Place: Hashable { var name: String; @Relationship(inverse: \\Visit.place) var visits: [Visit] }
        @Model final class Town: Place { var count: Int }
        @Model class Visit { var place: Place? }
        @Model class A: B {}
        @Model class B: A {}
        """
      )
      let town = try reading.entity("Town")
      #expect(town.superentity?.name == "Place" && town.declaredProperties.map(\.name) == ["count"])
      #expect(town.propertiesByName.keys.sorted() == ["count", "name", "visits"])
      #expect(reading.problems == ["5:1 error B descends from itself by way of A"])
    }
  }
#endif
