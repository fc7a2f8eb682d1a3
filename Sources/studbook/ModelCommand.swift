import ArgumentParser

/// `studbook model`: works on models.
struct ModelCommand: AsyncParsableCommand {
  /// What a model may be, wherever one is an argument.
  static let help: ArgumentHelp =
    "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom, an app, a store that carries one, or SwiftData's Swift sources."

  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Checks, shows, draws and compares models, compiles them, makes their Swift classes.",
    discussion: """
      Example:

        studbook model lint Inputs/DogBreeds.xcdatamodeld
      """,
    subcommands: [
      ModelLintCommand.self, ModelShowCommand.self, ModelDiffCommand.self, ModelHashesCommand.self,
      ModelCompileCommand.self, ModelSwiftCommand.self, ModelGraphCommand.self,
    ]
  )
}
