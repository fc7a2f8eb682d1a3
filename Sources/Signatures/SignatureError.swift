internal import FoundationEssentials

/// Why a key or a signature cannot be used. No text of it has anything of a key or a password.
package enum SignatureError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The text is no key or signature in minisign's format.
  case malformed(Subject, reason: String)
  /// The secret key is encrypted, and no password was given.
  case passwordMissing
  /// The password is not the secret key's, or the key is damaged: its check value does not fit.
  case wrongPassword
  /// The key's check value does not fit, and it is not encrypted.
  case damagedKey
  /// Encrypting the key asks for more memory or time than any key of minisign's does.
  case costly(bytes: UInt64)
  /// libcrypto does not do what is asked of it.
  case unavailable(String)

  /// What was read.
  package enum Subject: String, Sendable {
    case publicKey = "public key"
    case secretKey = "secret key"
    case signature = "signature"
  }

  package var description: String {
    switch self {
    case .malformed(let subject, let reason): "it is no \(subject.rawValue) in minisign's format: \(reason)"
    case .passwordMissing: "the secret key is encrypted and needs its password"
    case .wrongPassword: "the password is wrong, or the key is damaged"
    case .damagedKey: "the secret key is damaged"
    case .costly(let bytes): "its password would be checked with \(bytes) bytes of memory, far more than minisign takes"
    case .unavailable(let what): "libcrypto cannot \(what)"
    }
  }

  package var errorDescription: String? { description }
}
