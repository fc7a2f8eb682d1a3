import Digests
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ReferenceExport
import SQLiteStore
import SealedPages
import SystemErrors

/// A build that takes over what is the same as in the one before, where that is proved by digests; in doubt it takes nothing over.
///
/// The cache holds what the build before has read and published, as digests, and nothing of its content: rows are taken over from the published file itself.
final class IncrementalBuild {
  private let session: RecipeSession
  private let output: String
  private let settings: [String: String]
  private var state: BuildState?
  /// Why nothing is taken over; `nil` as long as something may be.
  private(set) var obstacle: String?
  /// What was taken over, as a sentence.
  private(set) var note: String?
  private var scans: [String: SourceScan] = [:]
  private var changes: [Int: Range<Int>] = [:]
  /// What everything that the release is made from is now.
  private(set) var inputs: [FileDigest] = []
  private(set) var isUnchanged = false
  /// Whether the build before exited with 1, if nothing has changed since.
  private(set) var hadFindings = false

  private var name: String { session.recipe.output.value }
  private var published: String { "\(output)/\(name)" }
  private var manifest: String { "\(output)/\(ReleaseManifest.fileName(forReferenceFile: name))" }

  /// The folder of the cache of a reference file.
  static func folder(of name: String, in output: String) -> String { "\(output)/.\(name).cache" }

  private var statePath: String { "\(Self.folder(of: name, in: output))/state" }

  /// Looks what is the same as in the build before.
  ///
  /// - Parameters:
  ///   - obstacle: Why nothing can be taken over whatever the cache says.
  ///   - settings: The options that the result depends on.
  /// - Throws: `FileError` if an input cannot be read.
  init(_ session: RecipeSession, output: String, obstacle: String?, settings: [String: String]) throws {
    self.session = session
    self.output = output
    self.settings = try settings.merging(Self.settings(session)) { $1 }
    self.obstacle = obstacle
    guard obstacle == nil else { return }
    do {
      state = try BuildState(at: statePath)
      try compare()
    } catch let error as BuildState.Unusable {
      state = nil
      self.obstacle = error.reason
    }
  }

  /// What a result depends on beside options and inputs.
  private static func settings(_ session: RecipeSession) throws -> [String: String] {
    var settings = ["version": StudbookVersion.current, "recipe": session.recipe.path]
    // Another build of the tool may have the same version.
    if let tool = try Files.systemStatus(of: "/proc/self/exe") {
      settings["tool"] = "\(tool.st_dev) \(tool.st_ino) \(tool.st_size) \(tool.st_mtim.tv_sec) \(tool.st_mtim.tv_nsec)"
    }
    let epoch = CommandOutput.environment("SOURCE_DATE_EPOCH") ?? ""
    let seconds = Double(epoch) ?? Date().timeIntervalSince1970
    // Windows of dates and ends of suppressions follow from the day.
    settings["day"] = "\(CalendarDay(secondsSince1970: Int(seconds)))"
    settings["epoch"] = epoch
    settings["zone"] = CommandOutput.environment("TZ") ?? ""
    settings["dialects"] = session.plan.dialectDescriptions.joined(separator: "\n")
    return settings
  }

