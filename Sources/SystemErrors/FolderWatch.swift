#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Waits until something happens to files of some folders: inotify(7), which tells of folders, so that a file is not lost that an editor replaces by another.
///
/// Used from one thread.
package final class FolderWatch {
  /// What has happened.
  package enum Change: Sendable, Hashable {
    /// Something happened to these paths.
    case paths(Set<String>)
    /// More happened than the system has told of.
    case unknown
  }

  private let descriptor: Int32
  private var folders: [Int32: String] = [:]

  /// - Throws: `FileError` if the system gives no more of them to this user.
  package init() throws(FileError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { throw FileError(path: "inotify", number: errno, action: "opened") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches these folders, and no others; those that are not there are left out.
  ///
  /// - Throws: `FileError` if the system does not let one be watched.
  package func watch(_ wanted: Set<String>) throws(FileError) {
    let mask = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )
    var found: [Int32: String] = [:]
    for folder in wanted.sorted() {
      let number = inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, mask)
      if number >= 0 {
        found[number] = folder
      } else if errno != ENOENT, errno != ENOTDIR {
        throw FileError(path: folder, number: errno, action: "watched")
      }
    }
    for number in folders.keys where found[number] == nil { inotify_rm_watch(descriptor, number) }
    folders = found
  }

  /// Waits for something to happen, and then until nothing happens for a while: who saves a file may do several things.
  ///
  /// - Parameters:
  ///   - quiet: How long nothing has to happen, in milliseconds.
  ///   - longest: How long to wait for that at most.
  /// - Throws: `FileError`.
  package func wait(quiet: Int32 = 20, longest: Int32 = 500) throws(FileError) -> Change {
    var paths: Set<String> = []
    var isKnown = try take(into: &paths, timeout: -1)
    var left = longest
    while left > 0, try poll(quiet) {
      isKnown = try take(into: &paths, timeout: 0) && isKnown
      left -= quiet
    }
    return isKnown ? .paths(paths) : .unknown
  }

  private func poll(_ timeout: Int32) throws(FileError) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = retryingInterrupted { pollDescriptors(&request, timeout) }
    guard count >= 0 else { throw FileError(path: "inotify", number: errno, action: "read") }
    return count > 0
  }

  /// Takes what has happened so far.
  ///
  /// - Returns: Whether that is all.
  private func take(into paths: inout Set<String>, timeout: Int32) throws(FileError) -> Bool {
    guard try poll(timeout) else { return true }
    let size = 64 << 10
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { buffer.deallocate() }
    var isKnown = true
    while true {
      let count = retryingInterrupted { readDescriptor(descriptor, buffer, size) }
      if count < 0, errno == EAGAIN { return isKnown }
      guard count > 0 else { throw FileError(path: "inotify", number: errno, action: "read") }
      var position = 0
      // A number, a mask, a cookie, the length of the name, the name with zeros behind it.
      while position + 16 <= count {
        let number = buffer.load(fromByteOffset: position, as: Int32.self)
        let mask = buffer.load(fromByteOffset: position + 4, as: UInt32.self)
        let length = Int(buffer.load(fromByteOffset: position + 12, as: UInt32.self))
        let bytes = UnsafeRawBufferPointer(start: buffer + position + 16, count: min(length, count - position - 16))
        let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { isKnown = false }
        if mask & UInt32(IN_IGNORED) == 0, let folder = folders[number] {
          paths.insert(name.isEmpty ? folder : folder.isEmpty ? name : "\(folder)/\(name)")
        }
        position += 16 + length
      }
    }
  }
}

private func pollDescriptors(_ request: inout pollfd, _ timeout: Int32) -> Int32 { poll(&request, 1, timeout) }

private func readDescriptor(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
  read(descriptor, buffer, size)
}
