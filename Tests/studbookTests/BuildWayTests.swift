import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A build writes its reference file page by page where it can, and through SQLite otherwise; who reads the file need not know.
@Suite("Ways to write the reference file")
struct BuildWayTests {
  /// A folder with sources that only add objects, until `change` has been made to the recipe.
  private func inputs(_ change: (String) -> String = { $0 }) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="Group"><attribute name="name" attributeType="String"/>
          <relationship name="dogs" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="group" inverseEntity="Dog"/>
        </entity>
        <entity name="Dog"><attribute name="name" attributeType="String"/>
          <attribute name="weight" optional="YES" attributeType="Double"/>
          <relationship name="group" maxCount="1" destinationEntity="Group" inverseName="dogs" inverseEntity="Group"/>
          <relationship name="friends" optional="YES" toMany="YES" ordered="YES" destinationEntity="Dog" inverseName="friendOf" inverseEntity="Dog"/>
          <relationship name="friendOf" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="friends" inverseEntity="Dog"/>
          <relationship name="rival" optional="YES" maxCount="1" destinationEntity="Dog" inverseName="rival" inverseEntity="Dog"/>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
      </model>
      """,
      to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents"
    )
    try folder.write("name\nHounds\nToys\n", to: "groups.csv")
    let dogs = (1...500).map { "Dog \($0 * 7919 % 503),\($0 % 3 == 0 ? "Toys" : "Hounds"),\(Double($0) / 4)\n" }
    try folder.write("name,group,weight\n" + dogs.joined(), to: "dogs.csv")
    let updates = stride(from: 500, to: 0, by: -3).map { "Dog \($0 * 7919 % 503),\(Double($0) / 8 + 1)\n" }
    try folder.write("name,weight\n" + updates.joined(), to: "updates.csv")
    let friends = (1...200).map { number in
      let names = [3, 5, 3, 11].map { "Dog \(number * $0 % 503)" }
      return "Dog \(number * 13 % 503),\(names.joined(separator: "/")),Dog \(number * 17 % 503)\n"
    }
    try folder.write("name,friends,rival\n" + friends.joined(), to: "friends.csv")
    try folder.write(
      change(
        """
        model: Dogs.xcdatamodeld
        output: Dogs.sqlite
        sources:
          - { file: groups.csv, entity: Group, mode: insert }
          - { file: dogs.csv, entity: Dog, mode: insert, key: name, relationships: { group: { field: group, matches: name } } }

        """
      ),
      to: "Dogs.recipe.yml"
    )
    return folder
  }

  private func build(_ folder: TemporaryFolder, _ output: String = "Output") throws -> Tool.Outcome {
    try Tool.run(["build", "Dogs.recipe.yml", "--verbose", "--output", output], in: folder.path)
  }

  /// What is in the file, but for its UUID.
  private func contents(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'Z_METADATA'")
      .compactMap { $0[0].text }.map { "SELECT rowid, * FROM \($0)" }
    let queries =
      ["SELECT type, name, tbl_name, sql FROM sqlite_schema", "SELECT Z_VERSION, Z_PLIST FROM Z_METADATA"] + tables
    return try queries.flatMap { try connection.rows($0).map { "\($0)" } }
  }

  /// A source that gives every third dog another weight.
  private static let updates = "  - { file: updates.csv, entity: Dog, mode: update, key: name }\n"

  /// A source that says who is friends with whom, and whose rival.
  private static let friends = """
      - file: friends.csv
        entity: Dog
        key: name
        mode: update
        unmatched: skip
        relationships:
          friends: { field: friends, matches: name, split: "/", unknown: skip }
          rival: { field: rival, matches: name, unknown: skip, taken: replace }