  private func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw BuildState.Unusable(reason: reason()) }
  }

  private func compare() throws {
    guard let state else { return }
    let different = Set(settings.keys).union(state.settings.keys).filter { settings[$0] != state.settings[$0] }.sorted()
    try require(different.isEmpty, "\(Self.words(different)) differ from the build before")
    let files = try session.inputs()
    try require(files.map(\.name) == state.inputs.map(\.path), "it is made from other files than before")
    let sources = Dictionary(state.sources.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    try require(sources.count == state.sources.count, "two sources are one file")
    let output = BackgroundWork { [published, manifest] in
      try (FileDigest(of: published, as: ""), FileDigest(of: manifest, as: ""))
    }
    for (file, before) in zip(files, state.inputs) {
      let size = try Files.status(of: file.path)?.size ?? 0
      let scan = try SourceScan(of: file.path, as: file.name, at: sources[file.name]?.places(inFileOf: size) ?? [])
      scans[file.name] = scan
      inputs.append(scan.digest)
      if sources[file.name] == nil { try require(scan.digest == before, "\(file.name) has changed") }
    }
    // Both cores have something to do: the release is still being read.
    let hasChanged = Result { try compareSources(state) }
    // Whoever removes or replaces it has a reason.
    guard let found = try? output.value() else { throw BuildState.Unusable(reason: "the release is not there") }
    try require(found.0.sha256 == state.published.sha256, "\(published) is not as it was published")
    let isWhole = found.1.sha256 == state.manifest.sha256
    isUnchanged = isWhole && inputs == state.inputs
    hadFindings = isUnchanged && state.hasFindings
    try hasChanged.get()
  }

  /// Finds out what has changed in the sources of which parts can be read.
  private func compareSources(_ state: BuildState) throws {
    try require(!state.sources.isEmpty, "no source is one of which parts can be read")
    for source in state.sources {
      guard let scan = scans[source.name], let file = session.plan.plainFile(ofSource: source.number),
        file.name == source.name
      else { throw BuildState.Unusable(reason: "\(source.name) is another source than before") }
      let changed = try source.changes(scan, in: file.path)
      let size = source.trace.offset(of: changed.upperBound) - source.trace.offset(of: changed.lowerBound)
      try require(
        size <= max(source.trace.size / 4, 4 << 20),
        "more than a quarter of \(source.name) has changed, or records have been added or left out in it"
      )
      changes[source.number] = changed
    }
  }

  private static func words(_ settings: [String]) -> String {
    let words = [
      "tool": "the program", "day": "the day", "epoch": "SOURCE_DATE_EPOCH", "zone": "the time zone",
      "dialects": "files that describe dialects", "recipe": "the path of the recipe", "version": "the version",
      "library": "the versions of libvips",
    ]
    return settings.map { words[$0] ?? "the options (\($0))" }.joined(separator: " and ")
  }

  // MARK: Building

  /// Makes the reference file from the one that is published and from what has changed.
  ///
  /// - Returns: `nil` if that is not possible, and the whole way has to be gone; nothing has been staged then.
  /// - Throws: As `ReferenceFile.make`.
  func make(
    _ publisher: ReferencePublisher,
    rejectFolder: String,
    progress: ProgressLine?,
    identifier: ([FileDigest]) -> String
  ) throws -> (result: ImportResult, identifier: String, distinct: [String: [Int]])? {
    guard let state, obstacle == nil else { return nil }
    let path = try publisher.stagedPath(for: publisher.name)
    do {
      let standIns = TemporaryItem()
      defer { standIns.remove() }
      try Files.makeFolder(standIns.path, mode: 0o700)
      let parts = try parts(state, in: standIns.path)
      let release = try FileState(ofFile: published)
      let earlier = EarlierStore(
        path: published,
        keeping: session.plan.entities(ofSources: parts.keys.sorted()),
        distinct: state.distinct
      )
      let store = try SealingStore(
        at: path,
        model: session.model,
        streaming: session.plan.entitiesMadeAlone,
        updating: session.plan.entitiesUpdated,
        savingTime: RecipeSession.savingTime,
        reusing: earlier
      )
      let own = identifier(inputs)
      var proof: SealedFileProof?
      let result = try session.run(into: store, isWrittenOnce: true, rejectFolder: rejectFolder, progress: progress) {
        $0.parts = parts
        $0.tracesSources = true
      } whenWritten: {
        proof = try store.finish(identifiedBy: { own })
      }
      guard let proof, let digest = store.digest else { preconditionFailure("A run ends with a finished store.") }
      try store.close()
      // What was taken over is what the digest was made of.
      guard try FileState(ofFile: published) == release else {
        throw PartsAreNotEnough(reason: "the release was changed meanwhile")
      }
      try publisher.acceptRewrittenFile(FileDigest(path: name, bytes: digest.bytes, sha256: digest.sha256))
      note = sentence(parts)
      return (result, own, proof.distinct)
    } catch {
      guard let reason = Self.reason(error) else { throw error }
      obstacle = reason
      return nil
    }
  }

  private func sentence(_ parts: [Int: SourcePart]) -> String {
    let words = parts.sorted { $0.key < $1.key }.map { number, part in
      let file = session.plan.plainFile(ofSource: number)?.name ?? "a source"
      let count = part.trace.records(in: part.changed)
      return part.changed.isEmpty ? "\(file) is unchanged" : "\(count) records of \(file) were read again"
    }
    return "Taken over from the release before, by digests: \(words.joined(separator: "; "))."
  }

  /// Why parts were not enough; `nil` for an error of another kind.
  private static func reason(_ error: any Error) -> String? {
    switch error {
    case let error as PartsAreNotEnough: error.reason
    case SealedPagesError.earlierFile(let reason): "pages cannot be taken over: \(reason)"
    case SealedPagesError.indexDiffers(let index): "the index \(index) of the release is not as expected"
    case SealedPagesError.rowOutOfOrder, SealedPagesError.unsupported: "rows cannot be taken over"
    // The whole way says it better, with the lines of both records.
    case is StoreConflictError, SealedPagesError.notUnique: "a value that changed has to be unique and is not"
    default: nil
    }
  }

  private func parts(_ state: BuildState, in folder: String) throws -> [Int: SourcePart] {
    var parts: [Int: SourcePart] = [:]
    for source in state.sources {
      guard let scan = scans[source.name], let changed = changes[source.number],
        let file = session.plan.plainFile(ofSource: source.number)
      else { continue }
      let part = SourcePart(
        trace: source.trace,
        changed: changed,
        size: scan.digest.bytes,
        path: "\(folder)/\(source.number)"
      )
      if !changed.isEmpty {
        try FileWriter.replace(part.path) { writer in
          for range in part.ranges { try Files.read(range, of: file.path) { try writer.write($0) } }
        }
      }
      parts[source.number] = part
    }
    return parts
  }

  // MARK: Afterwards

  /// Leaves what the next build needs to know of one that has been published.
  ///
  /// - Returns: Why there is no cache now; `nil` if there is one.
  func save(
    _ result: ImportResult,
    inputs: [FileDigest],
    published release: FileDigest?,
    distinct: [String: [Int]],
    hasFindings: Bool
  ) -> String? {
    do {
      guard let release else { return "the reference file was not hashed" }
      var sources: [BuildState.Source] = []
      for (number, trace) in result.traces.sorted(by: { $0.key < $1.key }) {
        guard let file = session.plan.plainFile(ofSource: number) else { continue }
        let digest = inputs.first { $0.path == file.name }
        if let source = try updated(number, trace)
          ?? BuildState.Source(number, trace, file: (file.name, file.path), digest: digest)
        {
          sources.append(source)
        }
      }
      let names = Set(sources.map(\.name))
      if names.count < sources.count { sources = [] }
      try BuildState(
        settings: settings,
        inputs: inputs,
        published: release,
        manifest: FileDigest(of: manifest, as: (manifest as NSString).lastPathComponent),
        sources: sources,
        distinct: distinct,
        hasFindings: hasFindings
      ).write(to: statePath)
      return nil
    } catch {
      // The release is published; without a cache the next build goes the whole way.
      return (error as? BuildState.Unusable)?.reason ?? SystemReason.description(of: error)
    }
  }

  /// The state of a source of which one block, or nothing, has changed, by what is known of it already; `nil` if it has to be looked at once more.
  private func updated(_ number: Int, _ trace: SourceTrace) throws -> BuildState.Source? {
    guard var source = state?.sources.first(where: { $0.number == number }), let changed = changes[number],
      changed.count <= 1, obstacle == nil, let scan = scans[source.name],
      let file = session.plan.plainFile(ofSource: number)
    else { return nil }
    for block in changed.lowerBound..<(changed.isEmpty ? changed.lowerBound : trace.blocks.count) {
      guard let prefix = scan.prefixes[trace.offset(of: block + 1)] else { return nil }
      source.prefixes[block] = Data(prefix)
    }
    for block in changed {
      let range = trace.offset(of: block)..<trace.offset(of: block + 1)
      source.blocks[block] = try Data(SourceScan.digest(of: range, in: file.path))
    }
    source.trace = trace
    return source
  }

  /// The report of the build before, if it is there as it was published.
  func publishedReport() throws -> String? {
    guard let release = try ReleaseManifest.usable(at: manifest) else { return nil }
    for file in release.outputs where file.path != name {
      guard try Files.exists("\(output)/\(file.path)"),
        try FileDigest(of: "\(output)/\(file.path)", as: file.path) == file
      else { return nil }
    }
    return "\(output)/reports/\(ReleaseManifest.stem(ofReferenceFile: name)).json"
  }
}
