internal import PackedSources

/// Compresses to xz through `liblzma`, as one block with CRC-32: its `lzma/base.h` and `lzma/container.h` describe the calls.
///
/// The dictionary has 8 MB, as those that Apple's framework makes: who unpacks needs 9 MB.
final class XZCompressor: Compressor {
  private typealias Begin = @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32) -> UInt32
  private typealias Code = @convention(c) (UnsafeMutableRawPointer, UInt32) -> UInt32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// `lzma_stream`, with what is reserved in it for later versions.
  private struct Stream {
    var nextIn: UnsafeRawPointer?
    var availableIn = 0
    var totalIn: UInt64 = 0
    var nextOut: UnsafeMutableRawPointer?
    var availableOut = 0
    var totalOut: UInt64 = 0
    var allocator: UnsafeMutableRawPointer?
    var state: UnsafeMutableRawPointer?
    var reserved: (Int, Int, Int, Int, UInt64, UInt64, Int, Int, UInt32, UInt32) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  }

  private static let library = SystemLibrary("liblzma.so.5", package: "liblzma5")
  // LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR, LZMA_RUN, LZMA_FINISH and LZMA_CHECK_CRC32.
  private static let isOK: UInt32 = 0
  private static let isAtEnd: UInt32 = 1
  private static let needsInput: UInt32 = 10
  private static let run: UInt32 = 0
  private static let finish: UInt32 = 3
  private static let check: UInt32 = 1
  private static let preset: UInt32 = 6

  private let file: String
  private let code: Code
  private let end: End
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
  private let piece = CompressedPiece()

  init(file: String) throws {
    self.file = file
    stream.initialize(to: Stream())
    let begin = try Self.library.function("lzma_easy_encoder", as: Begin.self, file: file)
    code = try Self.library.function("lzma_code", as: Code.self, file: file)
    end = try Self.library.function("lzma_end", as: End.self, file: file)
    guard begin(stream, Self.preset, Self.check) == Self.isOK else {
      throw PatchError(.compression("xz has no memory"), file: file)
    }
  }

  deinit {
    if stream.pointee.state != nil { end(stream) }
    stream.deallocate()
  }

  func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    stream.pointee.nextIn = bytes.baseAddress
    stream.pointee.availableIn = bytes.count
    while stream.pointee.availableIn > 0 { _ = try step(Self.run, output) }
  }

  func finish(_ output: (UnsafeRawBufferPointer) throws -> Void) throws {
    while try step(Self.finish, output) != Self.isAtEnd {}
  }

  private func step(_ action: UInt32, _ output: (UnsafeRawBufferPointer) throws -> Void) throws -> UInt32 {
    stream.pointee.nextOut = piece.bytes.baseAddress
    stream.pointee.availableOut = piece.bytes.count
    let status = code(stream, action)
    guard [Self.isOK, Self.isAtEnd, Self.needsInput].contains(status) else {
      throw PatchError(.compression("xz stops with error \(status)"), file: file)
    }
    try output(piece.first(piece.bytes.count - stream.pointee.availableOut))
    return status
  }
}
