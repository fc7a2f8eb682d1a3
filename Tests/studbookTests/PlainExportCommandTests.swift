import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `studbook export` for other apps than those with Core Data.
@Suite struct PlainExportCommandTests {
  @Test func saysWhatAnOlderVersionDoesNotGet() throws {
    let towns = try TownStore()
    let arguments = ["export", "Towns.sqlite", "--model", "Towns.xcdatamodel", "--output", "old.sqlite"]
    let outcome = try Tool.run(arguments + ["--sqlite-version", "3.32"], in: towns.folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors == """
        Left out: STRICT tables, which refuse values of other types (SQLite 3.37).
        Published old.sqlite.

        """
    )
    let database = try SQLiteConnection(path: towns.folder.file("old.sqlite"), mode: .immutable)
    defer { database.close() }
    #expect(try database.rows("SELECT count(*) FROM sqlite_master WHERE sql LIKE '%STRICT%'") == [[0]])
  }

  @Test(
    arguments: [
      (["--sqlite-version", "three"], 64, "--sqlite-version takes a version such as 3.32"),
      (["--sqlite-version", "3.5"], 2, "files are written for SQLite 3.7.4 and later, not for 3.5"),
      (["--tokenizer", "unicode"], 2, "--tokenizer cannot be used: FTS5 has no tokenizer ‘unicode’"),
      (["--tokenizer", "City=porter"], 2, "the model has no entity City"),
      (["--layout", "coredata", "--search", "off"], 64, "--search is about the plain layout"),
      (["--room-name", "a=b"], 64, "--room-name belongs to --room"),
      (["--room", "nowhere.json"], 2, "there is no file nowhere.json"),
      (["--room", "Towns.xcdatamodel/contents"], 2, "it has no “formatVersion”"),
    ] as [([String], Int32, String)]
  )
  func refusesWhatCannotBe(_ options: [String], _ status: Int32, _ message: String) throws {
    let towns = try TownStore()
    let arguments = ["export", "Towns.sqlite", "--model", "Towns.xcdatamodel", "--output", "new.sqlite"]
    let outcome = try Tool.run(arguments + options, in: towns.folder.path)
    #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: towns.folder.file("new.sqlite")))
  }

  private static func schema(_ type: String) -> String {
    """
    {"formatVersion": 1, "database": {"version": 2, "identityHash": "abc", "entities": [{
      "tableName": "countries",
      "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` INTEGER NOT NULL, `name` \(type) NOT NULL, PRIMARY KEY(`id`))",
      "fields": [{"columnName": "id", "affinity": "INTEGER", "notNull": true}, {"columnName": "name", "affinity": "\(type)", "notNull": true}],
      "primaryKey": {"autoGenerate": false, "columnNames": ["id"]}
    }]}}
    """
  }

  @Test func writesForRoomOrSaysWhatDoesNotFit() throws {
    let towns = try TownStore()
    try towns.folder.write(Self.schema("TEXT"), to: "2.json")
    let arguments = [
      "export", "Towns.sqlite", "--model", "Towns.xcdatamodel", "--output", "room.db", "--room", "2.json",
    ]
    let outcome = try Tool.run(arguments, in: towns.folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Room: the objects of Town have no table, and are left out."))
    let database = try SQLiteConnection(path: towns.folder.file("room.db"), mode: .immutable)
    defer { database.close() }
    #expect(try database.rows("SELECT id, name FROM countries") == [[1, "Česko"], [2, "日本"]])
    #expect(try database.firstValue("PRAGMA user_version") == 2)
    try towns.folder.write(Self.schema("BLOB"), to: "2.json")
    let refused = try Tool.run(arguments, in: towns.folder.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "studbook: cannot write for Room: countries.name: it is BLOB, and the attribute is a string\n",
      "\(refused.errors)"
    )
    // What was published before stays.
    #expect(try database.rows("SELECT count(*) FROM countries") == [[2]])
  }
}
