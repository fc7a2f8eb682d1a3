import Findings
import Foundation
import ImportPipeline
import Reports

/// The reports of a run that could not begin, because the recipe or the form of a source is wrong: the same ones that it would have written at its end.
struct UnusableRunReports {
  let options: ReportOptions
  /// The folder for reports that are files.
  let folder: String
  /// The name that the files share.
  let stem: String
  /// Reports that are written whether they are asked for or not.
  var always: [ReportFormat] = []

  /// Writes the reports.
  ///
  /// - Parameter recipePath: The recipe as it was named.
  /// - Returns: Whether one of them was printed.
  /// - Throws: `CommandFailure` when one cannot be written.
  func write(_ findings: [Finding], recipePath: String, printer: CommandOutput) throws -> Bool {
    let recipe = recipePath as NSString
    var model = ""
    do {
      model = (try RecipeReader.read(path: recipePath).model.value as NSString).lastPathComponent
    } catch is RecipeError {
      // One with mistakes may name no model.
    }
    let summary = RunSummary(
      toolVersion: StudbookVersion.current,
      recipe: recipe.lastPathComponent,
      model: model,
      findingCounts: FindingTally(findings).counts
    )
    let files = ReportFiles(
      folder: folder,
      platformFolder: options.platformFolder(recipe.deletingLastPathComponent),
      stem: stem
    )
    let formats = always + options.formats.filter { !always.contains($0) }
    try files.write(formats, summary, findings, printer: printer)
    try printer.finish()
    return options.formats.contains(where: \.isPrinted)
  }
}
