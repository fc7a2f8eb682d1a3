internal import FoundationEssentials

/// A public key in minisign's format: 42 bytes, of which 2 name the algorithm, 8 identify the key, and 32 are the key.
package struct PublicKey: Sendable, Hashable, CustomStringConvertible {
  package let identifier: KeyIdentifier
  let bytes: [UInt8]

  init(identifier: KeyIdentifier, bytes: [UInt8]) {
    self.identifier = identifier
    self.bytes = bytes
  }

  /// Reads a key's file, or the line of it that is the key.
  ///
  /// - Throws: `SignatureError.malformed`.
  package init(_ text: String) throws(SignatureError) {
    let bytes = try KeyText.keyBytes(in: text, .publicKey, count: Self.length)
    guard bytes.starts(with: Algorithm.plain.rawValue.utf8) else {
      throw .malformed(.publicKey, reason: "it is not for Ed25519")
    }
    identifier = KeyIdentifier(bytes[2..<10])
    self.bytes = Array(bytes[10...])
  }

  /// Whether a text has the form of a key, so that it is not taken for a file's name.
  package static func isKey(_ text: String) -> Bool { (try? PublicKey(text)) != nil }

  /// The key in Base64: 56 characters.
  package var description: String {
    Data(Array(Algorithm.plain.rawValue.utf8) + identifier.bytes + bytes).base64EncodedString()
  }

  /// The key's file.
  package var fileText: String { "\(KeyText.untrusted)minisign public key \(identifier)\n\(self)\n" }

  private static let length = 42
}

/// What a signature is about.
package enum Algorithm: String, Sendable {
  /// The bytes themselves, as minisign signed before its version 0.10.
  case plain = "Ed"
  /// The bytes' BLAKE2b digest of 64 bytes.
  case hashed = "ED"
}
