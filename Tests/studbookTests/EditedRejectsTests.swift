import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A release of towns of which two records are rejected.
private struct TownRelease {
  let folder: TemporaryFolder
  static let clean = "name,size,note\nLinz,1,\"a, b\"\nGraz,4,hügel\nWels,2,\nEnns,3,\"c \"\"d\"\"\"\n"
  static let broken = "name,size,note\nLinz,1,\"a, b\"\nGraz,400,hügel\nWels,2,\nEnns,x,\"c \"\"d\"\"\"\n"

  init(_ source: String = broken, name: String = "Towns", in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    try self.folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="size" optional="YES" attributeType="Integer 32" maxValueString="100" usesScalarValueType="YES"/>
          <attribute name="note" optional="YES" attributeType="String"/>
        </entity>
      </model>
      """,
      to: "Towns.xcdatamodel/contents"
    )
    try self.folder.write(source, to: "\(name)/towns.csv")
    try self.folder.write(
      """
      model: Towns.xcdatamodel
      output: \(name).sqlite
      sources: [{ file: \(name)/towns.csv, entity: Town, key: name }]
      """,
      to: "\(name).recipe.yml"
    )
  }

  func build(_ options: String..., name: String = "Towns") throws -> Tool.Outcome {
    try Tool.run(["build", "\(name).recipe.yml", "--output", "Out", "--quiet"] + options, in: folder.path)
  }

  /// Changes the rejects as an editor does.
  func correct(_ name: String = "Towns", _ change: (String) -> String = { $0.corrected }) throws {
    let file = "Out/rejects/\(name)/towns.csv"
    try folder.write(change(try folder.text(of: file)), to: file)
  }

  func towns(_ name: String = "Towns") throws -> String? {
    let store = try SQLiteConnection(path: folder.file("Out/\(name).sqlite"), mode: .readOnly)
    let list = "SELECT ZNAME || ' ' || ZSIZE || ' ' || coalesce(ZNOTE, '') AS T FROM ZTOWN ORDER BY ZNAME"
    return try store.firstValue("SELECT group_concat(T, ';') FROM (\(list))")?.text
  }

  static let all = "Enns 3 c \"d\";Graz 4 hügel;Linz 1 a, b;Wels 2 "
}

extension String {
  fileprivate var corrected: String { replacing("400", with: "4").replacing("x", with: "3") }
}

/// What editors have done in `rejects` is never lost.
@Suite("Rejects that were changed")
struct EditedRejectsTests {
  @Test func aBuildFromTheSourcesAloneStopsBeforeItReplacesThem() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    let before = try release.folder.text(of: "Out/rejects/Towns/towns.csv")
    let manifest = try release.folder.text(of: "Out/Towns.manifest.json")
    let refused = try release.build()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Out/rejects/Towns has been mended (towns.csv), and this build would lose it"))
    #expect(refused.errors.contains("“studbook build Towns.recipe.yml --output Out --only-rejects”"))
    #expect(refused.errors.contains("To give it up, remove Out/rejects/Towns."))
    #expect(try release.folder.text(of: "Out/rejects/Towns/towns.csv") == before)
    #expect(try release.folder.text(of: "Out/Towns.manifest.json") == manifest)
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.towns() == TownRelease.all)
  }

  @Test func whatHasNotBeenChangedIsReplaced() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    #expect(try release.build().status == 1)
    try release.folder.write(TownRelease.clean, to: "Towns/towns.csv")
    #expect(try release.build().status == 0)
    #expect(!FileManager.default.fileExists(atPath: release.folder.file("Out/rejects/Towns/towns.csv")))
    #expect(try release.towns() == TownRelease.all)
  }

  @Test func theFolderMayBeRemovedToGiveItUp() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    try FileManager.default.removeItem(atPath: release.folder.file("Out/rejects/Towns"))
    #expect(try release.build().status == 1)
    #expect(try release.folder.text(of: "Out/rejects/Towns/towns.csv").contains("400"))
  }

  @Test func whatWasAcceptedIsFedAgainUntilTheSourcesHaveIt() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    for _ in 0..<2 { #expect(try release.build("--only-rejects").status == 0) }
    #expect(try release.towns() == TownRelease.all)
    let refused = try release.build()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("copy Out/rejects/Towns/towns.csv.mended over Towns/towns.csv"))
    // What was corrected may be corrected again.
    try release.correct { $0.replacing("Graz,4", with: "Graz,5") }
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.towns() == TownRelease.all.replacing("Graz 4", with: "Graz 5"))
    try release.folder.write(try release.folder.text(of: "Out/rejects/Towns/towns.csv.mended"), to: "Towns/towns.csv")
    #expect(try release.build().status == 0)
    #expect(try release.towns() == TownRelease.all.replacing("Graz 4", with: "Graz 5"))
    #expect(!FileManager.default.fileExists(atPath: release.folder.file("Out/rejects/Towns")))
  }

  @Test func whatWasCorrectedBeforeIsNotLostWhenOtherRecordsAreStillRejected() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct { $0.replacing("400", with: "4") }
    #expect(try release.build("--only-rejects").status == 1)
    #expect(try release.folder.text(of: "Out/rejects/Towns/towns.csv") == "name,size,note\nEnns,x,\"c \"\"d\"\"\"\n")
    #expect(try release.build().status == 2)
    // A build that feeds what was corrected before changes nothing.
    #expect(try release.build("--only-rejects").status == 1)
    try release.correct()
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.towns() == TownRelease.all)
    #expect(try release.build().status == 2)
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.towns() == TownRelease.all)
  }

  @Test func aSourceThatChangedMeanwhileIsSaidWithoutAdviceThatLosesWork() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    let corrected = try release.folder.text(of: "Out/rejects/Towns/towns.csv")
    try release.folder.write(TownRelease.broken + "Steyr,7,\n", to: "Towns/towns.csv")
    let again = try release.build("--only-rejects")
    #expect(again.status == 2)
    #expect(again.errors.contains("put what was mended into Towns/towns.csv by hand, move Out/rejects/Towns elsewhere"))
    #expect(try release.build().status == 2)
    #expect(try release.folder.text(of: "Out/rejects/Towns/towns.csv") == corrected)
  }

  @Test func aSourceThatChangedAfterSomeRecordsWereFedIsNotIgnored() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    #expect(try release.build("--only-rejects").status == 0)
    try release.folder.write(TownRelease.broken + "Steyr,7,\n", to: "Towns/towns.csv")
    let again = try release.build("--only-rejects")
    #expect(again.status == 2)
    #expect(again.errors.contains("has changed since"))
  }

  @Test func filesThatNoBuildHasWrittenAreNotReplaced() throws {
    let release = try TownRelease(TownRelease.clean)
    try release.folder.write("mine\n", to: "Out/rejects/Towns/towns.csv")
    #expect(try release.build().status == 0)
    try release.folder.write(TownRelease.broken, to: "Towns/towns.csv")
    let refused = try release.build()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Out/rejects/Towns/towns.csv is in the way"))
    #expect(try release.folder.text(of: "Out/rejects/Towns/towns.csv") == "mine\n")
  }

  @Test func reasonsWithNotesAreNotReplacedEither() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    let path = release.folder.file("Out/rejects/Towns/towns.csv.reasons.csv")
    let reasons = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    try (reasons + Data("done\n".utf8)).write(to: URL(fileURLWithPath: path))
    for options in [[], ["--only-rejects"]] {
      let refused = try Tool.run(["build", "Towns.recipe.yml", "--output", "Out"] + options, in: release.folder.path)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("towns.csv.reasons.csv has been changed, but nothing is fed from it"))
    }
    try FileManager.default.moveItem(atPath: path, toPath: release.folder.file("notes.csv"))
    // The lock of a program that has a file open is in nobody's way.
    try release.folder.write("lock\n", to: "Out/rejects/Towns/.~lock.towns.csv#")
    #expect(try release.build().status == 1)
    #expect(try release.folder.text(of: "Out/rejects/Towns/.~lock.towns.csv#") == "lock\n")
  }

  @Test func changedRejectsOfPackedSourcesAreNotReplaced() throws {
    let release = try TownRelease()
    try release.folder.write("name,size,note\nSteyr,y,\n", to: "Towns/more.csv")
    try release.folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources: [{ file: Towns/*.csv, entity: Town, key: name }]
      """,
      to: "Towns.recipe.yml"
    )
    #expect(try release.build().status == 1)
    let name = "Out/rejects/Towns/Towns_more.csv"
    try release.folder.write("name,size,note\nSteyr,5,\n", to: name)
    let refused = try release.build()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("\(name) has been changed, but nothing is fed from it"), "\(refused.errors)")
    #expect(refused.errors.contains("move it elsewhere and mend the source itself"))
    #expect(try release.folder.text(of: name) == "name,size,note\nSteyr,5,\n")
  }

  @Test func twoReleasesShareAnOutputFolder() throws {
    let first = try TownRelease()
    let second = try TownRelease(TownRelease.broken, name: "More", in: first.folder)
    #expect(try first.build().status == 1)
    try first.correct()
    #expect(try second.build(name: "More").status == 1)
    try second.correct("More") { $0.replacing("400", with: "5").replacing("x", with: "6") }
    #expect(try first.build("--only-rejects").status == 0)
    #expect(try second.build("--only-rejects", name: "More").status == 0)
    #expect(try first.towns() == TownRelease.all)
    #expect(
      try second.towns("More")
        == TownRelease.all.replacing("Graz 4", with: "Graz 5").replacing("Enns 3", with: "Enns 6")
    )
    for name in ["Towns", "More"] {
      #expect(try Tool.run(["verify", first.folder.file("Out/\(name).sqlite")]).status == 0)
    }
  }

  @Test func twoReleasesAreBuiltAndCorrectedAtOnce() throws {
    let first = try TownRelease()
    let second = try TownRelease(TownRelease.broken, name: "More", in: first.folder)
    let names = ["Towns", "More"]
    func buildAll(_ options: String..., expecting status: Int32) throws {
      let builds = names.map { name in
        Tool.process(["build", "\(name).recipe.yml", "--output", "Out", "--quiet"] + options, in: first.folder.path)
      }
      for build in builds { try build.run() }
      for build in builds {
        build.waitUntilExit()
        #expect(build.terminationStatus == status)
      }
      for name in names { #expect(try Tool.run(["verify", first.folder.file("Out/\(name).sqlite")]).status == 0) }
    }
    for _ in 0..<3 { try buildAll(expecting: 1) }
    try first.correct()
    try second.correct("More") { $0.replacing("400", with: "5").replacing("x", with: "6") }
    try buildAll("--only-rejects", expecting: 0)
    #expect(try first.towns() == TownRelease.all)
    #expect(
      try second.towns("More")
        == TownRelease.all.replacing("Graz 4", with: "Graz 5").replacing("Enns 3", with: "Enns 6")
    )
  }

  /// What is wrong with the rejects of one release is nothing to the others.
  @Test func damagedRejectsOfAnotherReleaseDoNotMatter() throws {
    let first = try TownRelease()
    let second = try TownRelease(TownRelease.broken, name: "More", in: first.folder)
    #expect(try first.build().status == 1)
    #expect(try second.build(name: "More").status == 1)
    try FileManager.default.removeItem(atPath: first.folder.file("Out/rejects/More/rejects.json"))
    try first.folder.write("{", to: "Out/rejects/More/rejects.json")
    try first.correct()
    let again = try first.build("--only-rejects")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try second.build("--only-rejects", name: "More").errors.contains("More/rejects.json, which says"))
  }

  /// Names of two releases of which one would put its files over the other's: a reference file without the usual ending, one that is named as the other's
  /// report, and one whose report is.
  @Test(arguments: [
    ("Towns", "Towns.manifest.json"), ("Towns.manifest.json", "Towns.manifest.json"),
    ("Towns.findings.sqlite", "reports/Towns.findings.md"),
  ]) func oneReleaseDoesNotReplaceFilesOfAnother(_ output: String, _ file: String) throws {
    let first = try TownRelease()
    let folder = first.folder
    #expect(try first.build("--report", "markdown").status == 1)
    _ = try TownRelease(TownRelease.broken, name: "More", in: folder)
    let recipe = try folder.text(of: "More.recipe.yml").replacing("output: More.sqlite", with: "output: \(output)")
    try folder.write(recipe, to: "More.recipe.yml")
    let before = folder.names().filter { $0.hasPrefix("Out") }
    let refused = try first.build("--report", "markdown", name: "More")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "cannot replace Out/\(file): it belongs to the release Towns.sqlite in the same folder; choose another output"
      ),
      "\(refused.errors)"
    )
    #expect(folder.names().filter { $0.hasPrefix("Out") } == before)
    #expect(try Tool.run(["verify", folder.file("Out/Towns.sqlite")]).status == 0)
    #expect(try first.build("--report", "markdown").status == 1)
  }

  @Test func verifyDoesNotFailForThem() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    let file = release.folder.file("Out/Towns.sqlite")
    let corrected = try Tool.run(["verify", file])
    #expect(corrected.status == 0)
    #expect(
      corrected.output.contains("note[release.digest] rejects/Towns/towns.csv has been changed since it was published")
    )
    try FileManager.default.removeItem(atPath: release.folder.file("Out/rejects"))
    let removed = try Tool.run(["verify", file])
    #expect(removed.status == 0)
    #expect(!removed.output.contains("release."))
    #expect(!removed.errors.contains("manifest"))
  }

  @Test func verifySaysThatThereIsNoManifest() throws {
    let release = try TownRelease(TownRelease.clean)
    #expect(try release.build().status == 0)
    let file = release.folder.file("Out/Towns.sqlite")
    #expect(try Tool.run(["verify", file, "--json"]).output.contains(#""hasManifest": true"#))
    try FileManager.default.removeItem(atPath: release.folder.file("Out/Towns.manifest.json"))
    let outcome = try Tool.run(["verify", file])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("There is no Towns.manifest.json beside the file"))
    #expect(outcome.errors.contains("--manifest"))
    #expect(try Tool.run(["verify", file, "--json"]).output.contains(#""hasManifest": false"#))
  }

  /// Issue 18: numbers of records that no file has ended the process.
  @Test(arguments: [
    "[[2,9223372036854775807]]", "[[9223372036854775807,1]]", "[[2,4294967290]]", "[[4,1],[2,1]]", "[[2]]", "[[2,-1]]",
    "[[0,1]]",
  ]) func aStateOfImpossibleRecordsIsDamaged(_ runs: String) throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try release.correct()
    let state = "Out/rejects/Towns/rejects.json"
    let text = try release.folder.text(of: state)
    let changed = text.replacing(/"runs":\[\[.*?\]\]/, with: "\"runs\":\(runs)")
    #expect(changed != text)
    try release.folder.write(changed, to: state)
    let outcome = try release.build("--only-rejects")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("rejects.json, which says where the rejected records stood, is damaged"))
  }

  @Test func rejectsOfAnEarlierVersionAreFedFromTheirOldPlace() throws {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    // As versions before 0.9 wrote it: no folder for the release, no digests in the state.
    let folder = release.folder
    for name in ["towns.csv", "towns.csv.reasons.csv", "rejects.json"] {
      try FileManager.default.moveItem(
        atPath: folder.file("Out/rejects/Towns/\(name)"),
        toPath: folder.file("Out/rejects/\(name)")
      )
    }
    try FileManager.default.removeItem(atPath: folder.file("Out/rejects/Towns"))
    let path = folder.file("Out/rejects/rejects.json")
    var state = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    )
    state["written"] = nil
    let data = try JSONSerialization.data(withJSONObject: state)
    try FileManager.default.removeItem(atPath: path)
    try data.write(to: URL(fileURLWithPath: path))
    let digest = try #require(try Tool.digest(of: path))
    var manifest = try #require(
      JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: folder.file("Out/Towns.manifest.json")))
      ) as? [String: Any]
    )
    let outputs = try #require(manifest["outputs"] as? [[String: Any]])
    manifest["outputs"] = outputs.map { output in
      var output = output
      output["path"] = (output["path"] as? String)?.replacing("rejects/Towns/", with: "rejects/")
      if output["path"] as? String == "rejects/rejects.json" {
        output["sha256"] = digest
        output["bytes"] = data.count
      }
      return output
    }
    try FileManager.default.removeItem(atPath: folder.file("Out/Towns.manifest.json"))
    try JSONSerialization.data(withJSONObject: manifest)
      .write(to: URL(fileURLWithPath: folder.file("Out/Towns.manifest.json")))
    try folder.write(try folder.text(of: "Out/rejects/towns.csv").corrected, to: "Out/rejects/towns.csv")
    #expect(try release.build().errors.contains("Out/rejects has been mended (towns.csv)"))
    let again = try release.build("--only-rejects")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try release.towns() == TownRelease.all)
    #expect(try release.build("--only-rejects").status == 0)
    #expect(try release.towns() == TownRelease.all)
  }

  // MARK: Saved by spreadsheets

  /// The two rejected records as programs save them.
  static let saved: [(name: String, bytes: [UInt8])] = {
    let comma = "name,size,note\r\nGraz,4,hügel\r\nEnns,3,\"c \"\"d\"\"\"\r\n"
    let semicolon = "name;size;note\r\nGraz;4;hügel\r\nEnns;3;\"c \"\"d\"\"\"\r\n"
    let tab = semicolon.replacing(";", with: "\t")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    let latin = semicolon.unicodeScalars.map { UInt8($0.value) }
    return [
      ("CRLF", Array(comma.utf8)), ("a byte order mark and CRLF", mark + comma.utf8),
      ("semicolons", Array(semicolon.utf8)), ("semicolons with a byte order mark", mark + semicolon.utf8),
      ("Windows-1252", latin), ("Unicode text", [0xFF, 0xFE] + wide(tab)),
      (
        "everything in quotes",
        Array("\"name\";\"size\";\"note\"\r\n\"Graz\";\"4\";\"hügel\"\r\n\"Enns\";\"3\";\"c \"\"d\"\"\"\r\n".utf8)
      ),
      ("empty columns and rows", Array((semicolon.replacing("\r\n", with: ";;\r\n") + ";;;;\r\n;;;;\r\n").utf8)),
    ]
  }()

  @Test(arguments: saved.indices) func rejectsThatAProgramHasSavedAreReadAndPutBackAsTheSourceIsWritten(_ index: Int)
    throws
  {
    let release = try TownRelease()
    #expect(try release.build().status == 1)
    try Data(Self.saved[index].bytes).write(
      to: URL(fileURLWithPath: release.folder.file("Out/rejects/Towns/towns.csv"))
    )
    let again = try release.build("--only-rejects")
    #expect(again.status == 0, "\(Self.saved[index].name): \(again.errors)")
    #expect(try release.towns() == TownRelease.all, "\(Self.saved[index].name)")
    #expect(
      try release.folder.text(of: "Out/rejects/Towns/towns.csv.mended") == TownRelease.clean,
      "\(Self.saved[index].name)"
    )
  }

  @Test(arguments: ["Graz;4;hügel\r\nEnns;3;\"c \"\"d\"\"\"\r\n", "\u{FEFF}Graz,4,hügel\r\nEnns,3,\"c \"\"d\"\"\"\r\n"])
  func aFileWithoutHeaderIsReadByItsColumns(_ saved: String) throws {
    let release = try TownRelease()
    let body = TownRelease.broken.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    try release.folder.write(body, to: "Towns/towns.csv")
    try release.folder.write(
      """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources:
        - file: Towns/towns.csv
          entity: Town
          key: name
          header: 0
          columns: [name, size, note]
      """,
      to: "Towns.recipe.yml"
    )
    #expect(try release.build().status == 1)
    try release.folder.write(saved, to: "Out/rejects/Towns/towns.csv")
    let again = try release.build("--only-rejects")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try release.towns() == TownRelease.all)
    #expect(
      try release.folder.text(of: "Out/rejects/Towns/towns.csv.mended")
        == TownRelease.clean.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    )
  }

  @Test func linesBeforeTheHeaderAreNotLookedForInTheRejects() throws {
    let release = try TownRelease()
    let path = release.folder.file("Towns.recipe.yml")
    let recipe = try release.folder.text(of: "Towns.recipe.yml").replacing("key: name", with: "key: name, skip: 2")
    try FileManager.default.removeItem(atPath: path)
    try release.folder.write(recipe, to: "Towns.recipe.yml")
    try release.folder.write("Export\nof today\n" + TownRelease.broken, to: "Towns/towns.csv")
    #expect(try release.build().status == 1)
    // A note of two lines, so that lines cannot be counted.
    try release.correct { $0.corrected.replacing("hügel", with: "\"hügel\nberg\"") }
    let again = try release.build("--only-rejects")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try release.towns() == TownRelease.all.replacing("hügel", with: "hügel\nberg"))
  }

  @Test func aRecordThatWasOnlySavedAgainKeepsItsBytes() throws {
    let release = try TownRelease("name,size,note\nGraz,400,\"h\"\nEnns,x\nWels,2,\"\"\nLinz,y,,,\n")
    #expect(try release.build().status == 1)
    let saved = "name;size;note;;\r\nGraz;4;h;;\r\nEnns;x;;;\r\nLinz;y;;;\r\n"
    try release.folder.write(saved, to: "Out/rejects/Towns/towns.csv")
    #expect(try release.build("--only-rejects").status == 1)
    #expect(
      try release.folder.text(of: "Out/rejects/Towns/towns.csv.source")
        == "name,size,note\nGraz,4,\"h\"\nEnns,x\nWels,2,\"\"\nLinz,y,,,\n"
    )
  }

  @Test func aCharacterThatTheSourceCannotHaveIsSaid() throws {
    let release = try TownRelease()
    let folder = release.folder
    try Data(TownRelease.broken.unicodeScalars.map { UInt8($0.value) })
      .write(to: URL(fileURLWithPath: folder.file("Towns/towns.csv")))
    #expect(try release.build().status == 1)
    try folder.write("\u{FEFF}name;size;note\r\nGraz;4;hügel 丘\r\nEnns;3;\r\n", to: "Out/rejects/Towns/towns.csv")
    let again = try release.build("--only-rejects")
    #expect(again.status == 2)
    #expect(again.errors.contains("does not have all characters of “hügel 丘”"), "\(again.errors)")
  }

  /// Editors save what they have opened as UTF-8 in UTF-16, with a byte order mark.
  @Test(arguments: [
    (
      "towns.xml",
      "<towns>\n<town><name>Linz</name><size>1</size></town>\n<town><name>Gräz</name><size>400</size></town>\n</towns>\n"
    ),
    ("towns.json", "[{\"name\": \"Linz\", \"size\": 1},\n {\"name\": \"Gräz\", \"size\": 400}]\n"),
    ("towns.jsonl", "{\"name\": \"Linz\", \"size\": 1}\n{\"name\": \"Gräz\", \"size\": 400}\n"),
  ])
  func rejectsOfMarkupMayComeBackInUTF16(_ name: String, _ text: String) throws {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let release = try TownRelease()
      try release.folder.write(text, to: name)
      let records = name == "towns.xml" ? ", records: //town, attributes: { name: name, size: size }" : ""
      try release.folder.write(
        "model: Towns.xcdatamodel\noutput: Towns.sqlite\nsources: [{ file: \(name), entity: Town, key: name\(records) }]",
        to: "Towns.recipe.yml"
      )
      #expect(try release.build().status == 1)
      let path = "Out/rejects/Towns/\(name)"
      let corrected = try release.folder.text(of: path).replacing("400", with: "4")
      let data = try #require(("\u{FEFF}" + corrected).data(using: encoding))
      try data.write(to: URL(fileURLWithPath: release.folder.file(path)))
      let fed = try release.build("--only-rejects")
      #expect(fed.status == 0, "\(fed.errors)")
      #expect(try release.towns() == "Gräz 4 ;Linz 1 ")
      #expect(try release.folder.text(of: path + ".mended") == text.replacing("400", with: "4"))
    }
  }
}
