import Digests
import Testing

/// The test cases of RFC 4231 for HMAC-SHA-256.
@Suite struct MessageAuthenticationTests {
  @Test func givesTheCodesOfTheStandard() {
    let short = MessageAuthentication.code(of: "Hi There".utf8, key: [UInt8](repeating: 0x0B, count: 20))
    #expect(short.hexadecimal == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let named = MessageAuthentication.code(of: "what do ya want for nothing?".utf8, key: Array("Jefe".utf8))
    #expect(named.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = MessageAuthentication.code(
      of: "Test Using Larger Than Block-Size Key - Hash Key First".utf8,
      key: [UInt8](repeating: 0xAA, count: 131)
    )
    #expect(long.hexadecimal == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func tellsTheDigestBeforeAllBytesHaveCome() {
    var hasher = SHA2Hasher()
    hasher.update("abc".utf8)
    #expect(hasher.digestSoFar() == SHA2Digest(of: "abc".utf8))
    hasher.update("def".utf8)
    #expect(hasher.finalize() == SHA2Digest(of: "abcdef".utf8))
  }
}
