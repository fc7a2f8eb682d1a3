#if canImport(Glibc)
  internal import Glibc
#endif

/// Where the bytes of a text come from, one chunk after the other.
public protocol ByteSource {
  /// Puts up to `buffer.count` bytes into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  /// - Throws: A `DelimitedTextError` when the source fails.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DelimitedTextError) -> Int
}

/// Reads a file descriptor with `read(2)`; closes it if it opened it.
public final class FileByteSource: ByteSource {
  private let descriptor: Int32
  private let closes: Bool
  private let file: String

  /// Opens `path` for reading.
  ///
  /// - Throws: A `DelimitedTextError` of kind `cannotOpen`.
  public init(path: String, fileName: String? = nil) throws(DelimitedTextError) {
    file = fileName ?? path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    closes = true
    guard descriptor >= 0 else { throw DelimitedTextError(.cannotOpen(errorNumber: errno), file: file) }
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  /// Reads an open descriptor, such as 0 for standard input, and leaves it open.
  public init(descriptor: Int32, fileName: String) {
    self.descriptor = descriptor
    closes = false
    file = fileName
  }

  deinit {
    if closes && descriptor >= 0 { close(descriptor) }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(DelimitedTextError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw DelimitedTextError(.cannotRead(errorNumber: errno), file: file) }
    }
  }
}

/// Hands out bytes that are in memory already, at most `chunkSize` at a time.
public final class ArrayByteSource: ByteSource {
  private let bytes: [UInt8]
  private let chunkSize: Int
  private var position = 0

  /// Delivers `bytes` in pieces of at most `chunkSize` bytes.
  public init(_ bytes: [UInt8], chunkSize: Int = .max) {
    self.bytes = bytes
    self.chunkSize = max(1, chunkSize)
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, chunkSize, bytes.count - position)
    guard count > 0 else { return 0 }
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
    }
    position += count
    return count
  }
}
