import ArgumentParser
import ImportPipeline

extension BuildCommand {
  /// Builds whenever something is saved, until a signal ends the process.
  func watchBuilds() throws {
    let printer = CommandOutput(outputOptions)
    var quietly = outputOptions
    quietly.quiet = true
    let silent = CommandOutput(quietly)
    let path = try recipe ?? RecipeSession.onlyRecipe()
    var release: ReleaseWatch?
    try WatchLoop(
      recipe: path,
      others: [acceptance.baseline, hashesFrom].compactMap(\.self),
      printer: printer,
      verb: "built",
      run: { isFirst in
        var found: WatchLoop.Run?
        do { try build(isFirst ? printer : silent) { found = $0 } } catch let error as ExitCode {
          // A build that is published although something counts has come to its end.
          guard found != nil else { throw error }
        }
        if let found, release == nil { release = ReleaseWatch("\(output)/\(found.session.recipe.output.value)") }
        return found
      },
      describe: { run in try release?.changes(run.session) ?? "" }
    ).start()
  }
}

extension CheckCommand {
  /// Checks whenever something is saved, until a signal ends the process.
  func watchChecks() throws {
    let printer = CommandOutput(output)
    var quietly = output
    quietly.quiet = true
    let silent = CommandOutput(quietly)
    try WatchLoop(
      recipe: try recipe ?? RecipeSession.onlyRecipe(),
      others: [acceptance.baseline, hashesFrom].compactMap(\.self),
      printer: printer,
      verb: "checked",
      run: { isFirst in
        var found: WatchLoop.Run?
        do { try check(isFirst ? printer : silent) { found = $0 } } catch let error as ExitCode {
          guard found != nil else { throw error }
        }
        return found
      },
      describe: { _ in "" }
    ).start()
  }
}
