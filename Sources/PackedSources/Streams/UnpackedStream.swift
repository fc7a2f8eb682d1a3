/// The contents of packed data that somebody else reads, one packing deep and without limits: whoever asks knows how much to ask for.
package final class UnpackedStream {
  private let stream: any ByteStream
  private let junk: JunkNote
  /// Whether something follows the packed data that is none; known when they have been read to their end.
  package var isFollowedByOthers: Bool { junk.isSet }

  /// - Parameters:
  ///   - packing: gzip, zstd, bzip2 or xz.
  ///   - file: The name in errors.
  ///   - read: Fills a buffer with the next packed bytes and returns how many; 0 at the end.
  /// - Throws: `PackedSourceError` if the system lacks the library.
  package init(
    _ packing: Packing,
    file: String,
    read: @escaping (UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int
  ) throws(PackedSourceError) {
    let junk = JunkNote()
    let base = ClosureStream(read)
    let report = { junk.isSet = true }
    stream =
      switch packing {
      case .zstd: LibraryStream(base, try ZstdDecompressor(file: file), file: file, reportJunk: report)
      case .bzip2: LibraryStream(base, try Bzip2Decompressor(file: file), file: file, reportJunk: report)
      case .xz: LibraryStream(base, try XZDecompressor(file: file), file: file, reportJunk: report)
      case .gzip: try InflateStream(base, gzip: true, file: file, reportJunk: report)
      case .zip, .tar: throw PackedSourceError(.unsupported("an archive is no stream"), file: file)
      }
    self.junk = junk
  }

  /// Puts up to `buffer.count` bytes of the contents into `buffer`; returns how many, 0 only at the end.
  ///
  /// - Throws: `PackedSourceError`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    try stream.read(into: buffer)
  }
}

private final class JunkNote { var isSet = false }

private final class ClosureStream: ByteStream {
  private let next: (UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int

  init(_ next: @escaping (UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int) { self.next = next }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int { try next(buffer) }
}
