internal import SystemErrors

extension ReferenceVerifier {
  /// Judges a release, once more if it was published anew meanwhile: what did not fit together may have been files of two releases.
  ///
  /// The second time nobody publishes in the folder, so its verdict stands.
  ///
  /// - Parameters:
  ///   - path: The reference file.
  ///   - manifest: Its manifest, whether there is one or not.
  ///   - wait: How long to wait for a publication in the folder to end; if it does not, the first verdict stands.
  ///   - isDoubtful: Whether a verdict finds fault with the release; an error does.
  ///   - judge: Reads the release.
  /// - Throws: What `judge` throws; `PublicationError` or `FileError` if the system cannot tell whether the release has changed.
  package static func settled<Verdict>(
    _ path: String,
    manifest: String,
    wait: LockWait,
    isDoubtful: (Verdict) -> Bool,
    _ judge: () throws -> Verdict
  ) throws -> Verdict {
    let folder = FileOperations.parentFolder(of: path)
    let before = try ReleaseState(path, manifest: manifest)
    let first = Result(catching: judge)
    if case .success(let verdict) = first, !isDoubtful(verdict) { return verdict }
    let after = try ReleaseState(path, manifest: manifest)
    guard after != before || after.isBetweenReleases else { return try first.get() }
    var second: Result<Verdict, any Error>?
    do {
      try ReferencePublisher.withFolderLock(folder, isShared: true, wait) { second = Result(catching: judge) }
    } catch {
      // A folder that cannot be opened, or a publication that has come to a stop; the finding about it is among those of the first time.
    }
    return try (second ?? first).get()
  }
}

/// By what it shows that a release was published anew.
private struct ReleaseState: Equatable {
  private let stamps: [FileStamp?]
  /// Whether some of its files are those of the next release.
  let isBetweenReleases: Bool

  init(_ path: String, manifest: String) throws {
    let signature = ReleaseSignature.fileName(forManifest: manifest)
    stamps = [try FileStamp(path: path), try FileStamp(path: manifest), try FileStamp(path: signature)]
    isBetweenReleases = try ReferencePublisher.isInterrupted(
      folder: FileOperations.parentFolder(of: path),
      name: FileOperations.fileName(of: path)
    )
  }
}
