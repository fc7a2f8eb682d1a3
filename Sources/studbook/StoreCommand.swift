import ArgumentParser

/// `studbook store`: makes stores and looks at them.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Makes and migrates stores, shows what is in one and about it.",
    discussion: """
      Example:

        studbook store info Output/DogBreeds.sqlite
      """,
    subcommands: [
      StoreCreateCommand.self, StoreInfoCommand.self, StoreMetadataCommand.self, StoreHistoryCommand.self,
      StoreMigrateCommand.self,
    ]
  )
}
