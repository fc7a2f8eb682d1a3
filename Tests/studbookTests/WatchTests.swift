import Foundation
import TestSupport
import Testing

/// `--watch` runs a command again when something is saved, and says what that changed.
@Suite("Watching sources")
struct WatchTests {
  private func inputs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="Dog"><attribute name="name" attributeType="String"/>
          <attribute name="weight" optional="YES" attributeType="Double" maxValueString="120"/>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
      </model>
      """,
      to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents"
    )
    try folder.write("name,weight\nAkita,40\nPuli,12\n", to: "data/dogs.csv")
    try folder.write(recipe, to: "Dogs.recipe.yml")
    return folder
  }

  private let recipe = """
    model: Dogs.xcdatamodeld
    output: Dogs.sqlite
    tolerance: 100%
    sources:
      - { file: "data/*.csv", entity: Dog, mode: insert, key: name }

    """

  /// Starts the tool, whose results go to a file of the folder.
  private func start(_ command: String, _ folder: TemporaryFolder) throws -> (
    process: Process, printed: () throws -> String
  ) {
    try folder.write("", to: "printed")
    var arguments = [command, "Dogs.recipe.yml", "--watch"]
    if command == "build" { arguments += ["--allow-open-hashes", "--output", "Output"] }
    let process = Tool.process(arguments, in: folder.path)
    process.standardInput = FileHandle.nullDevice
    let printed = FileHandle(forWritingAtPath: folder.file("printed"))
    process.standardOutput = printed
    process.standardError = printed
    try process.run()
    return (process, { try folder.text(of: "printed") })
  }

  private func wait(_ text: String, in printed: () throws -> String) throws {
    let start = ContinuousClock.now
    while try !printed().contains(text) {
      guard ContinuousClock.now - start < .seconds(60) else {
        Issue.record("“\(text)” was not printed: \(try printed())")
        throw CancellationError()
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  private func end(_ process: Process) {
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
  }

  @Test func buildsAgainAndShowsWhatTheEditChanged() throws {
    let folder = try inputs()
    let (process, printed) = try start("build", folder)
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try wait("Ctrl-C ends it", in: printed)

    try folder.write("name,weight\nAkita,41\nPuli,12\n", to: "data/dogs.csv")
    try wait("weight: 40 → 41", in: printed)
    #expect(try printed().contains("dogs.csv: built in"))

    // As many editors save: a new file takes the name of the old one.
    try folder.write("name,weight\nAkita,41\nPuli,999\n", to: "data/.dogs.csv.new")
    _ = rename(folder.file("data/.dogs.csv.new"), folder.file("data/dogs.csv"))
    try wait("+ data/dogs.csv:3:6: error[value.range]", in: printed)
    try wait("- Puli", in: printed)

    try folder.write(recipe + "nonsense: 1\n", to: "Dogs.recipe.yml")
    try wait("not built; what was there stays", in: printed)
    try folder.write(recipe, to: "Dogs.recipe.yml")
    try folder.write("name,weight\nBorzoi,45\n", to: "data/more.csv")
    try wait("+ Borzoi", in: printed)
    end(process)
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.file("Output")).filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty)
  }

  @Test func checksAgain() throws {
    let folder = try inputs()
    let (process, printed) = try start("check", folder)
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try wait("Ctrl-C ends it", in: printed)
    try folder.write("name,weight\nAkita,400\nPuli,12\n", to: "data/dogs.csv")
    try wait("checked in", in: printed)
    try wait("+ data/dogs.csv:2:7: error[value.range]", in: printed)
    try folder.write("name,weight\nAkita,40\nPuli,12\n", to: "data/dogs.csv")
    try wait("- data/dogs.csv:2:7: error[value.range]", in: printed)
    end(process)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Output")))
  }
}
