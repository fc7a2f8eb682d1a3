extension ReferencePublisher {
  /// Where a decided release waits for its files to be moved to their places.
  static func decidedPath(folder: String, name: String) -> String { "\(folder)/.\(name).decided" }

  /// Whether a file name is one that publishing `name` needs for itself.
  static func isOwnName(_ file: String, of name: String) -> Bool {
    file == ".\(name).decided" || stagingProcess(of: file, name: name) != nil
  }

  /// Whether the release of `name` in `folder` was interrupted between its decision and its end.
  package static func isInterrupted(folder: String, name: String) -> Bool {
    FileOperations.isFolder(decidedPath(folder: folder, name: name))
  }

  /// Puts the rest of an interrupted release in place, if there is one.
  static func recover(folder: String, name: String) throws {
    guard isInterrupted(folder: folder, name: name) else { return }
    try setAsideChangedFiles(folder: folder, name: name)
    try placeDecidedFiles(folder: folder, name: name) { _ in }
  }

  /// Gives files that people edit another name, ending in `.kept`, when they were changed since the interruption and the rest of the release
  /// would replace them.
  private static func setAsideChangedFiles(folder: String, name: String) throws {
    let decided = decidedPath(folder: folder, name: name)
    let manifest = try? ReleaseManifest(contentsOf: "\(folder)/\(ReleaseManifest.fileName(forReferenceFile: name))")
    for file in try FileOperations.files(below: decided) {
      let (source, destination) = ("\(decided)/\(file)", "\(folder)/\(file)")
      guard let mode = FileOperations.mode(of: source), mode & 0o222 != 0, FileOperations.isPlainFile(destination),
        try !FileOperations.haveSameBytes(source, destination)
      else { continue }
      let found = try FileDigest(of: destination, as: file)
      guard manifest?.outputs.contains(found) != true else { continue }
      var kept = destination + ".kept"
      var number = 2
      while FileOperations.exists(kept) {
        kept = "\(destination).\(number).kept"
        number += 1
      }
      try FileOperations.move(destination, to: kept)
    }
  }

  /// Moves the files of the decided release to their places, the reference file second to last and the manifest last.
  ///
  /// Repeating it after an interruption at any point leads to the same end: files that were moved are no longer in the decided folder,
  /// and what the previous release had is read from its manifest, which is replaced last.
  static func placeDecidedFiles(folder: String, name: String, placed: (String) throws -> Void) throws {
    let decided = decidedPath(folder: folder, name: name)
    let manifest = ReleaseManifest.fileName(forReferenceFile: name)
    let files = try FileOperations.files(below: decided)
    if files.contains(manifest) {
      try removeLeftovers(folder: folder, previous: manifest, next: "\(decided)/\(manifest)")
    }
    for file in files where file != name && file != manifest {
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
      try place(manifest, of: decided, in: folder)
      try placed(manifest)
    }
    for folder in Set(files.map { FileOperations.parentFolder(of: "\(folder)/\($0)") }) {
      try FileOperations.synchronize(folder)
    }
    FileOperations.removeTree(decided)
    try FileOperations.synchronize(folder)
  }

  /// Moves one file; one with the same bytes and mode stays, so that its date tells when it last changed.
  private static func place(_ file: String, of decided: String, in folder: String) throws {
    let source = "\(decided)/\(file)"
    let destination = "\(folder)/\(file)"
    try FileOperations.makeFolder(FileOperations.parentFolder(of: destination))
    if try FileOperations.haveSameBytes(source, destination),
      FileOperations.mode(of: source) == FileOperations.mode(of: destination)
    {
      try FileOperations.removeFile(source)
    } else {
      try FileOperations.move(source, to: destination)
    }
  }

  /// Removes what the previous release published and the next one does not, unless it has been changed since.
  private static func removeLeftovers(folder: String, previous: String, next: String) throws {
    guard let previous = try? ReleaseManifest(contentsOf: "\(folder)/\(previous)"),
      let next = try? ReleaseManifest(contentsOf: next)
    else { return }
    let kept = Set(next.outputs.map(\.path))
    for output in previous.outputs where !kept.contains(output.path) {
      // The manifest lies where anybody may have edited it.
      let parts = output.path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { continue }
      let path = "\(folder)/\(output.path)"
      guard FileOperations.isPlainFile(path), let digest = try? FileDigest(of: path, as: output.path), digest == output
      else { continue }
      try FileOperations.removeFile(path)
      let parent = FileOperations.parentFolder(of: path)
      if parent != folder { FileOperations.removeEmptyFolder(parent) }
    }
  }

  /// Removes staging folders whose process has died.
  static func removeStagingOfDeadProcesses(folder: String, name: String) throws {
    for file in try FileOperations.names(in: folder) {
      guard let process = stagingProcess(of: file, name: name) else { continue }
      let path = "\(folder)/\(file)"
      guard let descriptor = try? FileOperations.open(path) else { continue }
      switch FileOperations.lock(descriptor, waits: false) {
      case .locked: FileOperations.removeTree(path)
      case .held: continue
      case .unsupported: if !ProcessNumber.isAlive(process) { FileOperations.removeTree(path) }
      }
    }
  }

  /// Runs `body` while no other publisher changes the folder's releases; waits for one that does.
  static func withFolderLock<Result>(_ folder: String, _ body: () throws -> Result) throws -> Result {
    let descriptor = try FileOperations.open(folder)
    // Without locks, as on some network file systems, everything still holds for one publisher at a time.
    _ = FileOperations.lock(descriptor, waits: true)
    return try withExtendedLifetime(descriptor, body)
  }

  /// The process number in the name of a staging folder of `name`; `nil` for other names.
  private static func stagingProcess(of file: String, name: String) -> Int32? {
    let prefix = ".\(name)."
    let suffix = ".building"
    guard file.hasPrefix(prefix), file.hasSuffix(suffix), file.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    return Int32(file.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
