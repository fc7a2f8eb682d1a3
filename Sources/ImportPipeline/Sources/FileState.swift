package import SystemErrors
internal import TextInput

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
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package init?(ofFile path: String) throws(FileError) {
    guard let status = try Files.systemStatus(of: path) else { return nil }
    self.init(status)
  }

  /// The state of an open file; `nil` if it is no plain one.
  init?(_ file: InputFile) throws(FileError) {
    var status = stat()
    if fstat(file.descriptor, &status) != 0 {
      throw FileError(path: file.path, number: errno, action: "looked at")
    }
    self.init(status)
  }

  /// Whether it is the same file, changed or not, and not another one in its place.
  package func isOfSameFile(as other: FileState) -> Bool { numbers.prefix(2) == other.numbers.prefix(2) }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
