internal import CZlib

/// Raw DEFLATE (RFC 1951), without the header and checksum of zlib or gzip.
enum RawDeflate {
  /// The most bytes that compressed data may unfold to; a model has tens or hundreds of thousands.
  static let largestOutput = 256 << 20

  /// Compresses. The same bytes give the same result with the same version of zlib.
  static func compress(_ bytes: [UInt8]) throws(CompiledModelError) -> [UInt8] {
    var stream = z_stream()
    // Level 6 and 8 units of memory are what zlib's own default means; they are spelled out so that they stay.
    guard
      deflateInit2_(
        &stream,
        6,
        Z_DEFLATED,
        -MAX_WBITS,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)
      ) == Z_OK
    else { throw CompiledModelError(.compression, "The model cannot be compressed: zlib has no memory") }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 16)
    let status = run(&stream, bytes, into: &output) { deflate(&$0, Z_FINISH) }
    guard status == Z_STREAM_END else { throw CompiledModelError(.compression, "The model cannot be compressed") }
    output.removeLast(Int(stream.avail_out))
    return output
  }

  /// Decompresses.
  static func decompress(_ bytes: [UInt8]) throws(CompiledModelError) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw CompiledModelError(.compression, "The model cannot be decompressed: zlib has no memory")
    }
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var input = bytes
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let status = input.withUnsafeMutableBufferPointer { input -> Int32 in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while true {
        let status = chunk.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = uInt(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        result += chunk[..<(chunk.count - Int(stream.avail_out))]
        if status != Z_OK || result.count > largestOutput { return status }
      }
    }
    guard result.count <= largestOutput else {
      throw CompiledModelError(.compression, "The compressed model is larger than \(largestOutput >> 20) MB")
    }
    guard status == Z_STREAM_END else { throw CompiledModelError(.compression, "The compressed model is damaged") }
    return result
  }

  private static func run(
    _ stream: inout z_stream,
    _ bytes: [UInt8],
    into output: inout [UInt8],
    _ step: (inout z_stream) -> Int32
  ) -> Int32 {
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        return step(&stream)
      }
    }
  }
}
