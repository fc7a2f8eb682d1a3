import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What the commands do with the files of a store: those that read leave everything as it was.
@Suite struct StoreFilesTests {
  private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in folder.names() {
      if let bytes = FileManager.default.contents(atPath: folder.file(name)) { contents[name] = bytes }
    }
    return contents
  }

  private static let readingCommands = [
    ["store", "info", "Towns.sqlite"], ["store", "metadata", "Towns.sqlite"], ["verify", "Towns.sqlite"],
    ["query", "Towns.sqlite", "Town", "--count"],
    ["model", "hashes", "Towns.xcdatamodel", "--against", "Towns.sqlite"],
    ["export", "Towns.sqlite", "--output", "out/Plain.sqlite"],
    ["export", "Towns.sqlite", "--layout", "coredata", "--output", "out/Sealed.sqlite"],
  ]

  @Test(arguments: ["delete", "wal"]) func readingChangesAndLeavesNothing(_ mode: String) throws {
    let towns = try TownStore()
    // A writer that is still at work has the log open; what it has committed counts.
    let writer = try SQLiteConnection(path: towns.path, mode: .readWrite)
    try writer.setPragma("journal_mode", to: mode)
    try writer.execute(
      "INSERT INTO ZTOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOUNTRY, ZISCAPITAL) VALUES (5, 2, 1, 'Ústí', 1, 0)"
    )
    try writer.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 5 WHERE Z_ENT = 2")
    let before = try contents(towns.folder)
    for command in Self.readingCommands {
      let outcome = try Tool.run(command, in: towns.folder.path)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      let after = try contents(towns.folder).filter { !$0.key.hasPrefix("out/") }
      #expect(after == before, "\(command): \(after.keys.sorted())")
    }
    #expect(try towns.run("query", "Towns.sqlite", "Town", "--count").output == "5\n")
    #expect(try towns.run("query", "out/Sealed.sqlite", "Town", "--count").output == "5\n")
    writer.close()
  }

  /// A log is beside the file that a link leads to, and not beside the link; it was passed over.
  @Test(arguments: ["delete", "wal"]) func aLinkedStoreIsReadWithItsLog(_ mode: String) throws {
    let towns = try TownStore()
    let writer = try SQLiteConnection(path: towns.path, mode: .readWrite)
    defer { writer.close() }
    try writer.setPragma("journal_mode", to: mode)
    try writer.execute("UPDATE ZTOWN SET ZNAME = 'Changed' WHERE Z_PK = 1")
    let link = towns.folder.file("links/Linked.sqlite")
    try FileManager.default.createDirectory(atPath: towns.folder.file("links"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Towns.sqlite")
    #expect(try towns.run("query", "links/Linked.sqlite", "Town").output.contains("Changed"))
    for layout in ["plain", "coredata"] {
      let export = try towns.run(
        "export",
        "links/Linked.sqlite",
        "--layout",
        layout,
        "--output",
        "out/\(layout).sqlite"
      )
      #expect(export.status == 0, "\(export.errors)")
      let published = try SQLiteConnection(path: towns.folder.file("out/\(layout).sqlite"), mode: .immutable)
      defer { published.close() }
      let sql = layout == "plain" ? "SELECT name FROM Town WHERE id = 1" : "SELECT ZNAME FROM ZTOWN WHERE Z_PK = 1"
      #expect(try published.firstValue(sql)?.text == "Changed")
    }
  }

  @Test func anExportDoesNotReplaceTheStoreThatItIsMadeOf() throws {
    let towns = try TownStore()
    let before = try Data(contentsOf: URL(fileURLWithPath: towns.path))
    try FileManager.default.createSymbolicLink(atPath: towns.folder.file("here"), withDestinationPath: ".")
    for output in ["Towns.sqlite", "here/Towns.sqlite"] {
      #expect(try towns.run("export", "Towns.sqlite", "--output", output).status == 2)
      #expect(try Data(contentsOf: URL(fileURLWithPath: towns.path)) == before)
    }
  }

  /// Each read the metadata, and wrote all of them back.
  @Test(arguments: ["sqlite", "xml"]) func metadataThatOthersSetAtTheSameTimeStay(_ type: String) async throws {
    let towns = try TownStore()
    let made = try towns.run(
      "store",
      "create",
      "--model",
      "Towns.xcdatamodel",
      "--output",
      "Own.\(type)",
      "--type",
      type
    )
    #expect(made.status == 0, "\(made.errors)")
    let path = towns.folder.path
    let keys = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<12 {
        group.addTask {
          let set = ["store", "metadata", "Own.\(type)", "--set", "key\(number)=1"]
          return try Tool.run(set, in: path).status == 0 ? "key\(number)" : nil
        }
      }
      return try await group.reduce(into: [String]()) { keys, key in if let key { keys.append(key) } }
    }
    let all = try towns.run("store", "metadata", "Own.\(type)").output
    #expect(!keys.isEmpty)
    for key in keys { #expect(all.contains(key), "\(key) was said to be set") }
  }

  @Test func aShippedFileOpensWhereNothingCanBeWritten() throws {
    let towns = try TownStore()
    #expect(
      try towns.run("export", "Towns.sqlite", "--layout", "coredata", "--output", "out/Towns.sqlite").status == 0
    )
    let out = towns.folder.file("out")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: out)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: out) }
    for mode in [SQLiteConnection.OpenMode.readOnly, .immutable] {
      let connection = try SQLiteConnection(path: out + "/Towns.sqlite", mode: mode)
      #expect(try connection.firstValue("SELECT count(*) FROM ZTOWN") == 4)
      #expect(try connection.journalMode() == .delete)
      #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM ZTOWN") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["Towns.sqlite"])
      connection.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["Towns.sqlite"])
    }
    #expect(try towns.run("verify", "out/Towns.sqlite").status == 0)
  }

  @Test func changesTheApplicationsMetadataOnly() throws {
    let towns = try TownStore()
    #expect(try towns.run("store", "metadata", "Towns.sqlite", "--set", "edition=12", "--type", "integer").status == 0)
    let outcome = try towns.run("store", "metadata", "Towns.sqlite", "--set", "source=Český úřad = ČSÚ", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["edition"] as? Int == 12)
    #expect(object["source"] as? String == "Český úřad = ČSÚ")
    #expect(object["NSStoreUUID"] as? String == "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11")
    #expect((object["NSStoreModelVersionHashes"] as? [String: Any])?.count == 2)
    #expect(try towns.run("verify", "Towns.sqlite").status == 0)
    #expect(
      try towns.run("store", "metadata", "Towns.sqlite", "--remove", "edition").output.contains("edition") == false
    )
    let missing = try towns.run("store", "metadata", "Towns.sqlite", "--remove", "edition")
    #expect(missing.status == 2)
    #expect(missing.errors == "studbook: the metadata have no key ‘edition’\n")
    #expect(try towns.run("store", "metadata", "Towns.sqlite", "--set", "NSStoreUUID=1").status == 64)
    #expect(try towns.run("store", "metadata", "Towns.sqlite", "--set", "a=b", "--type", "real").status == 2)
  }

  @Test func saysThatAStoreHasNoHistory() throws {
    let towns = try TownStore()
    let outcome = try towns.run("store", "history", "Towns.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("it does not record its history"))
  }

  struct OtherFile: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What every command that reads stores has to say about it.
    var explanation: String
    /// Makes the file of the bytes of a store.
    var bytes: @Sendable ([UInt8]) -> [UInt8]
  }

  static let otherFiles = [
    OtherFile(testDescription: "nothing", explanation: "an empty file") { _ in [] },
    OtherFile(testDescription: "a text", explanation: "a text") { _ in Array("name,country".utf8) },
    OtherFile(testDescription: "an archive", explanation: "a compressed file or an archive") { _ in
      Array("PK\u{3}\u{4}".utf8) + [0, 200, 3]
    },
    OtherFile(testDescription: "an encrypted database", explanation: "as an encrypted database has; decrypt it first") {
      var generator = SeededGenerator(7)
      return $0.map { _ in UInt8.random(in: 0...255, using: &generator) }
    },
    OtherFile(testDescription: "half a store", explanation: "The file is cut off") { Array($0.prefix($0.count / 2)) },
    OtherFile(testDescription: "the beginning of a header", explanation: "The file is cut off") {
      Array($0.prefix(50))
    },
    OtherFile(
      testDescription: "a later file format",
      explanation: "a newer format than Studbook knows: SQLite's file format 9"
    ) {
      var bytes = $0
      (bytes[18], bytes[19]) = (9, 9)
      return bytes
    },
    OtherFile(testDescription: "a later schema format", explanation: "a newer format than Studbook knows") {
      var bytes = $0
      bytes[47] = 9
      return bytes
    },
  ]

  @Test(arguments: otherFiles) func everyCommandSaysWhatAFileIsThatIsNoStore(_ file: OtherFile) throws {
    let towns = try TownStore()
    let bytes = file.bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: towns.path))))
    try Data(bytes).write(to: URL(fileURLWithPath: towns.folder.file("Other.sqlite")))
    for command in [["store", "info"], ["verify", "--model", "Towns.xcdatamodel"]] {
      let outcome = try Tool.run(command + ["Other.sqlite"], in: towns.folder.path)
      #expect((outcome.output + outcome.errors).contains(file.explanation), "\(outcome)")
      #expect(outcome.status == (command[0] == "verify" ? 1 : 2))
    }
  }

  @Test func aDatabaseOfAnotherProgramIsNoStore() throws {
    let towns = try TownStore()
    try SQLiteConnection(path: towns.folder.file("Other.sqlite"), mode: .create).execute("CREATE TABLE t (a)")
    for command in [["store", "info"], ["verify"], ["query"]] {
      let arguments = command + ["Other.sqlite"] + (command == ["query"] ? ["Town"] : [])
      let outcome = try Tool.run(arguments, in: towns.folder.path)
      #expect((outcome.output + outcome.errors).contains("not a Core Data store: the table Z_METADATA is missing"))
      #expect(outcome.status != 0)
    }
    let folder = try Tool.run(["store", "info", "Towns.xcdatamodel"], in: towns.folder.path)
    #expect(folder.errors.contains("it is a folder"))
  }
}
