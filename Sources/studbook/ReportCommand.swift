import ArgumentParser
import Findings
import Foundation
import Reports
import SystemErrors

/// Renders the findings of an earlier run again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render the findings of an earlier run again, without a rebuild.",
    discussion: """
      Reads the JSON report of a build or check, or JSON Lines. Formats that are for a person or a log are printed, the others become files, \
      named like the one that is read. Examples:

        studbook report Output/reports/DogBreeds.json --to html,sarif --output reports
        studbook report findings.jsonl --to markdown --output - >> "$GITHUB_STEP_SUMMARY"
      """
  )

  @Argument(help: "The JSON report; - for standard input.", completion: .file())
  var findings: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The formats: \(ReportFormatList.help).", valueName: "formats")
  )
  var lists: [ReportFormatList] = [ReportFormatList(formats: [.terminal])]

  @Option(name: .shortAndLong, help: "The folder for the files; - prints them.")
  var output = "."

  @Option(help: "The recipe's folder in the repository, for formats that name files to a platform. (default: the root)")
  var repositoryFolder = ""

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let printer = CommandOutput(outputOptions)
    let run = try recordedRun()
    let summary = run.summary ?? Self.summary(of: run.findings)
    let files = ReportFiles(
      folder: output,
      platformFolder: repositoryFolder,
      stem: output == "-" ? nil : stem,
      inputs: [findings]
    )
    var formats: [ReportFormat] = []
    for format in lists.flatMap(\.formats) where !formats.contains(format) { formats.append(format) }
    if formats.contains(.terminal) {
      try printer.printReport(summary, run.findings, isVerbose: false)
      formats.removeAll { $0 == .terminal }
    }
    let written = try files.write(formats, summary, run.findings, printer: printer)
    try printer.finish()
    for path in written { printer.note(path) }
  }

  /// The name of the files: that of the report which is read, `findings` for standard input.
  private var stem: String {
    let name = URL(fileURLWithPath: findings).lastPathComponent
    for ending in [".jsonl", ".json"] where name.hasSuffix(ending) && name.count > ending.count {
      return String(name.dropLast(ending.count))
    }
    return "findings"
  }

  private func recordedRun() throws -> RecordedRun {
    let bytes: [UInt8]?
    if findings == "-" {
      bytes = [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    } else {
      bytes = try Files.contents(of: findings)
    }
    guard let bytes else { throw CommandFailure("there is no file \(findings); is the path right?") }
    do {
      return try FindingsReader.read(bytes)
    } catch {
      throw CommandFailure("\(findings): \(error)")
    }
  }

  /// What can be said of a run whose findings are all that is left.
  private static func summary(of findings: [Finding]) -> RunSummary {
    RunSummary(
      toolVersion: StudbookVersion.current,
      recipe: "",
      model: "",
      findingCounts: FindingTally(findings).counts,
      acceptedCounts: FindingTally(findings.lazy.filter { $0.acceptance != nil }).counts
    )
  }
}
