internal import CLibCrypto
internal import FoundationEssentials

/// A signature in minisign's format: a comment; the algorithm, the key's identifier and the signature; a trusted comment; the signature of both.
package struct Signature: Sendable, Hashable {
  package let algorithm: Algorithm
  /// The key that is said to have made it.
  package let keyIdentifier: KeyIdentifier
  /// The line that the signature vouches for, if it is valid.
  package let trustedComment: String
  private let bytes: [UInt8]
  private let global: [UInt8]

  static let trusted = "trusted comment: "

  /// What is right or wrong about a signature.
  package enum Verdict: Sendable, Hashable {
    case valid
    /// None of the keys has its identifier.
    case otherKey
    /// The message is not the one that was signed.
    case invalid
    /// The trusted comment is not the one that was signed.
    case invalidComment
  }

  /// Reads a signature's file.
  ///
  /// - Throws: `SignatureError.malformed`.
  package init(_ text: String) throws(SignatureError) {
    let lines = KeyText.lines(of: text)
    guard lines.count == 4 else { throw .malformed(.signature, reason: "it has \(lines.count) lines, not 4") }
    guard lines[0].hasPrefix(KeyText.untrusted), lines[2].hasPrefix(Self.trusted) else {
      throw .malformed(.signature, reason: "it has no comments")
    }
    let first = try KeyText.bytes(String(lines[1]), .signature, count: 74)
    guard let algorithm = Algorithm(rawValue: String(decoding: first[..<2], as: UTF8.self)) else {
      throw .malformed(.signature, reason: "it is of another algorithm than Ed25519")
    }
    self.algorithm = algorithm
    keyIdentifier = KeyIdentifier(first[2..<10])
    bytes = Array(first[10...])
    trustedComment = String(lines[2].dropFirst(Self.trusted.count))
    global = try KeyText.bytes(String(lines[3]), .signature, count: 64)
  }

  /// Whether it is the signature of `message` by one of `keys`.
  package func verdict(on message: [UInt8], keys: [PublicKey]) -> Verdict {
    let named = keys.filter { $0.identifier == keyIdentifier }
    if named.isEmpty { return .otherKey }
    let signed = algorithm == .plain ? message : Self.hash(message)
    // Identifiers are not unique: whoever makes a key may choose one.
    let signers = named.filter { Ed25519.isValid(bytes, of: signed, publicKey: $0.bytes) }
    if signers.isEmpty { return .invalid }
    let text = bytes + Array(trustedComment.utf8)
    return signers.contains { Ed25519.isValid(global, of: text, publicKey: $0.bytes) } ? .valid : .invalidComment
  }

  /// BLAKE2b of 64 bytes, by libcrypto.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 64)
    precondition(
      EVP_Digest(message, message.count, &digest, nil, EVP_blake2b512(), nil) == 1,
      "libcrypto has BLAKE2b"
    )
    return digest
  }
}
