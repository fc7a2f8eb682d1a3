internal import CZlib

/// Compares a zip member's contents with the checksum that the archive has for it.
final class ChecksumStream: ByteStream {
  private let base: any ByteStream
  private let expected: UInt32
  private let size: Int
  private let name: String
  private let file: String
  private var checksum: uLong = 0
  private var count = 0

  init(_ base: any ByteStream, expected: UInt32, size: Int, name: String, file: String) {
    self.base = base
    self.expected = expected
    self.size = size
    self.name = name
    self.file = file
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    let added = try base.read(into: buffer)
    if added > 0 {
      checksum = crc32_z(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), added)
      count += added
    } else if count != size || UInt32(truncatingIfNeeded: checksum) != expected {
      throw PackedSourceError(.damaged("\(name) does not have the checksum that the archive says"), file: file)
    }
    return added
  }
}