    """

  @Test(arguments: ["", updates, friends]) func bothWaysMakeTheSameFile(more: String) throws {
    let pages = try inputs { $0 + more }
    let outcome = try build(pages)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "The reference file is written page by page.\n")
    let sqlite = try inputs { $0 + more + "rules: [{ on: Dog, require: group.name != name }]\n" }
    let other = try build(sqlite)
    #expect(
      other.errors
        == "The reference file is written by SQLite, because records of dogs.csv have to be seen together with the objects around them.\n"
        + "The store is sealed page by page.\n"
    )
    #expect(
      try contents(pages.file("Output/Dogs.sqlite")) == contents(sqlite.file("Output/Dogs.sqlite"))
    )
    let isChanged = try contents(pages.file("Output/Dogs.sqlite")).contains { $0.contains("real(63.125)") }
    #expect(isChanged == (more == Self.updates))
    let hasFriends = try contents(pages.file("Output/Dogs.sqlite")).contains { $0.contains("integer(6144)") }
    #expect(hasFriends == (more == Self.friends))
    let connection = try SQLiteConnection(path: pages.file("Output/Dogs.sqlite"), mode: .immutable)
    #expect(try connection.integrityProblems().isEmpty)
    #expect(try connection.rows("PRAGMA auto_vacuum") == [[2]])
    let verified = try Tool.run(["verify", "Output/Dogs.sqlite"], in: pages.path)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    #expect(try build(pages, "Again").status == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: pages.file("Output/Dogs.sqlite")))
        == Data(contentsOf: URL(fileURLWithPath: pages.file("Again/Dogs.sqlite")))
    )
  }

  @Test func sealingAReleaseAgainGivesItsBytes() throws {
    let folder = try inputs()
    #expect(try build(folder).status == 0)
    let arguments = ["export", "Output/Dogs.sqlite", "--layout", "coredata", "--output", "Again.sqlite"]
    #expect(try Tool.run(arguments, in: folder.path).status == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/Dogs.sqlite")))
        == Data(contentsOf: URL(fileURLWithPath: folder.file("Again.sqlite")))
    )
  }

  @Test func rulesAtTheEndReadTheFinishedFile() throws {
    let folder = try inputs {
      $0 + "rules:\n  - { on: Group, require: \"dogs.@count > 200\", when: end, message: Too few dogs }\n"
    }
    let outcome = try build(folder)
    #expect(outcome.errors.contains("page by page"))
    #expect(outcome.output.contains("Too few dogs"), "\(outcome.output)")
    #expect(outcome.output.contains("groups.csv:3"), "\(outcome.output)")
  }

  /// A build that fails at its end ends while the digests of its sources are still being computed on another thread.
  @Test func aBuildThatFailsWaitsForNoDigest() throws {
    let folder = try inputs { $0.replacing("groups.csv", with: "\"groups/*.csv\"") }
    try folder.write(try folder.text(of: "groups.csv"), to: "groups/0.csv")
    for number in 1...1500 { try folder.write("name\nGroup \(number)\n", to: "groups/\(number).csv") }
    for _ in 0..<3 { #expect(try build(folder, withRoomFor: 8) == 2) }
  }

  /// Builds where no file may have more than some blocks of 512 bytes, which stands in for a disk without room.
  ///
  /// - Returns: The exit status, or the signal; the words are in the file `errors`.
  private func build(_ folder: TemporaryFolder, withRoomFor blocks: Int) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" build Dogs.recipe.yml --output Output 2> errors", Tool.path,
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Wherever in the file the disk is full, and whoever writes it.
  @Test(arguments: [0, 1, 8, 20, 60], [false, true])
  func aFullDiskLeavesTheOldReleaseAsItWas(blocks: Int, isSealed: Bool) throws {
    let folder = try inputs {
      isSealed ? $0 + "rules: [{ on: Dog, require: group.name != name }]\n" : $0
    }
    #expect(try build(folder).status == 0)
    let release = try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/Dogs.sqlite")))
    try folder.write(try folder.text(of: "dogs.csv") + "One More,Toys,3\n", to: "dogs.csv")
    #expect(try build(folder, withRoomFor: blocks) == 2)
    // With no room at all there is none for the words.
    let words = try folder.text(of: "errors")
    #expect(blocks == 0 || (words.contains("Dogs") && words.contains(/large|full|disk I.O/)), "\(words)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/Dogs.sqlite"))) == release)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("Output")).filter { $0.hasPrefix(".") }
    #expect(left.isEmpty)
    #expect(try build(folder).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/Dogs.sqlite"))) != release)
  }
}
