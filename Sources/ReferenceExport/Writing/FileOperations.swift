internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What publishing asks of the file system, each call with an error that says what failed on which file.
enum FileOperations {
  /// An open file or folder; closed with the value. A lock on it ends with it too, also when the process is killed.
  final class Descriptor {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
  }

  /// How a try for a lock ended.
  enum LockResult {
    case locked
    /// Another process, or another holder in this one, has it.
    case held
    /// The file system knows no locks.
    case unsupported
  }

  static func open(_ path: String, action: String = "open") throws(PublicationError) -> Descriptor {
    let number = retryingInterrupted { systemOpen(path, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw failure(action, path) }
    return Descriptor(number)
  }

  /// Asks for a lock, which nobody else may have unless it is shared, and does not wait for it.
  static func lock(_ descriptor: Descriptor, isShared: Bool = false) -> LockResult {
    let result = retryingInterrupted { flock(descriptor.number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
    if result == 0 { return .locked }
    return errno == EWOULDBLOCK ? .held : .unsupported
  }

  /// Waits until the disk has what was written to a file, or a folder's entries.
  static func synchronize(_ path: String) throws(PublicationError) {
    try asking("write") { () throws(FileError) in try Files.synchronize(path) }
  }

  static func setMode(_ mode: UInt32, of path: String) throws(PublicationError) {
    let result = retryingInterrupted { chmod(path, mode_t(mode)) }
    if result != 0 { throw failure("change the mode of", path) }
  }

  /// Moves a file or folder within one file system, at once, over whatever file has the name.
  static func move(_ path: String, to destination: String) throws(PublicationError) {
    try asking("replace") { () throws(FileError) in try Files.move(path, to: destination) }
  }

  /// Removes a file if there is one.
  static func removeFile(_ path: String) throws(PublicationError) {
    try asking("remove") { () throws(FileError) in try Files.removeFile(path) }
  }

  /// Removes a folder if it is empty.
  static func removeEmptyFolder(_ path: String) throws(PublicationError) {
    try asking("remove") { () throws(FileError) in _ = try Files.removeEmptyFolder(path) }
  }

  /// Removes a folder with everything in it, as far as possible.
  ///
  /// - Throws: The first error, when all that can be removed has been.
  static func removeTree(_ path: String) throws(PublicationError) {
    try asking("remove") { () throws(FileError) in try Files.removeTree(path) }
  }

  /// Makes a folder with its parents; one that is there already is fine.
  static func makeFolder(_ path: String) throws(PublicationError) {
    try asking("make the folder") { () throws(FileError) in try Files.makeFolder(path) }
  }

  static func isFolder(_ path: String) throws(PublicationError) -> Bool { try named(path)?.kind == .folder }

  /// Whether there is a plain file; a symbolic link is none.
  static func isPlainFile(_ path: String) throws(PublicationError) -> Bool { try named(path)?.kind == .file }

  /// Whether anything has the name.
  static func exists(_ path: String) throws(PublicationError) -> Bool { try named(path) != nil }

  /// The path without links; `nil` if nothing is there.
  static func realPath(_ path: String) throws(PublicationError) -> String? {
    try asking("look at") { () throws(FileError) in try Files.realPath(path) }
  }

  /// The size and permissions of the file that a path leads to; `nil` if there is none.
  static func status(of path: String) throws(PublicationError) -> Files.Status? {
    try asking("look at") { () throws(FileError) in try Files.status(of: path) }
  }

  /// What has a name: a symbolic link, not what it leads to.
  private static func named(_ path: String) throws(PublicationError) -> Files.Status? {
    try asking("look at") { () throws(FileError) in try Files.status(of: path, followsLinks: false) }
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws(PublicationError) -> [String] {
    let names = try asking("read the folder") { () throws(FileError) in try Files.names(in: folder) }
    guard let names else { throw failure("read the folder", folder, number: ENOENT) }
    return names
  }

  /// Paths, relative to `folder`, of all plain files in it and below, sorted.
  static func files(below folder: String) throws(PublicationError) -> [String] {
    var files: [String] = []
    var pending = [""]
    while let prefix = pending.popLast() {
      for name in try names(in: prefix.isEmpty ? folder : folder + "/" + prefix.dropLast()) {
        let path = prefix + name
        switch try named(folder + "/" + path)?.kind {
        case .folder?: pending.append(path + "/")
        case .file?: files.append(path)
        default: continue
        }
      }
    }
    return files.sorted()
  }

  /// `folder` and all folders below it, as paths that can be opened.
  static func folders(below folder: String) throws(PublicationError) -> [String] {
    var folders = [folder]
    var next = 0
    while next < folders.count {
      for name in try names(in: folders[next]) where try isFolder("\(folders[next])/\(name)") {
        folders.append("\(folders[next])/\(name)")
      }
      next += 1
    }
    return folders
  }

  /// The folder that a path's last name stands in; `.` for a bare name.
  static func parentFolder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folders that a relative path leads through, from outside to inside.
  static func parentFolders(of path: String) -> [String] {
    let names = path.split(separator: "/").dropLast()
    return names.indices.map { names[...$0].joined(separator: "/") }
  }

  /// The number of the file system that a path leads to; `nil` if it leads nowhere.
  static func device(of path: String) throws(PublicationError) -> UInt64? {
    try asking("look at") { () throws(FileError) in try Files.systemStatus(of: path).map { UInt64($0.st_dev) } }
  }

  /// A path's last name.
  static func fileName(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func retryingInterrupted<Result: SignedNumeric & Comparable>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

extension FileOperations {
  /// Carries out what is asked of the file system, with publishing's own error.
  static func asking<Result>(
    _ action: String,
    _ body: () throws(FileError) -> Result
  ) throws(PublicationError) -> Result {
    do { return try body() } catch { throw failure(action, error.path, number: error.number) }
  }

  /// The error for the system's last one.
  static func failure(_ action: String, _ path: String, number: Int32 = errno) -> PublicationError {
    let kind: PublicationError.Kind =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EACCES, EPERM, EROFS: .notPermitted
      case ENOENT: .notFound
      case ENOTDIR, EEXIST: .notAFolder
      default: .system(number: number)
      }
    return PublicationError(kind, action: action, path: path, reason: String(cString: strerror(number)))
  }
}

// The names of these functions are taken by the methods above.
func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
