internal import CZlib

/// Decompresses gzip, one member after the other, or the raw deflate of a zip member.
final class InflateStream: ByteStream {
  private let base: any ByteStream
  private let file: String
  private let isGzip: Bool
  private let reportJunk: () -> Void
  private var stream = z_stream()
  private var input: UnsafeMutableRawBufferPointer
  private var hasEnded = false
  private var isBetweenMembers = false
  /// Whether the last call filled its room, so that contents may wait for which no more input is needed.
  private var mayHoldMore = false

  /// - Parameter reportJunk: Called when something follows the last member that is none.
  init(_ base: any ByteStream, gzip: Bool, file: String, reportJunk: @escaping () -> Void = {})
    throws(PackedSourceError)
  {
    self.base = base
    self.file = file
    isGzip = gzip
    self.reportJunk = reportJunk
    input = .allocate(byteCount: 64 << 10, alignment: 16)
    let bits = gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard inflateInit2_(&stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw PackedSourceError(.damaged("zlib has no memory"), file: file)
    }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  private func skipByte() {
    stream.next_in += 1
    stream.avail_in -= 1
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard !hasEnded, !buffer.isEmpty else { return 0 }
    stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = uInt(clamping: buffer.count)
    let room = Int(stream.avail_out)
    while Int(stream.avail_out) == room {
      if stream.avail_in == 0 && !mayHoldMore {
        let count = try base.read(into: input)
        stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_in = uInt(count)
        if count == 0 {
          hasEnded = true
          if isBetweenMembers { return 0 }
          throw PackedSourceError(.damaged("they end too early"), file: file)
        }
      }
      if isBetweenMembers {
        // Tapes and block devices fill up with zeros.
        while stream.avail_in > 0, stream.next_in.pointee == 0 { skipByte() }
        if stream.avail_in == 0 { continue }
        guard stream.next_in.pointee == 0x1F, inflateReset(&stream) == Z_OK else {
          reportJunk()
          hasEnded = true
          return 0
        }
        isBetweenMembers = false
      }
      let status = inflate(&stream, Z_NO_FLUSH)
      mayHoldMore = status == Z_OK && stream.avail_out == 0
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        if isGzip { isBetweenMembers = true } else { hasEnded = true }
        if hasEnded { return room - Int(stream.avail_out) }
      default:
        let message = stream.msg.map { String(cString: $0) } ?? "no deflate data"
        throw PackedSourceError(.damaged(message), file: file)
      }
    }
    return room - Int(stream.avail_out)
  }
}
