#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that is read at any place, without being held.
final class RandomAccessFile {
  /// The file as it was when it was opened.
  let state: FileState
  private let path: String
  private let descriptor: Int32
  private static let pieceSize = 1 << 20

  /// - Throws: `SourceFix.Failure`.
  init(path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let state = FileState(descriptor) else {
      throw SourceFix.Failure(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    self.path = path
    self.state = state
  }

  deinit { close(descriptor) }

  /// Gives the bytes of `range` in pieces of up to a megabyte.
  ///
  /// - Throws: `SourceFix.Failure` if they cannot be read; what `body` throws.
  func read(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(range.count, Self.pieceSize), alignment: 16)
    defer { buffer.deallocate() }
    var position = range.lowerBound
    while position < range.upperBound {
      let count = pread(descriptor, buffer.baseAddress, min(buffer.count, range.upperBound - position), off_t(position))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = count == 0 ? "it became shorter" : String(cString: strerror(errno))
        throw SourceFix.Failure(description: "\(path) cannot be read: \(reason)")
      }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += count
    }
  }

  /// The bytes of `range`.
  ///
  /// - Throws: `SourceFix.Failure` if they cannot be read.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    try read(range) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
