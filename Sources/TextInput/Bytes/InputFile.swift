#if canImport(Glibc)
  internal import Glibc
#endif

/// An open file, or standard input.
package final class InputFile {
  package let path: String
  package let descriptor: Int32

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

  /// Gives the bytes of `range`, which a regular file has, in pieces of up to a megabyte.
  ///
  /// - Throws: `InputError` if they cannot be read, or are not there any more; what `body` throws.
  package func read(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(range.count, 1 << 20), alignment: 16)
    defer { buffer.deallocate() }
    var position = range.lowerBound
    while position < range.upperBound {
      let room = min(buffer.count, range.upperBound - position)
      let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: position)
      guard count > 0 else { throw InputError(action: .read, path: path, errorNumber: EIO) }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += count
    }
  }

  /// The bytes of `range`, which a regular file has.
  ///
  /// - Throws: `InputError` if they cannot be read, or are not there any more.
  package func bytes(in range: Range<Int>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    try read(range) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
