internal import SystemErrors
internal import TextInput

/// A file, or bytes in memory, in which one can read anywhere.
final class FileContents {
  let path: String
  let size: Int
  private let file: InputFile?
  private let bytes: [UInt8]
  private let stamp: FileStamp?

  /// - Throws: `InputError`; `FileError` if it is no plain file.
  init(path: String) throws {
    self.path = path
    bytes = []
    file = try InputFile(path)
    stamp = try FileStamp(path: path)
    guard let status = try Files.status(of: path), status.kind == .file else { throw PatchError(.noFile, file: path) }
    size = status.size
  }

  init(_ bytes: [UInt8], called path: String) {
    self.path = path
    self.bytes = bytes
    size = bytes.count
    file = nil
    stamp = nil
  }

  /// Fills `buffer` with the bytes from `offset` on, which are in the file.
  ///
  /// - Throws: `InputError`; `PatchError` if the file has become shorter.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
    guard let file else {
      buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
      return
    }
    var filled = 0
    while filled < buffer.count {
      let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: offset + filled)
      guard count > 0 else { throw PatchError(.changed, file: path) }
      filled += count
    }
  }

  /// The bytes of a range that is in the file.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      count = range.count
    }
  }

  /// Gives all bytes in pieces of `size` bytes; the last may be shorter.
  func readAll(inPiecesOf size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    for offset in stride(from: 0, to: self.size, by: size) {
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(size, self.size - offset)])
      try read(into: piece, at: offset)
      try body(UnsafeRawBufferPointer(piece))
    }
  }

  /// Throws if somebody has changed the file since it was opened.
  ///
  /// - Throws: `PatchError`; `FileError`.
  func requireUnchanged() throws {
    guard file != nil else { return }
    guard try FileStamp(path: path) == stamp else { throw PatchError(.changed, file: path) }
  }
}
