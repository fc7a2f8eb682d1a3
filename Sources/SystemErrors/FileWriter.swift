internal import FoundationEssentials

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Why a file could not be written.
package typealias FileWriteError = FileError

/// A file that is written from its start to its end. Everything of ours that writes files does it here.
///
/// The system may take less than it is given (never more than 2,147,479,552 bytes at once), and goes on where it stopped only if it is told to.
package final class FileWriter {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 256 << 10

  /// Opens a file: a new one, an old one that is emptied, or, if told so, an old one to add to.
  ///
  /// - Throws: `FileWriteError`.
  package convenience init(path: String, isAppending: Bool = false) throws {
    try self.init(path, flags: isAppending ? O_APPEND : O_TRUNC, mode: 0o666, namedAs: path)
  }

  private init(_ file: String, flags: Int32, mode: mode_t, namedAs path: String) throws {
    self.path = path
    descriptor = retryingInterrupted { open(file, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode) }
    if descriptor < 0 { throw FileWriteError(path: path, number: errno) }
  }

  deinit { if descriptor >= 0 { closeDescriptor(descriptor) } }

  /// Adds bytes; they are in the file after `finish()` at the latest.
  ///
  /// - Throws: `FileWriteError`.
  package func write(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is left.
  ///
  /// - Parameter isDurable: Whether to wait until the disk has it.
  /// - Throws: `FileWriteError`.
  package func finish(isDurable: Bool = false) throws {
    try flush()
    // Some file systems cannot wait and say so with EINVAL.
    guard isDurable else { return }
    let number = Files.numberOfFailure { fsync(descriptor) }
    if number != 0, number != EINVAL { throw FileWriteError(path: path, number: number) }
  }

  private func flush() throws {
    let number = buffer.withUnsafeBytes { bytes in
      Self.writeAll(bytes) { rest, _ in writeDescriptor(descriptor, rest) }
    }
    if number != 0 { throw FileWriteError(path: path, number: number) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all of `bytes`, however many calls that takes.
  ///
  /// - Parameter call: Writes as the system's `write` does: returns how many of the bytes it took, or -1 with `errno`. It is told how many
  ///   were taken before.
  /// - Returns: 0, or the system's error number.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer,
    by call: (_ rest: UnsafeRawBufferPointer, _ written: Int) -> Int
  ) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = retryingInterrupted { call(UnsafeRawBufferPointer(rebasing: bytes[written...]), written) }
      guard count >= 0 else { return errno }
      // Nothing taken and nothing said would go on for ever.
      guard count > 0 else { return EIO }
      written += count
    }
    return 0
  }

  /// Writes all of `bytes` to a descriptor, from where it stands.
  ///
  /// - Returns: 0, or the system's error number.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { writeAll($0) { rest, _ in writeDescriptor(descriptor, rest) } }
  }
}

/// Files that take the place of others as a whole.
extension FileWriter {
  /// Writes a file that takes the place of the one at `path` when all of it is on the disk; before, and if anything fails, the old one stays.
  ///
  /// The new file has the old one's permissions. A symbolic link stays, and leads to the new file. What is no plain file, such as a pipe, is written to.
  ///
  /// - Throws: `FileWriteError`; what `body` throws.
  package static func replace(_ path: String, _ body: (FileWriter) throws -> Void) throws {
    try replace(path, body) { _ in }
  }

  /// - Parameters:
  ///   - newMode: The new file's permissions; those of the old one if `nil`.
  ///   - confirm: Called when the disk has all that `body` wrote, and before the new file takes the old one's place.
  private static func replace(
    _ path: String,
    mode newMode: mode_t? = nil,
    _ body: (FileWriter) throws -> Void,
    confirm: (FileWriter) throws -> Void
  ) throws {
    let target = try Files.realPath(path) ?? path
    let old = try Files.status(of: target)
    if let old, old.kind != .file {
      let writer = try FileWriter(target, flags: 0, mode: 0o666, namedAs: path)
      try body(writer)
      try writer.finish()
      return try confirm(writer)
    }
    let mode = newMode ?? old.map { mode_t($0.mode) } ?? 0o666
    let staged = TemporaryItem(beside: target)
    defer { staged.remove() }
    let writer = try FileWriter(staged.path, flags: O_EXCL, mode: mode, namedAs: path)
    try body(writer)
    // Opening takes the process's mask off the permissions.
    if newMode != nil || old != nil, fchmod(writer.descriptor, mode) != 0 {
      throw FileWriteError(path: path, number: errno)
    }
    try writer.finish(isDurable: true)
    try confirm(writer)
    let number = Files.numberOfFailure { rename(staged.path, target) }
    if number != 0 { throw FileWriteError(path: path, number: number) }
    staged.keep()
  }

