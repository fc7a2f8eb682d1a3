/// Decompresses xz through `liblzma`: its `lzma/base.h` and `lzma/container.h` describe the calls.
final class XZDecompressor: Decompressor {
  private typealias Begin = @convention(c) (UnsafeMutableRawPointer, UInt64, UInt32) -> UInt32
  private typealias Code = @convention(c) (UnsafeMutableRawPointer, UInt32) -> UInt32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// `lzma_stream`, with what is reserved in it for later versions.
  private struct Stream {
    var nextIn: UnsafeMutableRawPointer?
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
  // LZMA_OK, LZMA_STREAM_END, LZMA_MEMLIMIT_ERROR, LZMA_BUF_ERROR (which only says that more input is needed) and LZMA_RUN.
  private static let isOK: UInt32 = 0
  private static let isAtEnd: UInt32 = 1
  private static let needsTooMuchMemory: UInt32 = 6
  private static let needsInput: UInt32 = 10
  private static let run: UInt32 = 0
  /// `xz -9` needs 65 MB.
  private static let mostMemory: UInt64 = 128 << 20

  private let file: String
  private let begin: Begin
  private let code: Code
  private let end: End
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)

  init(file: String) throws(PackedSourceError) {
    self.file = file
    stream.initialize(to: Stream())
    begin = try Self.library.function("lzma_stream_decoder", as: Begin.self, file: file)
    code = try Self.library.function("lzma_code", as: Code.self, file: file)
    end = try Self.library.function("lzma_end", as: End.self, file: file)
  }

  deinit {
    if stream.pointee.state != nil { end(stream) }
    stream.deallocate()
  }

  func begins(with byte: UInt8) -> Bool { byte == 0xFD }

  func restart() throws(PackedSourceError) {
    if stream.pointee.state != nil { end(stream) }
    stream.pointee = Stream()
    guard begin(stream, Self.mostMemory, 0) == Self.isOK else {
      throw PackedSourceError(.damaged("xz has no memory"), file: file)
    }
  }

  func step(
    _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) throws(PackedSourceError) -> (taken: Int, given: Int, hasEnded: Bool) {
    stream.pointee.nextIn = UnsafeMutableRawPointer(mutating: input.baseAddress)
    stream.pointee.availableIn = input.count
    stream.pointee.nextOut = output.baseAddress
    stream.pointee.availableOut = output.count
    let status = code(stream, Self.run)
    if status == Self.needsTooMuchMemory {
      throw PackedSourceError(.limit("unpacking needs more than \(Self.mostMemory >> 20) MB"), file: file)
    }
    guard [Self.isOK, Self.isAtEnd, Self.needsInput].contains(status) else {
      throw PackedSourceError(.damaged("no valid xz data"), file: file)
    }
    return (
      input.count - stream.pointee.availableIn, output.count - stream.pointee.availableOut, status == Self.isAtEnd
    )
  }
}
