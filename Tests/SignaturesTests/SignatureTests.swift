import Foundation
import Signatures
import Testing

/// Keys and signatures in minisign's format, held against what minisign has made.
@Suite struct SignatureTests {
  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(consuming: &bytes)
  }

  private static func key(_ text: String, password: String? = nil) throws -> SecretKey {
    try SecretKey(secret(text)) { password.map(secret) }
  }

  private static func text(_ bytes: SecretBytes) -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

  // MARK: What minisign has made

  @Test func readsMinisignsKeys() throws {
    let publicKey = try PublicKey(MinisignFixture.publicKey)
    #expect("\(publicKey.identifier)" == "C9C611CBF89ADB8A")
    #expect(publicKey.fileText == MinisignFixture.publicKey)
    #expect(try Self.key(MinisignFixture.secretKey).publicKey == publicKey)
  }

  @Test func aKeyMayBeItsLineAlone() throws {
    let lines = MinisignFixture.publicKey.split(separator: "\n")
    #expect(try PublicKey(String(lines[1])) == PublicKey(MinisignFixture.publicKey))
    #expect(PublicKey.isKey(String(lines[1])) && !PublicKey.isKey("keys/studbook.pub"))
    let secret = MinisignFixture.secretKey.split(separator: "\n")
    #expect(try Self.key(String(secret[1])).publicKey == PublicKey(MinisignFixture.publicKey))
  }

  @Test func linesMayEndAsOnWindows() throws {
    let key = try PublicKey(MinisignFixture.publicKey.replacing("\n", with: "\r\n"))
    let signature = try Signature(MinisignFixture.signature.replacing("\n", with: "\r\n"))
    #expect(signature.verdict(on: MinisignFixture.message, keys: [key]) == .valid)
  }

  @Test(arguments: [(MinisignFixture.signature, Algorithm.hashed), (MinisignFixture.legacySignature, .plain)])
  func minisignsSignaturesAreValid(_ text: String, _ algorithm: Algorithm) throws {
    let key = try PublicKey(MinisignFixture.publicKey)
    let signature = try Signature(text)
    #expect(signature.algorithm == algorithm)
    #expect(signature.verdict(on: MinisignFixture.message, keys: [key]) == .valid)
  }

  /// Ed25519 has one signature for a key and a message, so ours is minisign's.
  @Test func signsAsMinisignDoes() throws {
    let signature = try Self.key(MinisignFixture.secretKey).sign(
      MinisignFixture.message,
      trustedComment: "trusted words",
      comment: "signature from minisign secret key"
    )
    #expect(signature == MinisignFixture.signature)
  }

  // MARK: Bad cases

  @Test func aChangedMessageIsFound() throws {
    let key = try PublicKey(MinisignFixture.publicKey)
    let signature = try Signature(MinisignFixture.signature)
    #expect(signature.verdict(on: MinisignFixture.message + [0], keys: [key]) == .invalid)
    #expect(signature.verdict(on: [], keys: [key]) == .invalid)
  }

  @Test func aChangedTrustedCommentIsFound() throws {
    let key = try PublicKey(MinisignFixture.publicKey)
    let signature = try Signature(MinisignFixture.signature.replacing("trusted words", with: "Trusted words"))
    #expect(signature.verdict(on: MinisignFixture.message, keys: [key]) == .invalidComment)
  }

  @Test func anotherKeyIsFound() throws {
    let (key, other) = (try SecretKey.random(), try SecretKey.random().publicKey)
    let signature = try Signature(key.sign([1, 2, 3], trustedComment: "x"))
    #expect(signature.verdict(on: [1, 2, 3], keys: [other]) == .otherKey)
    #expect(signature.verdict(on: [1, 2, 3], keys: []) == .otherKey)
    #expect(signature.verdict(on: [1, 2, 3], keys: [other, key.publicKey]) == .valid)
  }

  /// Whoever makes a key can give it the identifier of another one.
  @Test func anotherKeyWithTheSameIdentifierIsFound() throws {
    let key = try SecretKey.random()
    let signature = try Signature(key.sign([1, 2, 3], trustedComment: "x"))
    var bytes = try Array(#require(Data(base64Encoded: "\(SecretKey.random().publicKey)")))
    bytes.replaceSubrange(2..<10, with: key.publicKey.identifier.bytes)
    let impostor = try PublicKey(Data(bytes).base64EncodedString())
    #expect(signature.verdict(on: [1, 2, 3], keys: [impostor]) == .invalid)
  }

  /// Every bit of the two signatures counts.
  @Test func aDamagedSignatureIsNotValid() throws {
    let key = try PublicKey(MinisignFixture.publicKey)
    let lines = MinisignFixture.signature.split(separator: "\n").map(String.init)
    for (line, first) in [(1, 2), (3, 0)] {
      let bytes = try Array(#require(Data(base64Encoded: lines[line])))
      for index in first..<bytes.count {
        var (lines, changed) = (lines, bytes)
        changed[index] ^= 1 << (index % 8)
        lines[line] = Data(changed).base64EncodedString()
        let signature = try Signature(lines.joined(separator: "\n"))
        #expect(signature.verdict(on: MinisignFixture.message, keys: [key]) != .valid, "byte \(index) of line \(line)")
      }
    }
  }

  @Test(arguments: [
    "", "x", "a\nb\nc\nd", MinisignFixture.publicKey, MinisignFixture.signature + "more",
    MinisignFixture.signature.replacing("RUSK", with: "RUSK!"),
    MinisignFixture.signature.replacing("RUSK", with: "QUSK"),
    MinisignFixture.signature.replacing("trusted comment: trusted", with: "comment: trusted"),
    String(MinisignFixture.signature.prefix(150)),
  ])
  func whatIsNoSignatureIsRefused(_ text: String) {
    #expect { try Signature(text) } throws: {
      if case SignatureError.malformed(.signature, _) = $0 { true } else { false }
    }
  }

  @Test(arguments: ["", "RW", MinisignFixture.secretKey, MinisignFixture.publicKey + "more\n", "x\ny\n"])
  func whatIsNoPublicKeyIsRefused(_ text: String) {
    #expect(!PublicKey.isKey(text))
  }

  // MARK: Secret keys

  @Test(arguments: [nil, "geheim", "", "päßwörd 🔑"])
  func aSecretKeyIsReadAgain(_ password: String?) throws {
    let key = try SecretKey.random()
    let text = Self.text(try key.fileText(password: password.map(Self.secret), cost: .interactive))
    #expect(try Self.key(text, password: password).publicKey == key.publicKey)
  }

  @Test func aWrongPasswordIsRefused() throws {
    let text = Self.text(try SecretKey.random().fileText(password: Self.secret("right"), cost: .interactive))
    #expect(throws: SignatureError.wrongPassword) { try Self.key(text, password: "wrong") }
    #expect(throws: SignatureError.passwordMissing) { try Self.key(text) }
  }

  @Test func anEncryptedKeyHasNothingOfThePlainOne() throws {
    let key = try SecretKey.random()
    let plain = Self.text(try key.fileText(password: nil))
    let encrypted = Self.text(try key.fileText(password: Self.secret("right"), cost: .interactive))
    let bytes = try [plain, encrypted].map { text in
      try Array(#require(Data(base64Encoded: String(text.split(separator: "\n")[1]))))
    }
    #expect(bytes[0].count == 158 && bytes[1].count == 158)
    #expect(zip(bytes[0][54...], bytes[1][54...]).count { $0 == $1 } < 10)
  }

  /// Every byte of a key counts, but for those that a key without a password has for one with it, and the check value.
  @Test func aDamagedKeyIsRefused() throws {
    let line = try #require(MinisignFixture.secretKey.split(separator: "\n").last)
    let bytes = try Array(#require(Data(base64Encoded: String(line))))
    for index in Array(0..<6) + Array(62..<126) {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: SignatureError.self, "byte \(index)") { try Self.key(Data(changed).base64EncodedString()) }
    }
  }

  /// A key's file says how much memory its password costs; one that asks for terabytes must not get them.
  @Test func aKeyThatCostsTooMuchIsRefused() throws {
    let text = Self.text(try SecretKey.random().fileText(password: Self.secret("x"), cost: .interactive))
    var bytes = try Array(#require(Data(base64Encoded: String(text.split(separator: "\n")[1]))))
    for index in 38..<54 { bytes[index] = index % 8 == 5 ? 0x7F : 0xFF }
    #expect {
      try Self.key(Data(bytes).base64EncodedString(), password: "x")
    } throws: {
      if case SignatureError.costly = $0 { true } else { false }
    }
  }

  @Test func nothingOfAKeyIsPrinted() throws {
    let key = Self.secret("the secret")
    #expect(!"\(key)".contains("the secret") && !String(reflecting: key).contains("the secret"))
    var dumped = ""
    dump(try Self.key(MinisignFixture.secretKey), to: &dumped)
    #expect(!dumped.contains("WFtBGtQ51Sy"))
  }
}
