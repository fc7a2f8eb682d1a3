/// Where the bytes of a text come from.
///
/// ```swift
/// let stream = ByteInput.stream { buffer in  // or .file(path), or .bytes(bytes)
///   guard !pieces.isEmpty else { return 0 }
///   let piece = pieces.removeFirst()
///   buffer.copyBytes(from: piece)
///   return piece.count
/// }
/// let reader = try DelimitedReader(stream)
/// ```
public enum ByteInput {
  /// A file; `-` is standard input.
  case file(String)
  case bytes([UInt8])
  /// Anything that fills a buffer and says how many bytes it wrote, 0 at the end, such as a decompressor.
  case stream((UnsafeMutableRawBufferPointer) throws -> Int)
  /// What begins a stream, each time from its first byte: readers that look at their input twice need not keep it in memory then.
  case streams(() throws -> (UnsafeMutableRawBufferPointer) throws -> Int)

  /// The name that findings show unless the options give one.
  package var name: String {
    switch self {
    case .file(let path): path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    case .bytes, .stream, .streams: "input"
    }
  }

  /// The bytes, if they are in memory already.
  package var bytesInMemory: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// Whether it can be read twice.
  package var isRepeatable: Bool {
    switch self {
    case .file(let path): path != "-"
    case .bytes, .streams: true
    case .stream: false
    }
  }
}
