internal import Glibc

/// Where the bytes of a JSON text come from.
public enum JSONInput: Sendable {
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
}

/// Reads a `JSONInput` piece by piece.
final class JSONByteReader {
  private let input: JSONInput
  private var descriptor: Int32 = -1
  private var offset = 0

  /// - Throws: `JSONTextError` of kind `unreadable` if the file cannot be opened.
  init(_ input: JSONInput) throws(JSONTextError) {
    self.input = input
    guard case .file(let path) = input else { return }
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw JSONTextError(.unreadable, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Fills `buffer` as far as there are bytes.
  ///
  /// - Returns: How many bytes were written; 0 at the end only.
  /// - Throws: `JSONTextError` of kind `unreadable`, or what the stream throws.
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
          throw JSONTextError(.unreadable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}
