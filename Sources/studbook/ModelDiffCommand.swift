import ArgumentParser
import ManagedObjects
import ModelReading
import ObjectModel
import Reports

/// `studbook model diff`: what changed between two versions of a model, and what that means for stores.
struct ModelDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what changed between two models, and whether stores can be migrated.",
    discussion: """
      Entities and properties are matched by their names and renaming identifiers. Exits with 1 when Core Data's lightweight migration cannot \
      make a store of the first model one of the second. Example:

        studbook model diff Shipped.momd Breeds.xcdatamodeld
      """
  )

  @Argument(help: "The older model, in any form that ‘model show’ takes.", completion: .file())
  var older: String

  @Argument(help: "The newer model.", completion: .file())
  var newer: String

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let (first, second) = (try ModelReader.read(older), try ModelReader.read(newer))
    let differences = ModelComparison.differences(from: first, to: second)
    // Hashes that are not known are those of entities whose changes say whether they differ.
    let needsMigration = differences.contains(where: \.changesVersionHash)
    let obstacles = needsMigration ? MappingModel(from: first, to: second).obstacles : []
    if json {
      try output.writeLine(Self.value(differences, needsMigration, obstacles).indentedJSON())
    } else {
      for difference in differences { try output.writeLine(VisibleText.escaped(difference.description)) }
      if !differences.isEmpty { try output.writeLine() }
      try output.writeLine(Self.verdict(differences, needsMigration, obstacles))
      for obstacle in obstacles { try output.writeLine("  " + VisibleText.escaped(obstacle.description)) }
    }
    try output.finish()
    if !obstacles.isEmpty { throw CommandExit.findings }
  }

  private static func verdict(
    _ differences: [ModelDifference],
    _ needsMigration: Bool,
    _ obstacles: [MigrationObstacle]
  ) -> String {
    switch (differences.isEmpty, needsMigration, obstacles.isEmpty) {
    case (true, _, _): "The models are the same."
    case (_, false, _): "A store of the first model opens with the second as it is: no version hash changes."
    case (_, _, true): "A store of the first model has to be migrated; a lightweight migration can do it."
    default: "A store of the first model has to be migrated, and a lightweight migration cannot do it:"
    }
  }

  private static func value(
    _ differences: [ModelDifference],
    _ needsMigration: Bool,
    _ obstacles: [MigrationObstacle]
  ) -> ResultValue {
    .object([
      ("isSame", .boolean(differences.isEmpty)),
      ("needsMigration", .boolean(needsMigration)),
      ("canMigrateLightly", .boolean(obstacles.isEmpty)),
      (
        "obstacles",
        .list(
          obstacles.map {
            .object([("reason", .text($0.reason)), ("concernsCoreDataOnly", .boolean($0.concernsCoreDataOnly))])
          }
        )
      ),
      (
        "changes",
        .list(
          differences.map { change in
            .object([
              ("entity", change.entityName.map { .text($0) } ?? .null),
              ("property", change.propertyName.map { .text($0) } ?? .null),
              ("aspect", .text(change.aspect)),
              ("first", change.first.map { .text($0) } ?? .null),
              ("second", change.second.map { .text($0) } ?? .null),
              ("changesVersionHash", .boolean(change.changesVersionHash)),
            ])
          }
        )
      ),
    ])
  }
}
