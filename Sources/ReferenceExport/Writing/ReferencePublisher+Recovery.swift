internal import FoundationEssentials
internal import SystemErrors

extension ReferencePublisher {
  /// Where a decided release waits for its files to be moved to their places.
  static func decidedPath(folder: String, name: String) -> String { "\(folder)/.\(name).decided" }

  /// Whether a file name is one that publishing `name` needs for itself.
  static func isOwnName(_ file: String, of name: String) -> Bool {
    file == ".\(name).decided" || stagingProcess(of: file, name: name) != nil
  }

  /// Whether the release of `name` in `folder` was interrupted between its decision and its end.
  ///
  /// - Throws: `PublicationError` if the system cannot tell.
  package static func isInterrupted(folder: String, name: String) throws -> Bool {
    try FileOperations.isFolder(decidedPath(folder: folder, name: name))
  }

  /// Puts the rest of an interrupted release in place, if there is one.
  static func recover(folder: String, name: String) throws {
    guard try isInterrupted(folder: folder, name: name) else { return }
    try setAsideChangedFiles(folder: folder, name: name)
    try placeDecidedFiles(folder: folder, name: name) { _ in }
  }

  /// Gives files that people edit another name, ending in `.kept`, when they were changed since the release was decided and the rest of it
  /// would replace them.
  private static func setAsideChangedFiles(folder: String, name: String) throws {
    let decided = decidedPath(folder: folder, name: name)
    let manifest = try ReleaseManifest.usable(
      at: "\(folder)/\(ReleaseManifest.fileName(forReferenceFile: name))"
    )
    let known = try (manifest?.outputs ?? []) + journal(of: decided).replaced
    for file in try waitingFiles(in: decided) {
      let (source, destination) = ("\(decided)/\(file)", "\(folder)/\(file)")
      guard let mode = try FileOperations.status(of: source)?.mode, mode & 0o222 != 0,
        try FileOperations.isPlainFile(destination),
        try !FileOperations.haveSameBytes(source, destination)
      else { continue }
      let found = try FileDigest(of: destination, as: file)
      guard !known.contains(found) else { continue }
      var kept = destination + ".kept"
      var number = 2
      while try FileOperations.exists(kept) {
        kept = "\(destination).\(number).kept"
        number += 1
      }
      try FileOperations.move(destination, to: kept)
    }
  }

  /// What a decided release says of itself, in a file that is not moved to a place.
  private struct Journal: Codable {
    /// All files of the release, of which some may have been moved already.
    var files: [String] = []
    /// The files that people edit and that were there when the release was decided; only others were edited since.
    var replaced: [FileDigest] = []

    static let name = ".journal.json"
  }

  /// Writes the journal of a staged release.
  ///
  /// - Parameter writable: The files that people edit.
  static func writeJournal(of release: String, in folder: String, writable: Set<String>) throws {
    var journal = Journal(files: try FileOperations.files(below: release))
    for file in writable.sorted() where try FileOperations.isPlainFile("\(folder)/\(file)") {
      journal.replaced.append(try FileDigest(of: "\(folder)/\(file)", as: file))
    }
    try FileOperations.write(Array(JSONEncoder().encode(journal)), to: "\(release)/\(Journal.name)")
  }

  private static func journal(of decided: String) throws -> Journal {
    let path = "\(decided)/\(Journal.name)"
    let bytes = try FileOperations.asking("read") { () throws(FileError) in try Files.contents(of: path) }
    // A release of an earlier version has none.
    return bytes.flatMap { try? JSONDecoder().decode(Journal.self, from: Data($0)) } ?? Journal()
  }

  /// The files of a decided release that have yet to be moved.
  private static func waitingFiles(in decided: String) throws -> [String] {
    try FileOperations.files(below: decided).filter { $0 != Journal.name }
  }

