import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceExport
import Reports
import SQLiteStore
import StoreComparison
import SystemErrors

/// What changed since the release before, in files beside the reports, and held against what the recipe allows.
struct ReleaseChanges {
  private static let formats: [DifferenceFormat] = [.html, .json, .markdown]

  /// How many objects of each entity differ; none where the release is the one that is followed.
  private let entities: [EntityDifference]
  /// The release that the changes are since, for the manifest.
  let previous: ReleaseManifest.Previous?

  /// Compares a reference file that is finished and not yet published with the release before.
  ///
  /// A release in the output folder that is made once more, and is the same, keeps what it said of its changes: it does not follow itself.
  ///
  /// - Parameters:
  ///   - path: The reference file.
  ///   - digest: What it is.
  ///   - output: The output folder.
  ///   - folder: Where the files go.
  ///   - stem: The name of the release.
  ///   - edition: What this release is called in the list of all changes.
  /// - Throws: `StoreComparisonError`, the stores' errors; `FileError`.
  init(
    since succession: Succession,
    at path: String,
    _ digest: FileDigest,
    output: String,
    _ session: RecipeSession,
    folder: String,
    stem: String,
    edition: String
  ) throws {
    let release = succession.previous
    if digest.sha256 == release.digest.sha256, try Self.isSameFile(release.path, "\(output)/\(digest.path)") {
      try Self.keepFiles(of: release.manifest, in: output, folder: folder, stem: stem)
      (entities, previous) = ([], release.manifest?.previous)
      return
    }
    previous = ReleaseManifest.Previous(release.digest, storeIdentifier: release.identifier)
    var options = SQLiteStoreOptions()
    options.isImmutable = true
    options.checksVersionHashes = false
    let store = try SQLiteStore.open(at: path, model: session.model, options: options)
    // It was only read.
    defer { try? store.close() }
    try PersistentStoreCoordinator(managedObjectModel: session.model).addPersistentStore(store)
    let comparison = try StoreComparison(
      from: ComparedStore(model: release.opened.model, store: release.opened.store),
      to: ComparedStore(model: session.model, store: store),
      keys: succession.keys
    )
    let modelDifferences = ModelComparison.differences(from: release.opened.model, to: session.model)
    let files = Self.formats.map { Self.fileName(stem, $0) }
    let names = [release.digest, digest].map { "\($0.path) (SHA-256 \($0.sha256.prefix(8))…)" }
    var entities: [EntityDifference] = []
    var entry = ""
    try Self.withWriters(files.map { "\(folder)/\($0)" }) { writers in
      var printers = zip(Self.formats, writers).map { format, writer in
        DifferencePrinter(format: format) { try writer.write($0.utf8) }
      }
      printers.append(DifferencePrinter(format: .markdown, headingLevel: 3) { entry += $0 })
      for index in printers.indices {
        try printers[index].begin(older: names[0], newer: names[1], modelDifferences)
      }
      entities = try comparison.run { entity in
        for index in printers.indices { try printers[index].begin(entity) }
      } _: { object in
        for index in printers.indices { try printers[index].add(object) }
      }
      for index in printers.indices { try printers[index].finish(entities) }
    }
    self.entities = entities
    let isSame = modelDifferences.isEmpty && entities.allSatisfy(\.isSame)
    try Self.writeChangelog(
      to: "\(folder)/\(Self.changelog(stem))",
      of: release,
      stem: stem,
      entry: isSame ? nil : "## \(edition)\n\n\(entry)"
    )
  }

  /// Whether two paths lead to one file.
  private static func isSameFile(_ first: String, _ second: String) throws -> Bool {
    guard let state = try FileState(ofFile: first) else { return false }
    return try FileState(ofFile: second) == state
  }

  /// Takes the files of a release over that are as they were published.
  private static func keepFiles(of manifest: ReleaseManifest?, in output: String, folder: String, stem: String) throws {
    for name in fileNames(stem) {
      let path = "reports/\(name)"
      guard let published = manifest?.outputs.first(where: { $0.path == path }),
        let bytes = try Files.contents(of: "\(output)/\(path)"),
        FileDigest.sha256(bytes) == published.sha256
      else { continue }
      try FileWriter.replace("\(folder)/\(name)") { try $0.write(bytes) }
    }
  }

  /// The names of all files.
  static func fileNames(_ stem: String) -> [String] { formats.map { fileName(stem, $0) } + [changelog(stem)] }

  private static func fileName(_ stem: String, _ format: DifferenceFormat) -> String {
    "\(stem).changes.\(format.fileEnding)"
  }

  /// The list of all changes since the first release.
  private static func changelog(_ stem: String) -> String { "\(stem).changelog.md" }

  /// The guards of the recipe that do not hold, as findings at their places.
  func findings(_ session: RecipeSession) -> [Finding] {
    guard !session.recipe.rulesOff.contains(.releaseChange) else { return [] }
    let severity = session.plan.severity(of: .releaseChange, inSource: nil)
    return session.recipe.succession.guards.flatMap { change in
      entities.compactMap { entity -> Finding? in
        guard change.entity == nil || change.entity == entity.entity, let before = entity.oldCount else { return nil }
        let (count, property, kind): (Int, String?, ReleaseFinding.Change) =
          switch change.subject {
          case .added: (entity.added, nil, .added)
          case .removed: (entity.removed, nil, .removed)
          case .changed: (entity.changed, nil, .changed)
          case .property(let name): (entity.properties.first { $0.property == name }?.objects ?? 0, name, .changed)
          }
        guard !change.most.allows(count, of: before) else { return nil }
        let finding = ReleaseFinding.change(
          entity: entity.entity,
          property: property,
          kind,
          count: count,
          of: before,
          most: change.most
        )
        return Finding(finding, severity: severity, at: change.position, entity: entity.entity)
      }
    }
  }

  /// The counts as one line: `3 added, 2 removed, 5 changed`.
  var summary: String {
    let sums = [
      (entities.reduce(0) { $0 + $1.added }, "added"), (entities.reduce(0) { $0 + $1.removed }, "removed"),
      (entities.reduce(0) { $0 + $1.changed }, "changed"),
    ]
    let parts = sums.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "no object is added, removed or changed" : parts.joined(separator: ", ")
  }

  /// Puts the entry before those of earlier releases, which stand beside the release before.
  private static func writeChangelog(
    to path: String,
    of previous: PreviousRelease,
    stem: String,
    entry: String?
  ) throws {
    let title = "# Changes of \(stem)\n"
    let folder = (previous.path as NSString).deletingLastPathComponent
    let earlier = "\(folder.isEmpty ? "." : folder)/reports/\(changelog(stem))"
    let bytes = try Files.contents(of: earlier) ?? []
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix(title) { text = String(text.dropFirst(title.count)) }
    guard entry != nil || !text.isEmpty else { return }
    if let entry { text = "\n\(entry)\(text)" }
    try FileWriter.replace(path) { try $0.write((title + text).utf8) }
  }

  /// Calls `body` with files that take their places when it returns.
  private static func withWriters(
    _ paths: [String],
    _ writers: [FileWriter] = [],
    _ body: ([FileWriter]) throws -> Void
  ) throws {
    guard let path = paths.first else { return try body(writers) }
    try FileWriter.replace(path) { try withWriters(Array(paths.dropFirst()), writers + [$0], body) }
  }
}

extension DifferenceFormat {
  /// How files of the format end.
  fileprivate var fileEnding: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .markdown: "md"
    case .html: "html"
    case .csv: "csv"
    }
  }
}
