internal import FoundationEssentials

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

  /// Asks for an exclusive lock, waiting for it if told to.
  static func lock(_ descriptor: Descriptor, waits: Bool) -> LockResult {
    let result = retryingInterrupted { flock(descriptor.number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }
    if result == 0 { return .locked }
    return errno == EWOULDBLOCK ? .held : .unsupported
  }

  /// Waits until the disk has what was written to a file, or a folder's entries.
  static func synchronize(_ path: String) throws(PublicationError) {
    let descriptor = try open(path, action: "write")
    // Some file systems cannot synchronise a folder and say so with EINVAL; they have nothing to wait for.
    if fsync(descriptor.number) != 0, errno != EINVAL { throw failure("write", path) }
  }

  static func setMode(_ mode: UInt32, of path: String) throws(PublicationError) {
    if chmod(path, mode_t(mode)) != 0 { throw failure("change the mode of", path) }
  }

  /// Moves a file or folder within one file system, at once, over whatever file has the name.
  static func move(_ path: String, to destination: String) throws(PublicationError) {
    if rename(path, destination) != 0 { throw failure("replace", destination) }
  }

  /// Removes a file if there is one.
  static func removeFile(_ path: String) throws(PublicationError) {
    if unlink(path) != 0, errno != ENOENT { throw failure("remove", path) }
  }

  /// Removes a folder if it is empty; returns whether it is gone.
  @discardableResult
  static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 || errno == ENOENT }

  /// Removes a folder with everything in it, as far as possible.
  static func removeTree(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a folder with its parents; one that is there already is fine.
  static func makeFolder(_ path: String) throws(PublicationError) {
    let number = numberOfFailure { mkdir(path, 0o777) }
    if number == 0 || isFolder(path) { return }
    let parent = parentFolder(of: path)
    guard number == ENOENT, parent != path else { throw failure("make the folder", path, number: number) }
    try makeFolder(parent)
    let second = numberOfFailure { mkdir(path, 0o777) }
    if second != 0, !isFolder(path) { throw failure("make the folder", path, number: second) }
  }

  /// The error number of a system call that failed, read before another call can change it; 0 if it did not fail.
  private static func numberOfFailure(_ call: () -> Int32) -> Int32 { call() == 0 ? 0 : errno }

  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Whether there is a plain file; a symbolic link is none.
  static func isPlainFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// Whether anything has the name.
  static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// The size of a file in bytes; `nil` if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The permission bits of a file; `nil` if there is none.
  static func mode(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode & 0o7777) : nil
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws(PublicationError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      // Foundation's error hides the system's; opening the folder shows it.
      _ = try open(folder, action: "read the folder")
      throw failure("read the folder", folder, number: ENOTDIR)
    }
    return names.sorted()
  }

  /// Paths, relative to `folder`, of all plain files in it and below, sorted.
  static func files(below folder: String) throws(PublicationError) -> [String] {
    var files: [String] = []
    var pending = [""]
    while let prefix = pending.popLast() {
      for name in try names(in: folder + "/" + prefix) {
        let path = prefix + name
        if isFolder(folder + "/" + path) {
          pending.append(path + "/")
        } else if isPlainFile(folder + "/" + path) {
          files.append(path)
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
      for name in try names(in: folders[next]) where isFolder("\(folders[next])/\(name)") {
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

  /// A path's last name.
  static func fileName(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  static func retryingInterrupted<Result: SignedNumeric & Comparable>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

extension FileOperations {
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
