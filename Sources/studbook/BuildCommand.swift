import ArgumentParser
import Digests
import Findings
import Foundation
import ImportPipeline
import ObjectModel
import ReferenceExport
import SystemErrors
import Reports
import SQLiteStore

/// Rebuilds the reference file: import, seal, publish.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the reference file that a recipe describes, with its manifest and reports.",
    discussion: """
      Example:
        studbook build Inputs/DogBreeds.recipe.yml --output Output

      What was published before stays as it was until its successor is whole. Records with errors are left out and written to \
      rejects/NAME as they stood in their source; mend them there and build with --only-rejects, and the release is the one that the \
      mended sources would give. With --previous, what changed since that release stands in reports/NAME.changes.html, .json and .md, and a \
      release that changes more than the recipe's guards allow is not published. Rejects that have been mended are never replaced: without --only-rejects, the build then stops. A store \
      that Core Data would not open, because it lacks version hashes, is not published unless --allow-open-hashes says so; everything is \
      checked, and --report writes to unpublished/. Exits with 1 when more records were rejected than the recipe tolerates, accepted ones \
      not counted, or when findings reach --fail-on; with 2, and its reports in reports/ or unpublished/, when the recipe or the form of a \
      source is wrong.
      """
  )

  @Argument(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @Option(name: .shortAndLong, help: "The folder to publish in.", completion: .directory)
  var output = "Output"

  @Option(
    help: ArgumentHelp(
      "A store, .momd, .mom or VersionInfo.plist with the version hashes that cannot be computed. (default: what the recipe says)",
      valueName: "file"
    ),
    completion: .file()
  )
  var hashesFrom: String?

  @Option(
    help: ArgumentHelp(
      "The release that this one follows: its file, manifest or folder. Objects with the same keys keep their numbers in the store. (default: what the recipe says)",
      valueName: "release"
    ),
    completion: .file()
  )
  var previous: String?

  @Flag(help: "Follow no release, whatever the recipe says. (default: off)")
  var noPrevious = false

  @Option(
    help: ArgumentHelp(
      "Sign the manifest with this secret key: \(SecretKeySource.help). (default: no signature)",
      valueName: "key"
    )
  )
  var signWith: String?

  @Flag(help: "Publish a store that Core Data will not open, because version hashes are not known. (default: off)")
  var allowOpenHashes = false

  @Flag(
    help:
      "Feed again the records that the last build rejected, from rejects/, where they have been mended. (default: off)"
  )
  var onlyRejects = false

  @Flag(
    help:
      "Take over from the release before what digests prove to be the same. Needs and leaves a cache beside the output, which may be deleted at any time. (default: off)"
  )
  var incremental = false

  @Flag(
    help:
      "Build again each time that a file is saved which is read, and show what that changed, until Ctrl-C. (default: off)"
  )
  var watch = false

  @Flag(help: "Show every finding, and how long each source took. (default: off)")
  var verbose = false

  @OptionGroup var waiting: WaitOptions
  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var reports: ReportOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    if watch { return try watchBuilds() }
    try build(CommandOutput(outputOptions)) { _ in }
  }

  /// Builds once.
  ///
  /// - Parameter tell: Called with the run when the release has been published.
  func build(_ printer: CommandOutput, tell: (WatchLoop.Run) throws -> Void) throws {
    let date = try ReleaseManifest.date(fromSourceDateEpoch: CommandOutput.environment("SOURCE_DATE_EPOCH"))
    let signing = try signWith.map { try ReleaseSigning($0, printer) }
    let correctedFolder = TemporaryItem()
    defer { correctedFolder.remove() }
    if onlyRejects { try ReleaseRejects.requireAny(in: output) }
    var session = try open(printer)
    let name = session.recipe.output.value
    let publisher = try ReferencePublisher(folder: output, name: name, wait: waiting.lockWait(printer))
    defer { publisher.discard() }
    try publisher.protect(session.inputs().map(\.path))
    var rejects = try rejects(of: name)
    if onlyRejects {
      try Files.makeFolder(correctedFolder.path)
      let corrected = try rejects.writeCorrectedSources(session.plan, to: correctedFolder.path)
      session = try open(printer, standIns: corrected)
    } else {
      try rejects.requireNothingToLose(session.plan)
    }
    session.printHashes(printer)
    let isAllowed = allowOpenHashes || session.recipe.allowsOpenHashes
    let openHashes = session.openHashFindings(isAllowed ? .warning : .error)
    guard isAllowed || openHashes.isEmpty else {
      return try session.refuse(
        openHashes,
        folder: "\(output)/unpublished",
        isVerbose: verbose,
        acceptance: acceptance,
        reports: reports,
        printer: printer
      )
    }

    let progress = printer.progressLine
    let rejectFolder = try (publisher.stagedPath(for: "\(rejects.path)/x") as NSString).deletingLastPathComponent
    let succession = try succession(session, printer)
    // It was only read.
    defer { try? succession?.previous.close() }
    let files = try session.inputs()
    let incremental = try incrementalBuild(session, succession)
    if let incremental, try reportUnchanged(incremental, printer) { return }
    let pictures = try pictureCache(session, printer)
    var digests: BackgroundWork<[FileDigest]>?
    var (inputs, edition) = ([FileDigest](), "")
    let made = try makeFile(
      session,
      publisher,
      rejectFolder: rejectFolder,
      progress: progress,
      succession: succession,
      incremental: incremental,
      printer: printer
    ) {
      digests = BackgroundWork { [plan = session.plan] in
        let known = plan.digestsOfNamedFiles
        return try files.map { file in
          try known[file.name].map { FileDigest(path: file.name, bytes: $0.bytes, sha256: $0.sha256) }
            ?? FileDigest(of: file.path, as: file.name)
        }
      }
    } identifier: {
      inputs = try digests?.value() ?? incremental?.inputs ?? []
      edition = Self.identifier(of: inputs, session.plan.imageLibrary)
      return edition
    }
    progress?.show(.reporting)
    if verbose, let way = publisher.sealingWay { printer.note(way.note) }
    let stem = ReleaseManifest.stem(ofReferenceFile: name)
    let reportFolder = try (publisher.stagedPath(for: "reports/x") as NSString).deletingLastPathComponent
    guard let digest = publisher.sealedDigest else { preconditionFailure("A file that was made is sealed.") }
    let changes = try succession.map {
      try ReleaseChanges(
        since: $0,
        at: publisher.stagedPath(for: name),
        digest,
        output: output,
        session,
        folder: reportFolder,
        stem: stem,
        edition: date.map { String($0.prefix(10)) } ?? "Edition \(edition.prefix(8))"
      )
    }
    let result = made.result.adding(openHashes + (changes?.findings(session) ?? []))

    let accounts = try session.inputAccounts(inputs)
    var listed = inputs
    for (index, account) in accounts.enumerated() {
      (listed[index].licence, listed[index].origin) = (account.licence, account.origin)
    }
    let run = try EvaluatedRun(
      result,
      summary: session.summary(of: result, output: name, inputs: accounts),
      session: session,
      options: acceptance
    )
    let summary = run.summary
    let page = "\(reportFolder)/\(ReportFormat.html.fileName(stem) ?? stem)"
    let document = "\(reportFolder)/\(ReportFormat.json.fileName(stem) ?? stem)"
    // A hundred thousand findings take a second each way, so the two are written side by side.
    let findings = run.findings
    let documentWork = BackgroundWork { try Self.write(JSONReport(), summary, findings, to: document) }
    let pageResult = Result { try Self.write(HTMLReport(), summary, findings, to: page) }
    try documentWork.value()
    try pageResult.get()
    let extra = ReportFiles(
      folder: reportFolder,
      platformFolder: reports.platformFolder(session.folder),
      stem: stem
    )
    let isPrinted = reports.formats.contains(where: \.isPrinted)
    try extra.write(reports.formats.filter { $0 != .html && $0 != .json }, summary, run.findings, printer: printer)
    let manifest = ReleaseManifest(
      toolVersion: StudbookVersion.current,
      recipe: summary.recipe,
      model: ReleaseManifest.Model(name: summary.model, entityVersionHashes: session.model.entityVersionHashesByName),
      referenceFile: name,
      storeIdentifier: made.identifier,
      previous: changes?.previous,
      date: date,
      imageLibrary: session.plan.imageLibrary,
      inputs: listed,
      entities: result.entities.map { ReleaseManifest.EntityCount(entity: $0.entity, objects: $0.after) },
      sources: result.sources
    )
    // Sources were read by the import, for the digests and for the rejects.
    try session.requireUnchangedInputs()
    try succession?.previous.requireUnchanged()
    if run.findings.contains(where: { $0.rule == .releaseChange && $0.severity == .error && $0.acceptance == nil }) {
      if !isPrinted { try printer.printReport(summary, run.findings, isVerbose: verbose) }
      try UnusableBuild(output: output, name: name).takeReports(from: reportFolder)
      try printer.finish()
      throw CommandExit.findings
    }
    let (editable, kept) = try rejects.complete(rejectFolder)
    try rejects.requireUnchanged(rejectFolder)
    let rejectNames = Set(try Files.names(in: rejectFolder) ?? [])
    let manifestName = ReleaseManifest.fileName(forReferenceFile: name)
    progress?.show(.publishing)
    let signature = "\(output)/\(ReleaseSignature.fileName(forManifest: manifestName))"
    let wasSigned = try Files.exists(signature)
    let published = try publisher.publish(
      manifest,
      writable: editable,
      unlisted: kept,
      sign: signing.map { signing in { try signing.signature(of: $0, named: manifestName) } }
    )
    try rejects.removeLeftovers(published: rejectNames)
    try UnusableBuild(output: output, name: name).removeReports()

    let fails = acceptance.failOn.map {
      $0 != .never && run.exceeds(session.recipe.tolerance) || $0 != .error && run.fails(on: $0)
    }
    let hasFindings = fails ?? run.exceeds(session.recipe.tolerance)
    // A build that takes records over has not asked for their pictures.
    if incremental?.note == nil { pictures?.removeUnused() }
    if let incremental {
      let release = published.outputs.first { $0.path == name }
      let obstacle = incremental.save(
        result,
        inputs: inputs,
        published: release,
        distinct: made.distinct ?? [:],
        hasFindings: hasFindings
      )
      if let obstacle { printer.note("No cache was left for the next build: \(obstacle).") }
    }
    if !isPrinted { try printer.printReport(summary, run.findings, isVerbose: verbose) }
    if wasSigned, signing == nil, try !Files.exists(signature) {
      printer.note(
        "Removed \(signature), which was of the release before; --sign-with or studbook sign makes one of this."
      )
    }
    if let keys = made.keys, let succession, let changes { succession.note(keys, changes, printer) }
    try printer.finish()
    try tell(WatchLoop.Run(session: session, evaluated: run, fails: hasFindings))
    if hasFindings { throw CommandExit.findings }
  }

  /// The rejects of the release that is to be replaced.
  private func rejects(of name: String) throws -> ReleaseRejects {
    let manifest = "\(output)/\(ReleaseManifest.fileName(forReferenceFile: name))"
    let published = try ReleaseManifest.usable(at: manifest)?.outputs ?? []
    func quoted(_ path: String) -> String { path.contains(" ") ? "'\(path)'" : path }
    let command = [
      "studbook build", recipe.map(quoted), output == "Output" ? nil : "--output \(quoted(output))",
    ].compactMap(\.self)
    return try ReleaseRejects(
      output: output,
      release: ReleaseManifest.stem(ofReferenceFile: name),
      published: Dictionary(published.map { ($0.path, $0.sha256) }, uniquingKeysWith: { $1 }),
      command: command.joined(separator: " ")
    )
  }

  private static func write(
    _ report: some Report,
    _ summary: RunSummary,
    _ findings: [Finding],
    to path: String
  ) throws {
    try ReportFiles.write(to: path, isReplacing: true) { file in
      try report.write(summary, findings) { try file.write($0) }
    }
  }

  /// The store's UUID, from the names and contents of everything it is made from: the same inputs give the same identity.
  ///
  /// A name-based UUID of version 8 (RFC 9562), over SHA-256.
  /// - Parameter imageLibrary: What makes pictures fit, with its version, if anything does.
  static func identifier(of inputs: [FileDigest], _ imageLibrary: String? = nil) -> String {
    var hasher = SHA2Hasher()
    for input in inputs { hasher.update("\(input.path)\u{0}\(input.sha256)\u{0}".utf8) }
    hasher.update(StudbookVersion.current.utf8)
    if let imageLibrary { hasher.update("\u{0}\(imageLibrary)".utf8) }
    return hasher.finalize().uuid
  }
}

