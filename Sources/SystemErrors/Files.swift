internal import CLinux
internal import FoundationEssentials

#if canImport(Musl)
  package import Musl
#else
  package import Glibc
#endif

/// Why the system refused something that was asked of a file or folder.
package struct FileError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The file or folder, as the caller named it.
  package let path: String
  /// What was not possible, as in “cannot be read”; empty if the caller says it.
  package let action: String
  /// The system's error number.
  package let number: Int32

  package init(path: String, number: Int32, action: String = "") {
    self.path = path
    self.action = action
    self.number = number
  }

  /// The reason in the system's words.
  package var reason: String { String(cString: strerror(number)) }

  package var description: String { action.isEmpty ? "\(path): \(reason)" : "\(path) cannot be \(action): \(reason)" }
  package var errorDescription: String? { description }
}

/// What is asked of files and folders. That there is nothing of a name is an answer; that the system cannot tell is an error, which Foundation's
/// `fileExists` and `contents` do not tell apart.
package enum Files {
  /// What has a name.
  package struct Status: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case file, folder, link, other
    }

    package let kind: Kind
    /// The size in bytes.
    package let size: Int
    /// The permission bits.
    package let mode: UInt32

    init(_ status: stat) {
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
      size = Int(status.st_size)
      mode = UInt32(status.st_mode & 0o7777)
    }
  }

  // MARK: Looking

  /// What a path leads to, or, if told so, the link that it names; `nil` if there is nothing.
  package static func status(of path: String, followsLinks: Bool = true) throws(FileError) -> Status? {
    try systemStatus(of: path, followsLinks: followsLinks).map(Status.init)
  }

  /// As `status(of:followsLinks:)`, with all that the system says.
  package static func systemStatus(of path: String, followsLinks: Bool = true) throws(FileError) -> stat? {
    var status = stat()
    let result = retryingInterrupted { followsLinks ? stat(path, &status) : lstat(path, &status) }
    if result == 0 { return status }
    let number = errno
    if isAbsence(number) { return nil }
    throw FileError(path: path, number: number, action: "looked at")
  }

  /// Whether a path leads to anything.
  package static func exists(_ path: String) throws(FileError) -> Bool { try status(of: path) != nil }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) throws(FileError) -> Bool { try status(of: path)?.kind == .folder }

  /// Whether an error number says that there is no such file.
  private static func isAbsence(_ number: Int32) -> Bool { [ENOENT, ENOTDIR, ENAMETOOLONG].contains(number) }

  /// The names in a folder, sorted by their bytes; `nil` if there is no such folder.
  package static func names(in folder: String) throws(FileError) -> [String]? {
    let folder = folder.isEmpty ? "." : folder
    var opened: OpaquePointer?
    _ = retryingInterrupted {
      opened = opendir(folder)
      return opened == nil ? -1 : 0
    }
    guard let opened else {
      let number = errno
      if isAbsence(number) { return nil }
      throw FileError(path: folder, number: number, action: "read")
    }
    defer { closedir(opened) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(opened) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    let number = errno
    if number != 0 { throw FileError(path: folder, number: number, action: "read") }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Where a symbolic link leads; `nil` for what is none.
  package static func destination(ofLink path: String) throws(FileError) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = retryingInterrupted {
      buffer.withUnsafeMutableBytes { bytes in
        bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { readlink(path, $0, bytes.count) } ?? 0
      }
    }
    if count >= 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
    let number = errno
    if number == EINVAL || isAbsence(number) { return nil }
    throw FileError(path: path, number: number, action: "looked at")
  }

  /// The path without links; `nil` if it leads nowhere.
  package static func realPath(_ path: String) throws(FileError) -> String? {
    guard let resolved = realpath(path, nil) else {
      let number = errno
      if isAbsence(number) || number == ELOOP { return nil }
      throw FileError(path: path, number: number, action: "looked at")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: Reading

  /// The bytes of a file; `nil` if there is none.
  ///
  /// - Parameter size: How many bytes it is expected to have.
  package static func contents(of path: String, size: Int = 0) throws(FileError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    let isThere = try read(path) { piece in
      bytes.append(contentsOf: piece)
      return true
    }
    return isThere ? bytes : nil
  }

  /// Reads a file in pieces of up to `size` bytes; `body` returns whether to go on.
  ///
  /// - Returns: Whether there is such a file.
  @discardableResult
  package static func read(
    _ path: String,
    inPiecesOf size: Int = 1 << 20,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileError) -> Bool {
    let descriptor = DatabaseFiles.open(path)
    guard descriptor >= 0 else {
      let number = errno
      if isAbsence(number) { return false }
      throw FileError(path: path, number: number, action: "read")
    }
    var isDatabase: Bool?
    defer { DatabaseFiles.close(descriptor, isDatabase: isDatabase ?? true) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = retryingInterrupted { systemRead(descriptor, buffer) }
      if count < 0 { throw FileError(path: path, number: errno, action: "read") }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      isDatabase = isDatabase ?? DatabaseFiles.mayBeDatabase(beginning: piece)
      if count == 0 || !body(piece) { return true }
    }
  }

  /// Reads a range of a file's bytes in pieces.
  ///
  /// - Throws: `FileError`, also if the file ends before the range does.
  package static func read(
    _ range: Range<Int>,
    of path: String,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, number: errno, action: "read") }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(range.count, 1 << 18)), alignment: 16)
    defer { buffer.deallocate() }
    var position = range.lowerBound
    while position < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - position)
      let count = retryingInterrupted { pread(descriptor, buffer.baseAddress, wanted, off_t(position)) }
      if count <= 0 { throw FileError(path: path, number: count < 0 ? errno : EIO, action: "read") }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += count
    }
  }

  // MARK: Changing

  /// Makes a folder with its parents; one that is there already is fine.
  ///
  /// - Parameter mode: The permissions of a new folder, but for those that the process's mask takes away.
  package static func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(FileError) {
    let mode = mode_t(mode)
    let number = numberOfFailure { mkdir(path, mode) }
    if number == 0 { return }
    if number == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
      let second = numberOfFailure { mkdir(path, mode) }
      if second == 0 { return }
      if second != EEXIST { throw FileError(path: path, number: second, action: "made") }
    } else if number != EEXIST {
      // Some file systems say so of a folder that is there.
      if try isFolder(path) { return }
      throw FileError(path: path, number: number, action: "made")
    }
    if try !isFolder(path) { throw FileError(path: path, number: ENOTDIR, action: "made") }
  }

  /// Gives a file these permissions, whatever the process's mask.
  package static func setMode(_ mode: UInt32, of path: String) throws(FileError) {
    let number = numberOfFailure { chmod(path, mode_t(mode)) }
    if number != 0 { throw FileError(path: path, number: number, action: "given its permissions") }
  }

  /// Moves a file or folder within one file system, at once, over whatever file has the name.
  package static func move(_ path: String, to destination: String) throws(FileError) {
    let number = numberOfFailure { rename(path, destination) }
    if number != 0 { throw FileError(path: destination, number: number, action: "replaced") }
  }

  /// Moves a file or folder within one file system, at once, to a name that nothing has.
  ///
  /// - Throws: `FileError`, with `EEXIST` if something has the name.
  package static func move(_ path: String, toNew destination: String) throws(FileError) {
    var number = numberOfFailure { studbook_rename(path, destination, 1) }
    if cannotRename(number) {
      number = try exists(destination) ? EEXIST : numberOfFailure { rename(path, destination) }
    }
    if number != 0 { throw FileError(path: destination, number: number, action: "made") }
  }

  /// Lets two files or folders of one file system change places, at once.
  ///
  /// - Returns: Whether the file system can do that; nothing has changed if it cannot.
  package static func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    let number = numberOfFailure { studbook_rename(path, other, 2) }
    if cannotRename(number) { return false }
    if number != 0 { throw FileError(path: other, number: number, action: "replaced") }
    return true
  }

  /// How systems say that they do not know these ways of renaming.
  private static func cannotRename(_ number: Int32) -> Bool { [EINVAL, ENOSYS].contains(number) }

  /// Asks the disk to take what has been written to a file, and does not wait for it: whoever waits for the whole file later waits less.
  ///
  /// Nothing depends on it, so its result is not asked for: `synchronize(_:)` reports what the disk could not take.
  package static func startWriting(_ descriptor: Int32) { _ = studbook_start_writing(descriptor) }

  /// Waits until the disk has what was written to a file.
  package static func synchronize(_ path: String) throws(FileError) {
    let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, number: errno, action: "written") }
    defer { close(descriptor) }
    // Some file systems cannot wait and say so with EINVAL.
    let number = numberOfFailure { fsync(descriptor) }
    if number != 0, number != EINVAL { throw FileError(path: path, number: number, action: "written") }
  }

  /// Copies a file's bytes to a new file, or over those of an old one.
  package static func copy(_ path: String, to destination: String) throws(FileError) {
    do {
      let file = try FileWriter(path: destination)
      var outcome = Result<Void, any Error>.success(())
      let isThere = try read(path) { piece in
        outcome = Result { try file.write(piece) }
        if case .success = outcome { return true }
        return false
      }
      if !isThere { throw FileError(path: path, number: ENOENT, action: "read") }
      try outcome.get()
      try file.finish()
    } catch {
      throw error as? FileError ?? FileError(path: destination, number: EIO, action: "written")
    }
  }

  /// Removes a file or a link, if there is one.
  package static func removeFile(_ path: String) throws(FileError) {
    let number = numberOfFailure { unlink(path) }
    if number != 0, !isAbsence(number) { throw FileError(path: path, number: number, action: "removed") }
  }

  /// Removes a folder if it is empty; returns whether it is gone.
  @discardableResult
  package static func removeEmptyFolder(_ path: String) throws(FileError) -> Bool {
    let number = numberOfFailure { rmdir(path) }
    if number == 0 || isAbsence(number) { return true }
    if number == ENOTEMPTY || number == EEXIST { return false }
    throw FileError(path: path, number: number, action: "removed")
  }

  /// Removes a file, or a folder with everything in it, as far as possible; links are not followed.
  ///
  /// - Throws: The first error, when all that can be removed has been.
  package static func removeTree(_ path: String) throws(FileError) {
    do { return try removeFile(path) } catch {
      // How the system says that it may be a folder.
      guard error.number == EISDIR || error.number == EPERM, try status(of: path, followsLinks: false)?.kind == .folder
      else { throw error }
    }
    var first: FileError?
    do {
      for name in try names(in: path) ?? [] {
        do { try removeTree("\(path)/\(name)") } catch { first = first ?? error }
      }
    } catch {
      first = first ?? error
    }
    if let first { throw first }
    if try !removeEmptyFolder(path) { throw FileError(path: path, number: ENOTEMPTY, action: "removed") }
  }

  /// The error number of a system call that failed, read before another call can change it; 0 if it did not fail.
  static func numberOfFailure(_ call: () -> Int32) -> Int32 { retryingInterrupted(call) == 0 ? 0 : errno }
}

/// Repeats a call of the system as long as a signal interrupts it.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

// The name of this function is taken by the method above.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
