import ImportPipeline
import ReferenceExport
import SystemErrors

extension BuildCommand {
  /// The release that the build follows, opened; `nil` if there is none.
  ///
  /// - Throws: `CommandFailure` if there should be one and is not, or cannot be followed.
  func succession(_ session: RecipeSession, _ printer: CommandOutput) throws -> Succession? {
    guard previous == nil || !noPrevious else {
      throw CommandFailure("--previous and --no-previous contradict each other; name one of them")
    }
    let told = session.recipe.succession.previous?.value
    let isPublished = previous == nil && told == SuccessionRecipe.published
    guard !noPrevious, let path = previous ?? (isPublished ? output : told.map(session.path)) else { return nil }
    let name = session.recipe.output.value
    if isPublished, try !Files.exists("\(output)/\(name)") {
      printer.note("There is no release in \(output) to follow yet, so all objects get new keys.")
      return nil
    }
    let succession = Succession(
      try PreviousRelease(at: path, name: name, model: session.modelPath),
      session
    )
    try succession.requireComparableModels()
    return succession
  }
}

extension Succession {
  /// Says what became of the objects' keys, and what changed.
  func note(_ keys: Outcome, _ changes: ReleaseChanges, _ printer: CommandOutput) {
    let news = keys.added == 0 ? "" : keys.added == 1 ? ", one has a new one" : ", \(keys.added) have new ones"
    printer.note("Since \(previous.path): \(changes.summary). Objects with their former keys: \(keys.kept)\(news).")
  }
}
