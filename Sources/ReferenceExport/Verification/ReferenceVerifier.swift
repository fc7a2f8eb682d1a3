package import Findings
internal import ManagedObjects
package import ObjectModel
internal import SQLiteAccess
internal import SQLiteStore
internal import SystemErrors

/// Checks a reference file again, from its bytes to its objects: against its manifest, as a SQLite file, and against the model.
package enum ReferenceVerifier {
  /// Checks everything that can be checked with what is given.
  ///
  /// - Parameters:
  ///   - path: The reference file, or any store.
  ///   - manifest: The manifest that was published with it. Without one the file is a store like any other, which may be writable and have a
  ///     write-ahead log.
  ///   - model: The model of the store.
  ///   - isFull: Whether SQLite's `integrity_check` is run. Without it `quick_check` is, and each index is compared with its table, but for those that only SQLite can
  ///     compare.
  /// - Returns: What is wrong; empty when everything is as it should be.
  /// - Throws: `PublicationError` or `SQLiteStoreError` when the file cannot be checked at all.
  /// - Complexity: reads every file of the release and every row.
  package static func verify(
    _ path: String,
    manifest: ReleaseManifest?,
    model: ManagedObjectModel?,
    isFull: Bool = false
  ) throws -> [Finding] {
    // A file that cannot be read is no finding: nothing was checked.
    _ = try FileOperations.open(path, action: "read")
    var findings = try verifyPublication(of: path, manifest: manifest)
    if let manifest { findings += try verifyFiles(of: manifest, beside: path) }
    if manifest?.layout != "plain", let obstacle = try StoreInspection.obstacle(at: path) {
      return findings + [Finding(StoreFinding.unreadable(obstacle))]
    }
    let problems = try databaseProblems(of: path, isReleased: manifest != nil, isFull: isFull)
    findings += problems
    // Rows of a damaged file say nothing.
    guard !problems.contains(where: { $0.rule == .storeIntegrity }), manifest?.layout != "plain" else {
      return findings
    }
    let info = try StoreInspection.info(path)
    if let manifest { findings += verifyBooks(of: info, manifest: manifest) }
    // Comparing the store with a model finds it out too.
    for entity in info.entities where entity.versionHash == nil && model == nil {
      findings.append(Finding(ModelFinding.noHash(entity: entity.name), entity: entity.name))
    }
    if let model { findings += try StoreInspection.verify(path, model: model, checksIntegrity: false) }
    return findings
  }

  // MARK: The release

  /// Checks that the files of a release are there, and those that its manifest names.
  static func verifyRelease(_ path: String, manifest: ReleaseManifest) throws -> [Finding] {
    try verifyPublication(of: path, manifest: manifest) + verifyFiles(of: manifest, beside: path)
  }

  private static func verifyPublication(of path: String, manifest: ReleaseManifest?) throws -> [Finding] {
    var findings: [Finding] = []
    let folder = FileOperations.parentFolder(of: path)
    let name = FileOperations.fileName(of: path)
    if try ReferencePublisher.isInterrupted(folder: folder, name: name) {
      findings.append(Finding(ReleaseFinding.interrupted(name)))
    }
    if manifest != nil, let mode = try FileOperations.status(of: path)?.mode, mode & 0o222 != 0 {
      findings.append(Finding(ReleaseFinding.writable(name), severity: .warning))
    }
    return findings
  }

  private static func verifyFiles(of manifest: ReleaseManifest, beside path: String) throws -> [Finding] {
    var findings: [Finding] = []
    let folder = FileOperations.parentFolder(of: path)
    let name = FileOperations.fileName(of: path)
    if !manifest.outputs.contains(where: { $0.path == name }) {
      findings.append(Finding(ReleaseFinding.otherManifest(of: manifest.referenceFile, file: name)))
    }
    for output in manifest.outputs {
      let file = "\(folder)/\(output.path)"
      if output.path.hasPrefix("rejects/") {
        findings += try verifyReject(output, at: file)
        continue
      }
      guard try FileOperations.isPlainFile(file) else {
        findings.append(Finding(ReleaseFinding.missing(output.path)))
        continue
      }
      let found = try FileDigest(of: file, as: output.path)
      guard found != output else { continue }
      let kind: ReleaseFinding =
        found.bytes == output.bytes
        ? .otherDigest(output.path, found: found.sha256, published: output.sha256)
        : .otherSize(output.path, found: found.bytes, published: output.bytes)
      findings.append(Finding(kind))
    }
    return findings
  }

  /// Rejects are there to be corrected or to be given up, so that neither is wrong.
  private static func verifyReject(_ output: FileDigest, at file: String) throws -> [Finding] {
    guard try FileOperations.isPlainFile(file), try FileDigest(of: file, as: output.path) != output else { return [] }
    return [Finding(ReleaseFinding.changedReject(output.path), severity: .note)]
  }

  // MARK: The database

  private static func databaseProblems(of path: String, isReleased: Bool, isFull: Bool) throws -> [Finding] {
    let name = FileOperations.fileName(of: path)
    var findings: [Finding] = []
    for suffix in ["-journal", "-wal", "-shm"] where try FileOperations.exists(path + suffix) {
      findings.append(Finding(ReleaseFinding.sideFile(name + suffix, of: name), severity: isReleased ? .error : .note))
    }
    guard let header = try SQLiteFileHeader(contentsOf: path) else {
      return findings + [Finding(StoreFinding.noDatabase(name))]
    }
    if !header.hasRollbackJournal {
      findings.append(Finding(ReleaseFinding.writeAheadLog(name), severity: isReleased ? .error : .warning))
    }
    if !header.isWhole(try FileOperations.status(of: path)?.size ?? 0), isReleased {
      findings.append(Finding(ReleaseFinding.size(name)))
    }
    return try findings + integrityFindings(of: path, name: name, isReleased: isReleased, isFull: isFull)
  }

  /// SQLite (3.40) takes a page that the system cannot read for a damaged one. So a file that seems damaged is read once more: either it cannot be, which is
  /// the error then, or it is looked at again.
  private static func integrityFindings(
    of path: String,
    name: String,
    isReleased: Bool,
    isFull: Bool
  ) throws -> [Finding] {
    let findings = try foundIntegrity(of: path, name: name, isReleased: isReleased, isFull: isFull)
    if findings.isEmpty { return [] }
    try FileOperations.read(path) { _ in true }
    return try foundIntegrity(of: path, name: name, isReleased: isReleased, isFull: isFull)
  }

  private static func foundIntegrity(of path: String, name: String, isReleased: Bool, isFull: Bool) throws
    -> [Finding]
  {
    do {
      // What lies beside a store belongs to it; a released file stands alone.
      let connection =
        isReleased ? try SQLiteConnection(path: path, mode: .immutable) : try SQLiteConnection.reading(path)
      defer { connection.close() }
      var problems = try connection.integrityProblems(isFull ? .full : .quick)
      if !isFull, problems.isEmpty { problems = try IndexKeys.problems(of: connection) }
      var findings = problems.map { Finding(StoreFinding.damaged(name, problem: $0)) }
      for row in try connection.rows("PRAGMA foreign_key_check").prefix(100) {
        let place = "\(row[0].text ?? "?") \(row[1].integer ?? 0)"
        findings.append(Finding(StoreFinding.dangling(row: place, entity: row[2].text ?? "?")))
      }
      return findings
    } catch let error as SQLiteError where error.isOfTheSystem {
      // Nothing was checked.
      throw PublicationError(error, action: "check", path: path)
    } catch {
      let problem = (error as? SQLiteError)?.message ?? "\(error)"
      return [Finding(StoreFinding.damaged(name, problem: problem))]
    }
  }

  // MARK: The store

  private static func verifyBooks(of info: StoreInfo, manifest: ReleaseManifest) -> [Finding] {
    var findings: [Finding] = []
    let counts = Dictionary(info.entities.map { ($0.name, $0.count ?? 0) }, uniquingKeysWith: { first, _ in first })
    for entry in manifest.entities where counts[entry.entity] != entry.objects {
      let found = counts[entry.entity]
      let kind = ReleaseFinding.count(entity: entry.entity, published: entry.objects, found: found)
      findings.append(Finding(kind, entity: entry.entity))
    }
    if let identifier = manifest.storeIdentifier, identifier != info.identifier {
      findings.append(Finding(ReleaseFinding.otherStore(info.identifier, published: identifier)))
    }
    if manifest.model.hexadecimalHashes != info.entities.reduce(into: [:], { $0[$1.name] = $1.versionHash }) {
      let hashes = manifest.model.hexadecimalHashes
      for entity in info.entities where hashes[entity.name] != entity.versionHash {
        findings.append(Finding(ReleaseFinding.hash(entity: entity.name), entity: entity.name))
      }
    }
    return findings
  }
}
