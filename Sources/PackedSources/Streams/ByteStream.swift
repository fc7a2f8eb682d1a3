internal import TextInput

/// Bytes, one piece after the other.
protocol ByteStream: AnyObject {
  /// Puts up to `buffer.count` bytes into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int
}

extension ByteStream {
  /// Reads until `count` bytes are there or the stream ends.
  func read(upTo count: Int) throws(PackedSourceError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < count {
      let added = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if added == 0 { break }
      filled += added
    }
    return Array(buffer[..<filled])
  }
}

/// A file, or standard input.
final class FileStream: ByteStream {
  private let file: InputFile

  /// - Parameter path: The file; `-` is standard input.
  init(_ path: String) throws(PackedSourceError) {
    do {
      file = try InputFile(path)
    } catch {
      throw PackedSourceError(error)
    }
  }

  /// The size of a file in which one can read anywhere; `nil` for anything else.
  var seekableSize: Int? { file.regularSize }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    try read(into: buffer, at: nil)
  }

  /// As `read(into:)`, from an offset of a file in which one can read anywhere.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int?) throws(PackedSourceError) -> Int {
    do {
      return try file.read(into: buffer, at: offset)
    } catch {
      throw PackedSourceError(error)
    }
  }
}

/// A stream whose first bytes were looked at already.
final class PeekedStream: ByteStream {
  private let rest: any ByteStream
  private let head: [UInt8]
  private var offset = 0

  /// The stream's first bytes, at most `count`.
  init(_ stream: any ByteStream, peeking count: Int) throws(PackedSourceError) {
    rest = stream
    head = try stream.read(upTo: count)
  }

  var firstBytes: [UInt8] { head }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard offset < head.count else { return try rest.read(into: buffer) }
    let count = min(buffer.count, head.count - offset)
    buffer.copyBytes(from: head[offset..<offset + count])
    offset += count
    return count
  }
}

/// A file or bytes in memory, in which one can read anywhere.
enum SeekableBytes {
  case file(FileStream, size: Int)
  case memory([UInt8])

  var count: Int {
    switch self {
    case .file(_, let size): size
    case .memory(let bytes): bytes.count
    }
  }

  /// The bytes in `range`; fewer if there are no more.
  func bytes(in range: Range<Int>) throws(PackedSourceError) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    switch self {
    case .memory(let bytes): return Array(bytes[range])
    case .file(let stream, _):
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
      defer { buffer.deallocate() }
      var filled = 0
      while filled < range.count {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let added = try stream.read(into: room, at: range.lowerBound + filled)
        if added == 0 { break }
        filled += added
      }
      return Array(buffer[..<filled])
    }
  }
}

/// A part of a file or of bytes in memory, as a stream.
final class SliceStream: ByteStream {
  private let source: SeekableBytes
  private var offset: Int
  private let end: Int

  init(_ source: SeekableBytes, _ range: Range<Int>) {
    self.source = source
    offset = range.lowerBound
    end = min(range.upperBound, source.count)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    let count = min(buffer.count, end - offset)
    guard count > 0 else { return 0 }
    let bytes = try source.bytes(in: offset..<offset + count)
    buffer.copyBytes(from: bytes)
    offset += bytes.count
    return bytes.count
  }
}
