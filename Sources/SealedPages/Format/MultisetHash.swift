/// A hash of byte strings in any order: two collections of the same strings, each as often, have the same hash.
///
/// Of 128 bits, so that two that differ, by a damaged file or a fault of ours, practically never have the same. It does not stand up to somebody who
/// looks for such collections.
package struct MultisetHash: Sendable, Hashable {
  fileprivate var low: UInt64 = 0
  fileprivate var high: UInt64 = 0
  /// How many strings there are.
  package fileprivate(set) var count = 0

  package init() {}

  /// Of strings that are counted only.
  init(count: Int) { self.count = count }
}

/// Makes a `MultisetHash`, string by string. A class of plain numbers, as `ByteBuffer` is.
final class MultisetHasher {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var count = 0

  /// The hash of what has been added.
  var hash: MultisetHash {
    var hash = MultisetHash()
    hash.low = low
    hash.high = high
    hash.count = count
    return hash
  }

  /// Adds one string.
  ///
  /// - Parameter seed: What else belongs to it, such as a row's number.
  /// - Complexity: O(*n*) in bytes.
  func add(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) { add(ByteHash(bytes, seed: seed)) }

  /// Adds the hash of one string.
  @inline(__always)
  func add(_ hash: ByteHash) {
    let sum = low.addingReportingOverflow(hash.low)
    low = sum.partialValue
    high &+= hash.high &+ (sum.overflow ? 1 : 0)
    count += 1
  }
}

/// A hash of byte strings in their order. Of 128 bits, and no more than `MultisetHash` does it stand up to somebody who looks for collisions.
package struct SequenceHash: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  /// Adds the hash of the next string.
  mutating func add(_ hash: ByteHash) {
    low = ByteHash.mix(low ^ hash.low, 0xA076_1D64_78BD_642F) ^ hash.high
    high = ByteHash.mix(high ^ hash.high, 0xE703_7ED1_A0B4_28DB) ^ hash.low
  }
}

/// The hash of one byte string, in 128 bits.
package struct ByteHash {
  package let low: UInt64
  package let high: UInt64

  /// - Parameter seed: What else belongs to it, such as a row's number.
  /// - Complexity: O(*n*) in bytes.
  package init(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) {
    var state = Self.mix(seed ^ 0xA076_1D64_78BD_642F, UInt64(bytes.count) ^ 0xE703_7ED1_A0B4_28DB)
    var position = 0
    if let base = bytes.baseAddress {
      while position + 16 <= bytes.count {
        state = Self.mix(
          base.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ 0x8EBC_6AF0_9C88_C6E3,
          base.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self) ^ state
        )
        position += 16
      }
      if position < bytes.count {
        state = Self.mix(
          Self.word(base + position, bytes.count - position) ^ 0x5899_65CC_7537_4CC3,
          Self.word(base + min(position + 8, bytes.count), max(bytes.count - position - 8, 0)) ^ state
        )
      }
    }
    let end = (state ^ 0x1D8E_4E27_C47D_124F).multipliedFullWidth(by: 0xEB44_ACCA_B455_D165)
    low = end.low
    high = end.high &+ state
  }

  /// The first eight bytes, or fewer, as a number.
  private static func word(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return bytes.loadUnaligned(as: UInt64.self) }
    if count >= 4 {
      let start = UInt64(bytes.loadUnaligned(as: UInt32.self))
      return start | UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) << 32
    }
    var word: UInt64 = 0
    for index in 0..<max(count, 0) { word = word << 8 | UInt64(bytes.load(fromByteOffset: index, as: UInt8.self)) }
    return word
  }

  /// Two words as one, by which every bit of both may change every bit of the result.
  @inlinable @inline(__always)
  package static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
