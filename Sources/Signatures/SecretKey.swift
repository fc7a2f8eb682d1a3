internal import CLibCrypto
internal import FoundationEssentials

/// A secret key in minisign's format, encrypted with a password or not.
///
/// The file has 158 bytes: the algorithm (`Ed`), the way of encryption (`Sc`, or two zeros for none), the way of checking (`B2`), the salt (32), what checking a
/// password costs (8 + 8), and then, encrypted: the identifier (8), the seed (32), the public key (32) and BLAKE2b (32) of all of it.
package struct SecretKey: Sendable {
  package let publicKey: PublicKey
  private let seed: SecretBytes

  /// A new key.
  package static func random() throws(SignatureError) -> SecretKey {
    var generator = SystemRandomNumberGenerator()
    let identifier = KeyIdentifier((0..<8).map { _ in generator.next() as UInt8 })
    let seed = SecretBytes(count: Ed25519.keyLength) { buffer in
      for index in buffer.indices { buffer[index] = generator.next() }
    }
    return try SecretKey(identifier: identifier, seed: seed)
  }

  private init(identifier: KeyIdentifier, seed: SecretBytes) throws(SignatureError) {
    self.seed = seed
    publicKey = PublicKey(identifier: identifier, bytes: try Ed25519.publicKey(of: seed))
  }

  /// Reads a key's file, or the line of it that is the key.
  ///
  /// - Parameter password: Asked for only if the key is encrypted; `nil` if there is none.
  /// - Throws: `SignatureError`; what `password` throws.
  /// - Complexity: A key with a password takes the time and the memory that it asks for: minisign's own take 1 GB and some seconds.
  package init(_ text: SecretBytes, password: () throws -> SecretBytes?) throws {
    // The copy of Base64 is wiped with the rest by its owner; texts of Swift cannot be.
    let bytes = try text.withBytes {
      try KeyText.keyBytes(in: String(decoding: $0, as: UTF8.self), .secretKey, count: 158)
    }
    guard bytes.starts(with: Algorithm.plain.rawValue.utf8), bytes[4..<6].elementsEqual("B2".utf8) else {
      throw SignatureError.malformed(.secretKey, reason: "it is not for Ed25519 and BLAKE2b")
    }
    var body = Array(bytes[54...])
    let isEncrypted = bytes[2..<4].elementsEqual("Sc".utf8)
    if isEncrypted {
      guard let password = try password() else { throw SignatureError.passwordMissing }
      let cost = ScryptCost(operations: Self.number(bytes[38..<46]), memory: Self.number(bytes[46..<54]))
      let stream = try cost.stream(password: password, salt: Array(bytes[6..<38]), count: body.count)
      stream.withBytes { stream in for index in body.indices { body[index] ^= stream[index] } }
    } else if bytes[2] != 0 || bytes[3] != 0 {
      throw SignatureError.malformed(.secretKey, reason: "it is encrypted in an unknown way")
    }
    let secret = SecretBytes(consuming: &body)
    let identifier = KeyIdentifier(secret.withBytes { Array($0[..<8]) })
    // A key that is not encrypted has no check value; its public key tells whether it is whole.
    let check = Self.check(identifier, secret.part(8..<72))
    guard !isEncrypted || secret.withBytes({ $0[72...].elementsEqual(check) }) else {
      throw SignatureError.wrongPassword
    }
    try self.init(identifier: identifier, seed: secret.part(8..<40))
    guard secret.withBytes({ $0[40..<72].elementsEqual(publicKey.bytes) }) else { throw SignatureError.damagedKey }
  }

  /// The key's file.
  ///
  /// - Parameters:
  ///   - password: What it is encrypted with; `nil` for nothing.
  ///   - cost: What trying a password costs.
  /// - Throws: `SignatureError`.
  package func fileText(
    password: SecretBytes?,
    cost: ScryptCost = .sensitive
  ) throws(SignatureError) -> SecretBytes {
    var body = publicKey.identifier.bytes + seed.withBytes { Array($0) } + publicKey.bytes
    body +=
      password == nil
      ? [UInt8](repeating: 0, count: 32)
      : Self.check(publicKey.identifier, SecretBytes(count: 64) { $0.copyBytes(from: body[8..<72]) })
    var head = Array(Algorithm.plain.rawValue.utf8) + (password == nil ? [0, 0] : Array("Sc".utf8)) + Array("B2".utf8)
    if let password {
      var generator = SystemRandomNumberGenerator()
      let salt = (0..<32).map { _ in generator.next() as UInt8 }
      head += salt + Self.bytes(cost.operations) + Self.bytes(cost.memory)
      let stream = try cost.stream(password: password, salt: salt, count: body.count)
      stream.withBytes { stream in for index in body.indices { body[index] ^= stream[index] } }
    } else {
      head += [UInt8](repeating: 0, count: 48)
    }
    let comment = "minisign \(password == nil ? "" : "encrypted ")secret key"
    var text = Array(KeyText.text(comment: comment, head + body).utf8)
    body.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    return SecretBytes(consuming: &text)
  }

  /// The signature of `message`.
  ///
  /// - Parameters:
  ///   - trustedComment: A line that the signature vouches for.
  ///   - comment: A line that nothing vouches for.
  /// - Returns: The signature's file, which is the same for the same key, message and comments.
  /// - Throws: `SignatureError`.
  package func sign(
    _ message: [UInt8],
    trustedComment: String,
    comment: String = "signature by minisign or studbook"
  ) throws(SignatureError) -> String {
    let signature = try Ed25519.signature(of: Signature.hash(message), seed: seed)
    let global = try Ed25519.signature(of: signature + Array(trustedComment.utf8), seed: seed)
    let bytes = Array(Algorithm.hashed.rawValue.utf8) + publicKey.identifier.bytes + signature
    return KeyText.text(comment: comment, bytes)
      + "\(Signature.trusted)\(trustedComment)\n\(Data(global).base64EncodedString())\n"
  }

  /// The check value of a key.
  private static func check(_ identifier: KeyIdentifier, _ key: SecretBytes) -> [UInt8] {
    var bytes = Array(Algorithm.plain.rawValue.utf8) + identifier.bytes + key.withBytes { Array($0) }
    defer { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    return BLAKE2b.digest(of: bytes, length: 32)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// What trying a password costs, in the numbers of libsodium's `crypto_pwhash_scryptsalsa208sha256`.
package struct ScryptCost: Sendable, Hashable {
  package let operations: UInt64
  /// Bytes.
  package let memory: UInt64

  package init(operations: UInt64, memory: UInt64) {
    self.operations = operations
    self.memory = memory
  }

  /// What minisign takes: 1 GB.
  package static let sensitive = ScryptCost(operations: 33_554_432, memory: 1 << 30)
  /// The least that libsodium recommends: 16 MB.
  package static let interactive = ScryptCost(operations: 524_288, memory: 16 << 20)

  /// scrypt's numbers N and p, with r = 8, as libsodium derives them from its own.
  var parameters: (n: UInt64, p: UInt64) {
    let operations = max(operations, 32_768)
    let isBoundByTime = operations < memory / 32
    let most = isBoundByTime ? operations / 32 : memory / 1_024
    var exponent: UInt64 = 1
    while exponent < 63, 1 << exponent <= most / 2 { exponent += 1 }
    let n: UInt64 = 1 << exponent
    return (n, isBoundByTime ? 1 : min(operations / 4 / n, 0x3FFF_FFFF) / 8)
  }

  /// The bytes with which a key is encrypted.
  func stream(password: SecretBytes, salt: [UInt8], count: Int) throws(SignatureError) -> SecretBytes {
    let (n, p) = parameters
    let (needed, overflows) = n.multipliedReportingOverflow(by: 1_024)
    // Whoever can change a key's file must not be able to stop the machine.
    guard !overflows, needed <= 2 << 30, p <= 64 else { throw .costly(bytes: overflows ? .max : needed) }
    var isDone = false
    let stream = SecretBytes(count: count) { stream in
      isDone = password.withBytes { password in
        EVP_PBE_scrypt(
          // A password without bytes still needs an address.
          password.bindMemory(to: CChar.self).baseAddress,
          password.count,
          salt,
          salt.count,
          n,
          8,
          p,
          needed + (64 << 20),
          stream.bindMemory(to: UInt8.self).baseAddress,
          count
        ) == 1
      }
    }
    guard isDone else { throw .unavailable("check the password: scrypt needs \(needed >> 20) MB of memory") }
    return stream
  }
}