  /// Replaces a file as `replace(_:_:)` does, if it is as it was, or makes one where there was none.
  ///
  /// Programs that do it in this way wait for each other: of two that have read the same file, the second one is refused. Of others, what they write before
  /// the new file takes the old one's place is noticed.
  ///
  /// - Parameter stamp: The file's state when it was looked at; `nil` if there was none.
  /// - Returns: The state of the new file.
  /// - Throws: `FileChangedError` if the file is another one by now; `FileWriteError`; what `body` throws.
  package static func replace(
    _ path: String,
    ifStill stamp: FileStamp?,
    _ body: (FileWriter) throws -> Void
  ) throws -> FileStamp {
    // A file that is not there yet is made empty first: only one program can do that.
    let flags = stamp == nil ? O_RDWR | O_CREAT | O_EXCL : O_RDONLY
    let lock = retryingInterrupted { open(path, flags | O_CLOEXEC, 0o666) }
    let number = errno
    if lock < 0, stamp == nil {
      throw number == EEXIST ? FileChangedError(path: path) : FileWriteError(path: path, number: number) as any Error
    }
    defer { if lock >= 0 { closeDescriptor(lock) } }
    if lock >= 0 { _ = retryingInterrupted { flock(lock, LOCK_EX) } }
    guard try stamp == nil || FileStamp(path: path) == stamp else { throw FileChangedError(path: path) }
    do {
      var written: FileStamp?
      try replace(path, body) { writer in
        // Taken of what was written, not of the path, where the next program may have put its own file already.
        written = try FileStamp(descriptor: writer.descriptor, of: path)
        guard try stamp == nil || FileStamp(path: path) == stamp else { throw FileChangedError(path: path) }
      }
      guard let written else { throw FileWriteError(path: path, number: EIO) }
      return written
    } catch {
      // The error that led here is the one to say.
      if stamp == nil { try? Files.removeFile(path) }
      throw error
    }
  }

  /// Replaces a file, or makes one, with these bytes.
  ///
  /// - Parameter mode: The new file's permissions; those of the old one if `nil`.
  /// - Throws: `FileWriteError`.
  package static func replace(_ path: String, with bytes: some Sequence<UInt8>, mode: UInt32? = nil) throws {
    try replace(path, mode: mode.map { mode_t($0) }, { try $0.write(bytes) }) { _ in }
  }
}

extension FileWriter {
  /// Makes a file that only its owner may read and write; there must be none of the name.
  ///
  /// - Throws: `FileWriteError`; there is no file then.
  package static func makePrivate(_ path: String, with bytes: some Sequence<UInt8>) throws {
    let writer = try FileWriter(path, flags: O_EXCL, mode: 0o600, namedAs: path)
    let item = TemporaryItem(path)
    defer { item.remove() }
    try writer.write(bytes)
    try writer.finish(isDurable: true)
    item.keep()
  }

  /// Makes a file, whole or not at all, even if the process is killed; there must be none of the name.
  ///
  /// - Parameter mode: The file's permissions, from which the process's mask is taken off.
  /// - Throws: `FileWriteError`, with `EEXIST` if something has the name.
  package static func makeNew(_ path: String, mode: UInt32 = 0o666, with bytes: some Sequence<UInt8>) throws {
    let staged = TemporaryItem(beside: path)
    defer { staged.remove() }
    let writer = try FileWriter(staged.path, flags: O_EXCL, mode: mode_t(mode), namedAs: path)
    try writer.write(bytes)
    try writer.finish(isDurable: true)
    try Files.move(staged.path, toNew: path)
    staged.keep()
  }
}

/// A file is not the one any more that was looked at.
package struct FileChangedError: LocalizedError, Sendable, CustomStringConvertible {
  /// The file.
  package let path: String

  package init(path: String) { self.path = path }

  package var description: String { "\(path): the file was changed by somebody else" }
  package var errorDescription: String? { description }
}

/// What tells whether a file is still as it was: which file it is, how long, and when it was written last.
package struct FileStamp: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Looks at the file that the path leads to; `nil` if there is none.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package init?(path: String) throws(FileError) {
    guard let status = try Files.systemStatus(of: path) else { return nil }
    self.init(status)
  }

  /// Whether the other stamp is one of the same file, changed or not, and not of another that has taken its place.
  package func isOfSameFile(as other: FileStamp) -> Bool { (device, number) == (other.device, other.number) }

  init(descriptor: Int32, of path: String) throws(FileError) {
    var status = stat()
    let number = Files.numberOfFailure { fstat(descriptor, &status) }
    if number != 0 { throw FileError(path: path, number: number, action: "looked at") }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}

// The names of these functions are taken by the methods above.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
private func writeDescriptor(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
