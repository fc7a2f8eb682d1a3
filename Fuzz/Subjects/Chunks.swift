/// Hands out bytes in small pieces, for readers that take a stream.
///
/// `@unchecked Sendable`: a subject runs on one thread.
final class Chunks: @unchecked Sendable {
  private let bytes: [UInt8]
  private let size: Int
  private var offset = 0

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(size, buffer.count, bytes.count - offset)
    buffer.copyBytes(from: bytes[offset..<offset + count])
    offset += count
    return count
  }
}
