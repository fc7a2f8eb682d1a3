import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `studbook diff`, run as a user would.
@Suite struct DiffCommandTests {
  private let towns: TownStore

  /// Makes a newer store beside the first: one town more, one less, one with other values.
  init() throws {
    towns = try TownStore()
    try FileManager.default.copyItem(atPath: towns.path, toPath: towns.folder.file("New.sqlite"))
    let connection = try SQLiteConnection(path: towns.folder.file("New.sqlite"), mode: .readWrite)
    defer { connection.close() }
    try connection.execute("UPDATE ZTOWN SET ZINHABITANTS = NULL, ZCOUNTRY = 2 WHERE ZNAME = 'Brno'")
    try connection.execute("DELETE FROM ZTOWN WHERE ZNAME = '東京'")
    try connection.execute(
      "INSERT INTO ZTOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOUNTRY, ZISCAPITAL) VALUES (9, 2, 1, '=1+1', 1, 0)"
    )
  }

  private func diff(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["diff", "Towns.sqlite", "New.sqlite", "--key", "Town=name"] + arguments, in: towns.folder.path)
  }

  @Test func printsWhatChangedForPeople() throws {
    let outcome = try diff()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        Town: 1 added, 1 removed, 1 changed (4 before, 4 now)
          + =1+1
          ~ Brno
              country: Česko → 日本
              inhabitants: 400000 → (none)
          - 東京

        """
    )
    #expect(try diff("--exit-code").status == 1)
    let summary = try diff("--summary")
    #expect(summary.output.contains("  Town.country: changed in 1\n") && !summary.output.contains("Brno"))
    let same = try towns.run("diff", "Towns.sqlite", "Towns.sqlite", "--exit-code")
    #expect(same.status == 0 && same.output == "The stores have the same objects.\n")
  }

  @Test func printsJSONAsItsSchemaSays() throws {
    for arguments in [["--format", "json"], ["--format", "json", "--summary"]] {
      let outcome = try Tool.run(
        ["diff", "Towns.sqlite", "New.sqlite", "--key", "Town=name"] + arguments,
        in: towns.folder.path
      )
      let value = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      let schema = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: Package.path("docs/diff-schema.json")))
      )
      let properties = try #require((schema as? [String: Any])?["properties"] as? [String: Any])
      let required = try #require((schema as? [String: Any])?["required"] as? [String])
      #expect(Set(value.keys).isSubset(of: properties.keys) && Set(required).isSubset(of: value.keys))
      #expect(value["isSame"] as? Bool == false)
      let entities = try #require(value["entities"] as? [[String: Any]])
      let town = try #require(entities.first { $0["entity"] as? String == "Town" })
      #expect(town["added"] as? Int == 1 && town["removed"] as? Int == 1 && town["changed"] as? Int == 1)
      #expect(town["properties"] as? [String: Int] == ["country": 1, "inhabitants": 1])
      guard let objects = value["objects"] as? [[String: Any]] else {
        #expect(arguments.contains("--summary"))
        continue
      }
      #expect(objects.map { $0["change"] as? String } == ["added", "changed", "removed"])
      #expect(objects[1]["oldURI"] as? String == "x-coredata://6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11/Town/p3")
      #expect((objects[1]["key"] as? [String: String]) == ["name": "Brno"])
    }
  }

  @Test func printsMarkdownAndCSVThatNothingComesAliveIn() throws {
    let markdown = try diff("--format", "markdown").output
    #expect(markdown.contains("### Added\n\n- \\=1+1\n\n### Changed\n\n- Brno\n  - country: Česko → 日本\n"))
    let csv = try diff("--format", "csv").output
    #expect(
      csv.split(whereSeparator: \.isNewline) == [
        "entity,change,key,property,old,new", "Town,added,'=1+1,,,", "Town,changed,Brno,country,Česko,日本",
        "Town,changed,Brno,inhabitants,400000,", "Town,removed,東京,,,",
      ]
    )
    #expect(try diff("--format", "csv", "--summary").output.contains("Town,4,4,1,1,1"))
  }

  @Test func tellsAReleaseOfAnotherVersionOfTheModelWhatTheModelHasMore() throws {
    let model = TownStore.contents.replacingOccurrences(
      of: "<attribute name=\"isCapital\"",
      with: "<attribute name=\"mayor\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"isCapital\""
    )
    try #require(model != TownStore.contents)
    try towns.folder.write(model, to: "Newer.xcdatamodel/contents")
    let migrated = try towns.run(
      "store",
      "migrate",
      "Towns.sqlite",
      "--to",
      "Newer.xcdatamodel",
      "--output",
      "Newer.sqlite"
    )
    try #require(migrated.status == 0, "\(migrated.errors)")
    let outcome = try towns.run("diff", "Towns.sqlite", "Newer.sqlite", "--exit-code")
    #expect(outcome.output == "Model: Town.mayor: attribute mayor was added\n")
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    (["--key", "Town=isCapital"], "have the isCapital ‘1’"), (["--key", "Town"], "is no key"),
    (["--key", "Town="], "is no key"), (["--key", "Town=nme"], "‘nme’ cannot be a key of Town"),
    (["--key", "Twn=name"], "there is no entity ‘Twn’"),
    (["--key", "Town=name", "--key", "Town=country"], "two keys for Town"),
  ]) func keysThatCannotBeUsedAreTold(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(["diff", "Towns.sqlite", "New.sqlite"] + arguments, in: towns.folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func whatIsNoStoreIsTold() throws {
    try towns.folder.write("a,b\n", to: "Towns.csv")
    for (path, message) in [("Towns.csv", "not a SQLite database"), ("None.sqlite", "None.sqlite")] {
      for files in [[path, "Towns.sqlite"], ["Towns.sqlite", path]] {
        let outcome = try Tool.run(["diff"] + files, in: towns.folder.path)
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: towns.folder.file("None.sqlite")))
  }
}
