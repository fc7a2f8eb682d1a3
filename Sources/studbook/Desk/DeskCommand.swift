import ArgumentParser
import Desk
import SystemErrors

/// `studbook desk`: a local web application on a recipe and its sources.
struct DeskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desk",
    abstract:
      "Serve a local web application on the recipe: mend findings, edit sources and look at objects in the browser.",
    discussion: """
      Example:
        studbook desk Inputs/DogBreeds.recipe.yml

      Prints an address with a token, which is good for one browser; the page makes addresses for others. Every change goes into the source \
      files, byte for byte but for the cell that is changed, and can be taken back as long as the desk runs. The desk listens to this machine \
      only, unless --host says otherwise; whoever has got in may change the sources. Ctrl-C ends it.
      """
  )

  @Argument(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @Option(help: "The address to listen at. Others than this machine reach the desk if it is not a loopback address.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at. (default: one that the system chooses)")
  var port: UInt16 = 0

  @Option(
    name: .customLong("output"),
    help: "The folder in which the release is, and in which the desk's button publishes.",
    completion: .directory
  )
  var folder = "Output"

  @Flag(help: "Change nothing: show findings, sources and objects only. (default: off)")
  var readOnly = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if acceptance.writeBaseline != nil {
      throw ValidationError("the desk writes baselines from its pages, not with --write-baseline")
    }
  }

  func run() async throws {
    let workspace = RecipeWorkspace(
      recipePath: try recipe ?? RecipeSession.onlyRecipe(),
      acceptance: acceptance,
      output: folder
    )
    let session = DeskSession(workspace, isReadOnly: readOnly)
    try await DeskServer(session, host: host, port: port).run { [output] address, token in
      let printer = CommandOutput(output)
      do {
        try printer.writeLine("\(address)?token=\(token)")
        try printer.finish()
      } catch {
        printer.diagnostic("studbook: \(SystemReason.description(of: error))")
      }
      printer.note("The desk is open; Ctrl-C ends it.")
    }
  }
}
