internal import CZlib

/// Compresses to gzip (RFC 1952) through zlib, without a name and a date.
final class GzipCompressor: Compressor {
  private let file: String
  private var stream = z_stream()
  private let piece = CompressedPiece()

  init(file: String) throws {
    self.file = file
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { throw PatchError(.compression("zlib has no memory"), file: file) }
  }

  deinit { deflateEnd(&stream) }

  func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = uInt(bytes.count)
    while stream.avail_in > 0 { _ = try step(Z_NO_FLUSH, output) }
  }

  func finish(_ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    while try step(Z_FINISH, output) != Z_STREAM_END {}
  }

  private func step(_ flush: Int32, _ output: (UnsafeRawBufferPointer) throws -> Void) throws -> Int32 {
    stream.next_out = piece.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = uInt(piece.bytes.count)
    let status = deflate(&stream, flush)
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
      throw PatchError(.compression("zlib stops with error \(status)"), file: file)
    }
    try output(piece.first(piece.bytes.count - Int(stream.avail_out)))
    return status
  }
}
