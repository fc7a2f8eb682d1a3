import Foundation
import ModelReading
import PropertyLists
import SQLiteAccess
import TestSupport
import Testing

/// `studbook store migrate` (issue 17).
@Suite struct StoreMigrateCommandTests {
  /// Writes versions of the towns' model into `Towns.xcdatamodeld`, the last of which is current.
  private func writeVersions(_ changes: [[(String, String)]], _ towns: TownStore) throws {
    var contents = TownStore.contents
    for (number, changes) in changes.enumerated() {
      for (old, new) in changes {
        #expect(contents.contains(old))
        contents = contents.replacingOccurrences(of: old, with: new)
      }
      try towns.folder.write(contents, to: "Towns.xcdatamodeld/Towns \(number + 1).xcdatamodel/contents")
    }
  }

  private static let founded = #"name="founded" optional="YES" attributeType="Date" usesScalarValueType="NO""#

  @Test func aStoreIsMigratedAndKeepsItsObjectsAndItsUUID() throws {
    let towns = try TownStore()
    let renamed = Self.founded.replacingOccurrences(of: "founded", with: "since") + #" elementID="founded""#
    try writeVersions([[], [(Self.founded, renamed)]], towns)
    let query = ["query", "Towns.sqlite", "Town", "--sort", "name", "--fields", "name,inhabitants,country.name"]
    let before = try Tool.run(query, in: towns.folder.path).output
    let outcome = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld")
    #expect(outcome.output == "" && outcome.errors == "Migrated Towns.sqlite to Towns.xcdatamodeld.\n")
    #expect(outcome.status == 0)
    #expect(try Tool.run(query, in: towns.folder.path).output == before)
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--where", "since != nil", "--count").output == "2\n")
    let info = try towns.run("store", "info", "Towns.sqlite").output
    #expect(info.contains("6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"))
    #expect(try towns.run("verify", "Towns.sqlite", "--model", "Towns.xcdatamodeld").status == 0)
    let again = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld")
    #expect(again.errors == "Towns.sqlite is a store of Towns.xcdatamodeld already.\n")
    #expect(again.status == 0)
    #expect(towns.folder.names().filter { $0.contains("sqlite") } == ["Towns.sqlite"])
  }

