import Testing
import TextInput

@Suite("Decoding")
struct TextDecoderTests {
  /// Decodes `bytes` in pieces of `size`.
  private func decoded(_ bytes: [UInt8], _ encoding: TextEncoding, _ size: Int) throws -> DecodedText {
    let decoder = try #require(TextDecoder(encoding))
    var output = DecodedText()
    var pending: [UInt8] = []
    for first in stride(from: 0, to: bytes.count, by: size) {
      pending += bytes[first..<min(first + size, bytes.count)]
      let isFinal = first + size >= bytes.count
      let used = pending.withUnsafeBufferPointer { decoder.decode($0, isFinal: isFinal, into: &output) }
      pending.removeFirst(used)
    }
    #expect(pending.isEmpty)
    return output
  }

  @Test(
    arguments: [TextEncoding.utf16LittleEndian, .utf32BigEndian, .windows1252, .multiByte("SHIFT_JIS")],
    [1, 3, 100]
  )
  func decodesTheSameInPieces(_ encoding: TextEncoding, _ size: Int) throws {
    let bytes: [UInt8]
    let text: String
    if case .multiByte = encoding {
      (bytes, text) = ([0x8E, 0xC4, 0x41], "柴A")
    } else {
      text = encoding == .windows1252 ? "Löwe" : "Löwe\u{1F415}"
      bytes = try #require(encoding.encode(text))
    }
    let output = try decoded(bytes, encoding, size)
    #expect(String(decoding: output.text, as: UTF8.self) == text)
    #expect(output.widths.reduce(0) { $0 + Int($1) } == bytes.count)
  }

  @Test func marksWhatIsNoCharacter() throws {
    let output = try decoded([0x00, 0xD8, 0x41, 0x00], .utf16LittleEndian, 100)
    #expect(String(decoding: output.text, as: UTF8.self) == "\u{FFFD}A")
    #expect(output.widths == [2 | DecodedText.invalidFlag, 0, 0, 2])
  }

  @Test func knowsWhatTheSystemKnows() {
    #expect(TextEncoding.singleByte("WINDOWS-1252").isKnown)
    #expect(!TextEncoding.singleByte("NO-SUCH-ENCODING").isKnown)
    #expect(TextDecoder(.singleByte("NO-SUCH-ENCODING")) == nil)
    #expect(TextDecoder(.utf8) == nil)
  }
}
