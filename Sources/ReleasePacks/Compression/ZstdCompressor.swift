internal import PackedSources

/// Compresses to zstd through `libzstd`, with a checksum: <https://facebook.github.io/zstd/zstd_manual.html#Chapter8>.
final class ZstdCompressor: Compressor {
  private typealias Create = @convention(c) () -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer?) -> Int
  private typealias SetParameter = @convention(c) (OpaquePointer?, Int32, Int32) -> Int
  private typealias Compress =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Int
  private typealias IsError = @convention(c) (Int) -> UInt32

  /// `ZSTD_inBuffer` and `ZSTD_outBuffer` have the same form.
  private struct Buffer {
    var base: UnsafeMutableRawPointer?
    var size: Int
    var position = 0
  }

  private static let library = SystemLibrary("libzstd.so.1", package: "libzstd1")
  // ZSTD_c_compressionLevel, ZSTD_c_checksumFlag, ZSTD_e_continue and ZSTD_e_end.
  private static let levelParameter: Int32 = 100
  private static let checksumParameter: Int32 = 201
  private static let goOn: Int32 = 0
  private static let end: Int32 = 2
  /// The highest that needs no more memory to unpack than programs give by default: 8 MB.
  private static let level: Int32 = 19

  private let file: String
  private let context: OpaquePointer?
  private let free: Free
  private let compress: Compress
  private let isError: IsError
  private let piece = CompressedPiece()

  init(file: String) throws {
    self.file = file
    free = try Self.library.function("ZSTD_freeCCtx", as: Free.self, file: file)
    compress = try Self.library.function("ZSTD_compressStream2", as: Compress.self, file: file)
    isError = try Self.library.function("ZSTD_isError", as: IsError.self, file: file)
    let set = try Self.library.function("ZSTD_CCtx_setParameter", as: SetParameter.self, file: file)
    context = try Self.library.function("ZSTD_createCCtx", as: Create.self, file: file)()
    guard context != nil, isError(set(context, Self.levelParameter, Self.level)) == 0,
      isError(set(context, Self.checksumParameter, 1)) == 0
    else { throw PatchError(.compression("zstd has no memory"), file: file) }
  }

  deinit { _ = free(context) }

  func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    var source = Buffer(base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), size: bytes.count)
    while source.position < source.size { _ = try step(&source, Self.goOn, output) }
  }

  func finish(_ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    var source = Buffer(base: nil, size: 0)
    while try step(&source, Self.end, output) != 0 {}
  }

  private func step(
    _ source: inout Buffer,
    _ action: Int32,
    _ output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    var target = Buffer(base: piece.bytes.baseAddress, size: piece.bytes.count)
    let rest = compress(context, &target, &source, action)
    guard isError(rest) == 0 else { throw PatchError(.compression("zstd has no memory"), file: file) }
    try output(piece.first(target.position))
    return rest
  }
}
