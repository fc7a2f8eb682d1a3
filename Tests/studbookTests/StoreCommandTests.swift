import Foundation
import SQLiteAccess
import TestSupport
import Testing

@Suite struct StoreCommandTests {
  @Test func showsWhatAStoreSaysOfItself() throws {
    let towns = try TownStore()
    let outcome = try towns.run("store", "info", "Towns.sqlite")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Store              6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"))
    #expect(lines.contains("Journal            rollback"))
    #expect(lines.contains { $0.hasPrefix("Country       1                2  ") })
    #expect(lines.contains { $0.hasPrefix("Town          2                4  ") })
    #expect(outcome.status == 0)
  }

  @Test func hashesOfStoreAndModelAgree() throws {
    let towns = try TownStore()
    let info = try towns.run("store", "info", "Towns.sqlite", "--json").output
    let hashes = try towns.run("model", "hashes", "Towns.xcdatamodel", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(info.utf8)) as? [String: Any])
    let model = try #require(try JSONSerialization.jsonObject(with: Data(hashes.utf8)) as? [String: Any])
    let stored = try #require(object["entities"] as? [[String: Any]])
    let computed = try #require(model["entities"] as? [[String: Any]])
    #expect(stored.compactMap { $0["hash"] as? String } == computed.compactMap { $0["hash"] as? String })
    #expect(stored.count == 2)
    #expect(object["versionChecksum"] as? String == model["checksum"] as? String)
  }

  @Test func saysWhatChangedSinceAStoreWasMade() throws {
    let towns = try TownStore()
    let same = try towns.run("model", "hashes", "Towns.xcdatamodel", "--against", "Towns.sqlite")
    #expect(same.output == "Entity   Version hash\nCountry  the same\nTown     the same\n")
    #expect(same.status == 0)
    let changed = TownStore.contents.replacingOccurrences(
      of: #"name="inhabitants" optional="YES""#,
      with: #"name="inhabitants""#
    )
    try towns.folder.write(changed, to: "Changed.xcdatamodel/contents")
    let outcome = try towns.run("model", "hashes", "Changed.xcdatamodel", "--against", "Towns.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Town     differs: Town.inhabitants: optional"))
  }

  @Test func refusesHashesOfAnotherModel() throws {
    let towns = try TownStore()
    let changed = TownStore.contents.replacingOccurrences(of: "isCapital", with: "isCapitalCity")
    try towns.folder.write(changed, to: "Changed.xcdatamodel/contents")
    let outcome = try towns.run(
      "store",
      "create",
      "--model",
      "Changed.xcdatamodel",
      "--output",
      "New.sqlite",
      "--hashes-from",
      "Towns.sqlite"
    )
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "studbook: Towns.sqlite belongs to another version of the model: the hash of Town differs\n"
    )
    #expect(!towns.folder.names().contains("New.sqlite"))
  }

  @Test func compilesAModelThatReadsBackTheSame() throws {
    let towns = try TownStore()
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.momd").status == 0)
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.mom").status == 0)
    let hashes = try towns.run("model", "hashes", "Towns.xcdatamodel").output
    #expect(try towns.run("model", "hashes", "Towns.momd").output == hashes)
    #expect(try towns.run("model", "hashes", "Towns.mom").output == hashes)
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--count", "--model", "Towns.momd").output == "4\n")
    #expect(try towns.run("model", "compile", "Towns.xcdatamodel", "--output", "Towns.txt").status == 64)
  }

  @Test func newStoreDoesNotReplaceAFile() throws {
    let towns = try TownStore()
    let outcome = try towns.run("store", "create", "--model", "Towns.xcdatamodel", "--output", "Towns.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("There is a file already"))
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--count").output == "4\n")
  }

  @Test func lintFindsAMissingDestination() throws {
    let folder = try TemporaryFolder()
    let broken = TownStore.contents.replacingOccurrences(
      of: "destinationEntity=\"Country\"",
      with: "destinationEntity=\"Contry\""
    )
    try folder.write(broken, to: "Broken.xcdatamodel/contents")
    let outcome = try Tool.run(["model", "lint", "Broken.xcdatamodel"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("error[model.unknown-entity]"))
    let sound = try TownStore().run("model", "lint", "Towns.xcdatamodel")
    #expect(sound.output == "Towns.xcdatamodel/contents: 2 entities, no problems\n")
    #expect(sound.status == 0)
  }

  @Test func exportsPlainTablesThatAreSealedAndTheSameTwice() throws {
    let towns = try TownStore()
    let outcome = try towns.run("export", "Towns.sqlite", "--output", "out/plain.sqlite")
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "Published out/plain.sqlite.\n")
    let path = towns.folder.file("out/plain.sqlite")
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    #expect(
      try connection.rows("SELECT name, country FROM TownView WHERE isCapital = 1") == [
        ["Praha", "Česko"], ["東京", "日本"],
      ]
    )
    #expect(try towns.run("export", "Towns.sqlite", "--output", "out/plain.sqlite", "--quiet").errors == "")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
    #expect(towns.folder.names().filter { $0.hasPrefix("out/") } == ["out/plain.sqlite"])
  }

  @Test func sealsAStoreWithAWriteAheadLog() throws {
    let towns = try TownStore()
    let connection = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try connection.setJournalMode(.wal)
    try connection.execute("UPDATE ZTOWN SET ZNAME = 'Plzeň' WHERE Z_PK = 3")
    let outcome = try towns.run(
      "export",
      "Towns.sqlite",
      "--layout",
      "coredata",
      "--output",
      "Sealed.sqlite",
      "--quiet"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    connection.close()
    #expect(try towns.run("query", "Sealed.sqlite", "Town", "--where", "name == 'Plzeň'", "--count").output == "1\n")
    let info = try towns.run("store", "info", "Sealed.sqlite").output
    #expect(info.contains("Journal            rollback"))
  }

  @Test func verifyFindsPlantedFaults() throws {
    let towns = try TownStore()
    let sound = try towns.run("verify", "Towns.sqlite")
    #expect(sound.output == "Towns.sqlite: checked against the model, no problems\n")
    #expect(sound.status == 0)
    let connection = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try connection.execute("UPDATE ZTOWN SET ZCOUNTRY = 99 WHERE Z_PK = 3")
    connection.close()
    let broken = try towns.run("verify", "Towns.sqlite", "--json")
    #expect(broken.status == 1)
    #expect(broken.output.contains(#""isSound": false"#))
    #expect(broken.output.contains(#""rule": "store.dangling-reference""#))
  }

  @Test func verifyLooksCloserIfTold() throws {
    let towns = try TownStore()
    let connection = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try connection.execute("CREATE INDEX own ON ZTOWN(ZNAME) WHERE Z_PK > 2")
    try connection.setPragma("writable_schema", to: "on")
    try connection.execute("UPDATE sqlite_schema SET sql = replace(sql, '> 2', '> 1') WHERE name = 'own'")
    connection.close()
    let quick = try towns.run("verify", "Towns.sqlite")
    #expect(quick.status == 0, "\(quick.output)")
    let full = try towns.run("verify", "Towns.sqlite", "--full")
    #expect(full.status == 1)
    #expect(full.output.contains("error[store.integrity] Towns.sqlite is damaged: "), "\(full.output)")
    #expect(full.output.contains("index own"))
  }

  @Test(arguments: [
    ("coredata", "The store is sealed page by page.\n"),
    (
      "plain",
      "The store is sealed by SQLite, because it has what only SQLite can write: the virtual table CountrySearch.\n"
    ),
  ]) func exportSaysHowTheFileIsWritten(layout: String, words: String) throws {
    let towns = try TownStore()
    let outcome = try towns.run(
      "export",
      "Towns.sqlite",
      "--layout",
      layout,
      "--output",
      "Sealed.sqlite",
      "--verbose"
    )
    #expect(outcome.errors == words + "Published Sealed.sqlite.\n")
  }
}