  @Test func aStoreIsMigratedToAnotherFileAndStaysAsItIs() throws {
    let towns = try TownStore()
    try writeVersions([[(#"<attribute name="isCapital""#, #"<attribute name="isSeat" elementID="isCapital""#)]], towns)
    let before = try Data(contentsOf: URL(fileURLWithPath: towns.path))
    let migrate = ["store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld", "--output", "New.sqlite"]
    let outcome = try Tool.run(migrate, in: towns.folder.path)
    #expect(outcome.errors == "Migrated Towns.sqlite to Towns.xcdatamodeld as New.sqlite.\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: towns.path)) == before)
    #expect(try towns.run("query", "New.sqlite", "Town", "--where", "isSeat == YES", "--count").output == "2\n")
    let again = try Tool.run(migrate, in: towns.folder.path)
    #expect(again.errors == "studbook: there is a file New.sqlite already; a migrated store does not replace it\n")
    #expect(again.status == 2)
  }

  /// What names do not say in one step, versions in between may.
  @Test func aStoreIsTakenThroughTheVersionsOfABundle() throws {
    let towns = try TownStore()
    try writeVersions(
      [
        [],
        // Given up in the second version, and there again in the third with another type.
        [("<attribute " + Self.founded + "/>", "")],
        [
          (
            "<attribute name=\"inhabitants\"",
            "<attribute name=\"founded\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"inhabitants\""
          )
        ],
      ],
      towns
    )
    let direct = try towns.run("model", "diff", "Towns.sqlite", "Towns.xcdatamodeld")
    #expect(direct.output.hasSuffix("  Town.founded was Date and is String\n"))
    let outcome = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld")
    #expect(
      outcome.errors == """
        Towns.xcdatamodeld has no Town.founded: its values are given up.
        Migrated Towns.sqlite to Towns.xcdatamodeld, through 2 steps.

        """
    )
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--where", "founded == nil", "--count").output == "4\n")
  }

  @Test func whatCannotBeMigratedStaysAndIsExplained() throws {
    let towns = try TownStore()
    try writeVersions([[(Self.founded, Self.founded.replacingOccurrences(of: #"optional="YES" "#, with: ""))]], towns)
    try towns.folder.write(#"<model><entity name="Other"/></model>"#, to: "Other.xcdatamodel/contents")
    try towns.folder.write("a,b\n", to: "text.csv")
    let before = try Data(contentsOf: URL(fileURLWithPath: towns.path))
    for (store, model, reason) in [
      (
        "Towns.sqlite", "Towns.xcdatamodeld",
        "The store cannot be migrated: Town.founded has become required and has no default value."
      ),
      ("Towns.sqlite", "Other.xcdatamodel", "Other.xcdatamodel has none of the entities of the store Towns.sqlite"),
      ("text.csv", "Towns.xcdatamodeld", "text.csv: This is not a SQLite database, but a text."),
      ("missing.sqlite", "Towns.xcdatamodeld", "missing.sqlite: The store cannot be opened: there is no such file."),
      ("Towns.sqlite", "missing", "missing: There is no such model"),
    ] {
      let outcome = try towns.run("store", "migrate", store, "--to", model)
      #expect(outcome.errors == "studbook: \(reason)\n")
      #expect(outcome.status == 2)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: towns.path)) == before)
    let connection = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try connection.execute("DROP TABLE Z_MODELCACHE")
    connection.close()
    let unknown = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Other.xcdatamodel")
    #expect(
      unknown.errors
        == "studbook: the store Towns.sqlite carries no model, and no version of Other.xcdatamodel made it; name its model with --from\n"
    )
    let wrong = try towns.run(
      "store",
      "migrate",
      "Towns.sqlite",
      "--to",
      "Towns.xcdatamodeld",
      "--from",
      "Other.xcdatamodel"
    )
    #expect(wrong.errors == "studbook: the store Towns.sqlite was not made with a version of Other.xcdatamodel\n")
    try writeVersions(
      [
        [
          (Self.founded, Self.founded + #" elementID="x""#),
          (#"name="isCapital""#, #"name="isSeat" elementID="isCapital""#),
        ]
      ],
      towns
    )
    let named = try towns.run(
      "store",
      "migrate",
      "Towns.sqlite",
      "--to",
      "Towns.xcdatamodeld",
      "--from",
      "Towns.xcdatamodel"
    )
    #expect(named.errors == "Migrated Towns.sqlite to Towns.xcdatamodeld.\n")
    #expect(towns.folder.names().filter { $0.contains("sqlite") } == ["Towns.sqlite"])
  }

  /// Numbers of countries would be taken for numbers of regions.
  @Test func aRelationshipThatLeadsElsewhereIsInTheWay() throws {
    let towns = try TownStore()
    let toCountry = #"destinationEntity="Country" inverseName="towns" inverseEntity="Country""#
    let relationship = """
      <relationship name="towns" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Town" \
      inverseName="country" inverseEntity="Town"/>
      """
    try writeVersions(
      [
        [
          (relationship, ""), (toCountry, toCountry.replacingOccurrences(of: #""Country""#, with: #""Region""#)),
          ("</model>", #"<entity name="Region" representedClassName="Region">\#(relationship)</entity></model>"#),
        ]
      ],
      towns
    )
    let reason = "Town.country leads to Region and led to Country, which is no Region"
    let outcome = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld")
    #expect(outcome.errors == "studbook: The store cannot be migrated: \(reason).\n")
    #expect(outcome.status == 2)
    let difference = try towns.run("model", "diff", "Towns.sqlite", "Towns.xcdatamodeld")
    #expect(difference.output.hasSuffix("a lightweight migration cannot do it:\n  \(reason)\n"))
    #expect(difference.status == 1)
  }

  /// Only when an object without one is met is it known that the relationship cannot be required.
  @Test func anObjectWithoutARequiredRelationshipIsNamed() throws {
    let towns = try TownStore()
    try writeVersions(
      [[(#"name="towns" optional="YES" toMany="YES""#, #"name="towns" minCount="3" toMany="YES""#)]],
      towns
    )
    let outcome = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld")
    #expect(
      outcome.errors == """
        studbook: The store cannot be migrated: \
        Country/p1 has 2 objects in towns, which has to have 3; \
        change that in the store first, or let the model allow it.

        """
    )
    #expect(outcome.status == 2)
    let difference = try towns.run("model", "diff", "Towns.sqlite", "Towns.xcdatamodeld")
    #expect(
      difference.output.hasSuffix(
        "  Country.towns has become required, which Studbook can migrate and Core Data cannot be relied on to\n"
      )
    )
  }

  @Test func objectsThatAreGivenUpAreNamed() throws {
    let towns = try TownStore()
    try towns.folder.write(
      #"<model><entity name="Country"><attribute name="name" attributeType="String"/></entity></model>"#,
      to: "Countries.xcdatamodel/contents"
    )
    let outcome = try towns.run("store", "migrate", "Towns.sqlite", "--to", "Countries.xcdatamodel")
    #expect(
      outcome.errors == """
        Countries.xcdatamodel has no Town: its objects are given up.
        Countries.xcdatamodel has no Country.towns: its values are given up.
        Migrated Towns.sqlite to Countries.xcdatamodel.

        """
    )
    #expect(try towns.run("query", "Towns.sqlite", "Country", "--count").output == "2\n")
  }

  // MARK: Mapping models

  /// Towns with other names for what they had, and with their neighbours in the country; countries are gone, and there are regions.
  private static let mapped = """
    <model>
      <entity name="Town" representedClassName="Town">
        <attribute name="founded" optional="YES" attributeType="Date"/>
        <attribute name="name" attributeType="String"/>
        <attribute name="nation" attributeType="String"/>
        <attribute name="population" optional="YES" attributeType="Integer 64"/>
        <relationship name="neighbours" optional="YES" toMany="YES" destinationEntity="Town" inverseName="neighbours" \
    inverseEntity="Town"/>
      </entity>
      <entity name="Region" representedClassName="Region">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
    </model>
    """

  private static func townMapping() -> MappingModelText.Entity {
    var town = MappingModelText.Entity("Town", "Town")
    town.predicate = "inhabitants != nil"
    town.attributes = [
      ("founded", nil), ("name", nil), ("nation", .expression(MappingModelText.source("country.name"))),
      ("population", .expression(MappingModelText.source("inhabitants"))),
    ]
    town.relationships = [("neighbours", .mapping("TownToTown", keyPath: "$source.country.towns"))]
    return town
  }

  /// Writes two versions, the second of which only a mapping model leads to, and that mapping model.
  private func writeMapping(
    _ towns: TownStore,
    _ entities: [MappingModelText.Entity] = [townMapping(), .init(nil, "Region")]
  ) throws {
    try towns.folder.write(TownStore.contents, to: "Towns.xcdatamodeld/Towns 1.xcdatamodel/contents")
    try towns.folder.write(Self.mapped, to: "Towns.xcdatamodeld/Towns 2.xcdatamodel/contents")
    let versions = try ModelReader.versions(of: towns.folder.file("Towns.xcdatamodeld")).map(\.model)
    try #require(versions.count == 2)
    try towns.folder.write(
      MappingModelText.text(from: versions[0], to: versions[1], entities),
      to: "Mappings/Towns1to2.xcmappingmodel/xcmapping.xml"
    )
  }

  @Test(arguments: ["Mappings", "Mappings/Towns1to2.xcmappingmodel", "Mappings/Towns1to2.xcmappingmodel/xcmapping.xml"])
  func aMappingModelSaysWhatNamesDoNot(_ path: String) throws {
    let towns = try TownStore()
    try writeMapping(towns)
    let migrate = ["store", "migrate", "Towns.sqlite", "--to", "Towns.xcdatamodeld"]
    let alone = try Tool.run(migrate, in: towns.folder.path)
    #expect(alone.status == 2 && alone.errors.contains("Town.nation is new and required, and has no default value"))
    let outcome = try Tool.run(migrate + ["--mapping", path], in: towns.folder.path)
    #expect(
      outcome.errors == """
        Towns.xcdatamodeld has no Country: its objects are given up.
        Migrated Towns.sqlite to Towns.xcdatamodeld.

        """
    )
    #expect(outcome.status == 0)
    let found = try towns.run(
      "query",
      "Towns.sqlite",
      "Town",
      "--sort",
      "name",
      "--fields",
      "name,population,nation",
      "--format",
      "csv"
    )
    #expect(
      found.output == "name,population,nation\r\nBrno,400000,Česko\r\nPraha,1300000,Česko\r\n東京,14000000,日本\r\n",
      "\(found.errors)"
    )
    let near = ["query", "Towns.sqlite", "Town", "--where", "ANY neighbours.name == 'Brno'", "--count"]
    #expect(try Tool.run(near, in: towns.folder.path).output == "2\n")
    #expect(try towns.run("verify", "Towns.sqlite", "--model", "Towns.xcdatamodeld").status == 0)
    #expect(try towns.run("store", "info", "Towns.sqlite").output.contains("6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"))
  }

  /// A mapping model between versions on the way is taken for its step; names say the others.
  @Test func mappingModelsLeadThroughTheVersions() throws {
    let towns = try TownStore()
    try writeMapping(towns)
    let last = Self.mapped.replacingOccurrences(
      of: #"name="population""#,
      with: #"name="inhabitants" elementID="population""#
    )
    try towns.folder.write(last, to: "Towns.xcdatamodeld/Towns 3.xcdatamodel/contents")
    let outcome = try towns.run(
      "store",
      "migrate",
      "Towns.sqlite",
      "--to",
      "Towns.xcdatamodeld",
      "--mapping",
      "Mappings",
      "--output",
      "New.sqlite"
    )
    #expect(outcome.errors.hasSuffix("Migrated Towns.sqlite to Towns.xcdatamodeld as New.sqlite, through 2 steps.\n"))
    let found = try towns.run(
      "query",
      "New.sqlite",
      "Town",
      "--sort",
      "name",
      "--fields",
      "inhabitants,nation",
      "--format",
      "csv"
    )
    #expect(found.output == "inhabitants,nation\r\n400000,Česko\r\n1300000,Česko\r\n14000000,日本\r\n")
    #expect(try towns.run("verify", "New.sqlite", "--model", "Towns.xcdatamodeld").status == 0)
  }

  @Test func aMappingModelThatDoesNotFitIsRefused() throws {
    let towns = try TownStore()
    try writeMapping(towns)
    let before = try Data(contentsOf: URL(fileURLWithPath: towns.path))
    func refusal(_ mapping: String) throws -> String {
      let outcome = try towns.run(
        "store",
        "migrate",
        "Towns.sqlite",
        "--to",
        "Towns.xcdatamodeld",
        "--mapping",
        mapping
      )
      #expect(outcome.status == 2)
      return outcome.errors
    }
    #expect(try refusal("nowhere") == "studbook: nowhere: There is no such mapping model\n")
    var withPolicy = Self.townMapping()
    withPolicy.policy = "Towns.TownPolicy"
    try writeMapping(towns, [withPolicy])
    #expect(
      try refusal("Mappings")
        == "studbook: Mappings/Towns1to2.xcmappingmodel: The entity mapping TownToTown is carried out by the class Towns.TownPolicy, which is code of the application\n"
    )
    try writeMapping(towns)
    let other = Self.mapped.replacingOccurrences(
      of: #""nation" attributeType"#,
      with: #""nation" optional="YES" attributeType"#
    )
    try towns.folder.write(other, to: "Towns.xcdatamodeld/Towns 2.xcdatamodel/contents")
    #expect(
      try refusal("Mappings")
        == "studbook: no mapping model in Mappings was made for the version of the store Towns.sqlite and the one of Towns.xcdatamodeld\n"
    )
    #expect(
      try refusal("Mappings/Towns1to2.xcmappingmodel").contains(
        "for other versions of these entities: Town of the new model."
      )
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: towns.path)) == before)
  }
}
