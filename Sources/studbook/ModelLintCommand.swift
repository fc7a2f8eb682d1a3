import ArgumentParser
import Findings
import ModelReading
import ObjectModel

/// `studbook model lint`: what is wrong with a model, or could be better.
struct ModelLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks a model.",
    discussion: """
      Exits with 1 when there are errors. Example:

        studbook model lint Inputs/DogBreeds.xcdatamodeld
      """
  )

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let document = try ModelReader.inspect(model)
    try output.write(findings: document.findings)
    let entities = document.model.entities.count
    try output.writeLine(
      "\(document.path): \(entities) \(entities == 1 ? "entity" : "entities"), \(CommandOutput.summary(of: document.findings))"
    )
    try output.finish()
    if document.findings.contains(where: { $0.severity == .error }) { throw CommandExit.findings }
  }
}
