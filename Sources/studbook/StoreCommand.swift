import ArgumentParser

/// `studbook store`: makes stores and looks at them.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Makes an empty store, or shows what is in one.",
    discussion: """
      Example:

        studbook store info Output/DogBreeds.sqlite
      """,
    subcommands: [StoreCreateCommand.self, StoreInfoCommand.self]
  )
}
