/// Decompresses zstd through `libzstd`: <https://facebook.github.io/zstd/zstd_manual.html#Chapter10>.
final class ZstdDecompressor: Decompressor {
  private typealias Create = @convention(c) () -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer?) -> Int
  private typealias Decompress =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
  private typealias IsError = @convention(c) (Int) -> UInt32

  /// `ZSTD_inBuffer` and `ZSTD_outBuffer` have the same form.
  private struct Buffer {
    var base: UnsafeMutableRawPointer?
    var size: Int
    var position = 0
  }

  private static let library = SystemLibrary("libzstd.so.1", package: "libzstd1")

  private let file: String
  private let context: OpaquePointer?
  private let free: Free
  private let decompress: Decompress
  private let isError: IsError

  init(file: String) throws(PackedSourceError) {
    self.file = file
    free = try Self.library.function("ZSTD_freeDStream", as: Free.self, file: file)
    decompress = try Self.library.function("ZSTD_decompressStream", as: Decompress.self, file: file)
    isError = try Self.library.function("ZSTD_isError", as: IsError.self, file: file)
    context = try Self.library.function("ZSTD_createDStream", as: Create.self, file: file)()
  }

  deinit { _ = free(context) }

  func step(
    _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) throws(PackedSourceError) -> (taken: Int, given: Int, hasEnded: Bool) {
    var source = Buffer(base: UnsafeMutableRawPointer(mutating: input.baseAddress), size: input.count)
    var target = Buffer(base: output.baseAddress, size: output.count)
    let status = decompress(context, &target, &source)
    guard isError(status) == 0 else { throw PackedSourceError(.damaged("no valid zstd data"), file: file) }
    return (source.position, target.position, status == 0)
  }

  func begins(with byte: UInt8) -> Bool { byte == 0x28 || (0x50...0x5F).contains(byte) }

  func restart() {}
}
