import Testing
import TextInput

@Suite("Reading bytes")
struct InputReaderTests {
  private struct Failure: Error, Equatable {
    var text: String
  }

  /// A stream that delivers `bytes` in pieces of `size`.
  private func stream(of bytes: [UInt8], _ size: Int) -> ByteInput {
    var offset = 0
    return .stream { buffer in
      let count = min(size, buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
  }

  private func reader(_ input: ByteInput) throws -> InputReader {
    try InputReader(input) { Failure(text: $0.description) }
  }

  @Test(arguments: [1, 3, 100]) func fillsABufferFromSmallPieces(_ size: Int) throws {
    let bytes = Array(UInt8(0)..<50)
    let reader = try reader(stream(of: bytes, size))
    var buffer = [UInt8](repeating: 0, count: 40)
    #expect(try buffer.withUnsafeMutableBytes { try reader.fill($0) } == 40)
    #expect(buffer == Array(bytes[..<40]))
    #expect(try buffer.withUnsafeMutableBytes { try reader.fill($0) } == 10)
    #expect(try buffer.withUnsafeMutableBytes { try reader.read(into: $0) } == 0)
  }

  @Test(arguments: [1, 1 << 16]) func readsAllUpToALimit(_ size: Int) throws {
    let bytes = [UInt8](repeating: 7, count: 100_000)
    #expect(try reader(stream(of: bytes, size)).readAll(limit: 100_000) == bytes)
    #expect(try reader(stream(of: bytes, size)).readAll(limit: 99_999) == nil)
    #expect(try reader(.bytes(bytes)).readAll(limit: 100_000) == bytes)
  }

  @Test func saysWhichFileCannotBeOpened() {
    let failure = Failure(text: "/no/such/file cannot be opened: No such file or directory")
    #expect(throws: failure) { try reader(.file("/no/such/file")) }
  }

  @Test func saysWhichFileCannotBeRead() throws {
    let reader = try reader(.file("/"))
    var byte: UInt8 = 0
    #expect(throws: Failure(text: "/ cannot be read: Is a directory")) {
      try withUnsafeMutableBytes(of: &byte) { try reader.read(into: $0) }
    }
  }
}
