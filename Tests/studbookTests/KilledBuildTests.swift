import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Killing a build at any moment must leave the previous reference file whole, and the next build correct.
@Suite("Killed builds", .serialized)
struct KilledBuildTests {
  static let kills = 20

  /// A folder with the showcase's inputs, enlarged so that a build takes a while.
  ///
  /// - Parameter onlyInserts: Whether the sources that change objects are left out, so that the reference file is written page by page.
  private func inputs(onlyInserts: Bool) throws -> TemporaryFolder {
    let folder = try Showcase.inputs(addingBreeds: 3000)
    if onlyInserts {
      let recipe = try folder.text(of: "DogBreeds.recipe.yml")
      let changing = try #require(recipe.range(of: "  - file: fci-nomenclature.xml"))
      try folder.write(String(recipe[..<changing.lowerBound]), to: "DogBreeds.recipe.yml")
    }
    return folder
  }

  private func digest(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test(arguments: Seeds.range(1...1), [false, true])
  func leaveThePreviousFileOrTheNewOneAndNeverAnythingBetween(_ seed: UInt64, onlyInserts: Bool) throws {
    var random = SeededGenerator(seed)
    let folder = try inputs(onlyInserts: onlyInserts)
    let arguments = ["build", folder.file("DogBreeds.recipe.yml"), "--output", folder.file("Output"), "--quiet"]
    let reference = folder.file("Output/DogBreeds.sqlite")
    let start = ContinuousClock.now
    #expect(try Tool.run(arguments).status == 0)
    let duration = ContinuousClock.now - start
    let first = try digest(reference)
    // A second version of the inputs, so that old and new can be told apart.
    let breeds = try folder.text(of: "akc-breeds.csv")
    try folder.write(breeds + Showcase.breed("One More"), to: "akc-breeds.csv")
    #expect(try Tool.run(arguments).status == 0)
    let second = try digest(reference)
    #expect(first != second)
    try folder.write(breeds, to: "akc-breeds.csv")
    for kill in 0..<Self.kills {
      let process = Tool.process(arguments)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Random, but spread over the whole run.
      let share = (Double(kill) + Double.random(in: 0..<1, using: &random)) / Double(Self.kills)
      Thread.sleep(
        forTimeInterval: share * (Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
      )
      kill9(process)
      let found = try digest(reference)
      #expect(found == first || found == second, "killed at \(share) of a run that takes \(duration)")
    }
    #expect(try Tool.run(arguments).status == 0)
    #expect(try digest(reference) == first)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("Output")).filter { $0.hasPrefix(".") }
    #expect(left.isEmpty, "left behind: \(left)")
    let connection = try SQLiteConnection(path: reference, mode: .readOnly)
    #expect(try connection.firstValue("SELECT count(*) FROM ZBREED")?.integer == 3277)
  }

  private func kill9(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