  /// Moves the files of the decided release to their places, the manifest last, before it its signature, and before that the reference file.
  ///
  /// Repeating it after an interruption at any point leads to the same end: files that were moved are no longer in the decided folder,
  /// and what the previous release had is read from its manifest, which is replaced last.
  static func placeDecidedFiles(folder: String, name: String, placed: (String) throws -> Void) throws {
    let decided = decidedPath(folder: folder, name: name)
    let manifest = ReleaseManifest.fileName(forReferenceFile: name)
    let signature = ReleaseSignature.fileName(forManifest: manifest)
    let files = try waitingFiles(in: decided)
    if files.contains(manifest) {
      // Also files that are no part of the release, so that its manifest does not name them, and may have been moved already.
      let kept = try Set(files + journal(of: decided).files)
      try removeLeftovers(folder: folder, name: name, previous: manifest, next: "\(decided)/\(manifest)", kept: kept)
    }
    for file in files where ![name, manifest, signature].contains(file) {
      try place(file, of: decided, in: folder)
      try placed(file)
    }
    if files.contains(name) {
      // A journal or WAL that an earlier file of this name left behind would be played into the new one.
      for suffix in ["-journal", "-wal", "-shm"] { try FileOperations.removeFile("\(folder)/\(name)\(suffix)") }
      try place(name, of: decided, in: folder)
      try placed(name)
    }
    if files.contains(manifest) {
      // The disk must not see the new manifest before the file it describes.
      try FileOperations.synchronize(folder)
      if files.contains(signature) {
        try place(signature, of: decided, in: folder)
        try placed(signature)
      } else if try !journal(of: decided).files.contains(signature),
        try !FileOperations.haveSameBytes("\(decided)/\(manifest)", "\(folder)/\(manifest)"),
        try FileOperations.isPlainFile("\(folder)/\(signature)")
      {
        // It is that of the manifest that is replaced, and would make the new one look forged.
        try FileOperations.removeFile("\(folder)/\(signature)")
      }
      try place(manifest, of: decided, in: folder)
      try placed(manifest)
    }
    for folder in Set(files.map { FileOperations.parentFolder(of: "\(folder)/\($0)") }) {
      try FileOperations.synchronize(folder)
    }
    try FileOperations.removeTree(decided)
    try FileOperations.synchronize(folder)
  }

  /// Moves one file; one with the same bytes and mode stays, so that its date tells when it last changed.
  private static func place(_ file: String, of decided: String, in folder: String) throws {
    let source = "\(decided)/\(file)"
    let destination = "\(folder)/\(file)"
    try FileOperations.makeFolder(FileOperations.parentFolder(of: destination))
    if try FileOperations.haveSameBytes(source, destination),
      try FileOperations.status(of: source)?.mode == FileOperations.status(of: destination)?.mode
    {
      try FileOperations.removeFile(source)
    } else {
      try FileOperations.move(source, to: destination)
    }
  }

  /// Removes what the previous release published and the next one does not, unless it has been changed since.
  private static func removeLeftovers(
    folder: String,
    name: String,
    previous: String,
    next: String,
    kept: Set<String>
  ) throws {
    guard let previous = try ReleaseManifest.usable(at: "\(folder)/\(previous)"),
      let next = try ReleaseManifest.usable(at: next)
    else { return }
    let kept = kept.union(next.outputs.map(\.path)).union(try filesOfOthers(folder: folder, name: name).keys)
    for output in previous.outputs where !kept.contains(output.path) {
      // The manifest lies where anybody may have edited it.
      let parts = output.path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { continue }
      let path = "\(folder)/\(output.path)"
      // A folder that is a link may lead anywhere; nothing of ours is put there, and nothing is removed.
      guard try isInFolders(parts.dropLast().map(String.init), of: folder), try FileOperations.isPlainFile(path),
        try FileDigest(of: path, as: output.path) == output
      else { continue }
      try FileOperations.removeFile(path)
      let parent = FileOperations.parentFolder(of: path)
      if parent != folder { try FileOperations.removeEmptyFolder(parent) }
    }
  }

  /// The files of the other releases in the folder, by their manifests, and the reference file of each.
  static func filesOfOthers(folder: String, name: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for file in try FileOperations.names(in: folder) where file.hasSuffix(ReleaseManifest.ending) {
      guard let manifest = try ReleaseManifest.usable(at: "\(folder)/\(file)"), manifest.referenceFile != name else {
        continue
      }
      let own = [file, ReleaseSignature.fileName(forManifest: file)]
      for path in own + manifest.outputs.map(\.path) { files[path] = manifest.referenceFile }
    }
    return files
  }

  /// Whether each of the names is a folder, and no link, in the one before.
  private static func isInFolders(_ names: [String], of folder: String) throws -> Bool {
    var path = folder
    for name in names {
      path += "/" + name
      guard try FileOperations.isFolder(path) else { return false }
    }
    return true
  }

  /// The process number in the name of a staging folder of `name`; `nil` for other names.
  static func stagingProcess(of file: String, name: String) -> Int32? {
    let prefix = ".\(name)."
    let suffix = ".building"
    guard file.hasPrefix(prefix), file.hasSuffix(suffix), file.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    return Int32(file.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