/// What is told of stores that lack something (issue 17).
@Suite struct IncompleteStoreTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Photo" representedClassName="Photo" syncable="YES">
        <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="title" attributeType="String"/>
      </entity>
    </model>
    """
  private static let file = "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"

  /// A folder with a store of one photo, whose image is in a file that is not there.
  private func folder(_ statements: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Photos.xcdatamodel/contents")
    let command = ["store", "create", "--model", "Photos.xcdatamodel", "--output", "Photos.sqlite"]
    try #require(try Tool.run(command, in: folder.path).status == 0)
    let connection = try SQLiteConnection(path: folder.file("Photos.sqlite"), mode: .readWrite)
    defer { connection.close() }
    for statement in statements { try connection.execute(statement) }
    return folder
  }

  private static let photo = """
    INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZIMAGE) VALUES (1, 1, 1, 'Prague', CAST(x'02' || '\(file)' || x'00' AS BLOB))
    """

  @Test(arguments: [
    ["query", "Photos.sqlite", "Photo", "--fields", "title,image"],
    ["export", "Photos.sqlite", "--output", "Plain.sqlite"],
    ["export", "Photos.sqlite", "--layout", "coredata", "--output", "Copy.sqlite"],
  ])
  func tellsOfAMissingFile(_ command: [String]) throws {
    let folder = try folder(Self.photo, "UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
    let outcome = try Tool.run(command, in: folder.path)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "studbook: a value is kept in the file \(Self.file), which is not there, so it reads as none\n"
      )
    )
    try FileManager.default.createDirectory(
      atPath: folder.file(".Photos_SUPPORT/_EXTERNAL_DATA"),
      withIntermediateDirectories: true
    )
    try folder.write("image", to: ".Photos_SUPPORT/_EXTERNAL_DATA/" + Self.file)
    let whole = try Tool.run(command, in: folder.path)
    #expect(whole.status == 0 && !whole.errors.contains("not there"))
  }

  @Test func publishesNoStoreThatIsWrongAsOneOfTheNamedModel() throws {
    let folder = try folder(
      "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1"
    )
    let command = ["export", "Photos.sqlite", "--layout", "coredata", "--output", "Copy.sqlite"]
    let refused = try Tool.run(command + ["--model", "Photos.xcdatamodel"], in: folder.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors == """
        studbook: ZPHOTO 1: title is required and has no value
        studbook: the store Photos.sqlite has an error as one of Photos.xcdatamodel, so it is not published; ‘studbook verify’ lists them

        """
    )
    #expect(!FileManager.default.fileExists(atPath: folder.file("Copy.sqlite")))
    let connection = try SQLiteConnection(path: folder.file("Photos.sqlite"), mode: .readWrite)
    try connection.execute("UPDATE ZPHOTO SET ZTITLE = 'Prague'")
    connection.close()
    #expect(try Tool.run(command + ["--model", "Photos.xcdatamodel"], in: folder.path).status == 0)
  }

  @Test func showsThatAStoreIsMirroredInCloudKit() throws {
    let folder = try folder()
    #expect(
      try Tool.run(["store", "info", "Photos.sqlite"], in: folder.path).output.contains(
        "CloudKit           not mirrored\n"
      )
    )
    let connection = try SQLiteConnection(path: folder.file("Photos.sqlite"), mode: .readWrite)
    try connection.execute(
      "CREATE TABLE ANSCKMETADATAENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR )"
    )
    connection.close()
    #expect(
      try Tool.run(["store", "info", "Photos.sqlite"], in: folder.path).output.contains("CloudKit           mirrored\n")
    )
    let json = try Tool.run(["store", "info", "Photos.sqlite", "--json"], in: folder.path).output
    #expect(json.contains("\"mirrorsToCloudKit\": true"))
    #expect(try Tool.run(["verify", "Photos.sqlite"], in: folder.path).status == 0)
  }
}
