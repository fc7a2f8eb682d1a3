import Foundation
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
}
