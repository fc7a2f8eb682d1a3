/// Proves that somebody who knows a key has made some bytes: HMAC (RFC 2104) with SHA-256.
package enum MessageAuthentication {
  private static let blockSize = 64

  /// The code of some bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package static func code(of bytes: some Sequence<UInt8>, key: [UInt8]) -> SHA2Digest {
    var key = key.count > blockSize ? SHA2Digest(of: key).bytes : key
    key += [UInt8](repeating: 0, count: blockSize - key.count)
    var inner = SHA2Hasher()
    inner.update(key.map { $0 ^ 0x36 })
    inner.update(bytes)
    var outer = SHA2Hasher()
    outer.update(key.map { $0 ^ 0x5C })
    outer.update(inner.finalize().bytes)
    return outer.finalize()
  }
}
