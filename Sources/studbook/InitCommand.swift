import ArgumentParser
import Findings
import Foundation
import ImportPipeline
import ModelReading
import RecipeDrafting

/// `studbook init`: a recipe and a model from the sources themselves.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Drafts a recipe and a model from sources.",
    discussion: """
      Reads CSV, XML, HTML, JSON and workbooks, packed or not, and guesses entities, types, required values, keys and relationships. The \
      recipe says in a comment what each guess rests on; both files are yours to change. Examples:

        studbook init groups.csv breeds.csv --name DogBreeds
        studbook init prices.xlsx --output Shop
        studbook init breeds.csv --model App/DogBreeds.xcdatamodeld
      """
  )

  @Argument(
    help: "The sources: files, folders, or patterns in quotes for several files of one kind.",
    completion: .file()
  )
  var files: [String]

  @Option(
    name: .shortAndLong,
    help:
      "The folder of the recipe and the model; the sources have to be in it. (default: the deepest that all are in)",
    completion: .directory
  )
  var output: String?

  @Option(help: "The name of the recipe and the model. (default: that of the file, or of the folder of several)")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A model that is there: only a recipe for it is written. (default: a new model)",
      valueName: "path"
    ),
    completion: .file()
  )
  var model: String?

  @Option(
    help: ArgumentHelp(
      "Which file of an archive: its path, its name or a pattern. (default: the only file)",
      valueName: "path"
    )
  )
  var member: String?

  @Option(help: ArgumentHelp("Look at so many records of each source only. (default: all)", valueName: "n"))
  var sample: Int?

  @Flag(help: "Replace a recipe and a model that are there. (default: off)")
  var force = false

  @Flag(help: "Print the recipe and write nothing. (default: off)")
  var dryRun = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let sample, sample < 1 { throw ValidationError("--sample has to be 1 or more.") }
    if files.isEmpty { throw ValidationError("Name the sources, as in “studbook init groups.csv breeds.csv”.") }
    if let name, name.isEmpty || name.contains("/") || name.hasPrefix(".") {
      throw ValidationError("--name has to be a name of a file, without a folder.")
    }
  }

  func run() throws {
    let output = CommandOutput(outputOptions)
    var request = DraftRequest(files: files)
    request.folder = self.output
    request.name = name
    request.member = member
    request.sample = sample
    if let model { request.model = (model, try ModelReader.read(model)) }
    let draft = try RecipeDrafter(request).draft()
    if dryRun {
      try output.write(draft.recipe)
      return try output.finish()
    }
    let files = DraftFiles(draft)
    var problems: [Finding] = []
    try files.write(replacing: force) { recipe, newModel in
      problems = try Self.problems(recipe, newModel ?? model ?? "", folder: draft.folder)
      // A draft for a model that is there may leave open what only its author knows.
      if model == nil, let first = problems.first { throw CommandFailure("the draft does not hold: \(first.message)") }
    }
    try printTable(draft, output)
    for note in draft.notes { output.note(note) }
    if let modelPath = files.modelPath {
      output.note("\(Self.shown(modelPath)): look at it in Xcode, or with studbook model lint.")
    }
    output.note("\(Self.shown(files.recipePath)): every guess has a comment.")
    if !problems.isEmpty {
      let left = problems.count == 1 ? "1 thing is" : "\(problems.count) things are"
      output.note("\(left) left to say in it; studbook check shows them.")
    }
    output.note("Next: studbook check \(Self.shown(files.recipePath))")
  }

  /// What `studbook check` would say about the recipe itself.
  private static func problems(_ recipe: String, _ model: String, folder: String) throws -> [Finding] {
    do {
      _ = try ImportPlanner.plan(RecipeReader.read(path: recipe), model: ModelReader.read(model), folder: folder)
      return []
    } catch let error as RecipeError {
      return error.problems
    }
  }

  private func printTable(_ draft: RecipeDraft, _ output: CommandOutput) throws {
    var printer = ResultPrinter(
      output,
      format: .table,
      columns: [
        ResultPrinter.Column(name: "source"), ResultPrinter.Column(name: "entity"),
        ResultPrinter.Column(name: "records", isNumeric: true),
        ResultPrinter.Column(name: "attributes", isNumeric: true), ResultPrinter.Column(name: "key"),
        ResultPrinter.Column(name: "relationships"),
      ]
    )
    for source in draft.sources {
      try printer.add([
        .text(source.file), .text(source.entity), .integer(Int64(source.records)), .integer(Int64(source.attributes)),
        .text(source.key.joined(separator: " + ")), .text(source.relationships.joined(separator: ", ")),
      ])
    }
    try printer.finish()
    try output.finish()
  }

  /// A path as seen from here, if it is below.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
