import ArgumentParser
import Findings
import Foundation
import ImportPipeline
import Reports
import SQLiteStore

/// Reads and validates everything and publishes nothing.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the sources against the model and the recipe; publish nothing.",
    discussion: """
      Example:
        studbook check Inputs/DogBreeds.recipe.yml

      Exits with 1 when there is a finding of error severity.
      """
  )

  @Argument(help: "The recipe. (default: the only *.recipe.yml here or in Inputs)")
  var recipe: String?

  @Flag(help: "Show every finding, and how long each source took. (default: off)")
  var verbose = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let printer = CommandOutput(output)
    let session = try RecipeSession.open(recipe, printer: printer)
    let folder = NSTemporaryDirectory() + "studbook-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let progress = printer.showsProgress ? ProgressLine(columns: printer.columns(of: .diagnostics) ?? 80) : nil
    let (store, result) = try session.run(into: "\(folder)/check.sqlite", rejectFolder: nil, progress: progress)
    try store.close()
    try printer.printReport(session.summary(of: result, output: nil), result.findings, isVerbose: verbose)
    if result.hasErrors { throw CommandExit.findings }
  }
}
