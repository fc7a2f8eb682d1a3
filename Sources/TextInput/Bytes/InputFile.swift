#if canImport(Glibc)
  internal import Glibc
#endif

/// An open file, or standard input.
package final class InputFile {
  package let path: String
  private let descriptor: Int32

  /// Opens a file for reading.
  ///
  /// - Parameter path: The file; `-` is standard input.
  package init(_ path: String) throws(InputError) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(action: .open, path: path, errorNumber: errno) }
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// The size of a regular file, in which one can read anywhere; `nil` for anything else.
  package var regularSize: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Puts up to `buffer.count` bytes into `buffer`: the next ones, or those at an offset of a regular file.
  ///
  /// - Returns: How many; 0 only at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil) throws(InputError) -> Int {
    while true {
      let count =
        if let offset {
          pread(descriptor, buffer.baseAddress, buffer.count, offset)
        } else {
          Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
      if count >= 0 { return count }
      guard errno == EINTR else { throw InputError(action: .read, path: path, errorNumber: errno) }
    }
  }
}
