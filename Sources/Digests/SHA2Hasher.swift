internal import CLibCrypto

/// Computes a SHA-256 or SHA-512 (FIPS 180-4) piece by piece, by the system's libcrypto.
package struct SHA2Hasher: ~Copyable {
  /// Which of the standard's functions is computed.
  package enum Function: Sendable {
    case sha256, sha512

    fileprivate var byteCount: Int { self == .sha256 ? 32 : 64 }
  }

  /// Whether libcrypto is ready. It is told not to tidy up when the process ends: other threads may still be hashing then.
  private static let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  private let context: OpaquePointer
  private let function: Function

  package init(_ function: Function = .sha256) {
    guard Self.isReady else { preconditionFailure("libcrypto cannot be used") }
    let algorithm = function == .sha256 ? EVP_sha256() : EVP_sha512()
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, algorithm, nil) == 1 else {
      preconditionFailure("libcrypto has no SHA-2, or there is no memory left")
    }
    self.context = context
    self.function = function
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "libcrypto takes bytes until the end")
  }

  /// Takes the next bytes; those of `[UInt8]`, `Data` and `String.UTF8View` are not copied.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { update($0) }
    }
  }

  /// The digest of the bytes so far; more may follow.
  package func digestSoFar() -> SHA2Digest {
    guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1 else {
      preconditionFailure("There is no memory left.")
    }
    defer { EVP_MD_CTX_free(copy) }
    return SHA2Digest(bytes: Self.end(copy, function))
  }

  /// Ends with the digest of all bytes.
  package consuming func finalize() -> SHA2Digest {
    SHA2Digest(bytes: Self.end(context, function))
  }

  private static func end(_ context: OpaquePointer, _ function: Function) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: function.byteCount) { buffer, count in
      precondition(EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1, "libcrypto ends once")
      count = function.byteCount
    }
  }
}

/// The result of a hash function: 32 bytes of SHA-256, 64 of SHA-512.
package struct SHA2Digest: Sendable, Hashable {
  package let bytes: [UInt8]

  /// The SHA-256 of some bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(of data: some Sequence<UInt8>) {
    var hasher = SHA2Hasher()
    hasher.update(data)
    self = hasher.finalize()
  }

  fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

  /// The digest in lower-case hexadecimal digits.
  package var hexadecimal: String { Self.hexadecimal(bytes) }

  /// Bytes in lower-case hexadecimal digits.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    digits(of: bytes, from: "0123456789abcdef")
  }

  /// A UUID of version 8 (RFC 9562), whose bits are those of the digest, in upper case.
  package var uuid: String {
    var bytes = Array(bytes[..<16])
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Self.digits(of: bytes[$0], from: "0123456789ABCDEF") }
      .joined(separator: "-")
  }

  private static func digits(of bytes: some Sequence<UInt8>, from alphabet: StaticString) -> String {
    let text = bytes.flatMap { [alphabet.utf8Start[Int($0 >> 4)], alphabet.utf8Start[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
