internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file without a name for what does not fit into the budget of memory; the system removes it with its last user.
///
/// Sendable: it is written by one thread at a time, and read at given places.
final class WorkingFile: @unchecked Sendable {
  private let path: String
  private let descriptor: Int32
  private(set) var size = 0

  /// Makes a file in the folder of `neighbour`.
  ///
  /// - Throws: `SealedPagesError`.
  init(beside neighbour: String) throws(SealedPagesError) {
    var name = Array("\(neighbour).working-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw .file(FileWriteError(path: path, number: errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds bytes and returns where they begin.
  ///
  /// - Throws: `SealedPagesError`.
  @discardableResult
  func append(_ bytes: UnsafeRawBufferPointer) throws(SealedPagesError) -> Int {
    let start = size
    let number = FileWriter.writeAll(bytes) { pwrite(descriptor, $0.baseAddress, $0.count, off_t(start + $1)) }
    if number != 0 { throw .file(FileWriteError(path: path, number: number)) }
    size += bytes.count
    return start
  }

  /// Reads as many bytes as `target` has, from `offset` on; they must have been written.
  ///
  /// - Throws: `SealedPagesError`.
  func read(into target: UnsafeMutableRawBufferPointer, from offset: Int) throws(SealedPagesError) {
    var position = 0
    while position < target.count {
      let count = pread(
        descriptor,
        target.baseAddress.map { $0 + position },
        target.count - position,
        off_t(offset + position)
      )
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file(FileWriteError(path: path, number: count < 0 ? errno : EIO)) }
      position += count
    }
  }
}

/// Reads a range of a working file from its start to its end, in pieces that stand together in memory. A class of plain numbers, as `ByteBuffer` is.
final class WorkingFileReader {
  private let file: WorkingFile
  private var next: Int
  private let end: Int
  private let buffer: ByteBuffer
  private var start = 0
  private let pieceSize: Int

  init(_ file: WorkingFile, range: Range<Int>, pieceSize: Int) {
    self.file = file
    next = range.lowerBound
    end = range.upperBound
    self.pieceSize = pieceSize
    buffer = ByteBuffer(capacity: min(pieceSize, range.count))
  }

  /// Whether all has been read.
  var isAtEnd: Bool { start == buffer.count && next == end }

  /// The next `count` bytes, which must be there; they are valid until the next call.
  ///
  /// - Throws: `SealedPagesError`.
  func peek(_ count: Int) throws(SealedPagesError) -> UnsafeRawPointer {
    if buffer.count - start < count {
      let kept = buffer.count - start
      buffer.base.copyMemory(from: buffer.base + start, byteCount: kept)
      buffer.truncate(to: kept)
      start = 0
      let wanted = min(max(pieceSize, count) - kept, end - next)
      let room = buffer.room(for: wanted)
      try file.read(into: UnsafeMutableRawBufferPointer(start: room, count: wanted), from: next)
      buffer.advance(by: wanted)
      next += wanted
    }
    return UnsafeRawPointer(buffer.base + start)
  }

  /// Moves behind bytes that were looked at.
  func skip(_ count: Int) { start += count }
}
