// What Examples/ReferenceUpdate.swift uses of Apple's CryptoKit, with the same declarations, so that the file is compiled and run here:
// <https://developer.apple.com/documentation/cryptokit/sha256>.

internal import Digests
public import Foundation

public struct SHA256Digest: Sequence {
  fileprivate let bytes: [UInt8]

  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}

public struct SHA256 {
  private final class State {
    var hasher: SHA2Hasher? = SHA2Hasher()
  }

  private let state = State()

  public init() {}

  public mutating func update<D: DataProtocol>(data: D) {
    state.hasher?.update(data)
  }

  public func finalize() -> SHA256Digest {
    guard let hasher = state.hasher.take() else { preconditionFailure("a digest is taken once") }
    return SHA256Digest(bytes: hasher.finalize().bytes)
  }
}
