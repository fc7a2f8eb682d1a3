import ArgumentParser
import Findings
import ImportPipeline
import ReferenceExport
import Reports

/// Reads and validates everything and publishes nothing.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the sources against the model and the recipe; publish nothing.",
    discussion: """
      Example:
        studbook check Inputs/DogBreeds.recipe.yml

      Exits with 1 when there is a finding of error severity that neither the baseline nor the recipe accepts; --fail-on sets another limit. \
      Exits with 2 when the recipe, or the header, table, sheet or encoding of a source is wrong; the reports then say what.
      """
  )

  @Argument(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @Option(
    help: ArgumentHelp(
      "A store, .momd, .mom or VersionInfo.plist with the version hashes that cannot be computed. (default: what the recipe says)",
      valueName: "file"
    ),
    completion: .file()
  )
  var hashesFrom: String?

  @Flag(
    help:
      "Check again each time that a file is saved which is read, and show what that changed, until Ctrl-C. (default: off)"
  )
  var watch = false

  @Flag(help: "Show every finding, and how long each source took. (default: off)")
  var verbose = false

  @Option(
    name: .customLong("output"),
    help: "The folder for the files of --report, which are named like those of a build.",
    completion: .directory
  )
  var folder = "."

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var reports: ReportOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    if watch { return try watchChecks() }
    try check(CommandOutput(output)) { _ in }
  }

  /// Checks once.
  ///
  /// - Parameter tell: Called with the run when all reports have been written.
  func check(_ printer: CommandOutput, tell: (WatchLoop.Run) throws -> Void) throws {
    let path = try recipe ?? RecipeSession.onlyRecipe()
    let name = try UnusableBuild.referenceFile(ofRecipe: path)
    let session = try RecipeSession.open(
      path,
      hashesFrom: hashesFrom,
      printer: printer,
      reports: UnusableRunReports(options: reports, folder: folder, stem: ReleaseManifest.stem(ofReferenceFile: name))
    )
    let progress = printer.progressLine
    let result = try session.check(progress: progress).adding(session.openHashFindings(.warning))
    let run = try EvaluatedRun(
      result,
      summary: session.summary(of: result, output: nil, inputs: session.inputAccounts()),
      session: session,
      options: acceptance
    )
    if !reports.formats.contains(where: \.isPrinted) {
      try printer.printReport(run.summary, run.findings, isVerbose: verbose)
    }
    let files = ReportFiles(
      folder: self.folder,
      platformFolder: reports.platformFolder(session.folder),
      stem: ReleaseManifest.stem(ofReferenceFile: session.recipe.output.value),
      inputs: try session.inputs().map(\.path)
    )
    try files.write(reports.formats, run.summary, run.findings, printer: printer)
    try printer.finish()
    let fails = run.fails(on: acceptance.failOn ?? .error)
    try tell(WatchLoop.Run(session: session, evaluated: run, fails: fails))
    if fails { throw CommandExit.findings }
  }
}
