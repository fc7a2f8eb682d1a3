import Signatures
import Testing

@Suite struct BLAKE2bTests {
  /// RFC 7693, appendix A.
  @Test func theExampleOfTheStandard() {
    let expected =
      "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
      + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
    let digest = BLAKE2b.digest(of: Array("abc".utf8), length: 64)
    #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  /// Ours and libcrypto's of the one length that both have, around the borders of blocks.
  @Test(arguments: [0, 1, 63, 64, 104, 127, 128, 129, 255, 256, 257, 1_000])
  func isThatOfLibcrypto(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
    #expect(BLAKE2b.digest(of: bytes, length: 64) == Signature.hash(bytes))
  }

  @Test func aShorterDigestIsNoBeginningOfALongerOne() {
    let long = BLAKE2b.digest(of: [1, 2, 3], length: 64)
    let short = BLAKE2b.digest(of: [1, 2, 3], length: 32)
    #expect(short.count == 32 && short != Array(long[..<32]))
  }
}
