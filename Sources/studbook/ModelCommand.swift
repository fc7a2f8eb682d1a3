import ArgumentParser

/// `studbook model`: works on models.
struct ModelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Checks a model, shows its version hashes, compiles it, makes its Swift classes.",
    discussion: """
      Example:

        studbook model lint Inputs/DogBreeds.xcdatamodeld
      """,
    subcommands: [ModelLintCommand.self, ModelHashesCommand.self, ModelCompileCommand.self, ModelSwiftCommand.self]
  )
}
