import ArgumentParser
import Foundation
import ManagedObjects
import ModelDiagrams
import ModelReading
import ObjectModel
import SystemErrors

/// `studbook model graph`: a model as a picture.
struct ModelGraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws a model: its entities with their properties, relationships and inheritance.",
    discussion: """
      The picture is SVG and opens in any browser. Names in bold belong to uniqueness constraints. Lines of relationships end in a fork where \
      there may be many objects, in a bar where there is one, with a ring where there may be none; broken lines are inheritance. With \
      --counts the boxes say how many objects of each entity a store has. Examples:

        studbook model graph Inputs/DogBreeds.xcdatamodeld --output model.svg
        studbook model graph Output/DogBreeds.sqlite --counts Output/DogBreeds.sqlite --output model.svg
      """
  )

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(
    help: ArgumentHelp("A store of this model, whose objects are counted.", valueName: "store"),
    completion: .file()
  )
  var counts: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. (default: print the SVG)", valueName: "file"),
    completion: .file(extensions: ["svg"])
  )
  var output: String?

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let printer = CommandOutput(outputOptions, endsWithReader: true)
    let counts = try counts.map { try Self.counts(inStore: $0, model: model) } ?? [:]
    let title = URL(filePath: model).lastPathComponent
    let diagram = ModelDiagram(of: try ModelReader.read(model), title: title, counts: counts)
    guard let output else {
      try printer.write(diagram.svg)
      return try printer.finish()
    }
    try FileWriter.replace(output) { try $0.write(diagram.svg.utf8) }
    printer.note("Wrote \(output).")
  }

  /// How many objects of each entity itself a store has.
  private static func counts(inStore path: String, model: String) throws -> [String: Int] {
    let opened = try OpenedStore(path, model: model, noticesChanges: true)
    // It was only read.
    defer { try? opened.store.close() }
    return try opened.read {
      var counts: [String: Int] = [:]
      for entity in opened.model.entities where !entity.isAbstract {
        var fetch = StoreFetch(entity: entity)
        fetch.includesSubentities = false
        counts[entity.name] = try opened.store.count(for: fetch)
      }
      return counts
    }
  }
}
