internal import CLibCrypto

/// Ed25519 (RFC 8032), by the system's libcrypto.
enum Ed25519 {
  static let keyLength = 32
  static let signatureLength = 64

  /// The public key of a seed, which is what a secret key is made from.
  static func publicKey(of seed: SecretBytes) throws(SignatureError) -> [UInt8] {
    let key = try privateKey(seed)
    defer { EVP_PKEY_free(key) }
    var bytes = [UInt8](repeating: 0, count: keyLength)
    var count = keyLength
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == keyLength else {
      throw .unavailable("compute an Ed25519 key")
    }
    return bytes
  }

  /// The signature of `message`, which is always the same.
  static func signature(of message: [UInt8], seed: SecretBytes) throws(SignatureError) -> [UInt8] {
    let key = try privateKey(seed)
    defer { EVP_PKEY_free(key) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var bytes = [UInt8](repeating: 0, count: signatureLength)
    var count = signatureLength
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &bytes, &count, message, message.count) == 1, count == signatureLength
    else { throw .unavailable("sign with Ed25519") }
    return bytes
  }

  /// Whether `signature` is one of `message` by the key.
  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard signature.count == signatureLength,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
    else { return false }
    defer { EVP_PKEY_free(key) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func privateKey(_ seed: SecretBytes) throws(SignatureError) -> OpaquePointer {
    let key = seed.withBytes { bytes in
      EVP_PKEY_new_raw_private_key(
        EVP_PKEY_ED25519,
        nil,
        bytes.bindMemory(to: UInt8.self).baseAddress,
        bytes.count
      )
    }
    guard let key else { throw .unavailable("use an Ed25519 key") }
    return key
  }
}
