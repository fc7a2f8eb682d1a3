internal import Foundation
internal import SystemErrors

/// The rejects of one release in its output folder, from one build to the next.
///
/// What somebody has changed there is fed again by `build --only-rejects`. No other build replaces it: a build that would, stops before
/// anything is lost. Each release has a folder of its own, so that several may share an output folder.
package struct ReleaseRejects {
  /// The folder for the rejects of the release, relative to the output folder: `rejects/DogBreeds`.
  package let path: String
  /// Where the last build has put them; one of an earlier version has put them into `rejects` itself.
  private let folder: String
  private let newFolder: String
  private var state: RejectState?
  /// The digests of the files that are there, by name, when they were first looked at.
  private let found: [String: String]
  private let command: String
  /// The files that are read in the place of sources, by the sources' names.
  private var standIns: [String: String] = [:]

  /// - Parameters:
  ///   - output: The output folder.
  ///   - release: The release's name, such as `DogBreeds`.
  ///   - published: The digests of the files that the last build published, by their paths in the output folder.
  ///   - command: The command that builds the release, for messages.
  package init(output: String, release: String, published: [String: String], command: String) throws {
    path = "rejects/\(release)"
    self.command = command
    newFolder = "\(output)/\(path)"
    var name = path
    let state = "\(output)/rejects/\(RejectState.name)"
    if try !Files.exists("\(newFolder)/\(RejectState.name)"),
      let digest = try RejectState.digest(of: state), published["rejects/\(RejectState.name)"] == digest
    {
      name = "rejects"
    }
    folder = "\(output)/\(name)"
    self.state = try RejectState.read(from: folder)
    found = try Self.digests(of: folder)
    if self.state?.written == nil {
      let own = published.filter { $0.key.hasPrefix(name + "/") }.map {
        (String($0.key.dropFirst(name.count + 1)), $0.value)
      }
      self.state?.written = Dictionary(own, uniquingKeysWith: { $1 })
    }
  }

  /// Throws unless some release in `output` has rejects that can be fed, for which neither recipe nor sources have to be there.
  package static func requireAny(in output: String) throws {
    let root = "\(output)/rejects"
    let names = try Files.names(in: root) ?? []
    var states: [RejectState] = []
    for folder in [root] + names.map({ "\(root)/\($0)" }) {
      do {
        if let state = try RejectState.read(from: folder) { states.append(state) }
      } catch is CorrectedSources.Failure {
        // It is damaged, which is said when its own release is built.
        return
      }
    }
    guard let first = states.first else { throw CorrectedSources.nothingToFeed(in: root) }
    if states.allSatisfy(\.files.isEmpty) { try CorrectedSources.requireFiles(first) }
  }

  // MARK: Before a build

  /// Throws if there is anything that a build from the sources alone would lose: changed files, and records that were corrected before and that
  /// the sources do not have.
  package func requireNothingToLose(_ plan: ImportPlan) throws {
    guard let state else { return }
    var lost: [String] = []
    var copies: [String] = []
    let fed = Set(state.files.map(\.rejects))
    for file in state.files {
      let source = plan.sources.first { $0.recipe.file.value == file.file }
      guard try state.hasCorrectedRecords(file, in: folder, source: source?.path) else { continue }
      lost.append(file.rejects)
      if let copy = file.accepted?.copy { copies.append("\(folder)/\(copy) over \(file.file)") }
    }
    for name in state.written?.keys.sorted() ?? [] where !fed.contains(name) {
      guard try state.isChanged(name, in: folder) else { continue }
      throw CorrectedSources.cannotBeFed(name, in: folder)
    }
    guard !lost.isEmpty else { return }
    let copy =
      copies.isEmpty
      ? "" : " To take them over into the sources, copy \(copies.joined(separator: ", ")) and build again."
    throw CorrectedSources.Failure(
      """
      \(folder) has been mended (\(lost.joined(separator: ", "))), and this build would lose it. Feed it again with \
      “\(command) --only-rejects”.\(copy) To give it up, remove \(folder).
      """
    )
  }

  /// Writes the sources with what has been corrected to `folder`.
  ///
  /// - Returns: The path of each, by the source's name in the recipe.
  /// - Throws: `CorrectedSources.Failure`, with what to do.
  package mutating func writeCorrectedSources(_ plan: ImportPlan, to folder: String) throws -> [String: String] {
    let sources = CorrectedSources(rejectFolder: self.folder, plan: plan)
    standIns = if let state { try sources.write(state, to: folder) } else { try sources.write(to: folder) }
    return standIns
  }

  // MARK: After a build

  /// Completes the rejects that a run has written to `staged`: with the files that were fed and left nothing to correct, and with the digests
  /// of all files.
  ///
  /// - Returns: The files that are there to be corrected, and those that are kept for the next build only: a release in which nothing is
  ///   rejected any more is the one that corrected sources give, whatever it was fed. Both as paths in the output folder.
  package func complete(_ staged: String) throws -> (editable: Set<String>, kept: Set<String>) {
    var next = try RejectState.read(from: staged) ?? RejectState()
    var written: [String: String] = [:]
    for file in state?.files ?? [] {
      guard let standIn = standIns[file.file], let digest = try RejectState.digest(of: standIn) else { continue }
      if let index = next.files.firstIndex(where: { $0.file == file.file }) {
        next.files[index].original = file.expected
      } else if let fed = try RejectState.digest(of: "\(folder)/\(file.rejects)") {
        let kept = try keep(file, fed: fed, source: digest, standIn, in: staged)
        next.files.append(kept)
        // What was fed stays changed, until the source has it.
        written[kept.rejects] = state?.written?[file.rejects] ?? ""
      }
    }
    guard !next.files.isEmpty || next.apart != nil else { return ([], []) }
    written.merge(try Self.digests(of: staged)) { before, _ in before }
    next.written = written
    try next.write(to: staged)
    let copies = next.files.flatMap { [$0.base, $0.accepted?.copy] }
    let editable = written.keys.filter { !$0.hasSuffix(RejectNames.reasonsEnding) && !copies.contains($0) }
    let accepted = next.files.filter { $0.accepted != nil }
    var kept = accepted.flatMap { [$0.rejects, $0.base, $0.accepted?.copy].compactMap(\.self) }
    if accepted.count == next.files.count, next.apart == nil { kept.append(RejectState.name) }
    return (Set(editable.map { "\(path)/\($0)" }), Set(kept.map { "\(path)/\($0)" }))
  }

  /// Removes what the last build has kept for this one, unless it was changed meanwhile; to be called when this one is published.
  ///
  /// - Parameter names: The names of all rejects that were published.
  package func removeLeftovers(published names: Set<String>) throws {
    // A run that was interrupted here may have removed all but the folder.
    guard let state else { return _ = try Files.removeEmptyFolder(folder) }
    let accepted = state.files.filter { $0.accepted != nil }
    guard !accepted.isEmpty else { return }
    for name in accepted.flatMap({ [$0.rejects, $0.base, $0.accepted?.copy] }).compactMap(\.self)
    where !names.contains(name) {
      guard let digest = try RejectState.digest(of: "\(folder)/\(name)"), digest == found[name] else { continue }
      try Files.removeFile("\(folder)/\(name)")
    }
    if !names.contains(RejectState.name) { try Files.removeFile("\(folder)/\(RejectState.name)") }
    try Files.removeEmptyFolder(folder)
  }

  /// Keeps a file of rejects that was fed and left nothing to correct, with a copy of the source that has its records; under another name if the
  /// rejects of another source have its own by now.
  private func keep(
    _ file: RejectState.File,
    fed: String,
    source: String,
    _ standIn: String,
    in staged: String
  ) throws -> RejectState.File {
    var file = file
    try Files.makeFolder(staged)
    let (rejects, base) = (file.rejects, file.base)
    var names = RejectNames(besides: try Files.names(in: staged) ?? [])
    file.rejects = names.take(rejects, for: rejects)
    file.base = base.map { _ in file.rejects + RejectState.sourceEnding }
    let copy = file.rejects + RejectState.mendedEnding
    try Files.copy("\(folder)/\(rejects)", to: "\(staged)/\(file.rejects)")
    if let base, let name = file.base { try Files.copy("\(folder)/\(base)", to: "\(staged)/\(name)") }
    try Files.copy(standIn, to: "\(staged)/\(copy)")
    file.accepted = RejectState.Accepted(rejects: fed, source: source, copy: copy)
    return file
  }

  /// Throws if publishing what is in `staged` would replace something that has not been fed: a file that was changed while the build was
  /// running, or one that no build has written.
  package func requireUnchanged(_ staged: String) throws {
    // What else lies there, such as the lock of a program that has a file open, is not touched.
    for (name, digest) in found where state?.written?[name] != nil {
      guard let now = try RejectState.digest(of: "\(folder)/\(name)"), now != digest else { continue }
      throw CorrectedSources.Failure(
        "\(folder)/\(name) was changed while the build was running, so nothing was published; build again"
      )
    }
    let known = folder == newFolder ? state?.written ?? [:] : [:]
    let fed = Set(state?.files.filter { standIns[$0.file] != nil }.map(\.rejects) ?? [])
    for (name, digest) in try Self.digests(of: staged) {
      guard let now = try RejectState.digest(of: "\(newFolder)/\(name)"), now != digest, now != known[name] else {
        continue
      }
      // What was fed is what was found.
      if folder == newFolder, fed.contains(name), found[name] == now { continue }
      if state?.files.contains(where: { $0.rejects == name && $0.accepted?.rejects == now }) == true { continue }
      throw CorrectedSources.Failure(
        """
        \(newFolder)/\(name) is in the way of a file of rejects and would be lost, so nothing was published; move it elsewhere and build \
        again
        """
      )
    }
  }

  /// The digests of the plain files in a folder, by name; the state's own file is not among them.
  private static func digests(of folder: String) throws -> [String: String] {
    var digests: [String: String] = [:]
    for name in try Files.names(in: folder) ?? [] where name != RejectState.name {
      guard let kind = try Files.status(of: "\(folder)/\(name)")?.kind, kind != .folder else { continue }
      digests[name] = try RejectState.digest(of: "\(folder)/\(name)")
    }
    return digests
  }
}
