/// Reads a `ByteInput` piece by piece.
package final class InputReader {
  private let input: ByteInput
  private let file: InputFile?
  private let failure: (InputError) -> any Error
  /// How many of the bytes in memory have been read.
  private var offset = 0

  /// Opens the input.
  ///
  /// - Parameter failure: The error that stands for a file that cannot be opened or read.
  /// - Throws: What `failure` makes, or what begins a stream throws.
  package init(_ input: ByteInput, failure: @escaping (InputError) -> any Error) throws {
    self.input = if case .streams(let begin) = input { .stream(try begin()) } else { input }
    self.failure = failure
    file = if case .file(let path) = input { try Self.opened(path, failure) } else { nil }
  }

  private static func opened(_ path: String, _ failure: (InputError) -> any Error) throws -> InputFile {
    do {
      return try InputFile(path)
    } catch {
      throw failure(error)
    }
  }

  /// Puts up to `buffer.count` bytes into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  /// - Throws: What `failure` makes, or what the stream throws.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch input {
    case .bytes(let bytes):
      let count = min(buffer.count, bytes.count - offset)
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + count)])) }
      offset += count
      return count
    case .stream(let fill):
      let count = try fill(buffer)
      precondition(count >= 0 && count <= buffer.count, "a stream has written past its buffer")
      return count
    case .file, .streams:
      do {
        return try file?.read(into: buffer) ?? 0
      } catch {
        throw failure(error)
      }
    }
  }

  /// Fills `buffer`, however small the pieces are that a stream delivers, so that nothing depends on them.
  ///
  /// - Returns: How many bytes were written; fewer than there is room for at the end only.
  /// - Throws: As `read(into:)`.
  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if more == 0 { break }
      count += more
    }
    return count
  }

  /// All the bytes that are left.
  ///
  /// - Returns: `nil` if they are more than `limit`.
  /// - Throws: As `read(into:)`.
  package func readAll(limit: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    // A file whose size is known is read at once; one byte more shows that it has ended.
    var room = max(min(file?.regularSize ?? 0, limit) + 1, 64 << 10)
    while true {
      let piece = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = try fill(UnsafeMutableRawBufferPointer(buffer))
      }
      if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
      guard bytes.count <= limit else { return nil }
      if piece.count < room { return bytes }
      room = min(bytes.count, 16 << 20)
    }
  }
}
