internal import Glibc

/// Where a document's bytes come from.
public enum MarkupInput: Sendable {
  /// A file; `-` is standard input.
  case file(String)
  case bytes([UInt8])
  /// Anything that fills a buffer and says how many bytes it wrote, 0 at the end, such as a decompressor.
  case stream(@Sendable (UnsafeMutableRawBufferPointer) throws -> Int)

  /// The name that findings show unless the options give one.
  var name: String {
    switch self {
    case .file(let path): path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    case .bytes, .stream: "input"
    }
  }

  /// All bytes, for documents that are read whole.
  func readAll(limit: Int) throws -> [UInt8] {
    if case .bytes(let bytes) = self { return bytes }
    let reader = try ChunkReader(self)
    var bytes: [UInt8] = []
    // A file whose size is known is read at once; one byte more shows that it has ended.
    var room = min(reader.size, limit) + 1
    while true {
      var count = 0
      let piece = try [UInt8](unsafeUninitializedCapacity: max(room, 64 << 10)) { buffer, initialized in
        count = try reader.fill(UnsafeMutableRawBufferPointer(buffer))
        initialized = count
      }
      let isFull = count == max(room, 64 << 10)
      if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
      guard bytes.count <= limit else {
        throw MarkupTextError(.limit, "The document has more than \(limit) bytes")
      }
      if !isFull { return bytes }
      room = min(bytes.count, 16 << 20)
    }
  }
}

/// Reads a `MarkupInput` piece by piece.
final class ChunkReader {
  private let input: MarkupInput
  private var descriptor: Int32 = -1
  private var offset = 0

  /// - Throws: `MarkupTextError` of kind `unreadable` if the file cannot be opened.
  init(_ input: MarkupInput) throws(MarkupTextError) {
    self.input = input
    guard case .file(let path) = input else { return }
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw MarkupTextError(.unreadable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  /// How many bytes there probably are; 0 if that is not known.
  var size: Int {
    switch input {
    case .bytes(let bytes): return bytes.count
    case .stream: return 0
    case .file:
      var status = stat()
      return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Fills `buffer`, however small the pieces are that a stream delivers, so that nothing depends on them.
  ///
  /// - Returns: How many bytes were written; fewer than there is room for at the end only.
  /// - Throws: `MarkupTextError` of kind `unreadable`, or what the stream throws.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if more == 0 { break }
      count += more
    }
    return count
  }

  /// Puts bytes into `buffer`.
  ///
  /// - Returns: How many bytes were written; 0 at the end only.
  /// - Throws: `MarkupTextError` of kind `unreadable`, or what the stream throws.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch input {
    case .bytes(let bytes):
      let count = min(buffer.count, bytes.count - offset)
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
      offset += count
      return count
    case .stream(let fill): return try fill(buffer)
    case .file(let path):
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        guard errno == EINTR else {
          throw MarkupTextError(.unreadable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}
