/// Decompresses bzip2 through `libbz2`: <https://sourceware.org/bzip2/manual/manual.html#low-level>.
final class Bzip2Decompressor: Decompressor {
  private typealias Begin = @convention(c) (UnsafeMutableRawPointer, Int32, Int32) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer) -> Int32

  /// `bz_stream`.
  private struct Stream {
    var nextIn: UnsafeMutableRawPointer?
    var availableIn: UInt32 = 0
    var totalInLow: UInt32 = 0
    var totalInHigh: UInt32 = 0
    var nextOut: UnsafeMutableRawPointer?
    var availableOut: UInt32 = 0
    var totalOutLow: UInt32 = 0
    var totalOutHigh: UInt32 = 0
    var state: UnsafeMutableRawPointer?
    var allocate: UnsafeMutableRawPointer?
    var free: UnsafeMutableRawPointer?
    var opaque: UnsafeMutableRawPointer?
  }

  private static let library = SystemLibrary("libbz2.so.1.0", package: "libbz2-1.0")
  // BZ_OK and BZ_STREAM_END.
  private static let isOK: Int32 = 0
  private static let isAtEnd: Int32 = 4

  private let file: String
  private let begin: Begin
  private let decompress: Step
  private let end: Step
  /// The library keeps the stream's address.
  private let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
  private var isRunning = false

  init(file: String) throws(PackedSourceError) {
    self.file = file
    stream.initialize(to: Stream())
    begin = try Self.library.function("BZ2_bzDecompressInit", as: Begin.self, file: file)
    decompress = try Self.library.function("BZ2_bzDecompress", as: Step.self, file: file)
    end = try Self.library.function("BZ2_bzDecompressEnd", as: Step.self, file: file)
  }

  deinit {
    if isRunning { _ = end(stream) }
    stream.deallocate()
  }

  func begins(with byte: UInt8) -> Bool { byte == 0x42 }

  func restart() throws(PackedSourceError) {
    if isRunning { _ = end(stream) }
    stream.pointee = Stream()
    guard begin(stream, 0, 0) == Self.isOK else { throw PackedSourceError(.damaged("bzip2 has no memory"), file: file) }
    isRunning = true
  }

  func step(
    _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) throws(PackedSourceError) -> (taken: Int, given: Int, hasEnded: Bool) {
    let room = min(output.count, 1 << 30)
    stream.pointee.nextIn = UnsafeMutableRawPointer(mutating: input.baseAddress)
    stream.pointee.availableIn = UInt32(input.count)
    stream.pointee.nextOut = output.baseAddress
    stream.pointee.availableOut = UInt32(room)
    let status = decompress(stream)
    guard status == Self.isOK || status == Self.isAtEnd else {
      throw PackedSourceError(.damaged("no valid bzip2 data"), file: file)
    }
    return (
      input.count - Int(stream.pointee.availableIn), room - Int(stream.pointee.availableOut), status == Self.isAtEnd
    )
  }
}
