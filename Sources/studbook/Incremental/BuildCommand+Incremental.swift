import Findings
import ImportPipeline
import ReferenceExport
import Reports
import SystemErrors

extension BuildCommand {
  /// What is the same as in the build before, if that is asked for.
  func incrementalBuild(_ session: RecipeSession, _ succession: Succession?) throws -> IncrementalBuild? {
    guard incremental else { return nil }
    var obstacle: String?
    if succession != nil { obstacle = "it follows a release, whose keys it takes" }
    if onlyRejects { obstacle = "rejected records are fed again" }
    if session.recipe.sources.contains(where: { $0.file.value == "-" }) {
      obstacle = "a source comes from standard input"
    }
    if !session.plan.knowsNamedFilesByFields { obstacle = "names of files are made of several fields" }
    var settings = [
      "--hashes-from": hashesFrom ?? "", "--allow-open-hashes": "\(allowOpenHashes)",
      "--fail-on": acceptance.failOn?.rawValue ?? "", "library": session.plan.imageLibrary ?? "",
    ]
    // What counts is said anew where a build takes rows over; where it does nothing, it has to be the same.
    if let baseline = acceptance.baseline ?? session.recipe.baseline.map({ session.path(of: $0.value) }) {
      settings["--baseline"] = try Files.contents(of: baseline).map { FileDigest.sha256($0) } ?? ""
    }
    return try IncrementalBuild(session, output: output, obstacle: obstacle, settings: settings)
  }

  /// What takes pictures of the build before that were made fit, if that is asked for.
  func pictureCache(_ session: RecipeSession, _ printer: CommandOutput) throws -> PictureCache? {
    guard incremental, session.plan.fitsPictures else { return nil }
    guard let cache = try PictureCache(of: session.recipe.output.value, in: output) else {
      printer.note(
        "All pictures are made anew: there is no key of this user for caches, or the cache's folder is a link."
      )
      return nil
    }
    session.plan.use(cache)
    return cache
  }

  /// Prints the report of a release whose inputs have not changed since.
  ///
  /// - Returns: Whether that is all there is to do.
  /// - Throws: `CommandExit.findings` if the build before did.
  func reportUnchanged(_ incremental: IncrementalBuild, _ printer: CommandOutput) throws -> Bool {
    guard incremental.isUnchanged, signWith == nil, reports.formats.isEmpty, acceptance.writeBaseline == nil,
      let path = try incremental.publishedReport(), let bytes = try Files.contents(of: path),
      let run = try? FindingsReader.read(bytes), let summary = run.summary
    else { return false }
    if verbose { printer.note("Nothing has changed since the build before, so that nothing was read or written.") }
    try printer.printReport(summary, run.findings, isVerbose: verbose)
    try printer.finish()
    if incremental.hadFindings { throw CommandExit.findings }
    return true
  }

  /// Makes the reference file, from the release before as far as it can be taken over.
  func makeFile(
    _ session: RecipeSession,
    _ publisher: ReferencePublisher,
    rejectFolder: String,
    progress: ProgressLine?,
    succession: Succession?,
    incremental: IncrementalBuild?,
    printer: CommandOutput,
    whenRead: () -> Void,
    identifier: () throws -> String
  ) throws -> (result: ImportResult, identifier: String, keys: Succession.Outcome?, distinct: [String: [Int]]?) {
    if let incremental {
      let made = try incremental.make(publisher, rejectFolder: rejectFolder, progress: progress) {
        Self.identifier(of: $0, session.plan.imageLibrary)
      }
      if let made {
        _ = try identifier()
        if verbose, let note = incremental.note { printer.note(note) }
        return (made.result, made.identifier, nil, made.distinct)
      }
      if verbose, let obstacle = incremental.obstacle { printer.note("Everything is read, because \(obstacle).") }
    }
    let file = try ReferenceFile(session, publisher)
    if verbose { printer.note(file.note) }
    return try file.make(
      session,
      publisher,
      rejectFolder: rejectFolder,
      progress: progress,
      succession: succession,
      isTraced: incremental != nil,
      whenRead: whenRead,
      identifier: identifier
    )
  }
}
