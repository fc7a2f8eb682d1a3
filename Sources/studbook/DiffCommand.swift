import ArgumentParser
import ManagedObjects
import ObjectModel
import StoreComparison

/// `studbook diff`: what changed between two releases, object by object.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says which objects were added, removed and changed between two stores.",
    discussion: """
      Objects are matched by a key, whatever their numbers in the stores: the one named with --key, else the entity's first uniqueness \
      constraint, else all attributes together. Related objects are the same if their keys are. The models may be two versions of one model; \
      entities and properties are then matched by their names and renaming identifiers, and what only one model has is told as a change of the \
      model. Examples:

        studbook diff Released/DogBreeds.sqlite Output/DogBreeds.sqlite
        studbook diff Old.sqlite New.sqlite --key Breed=name --format markdown > CHANGES.md
      """
  )

  @Argument(help: "The older store.", completion: .file())
  var older: String

  @Argument(help: "The newer store.", completion: .file())
  var newer: String

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "The properties that tell the objects of an entity apart, separated by commas: attributes and to-one relationships. May be repeated. (default: the entity's first uniqueness constraint)",
      valueName: "entity=properties"
    )
  )
  var keys: [String] = []

  @Option(help: "How to print: text, json, markdown, html or csv.")
  var format = DifferenceFormat.text

  @Flag(help: "Print how many objects differ, not which. (default: off)")
  var summary = false

  @Flag(help: "Exit with 1 when the stores differ. (default: off)")
  var exitCode = false

  @Option(help: "The older store's model. (default: the one that the store carries)", completion: .file())
  var olderModel: String?

  @Option(help: "The newer store's model. (default: the one that the store carries)", completion: .file())
  var newerModel: String?

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let keys = try namedKeys()
    let old = try OpenedStore(older, model: olderModel, noticesChanges: true)
    // They were only read.
    defer { try? old.store.close() }
    let new = try OpenedStore(newer, model: newerModel, noticesChanges: true)
    defer { try? new.store.close() }
    // The URIs of objects name their stores once these belong to a coordinator.
    for opened in [old, new] {
      try PersistentStoreCoordinator(managedObjectModel: opened.model).addPersistentStore(opened.store)
    }
    let comparison = try StoreComparison(
      from: ComparedStore(model: old.model, store: old.store),
      to: ComparedStore(model: new.model, store: new.store),
      keys: ObjectKeys(told: keys)
    )
    var printer = DifferencePrinter(
      format: format,
      listsObjects: !summary,
      usesColor: output.usesColor(on: .results)
    ) { try output.write($0) }
    let modelDifferences = ModelComparison.differences(from: old.model, to: new.model)
    try printer.begin(older: older, newer: newer, modelDifferences)
    let entities = try old.read {
      try new.read {
        try comparison.run {
          try printer.begin($0)
        } _: {
          try printer.add($0)
        }
      }
    }
    try printer.finish(entities)
    try old.tellOfMissingFiles(output)
    try new.tellOfMissingFiles(output)
    try output.finish()
    if exitCode, !modelDifferences.isEmpty || entities.contains(where: { !$0.isSame }) { throw CommandExit.findings }
  }

  /// The properties of the options, by entity.
  private func namedKeys() throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    for text in keys {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let names = parts.count == 2 ? parts[1].split(separator: ",").map { $0.trimmingSpaces() } : []
      guard parts.count == 2, !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
        throw CommandFailure(
          "‘\(text)’ is no key; write an entity and its properties, such as Breed=name or Breed=group,name"
        )
      }
      let entity = parts[0].trimmingSpaces()
      guard result.updateValue(names, forKey: entity) == nil else {
        throw CommandFailure("there are two keys for \(entity); write its properties in one, separated by commas")
      }
    }
    return result
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