extension RecipeSession {
  /// Opens a session; what is wrong with the recipe or the form of its sources stands in the reports, and is printed like findings, with source
  /// line and caret, unless a report is.
  static func open(
    _ path: String?,
    hashesFrom: String? = nil,
    standIns: [String: String] = [:],
    printer: CommandOutput,
    reports: UnusableRunReports? = nil
  ) throws -> RecipeSession {
    let path = try path ?? RecipeSession.onlyRecipe()
    do {
      return try RecipeSession(recipePath: path, hashesFrom: hashesFrom, standIns: standIns)
    } catch let error as RecipeError {
      let isPrinted = Result { try reports?.write(error.problems, recipePath: path, printer: printer) ?? false }
      // What failed is said below, after what is wrong with the recipe.
      if (try? isPrinted.get()) == true { throw CommandExit.couldNotRun }
      let report = TerminalReport(
        usesColour: printer.usesColor(on: .diagnostics),
        columns: printer.columns(of: .diagnostics),
        findingsPerRule: nil
      )
      printer.diagnosticReport(report.text(error.problems))
      _ = try isPrinted.get()
      throw CommandExit.couldNotRun
    }
  }
}

extension RecipeSession {
  /// Says which version hashes were taken over.
  func printHashes(_ printer: CommandOutput) {
    if !adoptedEntities.isEmpty, let hashesPath {
      printer.note("Took the version hashes of \(adoptedEntities.joined(separator: ", ")) from \(hashesPath).")
    }
  }
}

extension CommandOutput {
  /// Prints a run's report; nothing with `--quiet`, where the exit code has to do.
  func printReport(_ summary: RunSummary, _ findings: [Finding], isVerbose: Bool) throws {
    guard !isQuiet else { return }
    let report = TerminalReport(
      usesColour: usesColor(on: .results),
      columns: columns(of: .results),
      findingsPerRule: isVerbose ? nil : 20,
      isVerbose: isVerbose
    )
    try write(report.text(summary, findings))
    try finish()
  }
}
