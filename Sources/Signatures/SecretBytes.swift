internal import CLibCrypto

/// Bytes that are not to outlive their use: they are wiped when nobody holds them any more, and never printed.
package final class SecretBytes: Sendable, CustomStringConvertible, CustomReflectable {
  // Written while it is made only.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

  /// Takes over `bytes`, and wipes what it was given.
  package convenience init(consuming bytes: inout [UInt8]) {
    self.init(count: bytes.count) { buffer in bytes.withUnsafeBytes { buffer.copyMemory(from: $0) } }
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    bytes.removeAll()
  }

  init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    storage = .allocate(byteCount: count, alignment: 16)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    try fill(storage)
  }

  deinit {
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  package var count: Int { storage.count }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// Some of the bytes, in a place of their own.
  func part(_ range: Range<Int>) -> SecretBytes {
    SecretBytes(count: range.count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[range])) }
  }

  package var description: String { "\(count) secret bytes" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
