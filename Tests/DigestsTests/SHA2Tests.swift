import Digests
import Foundation
import Testing

/// SHA-2 against the examples of FIPS 180-4 and against itself in pieces.
@Suite struct SHA2Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func theExamplesOfTheStandard(_ text: String, _ digest: String) {
    #expect(SHA2Digest(of: text.utf8).hexadecimal == digest)
  }

  @Test func the512BitsOfTheStandard() {
    var hasher = SHA2Hasher(.sha512)
    hasher.update("abc".utf8)
    let expected =
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    #expect(hasher.finalize().hexadecimal == expected)
  }

  @Test(arguments: [1, 63, 64, 65, 1_000, 100_000])
  func piecesAreAsGoodAsTheWhole(_ size: Int) {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = SHA2Hasher()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hasher.update(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(hasher.finalize() == SHA2Digest(of: bytes))
    #expect(SHA2Digest(of: Data(bytes)) == SHA2Digest(of: bytes))
    #expect(SHA2Digest(of: AnySequence(bytes)) == SHA2Digest(of: bytes))
  }

  @Test func aUUIDOfVersion8() throws {
    let digest = SHA2Digest(of: "abc".utf8)
    #expect(digest.uuid == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
    #expect(UUID(uuidString: digest.uuid)?.uuidString == digest.uuid)
  }
}
