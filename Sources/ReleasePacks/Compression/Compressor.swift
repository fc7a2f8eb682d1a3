/// Takes contents piece by piece and gives what they become when they are compressed.
protocol Compressor {
  /// Takes the next bytes; what is complete is given to `output`.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Ends the contents, and gives the rest.
  mutating func finish(_ output: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// How a whole file is compressed.
package enum PackFormat: String, Sendable, CaseIterable {
  /// The smallest that is made and unpacked fast: for servers, and for programs that bring libzstd.
  case zstd
  /// Apple's Compression framework reads it (`COMPRESSION_LZMA`).
  case xz
  /// Everything reads it.
  case gzip

  /// How the names of such packs end.
  package var ending: String {
    switch self {
    case .zstd: ".zst"
    case .xz: ".xz"
    case .gzip: ".gz"
    }
  }

  func compressor(for path: String) throws -> any Compressor {
    switch self {
    case .zstd: try ZstdCompressor(file: path)
    case .xz: try XZCompressor(file: path)
    case .gzip: try GzipCompressor(file: path)
    }
  }
}

/// Room for what a compressor gives.
final class CompressedPiece {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit { bytes.deallocate() }

  func first(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }
}
