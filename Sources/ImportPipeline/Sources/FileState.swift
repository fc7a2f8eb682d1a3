#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What tells whether a file is still the same: which one it is, its size, and when it was changed.
package struct FileState: Sendable, Hashable {
  /// The size in bytes.
  let size: Int
  private let numbers: [Int]

  /// The state of the plain file that a path leads to; `nil` if there is none.
  package init?(ofFile path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The state of an open plain file.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
