import ArgumentParser
import Findings
import ImportPipeline

/// Corrects sources where it is sure how.
struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Mend the sources where a finding says surely how; show the changes first.",
    discussion: """
      Example:
        studbook fix Inputs/DogBreeds.recipe.yml
        studbook fix --apply Inputs/DogBreeds.recipe.yml

      Without --apply, the changes are shown as a unified diff and nothing is written; exits with 1 when there is something to mend.
      Needless spaces, characters that cannot be seen and text that was decoded twice are mended, where the recipe asks for them.
      All other bytes of a file stay: quotes, line ends, encoding.
      Findings that a suppression, a budget or the baseline of the recipe accepts are left alone.
      """
  )

  @Argument(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @Flag(help: "Write the mended sources. (default: off)")
  var apply = false

  @Flag(help: "Show the changes and write nothing. (default: on unless --apply)")
  var diff = false

  @Flag(help: "Take suggestions that change letters too, such as the name that was probably meant. (default: off)")
  var suggestions = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if apply, diff { throw ValidationError("take either --apply or --diff") }
  }

  func run() throws {
    let printer = CommandOutput(output)
    let session = try RecipeSession.open(recipe, printer: printer)
    let result = try session.check(progress: nil)
    let fixer = SourceFixer(plan: session.plan, takesSuggestions: suggestions)
    let findings = try EvaluatedRun.acceptance(of: result, session: session).findings.filter { $0.acceptance == nil }
    let fixes = try fixer.fixes(for: findings)
    // The places of the findings are those of the file that was checked.
    try session.requireUnchangedInputs()
    for fix in fixes where !fix.edits.isEmpty {
      try printer.write(fix.diff())
      if apply { try fix.apply() }
    }
    try printer.finish()
    for fix in fixes {
      for (finding, reason) in fix.left {
        printer.diagnostic("\(finding.position.map { "\($0): " } ?? "")not mended, because \(reason)")
      }
    }
    let corrected = fixes.reduce(0) { $0 + $1.corrected.count }
    let files = fixes.count { !$0.edits.isEmpty }
    let what = "\(corrected) \(corrected == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")"
    if corrected == 0 {
      let left = suggestions ? 0 : try suggested(session.plan, findings)
      printer.diagnostic(
        left == 0
          ? "Nothing to mend"
          : "Nothing to mend for sure; \(left) \(left == 1 ? "finding has a suggestion" : "findings have suggestions"), shown with --suggestions"
      )
    } else {
      printer.diagnostic(apply ? "Mended \(what)" : "\(what) can be mended; write the changes with --apply")
    }
    if corrected > 0, !apply { throw CommandExit.findings }
  }

  /// How many findings `--suggestions` would correct.
  private func suggested(_ plan: ImportPlan, _ findings: [Finding]) throws -> Int {
    try SourceFixer(plan: plan, takesSuggestions: true).fixes(for: findings)
      .reduce(0) { $0 + $1.corrected.count }
  }
}
