import Foundation
import TestSupport
import Testing

/// Stores that lack a version hash, because the model has a name outside ASCII.
@Suite struct OpenHashTests {
  private static let finding =
    "Core Data will not open the store, because the version hash of Größe is not known "
    + "(the name Größe has characters outside ASCII)"

  private func folder(_ more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Größe" syncable="YES"><attribute name="name" attributeType="String"/></entity>
      </model>
      """,
      to: "S.xcdatamodel/contents"
    )
    try folder.write("name\nsmall\nlarge\n", to: "s.csv")
    try folder.write(
      "model: S.xcdatamodel\noutput: S.sqlite\nsources: [{ file: s.csv, entity: Größe, key: name }]\n\(more)",
      to: "S.recipe.yml"
    )
    return folder
  }

  @Test func isNotPublishedUnlessAllowed() throws {
    let folder = try folder()
    let refused = try Tool.run(["build", "S.recipe.yml", "--output", "O", "--report", "json,sarif"], in: folder.path)
    #expect(refused.status == 2)
    #expect(refused.output.contains("S.recipe.yml:1:8: error[model.open-hash] \(Self.finding)"), "\(refused.output)")
    #expect(!refused.output.contains("in order"))
    #expect(refused.errors.contains("studbook: nothing was published, because the version hash of Größe is not known"))
    #expect(refused.errors.hasSuffix("--hashes-from, or publish all the same with --allow-open-hashes\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("O/S.sqlite")))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("O/unpublished")) {
      let report = try folder.text(of: "O/unpublished/" + name)
      #expect(report.contains("model.open-hash") && report.contains("error"), "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("O/unpublished")).count == 2)

    let quiet = try Tool.run(["build", "S.recipe.yml", "--output", "O", "--quiet"], in: folder.path)
    #expect(quiet.status == 2 && quiet.output == "" && quiet.errors.contains("nothing was published"))
  }

  @Test func isPublishedWithAWarningIfAllowed() throws {
    for (folder, options) in [(try folder(), ["--allow-open-hashes"]), (try folder("allowOpenHashes: true\n"), [])] {
      let built = try Tool.run(["build", "S.recipe.yml", "--output", "O"] + options, in: folder.path)
      #expect(built.status == 0)
      #expect(built.output.contains("warning[model.open-hash] \(Self.finding)"), "\(built.output)")
      #expect(try folder.text(of: "O/reports/S.json").contains("model.open-hash"))
      #expect(try folder.text(of: "O/reports/S.html").contains("model.open-hash"))
      let verified = try Tool.run(["verify", "O/S.sqlite"], in: folder.path)
      #expect(verified.status == 1)
      #expect(verified.output.contains("error[store.version-hash] The store has no version hash of Größe"))
    }
  }

  /// The hash that a composite attribute of the editor leaves open is known of the model that the store carries.
  @Test func isReadWithTheModelThatItCarries() throws {
    let folder = try folder("allowOpenHashes: true\n")
    try folder.write(
      """
      <model><entity name="Size"><attribute name="name" attributeType="String"/><attribute name="box" optional="YES" attributeType="Composite">
      <attribute name="width" optional="YES" attributeType="Double"/></attribute></entity></model>
      """,
      to: "S.xcdatamodel/contents"
    )
    try folder.write(folder.text(of: "S.recipe.yml").replacing("Größe", with: "Size"), to: "S.recipe.yml")
    let built = try Tool.run(["build", "S.recipe.yml", "--output", "O"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)\(built.output)")
    let read = try Tool.run(["query", "O/S.sqlite", "Size", "--count"], in: folder.path)
    #expect(read.status == 0 && read.output == "2\n", "\(read.errors)")
  }

  @Test func isAWarningOfACheck() throws {
    let folder = try folder()
    let checked = try Tool.run(["check", "S.recipe.yml", "--report", "github"], in: folder.path)
    #expect(checked.status == 0)
    #expect(checked.output.contains("::warning ") && checked.output.contains(Self.finding), "\(checked.output)")
    #expect(try Tool.run(["check", "S.recipe.yml", "--fail-on", "warning"], in: folder.path).status == 1)
  }

  @Test func isNotCreatedOrExportedUnlessAllowed() throws {
    let folder = try folder()
    let create = ["store", "create", "--model", "S.xcdatamodel", "--output", "E.sqlite"]
    let refused = try Tool.run(create, in: folder.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors == """
        studbook: \(Self.finding)
        studbook: nothing was made, because the version hash of Größe is not known and Core Data would not open the store; name the app's \
        compiled model with --hashes-from, or make the store all the same with --allow-open-hashes

        """
    )
    #expect(!FileManager.default.fileExists(atPath: folder.file("E.sqlite")))
    let created = try Tool.run(create + ["--allow-open-hashes"], in: folder.path)
    #expect(created.status == 0 && created.errors.hasPrefix("studbook: \(Self.finding)\n"), "\(created.errors)")

    let export = ["export", "E.sqlite", "--layout", "coredata", "--output", "X.sqlite"]
    let notExported = try Tool.run(export, in: folder.path)
    #expect(notExported.status == 2)
    #expect(notExported.errors.contains("nothing was published, because the version hash of Größe is not known"))
    #expect(notExported.errors.hasSuffix("publish it all the same with --allow-open-hashes\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("X.sqlite")))
    #expect(try Tool.run(export + ["--allow-open-hashes"], in: folder.path).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.file("X.sqlite")))
    // No Core Data opens the plain layout.
    let plain = ["export", "E.sqlite", "--layout", "plain", "--output", "P.sqlite"]
    #expect(try Tool.run(plain, in: folder.path).status == 0)
  }
}
