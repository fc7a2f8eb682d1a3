internal import Synchronization

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The database files that SQLite's connections in this process have open, and descriptors of them that must not be closed yet.
///
/// A process loses all its locks on a file as soon as it closes any descriptor of it (fcntl(2)), and with the locks what protects the database from other
/// processes. SQLite knows that of its own descriptors (https://www.sqlite.org/howtocorrupt.html, 2.2); `Files` leaves those open that it has read such a
/// file with, and reads with them the next time, until the last connection is gone.
package enum DatabaseFiles {
  private struct State {
    /// How many connections there are, by the paths that they were opened with.
    var connections: [String: Int] = [:]
    /// Descriptors that nobody reads with at the moment.
    var spares: [(descriptor: Int32, file: FileNumber)] = []
  }

  private static let state = Mutex(State())

  /// Notes that there is a connection to the database at `path`; to be called before it takes its first lock.
  package static func beginUse(of path: String) { state.withLock { $0.connections[path, default: 0] += 1 } }

  /// Notes that a connection is closed.
  package static func endUse(of path: String) {
    state.withLock { state in
      guard let count = state.connections[path] else { return }
      state.connections[path] = count > 1 ? count - 1 : nil
      guard count == 1, !state.spares.isEmpty else { return }
      let used = state.connections.keys.map { FileNumber(of: $0) }
      state.spares.removeAll { spare in
        guard !used.contains(spare.file) else { return false }
        closeDescriptor(spare.descriptor)
        return true
      }
    }
  }

  /// Opens the file at `path` for reading; to be closed with `close(_:isDatabase:)`.
  ///
  /// - Returns: The descriptor, at the file's beginning; -1 with `errno` if the system refuses it.
  package static func open(_ path: String) -> Int32 {
    spare(for: path) ?? retryingInterrupted { openDescriptor(path) }
  }

  /// A descriptor of the file at `path` that could not be closed; `nil` if there is none.
  private static func spare(for path: String) -> Int32? {
    state.withLock { state in
      guard !state.spares.isEmpty, let file = FileNumber(of: path),
        let place = state.spares.firstIndex(where: { $0.file == file })
      else { return nil }
      let descriptor = state.spares.remove(at: place).descriptor
      lseek(descriptor, 0, SEEK_SET)
      return descriptor
    }
  }

  /// Closes a descriptor that a file was read with, now or when no connection is left.
  ///
  /// - Parameter isDatabase: Whether the file may be a database.
  package static func close(_ descriptor: Int32, isDatabase: Bool = true) {
    state.withLock { state in
      if isDatabase, !state.connections.isEmpty {
        // One that is not known to be another file's stays open: it costs less than the locks.
        let file = FileNumber(of: descriptor)
        if state.connections.keys.contains(where: { file == nil || FileNumber(of: $0) == file }) {
          if let file { state.spares.append((descriptor, file)) }
          return
        }
      }
      closeDescriptor(descriptor)
    }
  }

  /// Whether a file that begins like this may be a database; an empty one may become one.
  static func mayBeDatabase(beginning bytes: UnsafeRawBufferPointer) -> Bool {
    zip(bytes, "SQLite format 3\0".utf8).allSatisfy(==)
  }
}

/// Which file a path or descriptor leads to.
private struct FileNumber: Equatable {
  let device: UInt64
  let inode: UInt64

  init?(of path: String) { self.init { stat(path, &$0) } }
  init?(of descriptor: Int32) { self.init { fstat(descriptor, &$0) } }

  private init?(_ look: (inout stat) -> Int32) {
    var status = stat()
    guard retryingInterrupted({ look(&status) }) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

// The names of these functions are taken by the methods above.
private func openDescriptor(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
